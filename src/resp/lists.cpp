#include "resp/command.h"

namespace stoa::resp {
namespace {

using keyspace::Slot;
using keyspace::Type;
using keyspace::Visit;
using Does = Command::Does;
using End = Visit::End;

void push(Call& call, End end, bool creates) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::List)) return;
  if (!slot.found() && !creates) return call.reply.integer(false);
  for (const std::string_view text : call.words.subspan(2)) call.keys.push(slot, end, text);
  call.reply.integer(call.keys.length(slot));
}
void lpush(Call& call) {
  push(call, End::Head, true);
}
void rpush(Call& call) {
  push(call, End::Tail, true);
}
void lpushx(Call& call) {
  push(call, End::Head, false);
}
void rpushx(Call& call) {
  push(call, End::Tail, false);
}

void pop(Call& call, End end) {
  if (call.size() > 3) return call.wrong_arity();
  std::optional<std::int64_t> count;
  if (call.size() == 3) {
    count = call.integer(call[2], "ERR value is out of range, must be positive");
    if (!count) return;
    if (*count < 0) return call.reply.error("ERR value is out of range, must be positive");
  }
  Slot slot = call.keys.find(call[1]);
  if (!slot.found()) return count ? call.reply.null_array() : call.reply.null();
  if (!call.has_type(slot, Type::List)) return;
  const std::size_t length = call.keys.length(slot);
  const std::size_t taken = std::min<std::size_t>(count ? static_cast<std::size_t>(*count) : 1, length);
  if (count) call.reply.array(taken);
  for (std::size_t i = 0; i < taken; ++i) {
    const std::size_t index = end == End::Head ? 0 : call.keys.length(slot) - 1;
    call.reply.bulk(call.keys.element(slot, index));
    call.keys.remove_element(slot, index);
  }
}
void lpop(Call& call) {
  pop(call, End::Head);
}
void rpop(Call& call) {
  pop(call, End::Tail);
}

void llen(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::List)) call.reply.integer(call.keys.length(slot));
}

void lrange(Call& call) {
  const auto start = call.integer(call[2]);
  if (!start) return;
  const auto stop = call.integer(call[3]);
  if (!stop) return;
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::List)) return;
  const keyspace::Ranks span = keyspace::ranks_between(*start, *stop, call.keys.length(slot));
  call.reply.array(span.size());
  if (span.size() == 0) return;
  call.keys.each_element(slot, span.first, [&, end = span.end](std::size_t index, std::string_view text) {
    call.reply.bulk(text);
    return index + 1 < end;
  });
}

/// The place of an index that may count from the end; nullopt when there is none.
std::optional<std::size_t> place_of(std::int64_t index, std::size_t length) {
  if (index < 0) index += static_cast<std::int64_t>(length);
  if (index < 0 || index >= static_cast<std::int64_t>(length)) return std::nullopt;
  return static_cast<std::size_t>(index);
}

void lindex(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!slot.found()) return call.reply.null();
  if (!call.has_type(slot, Type::List)) return;
  const auto index = call.integer(call[2]);
  if (!index) return;
  const auto place = place_of(*index, call.keys.length(slot));
  place ? call.reply.bulk(call.keys.element(slot, *place)) : call.reply.null();
}

void lset(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!slot.found()) return call.reply.error("ERR no such key");
  if (!call.has_type(slot, Type::List)) return;
  const auto index = call.integer(call[2]);
  if (!index) return;
  const auto place = place_of(*index, call.keys.length(slot));
  if (!place) return call.reply.error("ERR index out of range");
  call.keys.replace_element(slot, *place, call[3]);
  call.reply.ok();
}

/// Indexes of elements equal to `text`, in the order they are met from either end.
std::vector<std::size_t> places_of(Call& call, const Slot& slot, std::string_view text) {
  std::vector<std::size_t> found;
  call.keys.each_element(slot, 0, [&](std::size_t index, std::string_view element) {
    if (element == text) found.push_back(index);
    return true;
  });
  return found;
}

void lrem(Call& call) {
  const auto count = call.integer(call[2]);
  if (!count) return;
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::List)) return;
  std::vector<std::size_t> found = places_of(call, slot, call[3]);
  const std::size_t most =
      *count < 0 ? 0 - static_cast<std::size_t>(*count) : static_cast<std::size_t>(*count);
  if (most > 0 && found.size() > most) {
    if (*count > 0) found.resize(most);
    if (*count < 0) found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(most));
  }
  for (auto place = found.rbegin(); place != found.rend(); ++place) call.keys.remove_element(slot, *place);
  call.reply.integer(found.size());
}

void ltrim(Call& call) {
  const auto start = call.integer(call[2]);
  if (!start) return;
  const auto stop = call.integer(call[3]);
  if (!stop) return;
  Slot slot = call.keys.find(call[1]);
  if (!slot.found()) return call.reply.ok();
  if (!call.has_type(slot, Type::List)) return;
  const keyspace::Ranks kept = keyspace::ranks_between(*start, *stop, call.keys.length(slot));
  if (kept.size() == 0) {
    call.keys.remove(slot);
    return call.reply.ok();
  }
  for (std::size_t length = call.keys.length(slot); length > kept.end; --length)
    call.keys.remove_element(slot, length - 1);
  for (std::size_t i = 0; i < kept.first; ++i) call.keys.remove_element(slot, 0);
  call.reply.ok();
}

void linsert(Call& call) {
  const bool before = is_word(call[2], "before");
  if (!before && !is_word(call[2], "after")) return call.syntax_error();
  Slot slot = call.keys.find(call[1]);
  if (!slot.found()) return call.reply.integer(false);
  if (!call.has_type(slot, Type::List)) return;
  std::optional<std::size_t> pivot;
  call.keys.each_element(slot, 0, [&](std::size_t index, std::string_view element) {
    if (element == call[3]) pivot = index;
    return !pivot;
  });
  if (!pivot) return call.reply.integer(std::int64_t{-1});
  call.keys.insert_element(slot, *pivot + (before ? 0 : 1), call[4]);
  call.reply.integer(call.keys.length(slot));
}

struct Search {
  std::int64_t rank = 1;
  std::optional<std::int64_t> count;
  std::int64_t most = 0;
};

/// False, and the error is said, when the options are wrong.
bool take_search(Call& call, Search& search) {
  for (std::size_t i = 3; i < call.size(); i += 2) {
    if (i + 1 == call.size()) return call.syntax_error(), false;
    const auto number = [&](std::string_view otherwise) { return call.integer(call[i + 1], otherwise); };
    if (is_word(call[i], "rank")) {
      const auto rank = number("ERR value is not an integer or out of range");
      if (!rank) return false;
      if (*rank == 0) {
        call.reply.error(
            "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use "
            "negative to "
            "start from the end of the list");
        return false;
      }
      search.rank = *rank;
    } else if (is_word(call[i], "count") || is_word(call[i], "maxlen")) {
      const bool is_count = is_word(call[i], "count");
      const std::string_view negative =
          is_count ? "ERR COUNT can't be negative" : "ERR MAXLEN can't be negative";
      const auto value = number(negative);
      if (!value) return false;
      if (*value < 0) return call.reply.error(negative), false;
      if (is_count) search.count = *value;
      if (!is_count) search.most = *value;
    } else {
      return call.syntax_error(), false;
    }
  }
  return true;
}

void lpos(Call& call) {
  Search search;
  if (!take_search(call, search)) return;
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::List)) return;
  if (!slot.found()) return search.count ? call.reply.array(0) : call.reply.null();
  const std::size_t length = call.keys.length(slot);
  const std::size_t most = search.most == 0 ? length : static_cast<std::size_t>(search.most);
  std::vector<std::size_t> found = places_of(call, slot, call[2]);
  if (search.rank < 0) std::reverse(found.begin(), found.end());
  std::erase_if(
      found, [&](std::size_t index) { return search.rank > 0 ? index >= most : length - 1 - index >= most; });
  const std::size_t skipped =
      (search.rank < 0 ? 0 - static_cast<std::size_t>(search.rank) : static_cast<std::size_t>(search.rank)) -
      1;
  found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(std::min(skipped, found.size())));
  if (!search.count) return found.empty() ? call.reply.null() : call.reply.integer(found.front());
  if (*search.count > 0 && found.size() > static_cast<std::size_t>(*search.count))
    found.resize(static_cast<std::size_t>(*search.count));
  call.reply.array(found.size());
  for (const std::size_t index : found) call.reply.integer(index);
}

void move(Call& call, End from_end, End to_end) {
  Slot from = call.keys.find(call[1]);
  if (!from.found()) return call.reply.null();
  if (!call.has_type(from, Type::List)) return;
  Slot to = call.keys.find(call[2]);
  if (!call.has_type(to, Type::List)) return;
  const std::size_t index = from_end == End::Head ? 0 : call.keys.length(from) - 1;
  const std::string text(call.keys.element(from, index));
  // First the push: a list that is its own target must not vanish in between.
  if (from.name == to.name && from_end == to_end) {
    call.keys.replace_element(from, index, text);
  } else if (from.name == to.name) {
    call.keys.push(from, to_end, text);
    call.keys.remove_element(from, from_end == End::Head ? 0 : call.keys.length(from) - 1);
  } else {
    call.keys.push(to, to_end, text);
    call.keys.remove_element(from, index);
  }
  call.reply.bulk(std::string_view(text));
}

std::optional<End> end_of(std::string_view word) {
  if (is_word(word, "left")) return End::Head;
  if (is_word(word, "right")) return End::Tail;
  return std::nullopt;
}

void lmove(Call& call) {
  const auto from = end_of(call[3]);
  const auto to = end_of(call[4]);
  if (!from || !to) return call.syntax_error();
  move(call, *from, *to);
}
void rpoplpush(Call& call) {
  move(call, End::Tail, End::Head);
}

}  // namespace

std::span<const Command> list_commands() {
  static constexpr Command kRows[] = {
      {"lpush", -3, Does::Writes, {1, 1, 1}, lpush},    {"rpush", -3, Does::Writes, {1, 1, 1}, rpush},
      {"lpushx", -3, Does::Writes, {1, 1, 1}, lpushx},  {"rpushx", -3, Does::Writes, {1, 1, 1}, rpushx},
      {"lpop", -2, Does::Writes, {1, 1, 1}, lpop},      {"rpop", -2, Does::Writes, {1, 1, 1}, rpop},
      {"llen", 2, Does::Reads, {1, 1, 1}, llen},        {"lrange", 4, Does::Reads, {1, 1, 1}, lrange},
      {"lindex", 3, Does::Reads, {1, 1, 1}, lindex},    {"lset", 4, Does::Writes, {1, 1, 1}, lset},
      {"lrem", 4, Does::Writes, {1, 1, 1}, lrem},       {"ltrim", 4, Does::Writes, {1, 1, 1}, ltrim},
      {"linsert", 5, Does::Writes, {1, 1, 1}, linsert}, {"lpos", -3, Does::Reads, {1, 1, 1}, lpos},
      {"lmove", 5, Does::Writes, {1, 2, 1}, lmove},     {"rpoplpush", 3, Does::Writes, {1, 2, 1}, rpoplpush},
  };
  return kRows;
}

}  // namespace stoa::resp
