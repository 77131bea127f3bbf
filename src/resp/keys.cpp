#include "resp/command.h"
#include "resp/numbers.h"

namespace stoa::resp {
namespace {

using keyspace::Slot;
using keyspace::Type;
using Does = Command::Does;

void del(Call& call) {
  std::size_t removed = 0;
  for (const std::string_view name : call.words.subspan(1)) {
    Slot slot = call.keys.find(name);
    if (!slot.found()) continue;
    call.keys.remove(slot);
    ++removed;
  }
  call.reply.integer(removed);
}

void exists(Call& call) {
  std::size_t found = 0;
  for (const std::string_view name : call.words.subspan(1)) found += call.keys.find(name).found();
  call.reply.integer(found);
}

void type(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  call.reply.status(slot.found() ? keyspace::type_name(slot.type) : "none");
}

void rename(Call& call) {
  Slot from = call.keys.find(call[1]);
  if (!from.found()) return call.reply.error("ERR no such key");
  if (call[1] == call[2]) return call.reply.ok();
  Slot to = call.keys.find(call[2]);
  call.keys.rename(from, to);
  call.reply.ok();
}

void renamenx(Call& call) {
  Slot from = call.keys.find(call[1]);
  if (!from.found()) return call.reply.error("ERR no such key");
  Slot to = call.keys.find(call[2]);
  if (to.found()) return call.reply.integer(false);
  call.keys.rename(from, to);
  call.reply.integer(true);
}

void copy(Call& call) {
  bool replace = false;
  for (std::size_t i = 3; i < call.size(); ++i) {
    if (is_word(call[i], "replace")) {
      replace = true;
    } else if (is_word(call[i], "db") && i + 1 < call.size()) {
      const auto database = call.integer(call[++i]);
      if (!database) return;
      if (*database != 0) return call.reply.error("ERR DB index is out of range");
    } else {
      return call.syntax_error();
    }
  }
  if (call[1] == call[2]) return call.reply.error("ERR source and destination objects are the same");
  const Slot from = call.keys.find(call[1]);
  Slot to = call.keys.find(call[2]);
  if (!from.found() || (to.found() && !replace)) return call.reply.integer(false);
  call.keys.copy(from, to);
  call.reply.integer(true);
}

void randomkey(Call& call) {
  call.reply.bulk(call.keys.any_name());
}

void dbsize(Call& call) {
  call.reply.integer(call.keys.size());
}

/// What Redis would keep it as; programs look at it out of curiosity only.
std::string_view encoding_of(Call& call, const Slot& slot) {
  constexpr std::size_t kFew = 128, kShort = 44;
  const std::size_t length = call.keys.length(slot);
  if (slot.type == Type::String) {
    const std::string_view text = call.keys.text(slot);
    if (parse_integer(text)) return "int";
    return text.size() <= kShort ? "embstr" : "raw";
  }
  if (slot.type == Type::List) return "quicklist";
  if (slot.type == Type::Set) return "hashtable";
  if (slot.type == Type::SortedSet) return length <= kFew ? "listpack" : "skiplist";
  return length <= kFew ? "listpack" : "hashtable";
}

/// What the third word names, or null said.
template <class Answer>
void about_object(Call& call, Answer&& answer) {
  const Slot slot = call.keys.find(call[2]);
  slot.found() ? answer(slot) : call.reply.null();
}
void object_encoding(Call& call) {
  about_object(call, [&](const Slot& slot) { call.reply.bulk(encoding_of(call, slot)); });
}
void object_refcount(Call& call) {
  about_object(call, [&](const Slot&) { call.reply.integer(true); });
}
void object_idletime(Call& call) {
  about_object(call, [&](const Slot&) { call.reply.integer(false); });
}

constexpr Subcommand kObject[] = {
    {"encoding", 3, object_encoding, "<key>", "Return how Redis would hold the value of <key>."},
    {"refcount", 3, object_refcount, "<key>", "Return how often the value of <key> is referred to: once."},
    {"idletime", 3, object_idletime, "<key>", "Return 0: when a key was last used is not kept."},
};

}  // namespace

std::span<const Command> key_commands() {
  static constexpr Command kRows[] = {
      {"del", -2, Does::Writes, {1, -1, 1}, del},
      {"unlink", -2, Does::Writes, {1, -1, 1}, del},
      {"exists", -2, Does::Reads, {1, -1, 1}, exists},
      {"touch", -2, Does::Reads, {1, -1, 1}, exists},
      {"type", 2, Does::Reads, {1, 1, 1}, type},
      {"rename", 3, Does::Writes, {1, 2, 1}, rename},
      {"renamenx", 3, Does::Writes, {1, 2, 1}, renamenx},
      {"copy", -3, Does::Writes, {1, 2, 1}, copy},
      {"randomkey", 1, Does::Reads, {0, 0, 0}, randomkey},
      {"dbsize", 1, Does::Reads, {0, 0, 0}, dbsize},
      {"object", -2, Does::Reads, {2, 2, 1}, nullptr, Command::Manner::Queued, kObject},
  };
  return kRows;
}

}  // namespace stoa::resp
