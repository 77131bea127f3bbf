#pragma once
// shop/ sells: catalogue, stock, carts, check-out, orders, and what makes the shop quick: popularity, row
// cache and page cache. Its rules know base/ and the two ports; only api*.cpp and pages*.cpp know http/.

#include "base/result.h"

#include <string>
#include <string_view>

namespace stoa::shop {

/// Where goods lie and are sent from: 2 to 8 upper-case letters, as `MSK`.
class Zone {
 public:
  /// The empty one is nowhere; it only fills a struct until the struct is read.
  Zone() = default;
  /// Invalid (`shop.zone`) with a message that names the rule.
  static Result<Zone> parse(std::string_view text);
  const std::string& text() const { return text_; }
  auto operator<=>(const Zone&) const = default;

 private:
  explicit Zone(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace stoa::shop
