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

bool has(const std::vector<std::string>& texts, std::string_view text) {
  return !texts.empty() && std::find(texts.begin(), texts.end(), text) != texts.end();
}
}  // namespace

const EnumName* find_enum_name(const Schema& schema, std::string_view text) {
  for (const EnumName& name : schema.enumeration.names)
    if (name.name == text || has(name.aliases, text)) return &name;
  return nullptr;
}

const std::string& enum_name_of(const Schema& schema, std::int64_t value) {
  for (const EnumName& name : schema.enumeration.names)
    if (name.value == value) return name.name;
  throw std::logic_error("an enum's value has no name in its description");
}

const Member* find_api_member(const Schema& schema, std::string_view name, std::size_t hint) {
  return find_from(schema.structure.members, hint, [&](const Member& member) {
    return member.border != Border::DocumentsOnly && (member.name == name || has(member.aliases, name));
  });
}

const Member* find_stored_member(const Schema& schema, std::string_view name, std::size_t hint) {
  return find_from(schema.structure.members, hint, [&](const Member& member) {
    return member.border != Border::ApiOnly && (member.stored == name || has(member.aliases, name));
  });
}

}  // namespace stoa
