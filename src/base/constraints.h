#pragma once
#include "base/schema.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa {

/// What is wrong with a value, without where it stands.
struct Complaint {
  /// The last part of an Error's code: `out_of_range`.
  std::string_view code;
  std::string text;
};

/// Each gives nothing when the value keeps to the constraints.
std::optional<Complaint> check_whole(const Constraints&, std::int64_t);
/// The amount in minor units.
std::optional<Complaint> check_money(const Constraints&, std::int64_t minor);
std::optional<Complaint> check_real(const Constraints&, double);
/// Of well-formed UTF-8.
std::optional<Complaint> check_text(const Constraints&, std::string_view);
std::optional<Complaint> check_items(const Constraints&, std::size_t count);
/// What the checks say when the rule, which is there, is broken.
Complaint whole_range(const Constraints&);
Complaint item_range(const Constraints&);
/// Of a map's key: what MongoDB's paths could not name is refused.
std::optional<Complaint> check_key(std::string_view key);

}  // namespace stoa
