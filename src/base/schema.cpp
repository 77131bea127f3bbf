#include "base/schema.h"

#include <algorithm>
#include <stdexcept>

namespace stoa {
namespace {
template <class Matches>
const Member* find_from(const std::vector<Member>& members, std::size_t hint, Matches matches) {
  const auto middle = members.begin() + static_cast<std::ptrdiff_t>(std::min(hint, members.size()));
  auto found = std::find_if(middle, members.end(), matches);
  if (found != members.end()) return &*found;
  found = std::find_if(members.begin(), middle, matches);
  return found != middle ? &*found : nullptr;
}

/// Few things have aliases.
template <class Described>
bool is_called(const Described& described, const std::string& its_name, std::string_view name) {
  return its_name == name || (!described.aliases.empty() &&
                              std::ranges::find(described.aliases, name) != described.aliases.end());
}
}  // namespace

const EnumName* find_enum_name(const Schema& schema, std::string_view text) {
  for (const EnumName& name : schema.enumeration.names)
    if (is_called(name, name.name, text)) return &name;
  return nullptr;
}

const std::string& enum_name_of(const Schema& schema, std::int64_t value) {
  for (const EnumName& name : schema.enumeration.names)
    if (name.value == value) return name.name;
  throw std::logic_error("an enum's value has no name in its description");
}

const Member* find_api_member(const Schema& schema, std::string_view name, std::size_t hint) {
  return find_from(schema.structure.members, hint, [&](const Member& member) {
    return member.border != Border::DocumentsOnly && is_called(member, member.name, name);
  });
}

const Member* find_stored_member(const Schema& schema, std::string_view name, std::size_t hint) {
  return find_from(schema.structure.members, hint, [&](const Member& member) {
    return member.border != Border::ApiOnly && is_called(member, member.stored, name);
  });
}

}  // namespace stoa
