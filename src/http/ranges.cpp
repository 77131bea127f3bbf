#include "http/ranges.h"

#include "http/ascii.h"
#include "http/conditional.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace stoa::http {
namespace {

/// Digits alone, at least one; a number too large for the type is the largest.
std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || end != text.data() + text.size() || failed == std::errc::invalid_argument)
    return std::nullopt;
  return failed == std::errc::result_out_of_range ? UINT64_MAX : number;
}

/// The Range header, unless If-Range says that the client has parts of another version.
std::optional<std::string_view> wanted_range(const Request& request, const FileFacts& facts) {
  const auto range = request.header("Range");
  if (!range || request.method != Method::Get) return std::nullopt;
  const auto condition = request.header("If-Range");
  if (condition && trimmed(*condition) != facts.etag) return std::nullopt;
  return range;
}

}  // namespace

std::variant<WholeFile, FileRange, NoSuchRange> range_of(std::string_view header, std::uint64_t size) {
  std::string_view ranges = trimmed(header);
  const std::string_view unit = cut(ranges, '=');
  if (!equal_ignoring_case(trimmed(unit), "bytes") || ranges.find(',') != std::string_view::npos)
    return WholeFile{};
  const auto dash = ranges.find('-');
  if (dash == std::string_view::npos) return WholeFile{};
  const std::string_view from = trimmed(ranges.substr(0, dash)), to = trimmed(ranges.substr(dash + 1));
  const auto first = number_of(from), last = number_of(to);
  if ((!from.empty() && !first) || (!to.empty() && !last) || (!first && !last)) return WholeFile{};
  if (!first) {
    const std::uint64_t length = std::min(*last, size);
    if (length == 0) return NoSuchRange{};
    return FileRange{size - length, length};
  }
  if (last && *last < *first) return WholeFile{};
  if (*first >= size) return NoSuchRange{};
  const std::uint64_t end = last ? std::min(*last, size - 1) : size - 1;
  return FileRange{*first, end - *first + 1};
}

RangedAnswer answer_with_ranges(const Request& request, const FileFacts& facts) {
  RangedAnswer answer{{.status = 200, .content_type = facts.content_type}, FileRange{0, facts.size}};
  auto& [head, part] = answer;
  head.headers = {{"ETag", facts.etag}, {"Accept-Ranges", "bytes"}};
  if (const auto known = request.header("If-None-Match"); known && names_content(*known, facts.etag)) {
    head.status = 304;
    head.content_type.clear();
    part.reset();
    return answer;
  }
  const auto range = wanted_range(request, facts);
  const auto wanted = range ? range_of(*range, facts.size) : WholeFile{};
  if (const auto* found = std::get_if<FileRange>(&wanted)) {
    part = *found;
    head.status = 206;
    head.headers.push_back({"Content-Range", fmt::format("bytes {}-{}/{}", found->first,
                                                         found->first + found->length - 1, facts.size)});
  } else if (std::holds_alternative<NoSuchRange>(wanted)) {
    head.status = 416;
    head.content_type.clear();
    head.headers.push_back({"Content-Range", fmt::format("bytes */{}", facts.size)});
    part.reset();
  }
  return answer;
}

Response send_file(const Request& request, const std::filesystem::path& path, const FileFacts& facts) {
  auto [head, part] = answer_with_ranges(request, facts);
  if (part) head.body = FilePart{path, part->first, part->length};
  return std::move(head);
}

}  // namespace stoa::http
