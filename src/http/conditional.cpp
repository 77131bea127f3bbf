#include "http/conditional.h"

#include "http/ascii.h"

#include <utility>

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

/// Sixteen digits to there; gives where they end.
char* write_hex(char* to, std::uint64_t number) {
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  for (int shift = 60; shift >= 0; shift -= 4) *to++ = kHexDigits[number >> shift & 15];
  return to;
}

}  // namespace

std::string content_tag(std::string_view content) {
  return content_tag(digest_of(content));
}

std::string content_tag(const Digest& digest) {
  std::string tag;
  // With room for the name of a coding.
  tag.reserve(48);
  tag.assign(34, '"');
  write_hex(write_hex(tag.data() + 1, digest.high), digest.low);
  return tag;
}

std::string tag_in_coding(std::string tag, Coding coding) {
  if (coding == Coding::Identity || !tag.ends_with('"')) return tag;
  tag.back() = '-';
  return std::move(tag.append(name_of(coding)).append(1, '"'));
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
