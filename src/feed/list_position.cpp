#include "feed/list_position.h"

#include <algorithm>
#include <bit>

namespace stoa::feed {
namespace {

Error refused() {
  return {Error::Kind::Invalid, "records.cursor",
          "the cursor is not one of this list; begin at the first page, without a cursor"};
}

void append_number(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

std::optional<std::uint64_t> take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
  return std::nullopt;
}

void append_time(std::string& bytes, const TimePosition& position) {
  append_number(bytes, std::bit_cast<std::uint64_t>(position.time));
  append_number(bytes, static_cast<std::uint64_t>(position.article));
}

std::optional<TimePosition> take_time(std::string_view& bytes) {
  const auto time = take_number(bytes);
  const auto article = take_number(bytes);
  if (!time || !article) return std::nullopt;
  return TimePosition{std::bit_cast<double>(*time), static_cast<ArticleId>(*article)};
}

}  // namespace

bool ScorePosition::has_shown(ArticleId id) const {
  return std::ranges::binary_search(shown, id);
}

void ScorePosition::show(ArticleId id) {
  shown.insert(std::ranges::lower_bound(shown, id), id);
}

std::string to_bytes(const TimePosition& position) {
  std::string bytes;
  append_time(bytes, position);
  return bytes;
}

std::string to_bytes(const ScorePosition& position) {
  std::string bytes;
  append_number(bytes, static_cast<std::uint64_t>(position.newest));
  append_number(bytes, position.shown.size());
  ArticleId before = 0;
  for (const ArticleId id : position.shown) {
    append_number(bytes, static_cast<std::uint64_t>(id - before));
    before = id;
  }
  if (position.rest) append_time(bytes, *position.rest);
  return bytes;
}

Result<TimePosition> read_time_position(std::string_view bytes) {
  const auto position = take_time(bytes);
  if (!position || !bytes.empty()) return refused();
  return *position;
}

Result<ScorePosition> read_score_position(std::string_view bytes) {
  const auto newest = take_number(bytes);
  const auto count = take_number(bytes);
  if (!newest || !count || *count > bytes.size()) return refused();
  ScorePosition position;
  position.newest = static_cast<ArticleId>(*newest);
  position.shown.reserve(*count);
  std::uint64_t before = 0;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto step = take_number(bytes);
    if (!step) return refused();
    before += *step;
    position.shown.push_back(static_cast<ArticleId>(before));
  }
  if (bytes.empty()) return position;
  position.rest = take_time(bytes);
  if (!position.rest || !bytes.empty()) return refused();
  return position;
}

}  // namespace stoa::feed
