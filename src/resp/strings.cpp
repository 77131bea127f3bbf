#include "resp/command.h"
#include "resp/expire_time.h"
#include "resp/numbers.h"

#include <cmath>

namespace stoa::resp {
namespace {

using keyspace::Slot;
using keyspace::Type;
using keyspace::Visit;
using Does = Command::Does;

/// A longer string is refused, as Redis does it at a limit of its own.
constexpr std::size_t kLongestString = 64 << 20;

/// The options of SET and GETEX.
struct Options {
  enum class Only { Always, IfMissing, IfThere } only = Only::Always;
  enum class Lifetime { Cleared, Kept, Persisted, Until } lifetime = Lifetime::Cleared;
  bool gives_old = false;
  std::string_view time;
  TimeUnit unit = TimeUnit::Seconds;
  TimeFrom from = TimeFrom::Now;
};

/// EX, PX, EXAT or PXAT, and the word behind it.
bool take_time(Call& call, std::size_t& i, Options& options) {
  struct Row {
    std::string_view word;
    TimeUnit unit;
    TimeFrom from;
  };
  constexpr Row kRows[] = {{"ex", TimeUnit::Seconds, TimeFrom::Now},
                           {"px", TimeUnit::Milliseconds, TimeFrom::Now},
                           {"exat", TimeUnit::Seconds, TimeFrom::Epoch},
                           {"pxat", TimeUnit::Milliseconds, TimeFrom::Epoch}};
  using Lifetime = Options::Lifetime;
  for (const Row& row : kRows) {
    if (!is_word(call[i], row.word) || i + 1 == call.size()) continue;
    const bool again =
        options.lifetime == Lifetime::Until && options.unit == row.unit && options.from == row.from;
    if (options.lifetime != Lifetime::Cleared && !again) return false;
    options.lifetime = Lifetime::Until;
    options.unit = row.unit;
    options.from = row.from;
    options.time = call[++i];
    return true;
  }
  return false;
}

bool take_set_option(Call& call, std::size_t& i, Options& options) {
  using Only = Options::Only;
  using Lifetime = Options::Lifetime;
  const std::string_view word = call[i];
  if (is_word(word, "nx") && options.only != Only::IfThere) {
    options.only = Only::IfMissing;
  } else if (is_word(word, "xx") && options.only != Only::IfMissing) {
    options.only = Only::IfThere;
  } else if (is_word(word, "get")) {
    options.gives_old = true;
  } else if (is_word(word, "keepttl") &&
             (options.lifetime == Lifetime::Cleared || options.lifetime == Lifetime::Kept)) {
    options.lifetime = Lifetime::Kept;
  } else {
    return take_time(call, i, options);
  }
  return true;
}

void set(Call& call) {
  Options options;
  for (std::size_t i = 3; i < call.size(); ++i)
    if (!take_set_option(call, i, options)) return call.syntax_error();
  std::optional<keyspace::Milliseconds> until;
  if (options.lifetime == Options::Lifetime::Until) {
    until = expire_time(call, options.time, options.unit, options.from);
    if (!until) return;
  }
  Slot slot = call.keys.find(call[1]);
  if (options.gives_old) {
    if (!call.has_type(slot, Type::String)) return;
    slot.found() ? call.reply.bulk(call.keys.text(slot)) : call.reply.null();
  }
  if ((options.only == Options::Only::IfMissing && slot.found()) ||
      (options.only == Options::Only::IfThere && !slot.found())) {
    if (!options.gives_old) call.reply.null();
    return;
  }
  call.keys.set_text(
      slot, call[2],
      options.lifetime == Options::Lifetime::Kept ? Visit::Expiry::Kept : Visit::Expiry::Cleared);
  if (until) call.keys.set_expiry(slot, until);
  if (!options.gives_old) call.reply.ok();
}

void setnx(Call& call) {
  Slot slot = call.keys.find(call[1]);
  const bool missing = !slot.found();
  if (missing) call.keys.set_text(slot, call[2], Visit::Expiry::Cleared);
  call.reply.integer(missing);
}

void set_for(Call& call, TimeUnit unit) {
  const auto until = expire_time(call, call[2], unit, TimeFrom::Now);
  if (!until) return;
  Slot slot = call.keys.find(call[1]);
  call.keys.set_text(slot, call[3], Visit::Expiry::Cleared);
  call.keys.set_expiry(slot, until);
  call.reply.ok();
}
void setex(Call& call) {
  set_for(call, TimeUnit::Seconds);
}
void psetex(Call& call) {
  set_for(call, TimeUnit::Milliseconds);
}

void get(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!slot.found()) return call.reply.null();
  if (slot.type != Type::String) return call.wrong_type();
  call.reply.bulk(call.keys.text(slot));
}

void getset(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::String)) return;
  slot.found() ? call.reply.bulk(call.keys.text(slot)) : call.reply.null();
  call.keys.set_text(slot, call[2], Visit::Expiry::Cleared);
}

void getdel(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::String)) return;
  if (!slot.found()) return call.reply.null();
  call.reply.bulk(call.keys.text(slot));
  call.keys.remove(slot);
}

void getex(Call& call) {
  Options options;
  for (std::size_t i = 2; i < call.size(); ++i) {
    const bool persists = is_word(call[i], "persist") && (options.lifetime == Options::Lifetime::Cleared ||
                                                          options.lifetime == Options::Lifetime::Persisted);
    if (persists) options.lifetime = Options::Lifetime::Persisted;
    if (!persists && !take_time(call, i, options)) return call.syntax_error();
  }
  Slot slot = call.keys.find(call[1]);
  if (!slot.found()) return call.reply.null();
  if (slot.type != Type::String) return call.wrong_type();
  std::optional<keyspace::Milliseconds> until;
  if (options.lifetime == Options::Lifetime::Until) {
    until = expire_time(call, options.time, options.unit, options.from);
    if (!until) return;
  }
  call.reply.bulk(call.keys.text(slot));
  if (until) call.keys.set_expiry(slot, until);
  if (options.lifetime == Options::Lifetime::Persisted && call.keys.expiry(slot))
    call.keys.set_expiry(slot, std::nullopt);
}

void mget(Call& call) {
  call.reply.array(call.size() - 1);
  for (const std::string_view name : call.words.subspan(1)) {
    const Slot slot = call.keys.find(name);
    slot.found() && slot.type == Type::String ? call.reply.bulk(call.keys.text(slot)) : call.reply.null();
  }
}

void set_all(Call& call) {
  for (std::size_t i = 1; i < call.size(); i += 2) {
    Slot slot = call.keys.find(call[i]);
    call.keys.set_text(slot, call[i + 1], Visit::Expiry::Cleared);
  }
}

void mset(Call& call) {
  if (call.size() % 2 == 0) return call.wrong_arity();
  set_all(call);
  call.reply.ok();
}

void msetnx(Call& call) {
  if (call.size() % 2 == 0) return call.wrong_arity();
  for (std::size_t i = 1; i < call.size(); i += 2)
    if (call.keys.find(call[i]).found()) return call.reply.integer(false);
  set_all(call);
  call.reply.integer(true);
}

void too_long(Call& call) {
  call.reply.error("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
}

void append(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::String)) return;
  std::string text(slot.found() ? call.keys.text(slot) : std::string_view());
  if (text.size() + call[2].size() > kLongestString) return too_long(call);
  text += call[2];
  call.keys.set_text(slot, text, Visit::Expiry::Kept);
  call.reply.integer(text.size());
}

void strlen(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::String)) return;
  call.reply.integer(slot.found() ? call.keys.text(slot).size() : 0);
}

void getrange(Call& call) {
  const auto start = call.integer(call[2]);
  if (!start) return;
  const auto stop = call.integer(call[3]);
  if (!stop) return;
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::String)) return;
  const std::string_view text = slot.found() ? call.keys.text(slot) : std::string_view();
  const auto size = static_cast<std::int64_t>(text.size());
  if (*start < 0 && *stop < 0 && *start > *stop) return call.reply.bulk(std::string_view());
  const std::int64_t first = std::max<std::int64_t>(*start < 0 ? *start + size : *start, 0);
  const std::int64_t last = std::min(std::max<std::int64_t>(*stop < 0 ? *stop + size : *stop, 0), size - 1);
  if (first > last) return call.reply.bulk(std::string_view());
  call.reply.bulk(text.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first + 1)));
}

void setrange(Call& call) {
  const auto offset = call.integer(call[2]);
  if (!offset) return;
  if (*offset < 0) return call.reply.error("ERR offset is out of range");
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::String)) return;
  const std::string_view old = slot.found() ? call.keys.text(slot) : std::string_view();
  if (call[3].empty()) return call.reply.integer(old.size());
  const auto at = static_cast<std::size_t>(*offset);
  if (at > kLongestString || at + call[3].size() > kLongestString) return too_long(call);
  std::string text(old);
  if (text.size() < at + call[3].size()) text.resize(at + call[3].size());
  text.replace(at, call[3].size(), call[3]);
  call.keys.set_text(slot, text, Visit::Expiry::Kept);
  call.reply.integer(text.size());
}

void add(Call& call, std::int64_t by) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::String)) return;
  std::int64_t sum = 0;
  if (slot.found()) {
    const auto old = call.integer(call.keys.text(slot));
    if (!old) return;
    sum = *old;
  }
  if (__builtin_add_overflow(sum, by, &sum))
    return call.reply.error("ERR increment or decrement would overflow");
  call.keys.set_text(slot, IntegerText(sum), Visit::Expiry::Kept);
  call.reply.integer(sum);
}

void incr(Call& call) {
  add(call, 1);
}
void decr(Call& call) {
  add(call, -1);
}
void incrby(Call& call) {
  if (const auto by = call.integer(call[2])) add(call, *by);
}
void decrby(Call& call) {
  const auto by = call.integer(call[2]);
  if (!by) return;
  if (*by == INT64_MIN) return call.reply.error("ERR decrement would overflow");
  add(call, -*by);
}

void incrbyfloat(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::String)) return;
  const auto old = slot.found() ? parse_long_double(call.keys.text(slot)) : std::optional<long double>(0);
  const auto by = old ? parse_long_double(call[2]) : std::nullopt;
  if (!by) return call.reply.error("ERR value is not a valid float");
  const long double sum = *old + *by;
  if (std::isnan(sum) || std::isinf(sum))
    return call.reply.error("ERR increment would produce NaN or Infinity");
  const std::string text = format_long_double(sum);
  call.keys.set_text(slot, text, Visit::Expiry::Kept);
  call.reply.bulk(std::string_view(text));
}

}  // namespace

std::span<const Command> string_commands() {
  static constexpr Command kRows[] = {
      {"get", 2, Does::Reads, {1, 1, 1}, get},
      {"set", -3, Does::Writes, {1, 1, 1}, set},
      {"setnx", 3, Does::Writes, {1, 1, 1}, setnx},
      {"setex", 4, Does::Writes, {1, 1, 1}, setex},
      {"psetex", 4, Does::Writes, {1, 1, 1}, psetex},
      {"mget", -2, Does::Reads, {1, -1, 1}, mget},
      {"mset", -3, Does::Writes, {1, -1, 2}, mset},
      {"msetnx", -3, Does::Writes, {1, -1, 2}, msetnx},
      {"getset", 3, Does::Writes, {1, 1, 1}, getset},
      {"getdel", 2, Does::Writes, {1, 1, 1}, getdel},
      {"getex", -2, Does::Writes, {1, 1, 1}, getex},
      {"append", 3, Does::Writes, {1, 1, 1}, append},
      {"strlen", 2, Does::Reads, {1, 1, 1}, strlen},
      {"incr", 2, Does::Writes, {1, 1, 1}, incr},
      {"decr", 2, Does::Writes, {1, 1, 1}, decr},
      {"incrby", 3, Does::Writes, {1, 1, 1}, incrby},
      {"decrby", 3, Does::Writes, {1, 1, 1}, decrby},
      {"incrbyfloat", 3, Does::Writes, {1, 1, 1}, incrbyfloat},
      {"getrange", 4, Does::Reads, {1, 1, 1}, getrange},
      {"substr", 4, Does::Reads, {1, 1, 1}, getrange},
      {"setrange", 4, Does::Writes, {1, 1, 1}, setrange},
  };
  return kRows;
}

}  // namespace stoa::resp
