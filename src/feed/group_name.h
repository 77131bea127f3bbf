#pragma once
#include "base/result.h"

#include <string>
#include <string_view>

namespace stoa::feed {

/// What a group is called: 2 to 30 of `a-z`, `0-9`, `_` and `-`, a letter or digit first.
class GroupName {
 public:
  /// The empty one is no group's; it only fills a struct until the struct is read.
  GroupName() = default;
  /// Invalid (`group.name`) with a message that names the rule.
  static Result<GroupName> parse(std::string_view text);
  const std::string& text() const { return text_; }
  auto operator<=>(const GroupName&) const = default;

 private:
  explicit GroupName(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace stoa::feed
