#include "feed/group_name.h"

#include <algorithm>

namespace stoa::feed {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

}  // namespace

Result<GroupName> GroupName::parse(std::string_view text) {
  const bool allowed =
      std::ranges::all_of(text, [](char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; });
  if (text.size() < 2 || text.size() > 30 || !allowed || !is_letter_or_digit(text.front()))
    return Error{Error::Kind::Invalid, "group.name",
                 "a group's name is 2 to 30 of a-z, 0-9, _ and -, a letter or digit first"};
  return GroupName(std::string(text));
}

}  // namespace stoa::feed
