#include "resp/command.h"
#include "resp/samples.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace stoa::resp {
namespace {

using keyspace::Slot;
using keyspace::Type;
using Does = Command::Does;

void sadd(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Set)) return;
  std::size_t added = 0;
  for (const std::string_view member : call.words.subspan(2)) added += call.keys.add_member(slot, member);
  call.reply.integer(added);
}

void srem(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Set)) return;
  std::size_t removed = 0;
  for (const std::string_view member : call.words.subspan(2))
    removed += call.keys.remove_member(slot, member);
  call.reply.integer(removed);
}

void sismember(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::Set)) call.reply.integer(call.keys.has_member(slot, call[2]));
}

void smismember(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Set)) return;
  call.reply.array(call.size() - 2);
  for (const std::string_view member : call.words.subspan(2))
    call.reply.integer(call.keys.has_member(slot, member));
}

void smembers(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Set)) return;
  call.reply.set(call.keys.length(slot));
  call.keys.each_member(slot, [&](std::string_view member) { call.reply.bulk(member); });
}

void scard(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::Set)) call.reply.integer(call.keys.length(slot));
}

std::vector<std::string_view> sample_members(Call& call, const Slot& slot, const SampleSize& wanted) {
  return sample<std::string_view>(
      wanted, call.keys.length(slot), [&] { return call.keys.any_member(slot); },
      [&](std::vector<std::string_view>& into) {
        call.keys.each_member(slot, [&](std::string_view member) { into.push_back(member); });
      });
}

void srandmember(Call& call) {
  const auto wanted = take_sample_size(call, {});
  if (!wanted) return;
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Set)) return;
  if (!wanted->many) return slot.found() ? call.reply.bulk(call.keys.any_member(slot)) : call.reply.null();
  const auto chosen = sample_members(call, slot, *wanted);
  call.reply.array(chosen.size());
  for (const std::string_view member : chosen) call.reply.bulk(member);
}

void spop(Call& call) {
  if (call.size() > 3) return call.syntax_error();
  SampleSize wanted;
  if (call.size() == 3) {
    constexpr std::string_view kNotPositive = "ERR value is out of range, must be positive";
    const auto count = call.integer(call[2], kNotPositive);
    if (!count) return;
    if (*count < 0) return call.reply.error(kNotPositive);
    wanted.many = true;
    wanted.count = static_cast<std::size_t>(*count);
  }
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::Set)) return;
  if (!wanted.many && !slot.found()) return call.reply.null();
  std::vector<std::string> chosen;
  for (const std::string_view member : sample_members(call, slot, wanted)) chosen.emplace_back(member);
  if (wanted.many) call.reply.set(chosen.size());
  for (const std::string& member : chosen) {
    call.reply.bulk(std::string_view(member));
    call.keys.remove_member(slot, member);
  }
}

void smove(Call& call) {
  Slot from = call.keys.find(call[1]);
  Slot to = call.keys.find(call[2]);
  if (!from.found()) return call.reply.integer(false);
  if (!call.has_type(from, Type::Set) || !call.has_type(to, Type::Set)) return;
  if (from.name == to.name) return call.reply.integer(call.keys.has_member(from, call[3]));
  const bool moved = call.keys.remove_member(from, call[3]);
  if (moved) call.keys.add_member(to, call[3]);
  call.reply.integer(moved);
}

/// The sets from `first` on; nullopt, and the error is said, when one is something else.
std::optional<std::vector<Slot>> sets_from(Call& call, Words names) {
  std::vector<Slot> slots;
  slots.reserve(names.size());
  for (const std::string_view name : names) {
    slots.push_back(call.keys.find(name));
    if (!call.has_type(slots.back(), Type::Set)) return std::nullopt;
  }
  return slots;
}

using SetMembers = std::vector<std::string_view>;

SetMembers intersection(Call& call, std::vector<Slot> slots, std::size_t most = SIZE_MAX) {
  SetMembers members;
  const auto smallest =
      std::ranges::min_element(slots, {}, [&](const Slot& slot) { return call.keys.length(slot); });
  std::iter_swap(slots.begin(), smallest);
  call.keys.each_member(slots[0], [&](std::string_view member) {
    const bool everywhere = std::all_of(slots.begin() + 1, slots.end(),
                                        [&](const Slot& slot) { return call.keys.has_member(slot, member); });
    if (everywhere && members.size() < most) members.push_back(member);
  });
  return members;
}

SetMembers union_of(Call& call, const std::vector<Slot>& slots) {
  std::unordered_set<std::string_view> all;
  for (const Slot& slot : slots)
    call.keys.each_member(slot, [&](std::string_view member) { all.insert(member); });
  return {all.begin(), all.end()};
}

SetMembers difference(Call& call, const std::vector<Slot>& slots) {
  SetMembers members;
  call.keys.each_member(slots[0], [&](std::string_view member) {
    const bool elsewhere = std::any_of(slots.begin() + 1, slots.end(),
                                       [&](const Slot& slot) { return call.keys.has_member(slot, member); });
    if (!elsewhere) members.push_back(member);
  });
  return members;
}

SetMembers all_of_intersection(Call& call, const std::vector<Slot>& slots) {
  return intersection(call, slots);
}

using SetAlgebra = SetMembers (*)(Call&, const std::vector<Slot>&);

void answer_set(Call& call, SetAlgebra algebra) {
  const auto slots = sets_from(call, call.words.subspan(1));
  if (!slots) return;
  const SetMembers members = algebra(call, *slots);
  call.reply.set(members.size());
  for (const std::string_view member : members) call.reply.bulk(member);
}

void store_set(Call& call, SetAlgebra algebra) {
  const auto slots = sets_from(call, call.words.subspan(2));
  if (!slots) return;
  // Copies: the target may be one of the sources.
  std::vector<std::string> members;
  for (const std::string_view member : algebra(call, *slots)) members.emplace_back(member);
  Slot target = call.keys.find(call[1]);
  if (target.found()) call.keys.remove(target);
  for (const std::string& member : members) call.keys.add_member(target, member);
  call.reply.integer(members.size());
}

void sinter(Call& call) {
  answer_set(call, all_of_intersection);
}
void sunion(Call& call) {
  answer_set(call, union_of);
}
void sdiff(Call& call) {
  answer_set(call, difference);
}
void sinterstore(Call& call) {
  store_set(call, all_of_intersection);
}
void sunionstore(Call& call) {
  store_set(call, union_of);
}
void sdiffstore(Call& call) {
  store_set(call, difference);
}

void sintercard(Call& call) {
  constexpr std::string_view kNotPositive = "ERR numkeys should be greater than 0";
  const auto count = call.integer(call[1], kNotPositive);
  if (!count) return;
  if (*count <= 0) return call.reply.error(kNotPositive);
  if (static_cast<std::size_t>(*count) > call.size() - 2)
    return call.reply.error("ERR Number of keys can't be greater than number of args");
  const std::size_t behind = 2 + static_cast<std::size_t>(*count);
  std::size_t most = SIZE_MAX;
  for (std::size_t i = behind; i < call.size(); i += 2) {
    if (!is_word(call[i], "limit") || i + 1 == call.size()) return call.syntax_error();
    constexpr std::string_view kNegative = "ERR LIMIT can't be negative";
    const auto limit = call.integer(call[i + 1], kNegative);
    if (!limit) return;
    if (*limit < 0) return call.reply.error(kNegative);
    most = *limit == 0 ? SIZE_MAX : static_cast<std::size_t>(*limit);
  }
  const auto slots = sets_from(call, call.words.subspan(2, static_cast<std::size_t>(*count)));
  if (slots) call.reply.integer(intersection(call, *slots, most).size());
}

}  // namespace

std::span<const Command> set_commands() {
  static constexpr Command kRows[] = {
      {"sadd", -3, Does::Writes, {1, 1, 1}, sadd},
      {"srem", -3, Does::Writes, {1, 1, 1}, srem},
      {"sismember", 3, Does::Reads, {1, 1, 1}, sismember},
      {"smismember", -3, Does::Reads, {1, 1, 1}, smismember},
      {"smembers", 2, Does::Reads, {1, 1, 1}, smembers},
      {"scard", 2, Does::Reads, {1, 1, 1}, scard},
      {"srandmember", -2, Does::Reads, {1, 1, 1}, srandmember},
      {"spop", -2, Does::Writes, {1, 1, 1}, spop},
      {"smove", 4, Does::Writes, {1, 2, 1}, smove},
      {"sinter", -2, Does::Reads, {1, -1, 1}, sinter},
      {"sunion", -2, Does::Reads, {1, -1, 1}, sunion},
      {"sdiff", -2, Does::Reads, {1, -1, 1}, sdiff},
      {"sinterstore", -3, Does::Writes, {1, -1, 1}, sinterstore},
      {"sunionstore", -3, Does::Writes, {1, -1, 1}, sunionstore},
      {"sdiffstore", -3, Does::Writes, {1, -1, 1}, sdiffstore},
      {"sintercard", -3, Does::Reads, {0, 0, 0}, sintercard},
  };
  return kRows;
}

}  // namespace stoa::resp
