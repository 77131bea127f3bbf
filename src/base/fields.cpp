#include "base/fields.h"

#include "base/json.h"
#include "base/utf8.h"

#include <set>

namespace stoa {
namespace {
void claim(std::set<std::string>& taken, const StructDescription& description, const std::string& name) {
  if (name.empty() || name.find('\0') != name.npos || !is_utf8(name))
    throw std::logic_error(description.name + " has a field without a proper name");
  if (!taken.insert(name).second)
    throw std::logic_error(description.name + " describes '" + name + "' twice");
}
}  // namespace

void complete_description(StructDescription& description) {
  constexpr std::size_t kMostFields = 64;
  if (description.members.size() > kMostFields)
    throw std::logic_error(description.name + " has more than 64 fields");
  std::set<std::string> in_api, in_documents;
  for (Member& member : description.members) {
    append_json_text(member.json_key, member.name);
    member.json_key += ':';
    if (member.border != Border::DocumentsOnly) {
      claim(in_api, description, member.name);
      for (const std::string& alias : member.aliases) claim(in_api, description, alias);
    }
    if (member.border != Border::ApiOnly) {
      claim(in_documents, description, member.stored);
      for (const std::string& alias : member.aliases) claim(in_documents, description, alias);
    }
  }
}

}  // namespace stoa
