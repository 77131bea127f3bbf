#include "http/conditional.h"

#include "http/ascii.h"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace stoa::http {
namespace {

/// What stands in the quotes of a tag, without weakness and coding: what If-None-Match compares.
std::string_view content_of(std::string_view tag) {
  if (tag.starts_with("W/")) tag.remove_prefix(2);
  if (tag.size() < 2 || !tag.starts_with('"') || !tag.ends_with('"')) return {};
  tag = tag.substr(1, tag.size() - 2);
  for (const Coding coding : {Coding::Gzip, Coding::Zstd}) {
    const std::string_view name = name_of(coding);
    if (tag.size() > name.size() && tag.ends_with(name) && tag[tag.size() - name.size() - 1] == '-')
      return tag.substr(0, tag.size() - name.size() - 1);
  }
  return tag;
}

}  // namespace

std::string content_tag(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return fmt::format("\"{:016x}{:016x}\"", hash.high64, hash.low64);
}

std::string tag_in_coding(std::string_view tag, Coding coding) {
  if (coding == Coding::Identity || !tag.ends_with('"')) return std::string(tag);
  std::string coded(tag.substr(0, tag.size() - 1));
  return coded.append(1, '-').append(name_of(coding)).append(1, '"');
}

bool names_content(std::string_view if_none_match, std::string_view tag) {
  if (trimmed(if_none_match) == "*") return true;
  const std::string_view content = content_of(tag);
  if (content.empty()) return false;
  // Our own tags hold no comma, so a tag that is cut at one was not ours.
  while (!if_none_match.empty())
    if (content_of(trimmed(cut(if_none_match, ','))) == content) return true;
  return false;
}

}  // namespace stoa::http
