#include "keyspace/glob.h"
#include "resp/command.h"
#include "resp/numbers.h"

#include <cerrno>
#include <cstdlib>
#include <string>

namespace stoa::resp {
namespace {

using keyspace::Slot;
using keyspace::Type;
using keyspace::Visit;
using Does = Command::Does;

struct Scan {
  std::uint64_t cursor = 0;
  std::size_t count = 10;
  std::optional<std::string_view> pattern;
  std::optional<std::string_view> type;

  bool matches(std::string_view name) const { return !pattern || keyspace::matches_glob(*pattern, name); }
};

std::optional<std::uint64_t> cursor_of(Call& call, std::string_view word) {
  const std::string text(word);
  char* rest = nullptr;
  errno = 0;
  const auto cursor = std::strtoull(text.c_str(), &rest, 10);
  const bool spaced = !text.empty() && std::isspace(static_cast<unsigned char>(text[0]));
  if (!spaced && *rest == '\0' && errno != ERANGE && !text.empty()) return cursor;
  call.reply.error("ERR invalid cursor");
  return std::nullopt;
}

/// The options behind the cursor, which stands at word `at`. nullopt, and the error is said, when they are
/// wrong.
std::optional<Scan> take_options(Call& call, std::size_t at, std::uint64_t cursor) {
  Scan scan;
  scan.cursor = cursor;
  for (std::size_t i = at + 1; i < call.size(); i += 2) {
    if (i + 1 == call.size()) return call.syntax_error(), std::nullopt;
    if (is_word(call[i], "count")) {
      const auto count = call.integer(call[i + 1]);
      if (!count) return std::nullopt;
      if (*count < 1) return call.syntax_error(), std::nullopt;
      scan.count = static_cast<std::size_t>(*count);
    } else if (is_word(call[i], "match")) {
      scan.pattern = call[i + 1];
    } else if (is_word(call[i], "type") && at == 1) {
      scan.type = call[i + 1];
    } else {
      return call.syntax_error(), std::nullopt;
    }
  }
  return scan;
}

/// What HSCAN and its kin were asked for, and the key. nullopt, and the answer is given, when there is
/// nothing to scan or something is wrong.
std::optional<Scan> take_element_scan(Call& call, Slot& slot, Type type) {
  const auto cursor = cursor_of(call, call[2]);
  if (!cursor) return std::nullopt;
  slot = call.keys.find(call[1]);
  if (!call.has_type(slot, type)) return std::nullopt;
  if (slot.found()) return take_options(call, 2, *cursor);
  call.reply.array(2);
  call.reply.bulk(std::string_view("0"));
  call.reply.array(0);
  return std::nullopt;
}

/// Writes `[cursor, [element …]]`; `walk(found)` gives the next cursor and counts what it wrote.
template <class Walk>
void answer(Call& call, Walk&& walk) {
  const std::size_t mark = call.reply.mark();
  std::size_t found = 0;
  const std::uint64_t next = walk(found);
  // The head goes before what has been written: the length is known only now.
  call.reply.array_at(mark, found);
  Buffer head;
  Reply before(head, call.reply.protocol());
  before.array(2);
  before.bulk(std::string_view(std::to_string(next)));
  call.reply.out().insert(mark, head.bytes());
}

void scan(Call& call) {
  const auto cursor = cursor_of(call, call[1]);
  if (!cursor) return;
  const auto scan = take_options(call, 1, *cursor);
  if (!scan) return;
  answer(call, [&](std::size_t& found) {
    return call.keys.walk(scan->cursor, scan->count, [&](std::string_view name, Type type) {
      if (!scan->matches(name) || (scan->type && !is_word(*scan->type, keyspace::type_name(type))))
        return Visit::Shown::No;
      call.reply.bulk(name);
      ++found;
      return Visit::Shown::Yes;
    });
  });
}

void hscan(Call& call) {
  Slot slot;
  const auto scan = take_element_scan(call, slot, Type::Hash);
  if (!scan) return;
  answer(call, [&](std::size_t& found) {
    return call.keys.walk_fields(slot, scan->cursor, scan->count,
                                 [&](std::string_view name, std::string_view value) {
                                   if (!scan->matches(name)) return;
                                   call.reply.bulk(name);
                                   call.reply.bulk(value);
                                   found += 2;
                                 });
  });
}

void sscan(Call& call) {
  Slot slot;
  const auto scan = take_element_scan(call, slot, Type::Set);
  if (!scan) return;
  answer(call, [&](std::size_t& found) {
    return call.keys.walk_members(slot, scan->cursor, scan->count, [&](std::string_view member) {
      if (!scan->matches(member)) return;
      call.reply.bulk(member);
      ++found;
    });
  });
}

void zscan(Call& call) {
  Slot slot;
  const auto scan = take_element_scan(call, slot, Type::SortedSet);
  if (!scan) return;
  answer(call, [&](std::size_t& found) {
    return call.keys.walk_scored(slot, scan->cursor, scan->count, [&](std::string_view member, double score) {
      if (!scan->matches(member)) return;
      call.reply.bulk(member);
      call.reply.bulk(std::string_view(ScoreText(score)));
      found += 2;
    });
  });
}

void keys(Call& call) {
  const std::size_t mark = call.reply.mark();
  std::size_t found = 0;
  call.keys.walk(0, SIZE_MAX, [&](std::string_view name, Type) {
    if (!keyspace::matches_glob(call[1], name)) return Visit::Shown::No;
    call.reply.bulk(name);
    ++found;
    return Visit::Shown::Yes;
  });
  call.reply.array_at(mark, found);
}

}  // namespace

std::span<const Command> scan_commands() {
  static constexpr Command kRows[] = {
      {"scan", -2, Does::Reads, {0, 0, 0}, scan},   {"hscan", -3, Does::Reads, {1, 1, 1}, hscan},
      {"sscan", -3, Does::Reads, {1, 1, 1}, sscan}, {"zscan", -3, Does::Reads, {1, 1, 1}, zscan},
      {"keys", 2, Does::Reads, {0, 0, 0}, keys},
  };
  return kRows;
}

}  // namespace stoa::resp
