#pragma once
#include "base/clock.h"
#include "http/call.h"
#include "http/secret.h"

#include <optional>
#include <string>
#include <string_view>

namespace stoa::http {

/// What the next page says once: "Your order is placed."
struct Flash {
  enum class Kind { Good, Bad, Info };
  Kind kind = Kind::Good;
  /// In the visitor's language; what is over 1,000 bytes is cut off.
  std::string text;
};

inline constexpr std::string_view kFlashCookie = "stoa_flash";

/// Leaves it in a cookie for the next page, signed, so that nobody else puts words into our mouth; for a
/// minute.
void leave_flash(Call&, const Secret&, Flash, Time now);
/// The one that was left, and removes it; nullopt when there is none, or it is too old or not ours.
std::optional<Flash> take_flash(Call&, const Secret&, Time now);

}  // namespace stoa::http
