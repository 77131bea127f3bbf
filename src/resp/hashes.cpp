#include "resp/command.h"
#include "resp/numbers.h"
#include "resp/samples.h"

#include <cmath>

namespace stoa::resp {
namespace {

using keyspace::Slot;
using keyspace::Type;
using Does = Command::Does;

std::size_t put_fields(Call& call, Slot& slot) {
  std::size_t added = 0;
  for (std::size_t i = 2; i < call.size(); i += 2) added += call.keys.put_field(slot, call[i], call[i + 1]);
  return added;
}

void hset(Call& call) {
  if (call.size() % 2 != 0) return call.wrong_arity();
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  call.reply.integer(put_fields(call, slot));
}

void hmset(Call& call) {
  if (call.size() % 2 != 0) return call.wrong_arity();
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  put_fields(call, slot);
  call.reply.ok();
}

void hsetnx(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  const bool missing = !call.keys.field(slot, call[2]);
  if (missing) call.keys.put_field(slot, call[2], call[3]);
  call.reply.integer(missing);
}

void hget(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::Hash)) call.reply.bulk(call.keys.field(slot, call[2]));
}

void hmget(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  call.reply.array(call.size() - 2);
  for (const std::string_view name : call.words.subspan(2)) call.reply.bulk(call.keys.field(slot, name));
}

void hgetall(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  call.reply.map(call.keys.length(slot));
  call.keys.each_field(slot, [&](std::string_view name, std::string_view value) {
    call.reply.bulk(name);
    call.reply.bulk(value);
  });
}

void hkeys(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  call.reply.array(call.keys.length(slot));
  call.keys.each_field(slot, [&](std::string_view name, std::string_view) { call.reply.bulk(name); });
}

void hvals(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  call.reply.array(call.keys.length(slot));
  call.keys.each_field(slot, [&](std::string_view, std::string_view value) { call.reply.bulk(value); });
}

void hdel(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  std::size_t removed = 0;
  for (const std::string_view name : call.words.subspan(2)) removed += call.keys.remove_field(slot, name);
  call.reply.integer(removed);
}

void hexists(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::Hash)) call.reply.integer(call.keys.field(slot, call[2]).has_value());
}

void hlen(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::Hash)) call.reply.integer(call.keys.length(slot));
}

void hstrlen(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::Hash))
    call.reply.integer(call.keys.field(slot, call[2]).value_or(std::string_view()).size());
}

void hincrby(Call& call) {
  const auto by = call.integer(call[3]);
  if (!by) return;
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  std::int64_t sum = 0;
  if (const auto old = call.keys.field(slot, call[2])) {
    const auto number = call.integer(*old, "ERR hash value is not an integer");
    if (!number) return;
    sum = *number;
  }
  if (__builtin_add_overflow(sum, *by, &sum))
    return call.reply.error("ERR increment or decrement would overflow");
  call.keys.put_field(slot, call[2], IntegerText(sum));
  call.reply.integer(sum);
}

void hincrbyfloat(Call& call) {
  const auto by = parse_long_double(call[3]);
  if (!by) return call.reply.error("ERR value is not a valid float");
  if (std::isinf(*by)) return call.reply.error("ERR value is NaN or Infinity");
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  long double sum = 0;
  if (const auto text = call.keys.field(slot, call[2])) {
    const auto number = parse_long_double(*text);
    if (!number) return call.reply.error("ERR hash value is not a float");
    sum = *number;
  }
  sum += *by;
  if (std::isnan(sum) || std::isinf(sum))
    return call.reply.error("ERR increment would produce NaN or Infinity");
  const std::string text = format_long_double(sum);
  call.keys.put_field(slot, call[2], text);
  call.reply.bulk(std::string_view(text));
}

using Pair = std::pair<std::string_view, std::string_view>;

void hrandfield(Call& call) {
  const auto wanted = take_sample_size(call, "withvalues");
  if (!wanted) return;
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Hash)) return;
  if (!wanted->many)
    return slot.found() ? call.reply.bulk(call.keys.any_field(slot).first) : call.reply.null();
  const auto draw = [&] { return call.keys.any_field(slot); };
  const auto all = [&](std::vector<Pair>& into) {
    call.keys.each_field(slot, [&](std::string_view name, std::string_view value) {
      into.push_back({name, value});
    });
  };
  const auto chosen = sample<Pair>(*wanted, call.keys.length(slot), draw, all);
  call.reply.array(chosen.size() * (wanted->with_values && !call.reply.resp3() ? 2 : 1));
  for (const auto& [name, value] : chosen) {
    if (wanted->with_values && call.reply.resp3()) call.reply.array(2);
    call.reply.bulk(name);
    if (wanted->with_values) call.reply.bulk(value);
  }
}

}  // namespace

std::span<const Command> hash_commands() {
  static constexpr Command kRows[] = {
      {"hset", -4, Does::Writes, {1, 1, 1}, hset},
      {"hmset", -4, Does::Writes, {1, 1, 1}, hmset},
      {"hsetnx", 4, Does::Writes, {1, 1, 1}, hsetnx},
      {"hget", 3, Does::Reads, {1, 1, 1}, hget},
      {"hmget", -3, Does::Reads, {1, 1, 1}, hmget},
      {"hgetall", 2, Does::Reads, {1, 1, 1}, hgetall},
      {"hkeys", 2, Does::Reads, {1, 1, 1}, hkeys},
      {"hvals", 2, Does::Reads, {1, 1, 1}, hvals},
      {"hdel", -3, Does::Writes, {1, 1, 1}, hdel},
      {"hexists", 3, Does::Reads, {1, 1, 1}, hexists},
      {"hlen", 2, Does::Reads, {1, 1, 1}, hlen},
      {"hstrlen", 3, Does::Reads, {1, 1, 1}, hstrlen},
      {"hincrby", 4, Does::Writes, {1, 1, 1}, hincrby},
      {"hincrbyfloat", 4, Does::Writes, {1, 1, 1}, hincrbyfloat},
      {"hrandfield", -2, Does::Reads, {1, 1, 1}, hrandfield},
  };
  return kRows;
}

}  // namespace stoa::resp
