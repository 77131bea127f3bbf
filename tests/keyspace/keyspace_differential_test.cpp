// Random calls on the embedded keyspace and on a real redis-server: every answer must be the same, and so
// must the whole content at the end.

#include "keyspace/differential_script.h"
#include "keyspace/engines.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace stoa::keyspace::differential {

/// Steps by their numbers, shown as what they stand for.
struct Script {
  std::vector<std::uint64_t> codes;
};

std::ostream& operator<<(std::ostream& out, const Script& script) {
  for (std::size_t n = 0; n < script.codes.size(); ++n)
    out << "\n" << n + 1 << ": " << step_of(script.codes[n]);
  return out;
}

namespace {

/// GCC tells by macros, clang by its features.
constexpr bool kSanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#elif defined(__has_feature)
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
    false;
#endif
constexpr double kLongestScript = kSanitized ? 4 : 40;
constexpr std::size_t kLeastSteps = kSanitized ? 2'000 : 30'000;

/// Shrinks by leaving steps out.
rc::Gen<Script> any_script() {
  // A script grows with the size of the test, in hundreds of steps; a step's number is always any number.
  const auto code = rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
  return rc::gen::map(rc::gen::scale(kLongestScript, rc::gen::container<std::vector<std::uint64_t>>(code)),
                      [](std::vector<std::uint64_t> codes) { return Script{std::move(codes)}; });
}

class Pair {
 public:
  Keyspace& embedded() { return embedded_.keyspace(); }
  Keyspace& redis() { return redis_.keyspace(); }

  void clear() {
    direct_.command({"FLUSHALL"});
    must(embedded().transact(Durability::Relaxed, [](Tx& tx) -> Result<void> {
      for (const std::string& prefix : kPrefixes) tx.del(KeyName(prefix, kEntity));
      return {};
    }));
  }

  /// What `key` holds, from the embedded engine.
  std::string embedded_content(const KeyName& key) {
    Reader& read = embedded().read();
    const auto type = must(read.type(key));
    const std::string head = show(type) + " until " + show(must(read.expiry(key))) + " ";
    if (!type) return head;
    const std::string& name = key.name();
    switch (*type) {
      case Type::String:
        return head + show(read.get(StringKey(name)));
      case Type::Hash:
        return head + show(sorted(read.hgetall(HashKey(name))));
      case Type::Set:
        return head + show(sorted(read.smembers(SetKey(name))));
      case Type::SortedSet:
        return head + show(read.zrange(SortedSetKey(name), 0, -1, Order::Ascending));
      case Type::List:
        return head + show(read.lrange(ListKey(name), 0, -1));
    }
    return head;
  }

  /// The same, past the port, as the server itself prints it; scores as its own text.
  std::string redis_content(const KeyName& key) {
    const std::string& name = key.name();
    const std::string type = direct_.command({"TYPE", name}).text;
    const std::int64_t expires = std::stoll(direct_.command({"PEXPIRETIME", name}).text);
    const std::string head = (type == "none" ? "none" : type) + " until " +
                             (expires < 0 ? "none" : std::to_string(expires * 1000) + "us") + " ";
    if (type == "string") return head + show(direct_.command({"GET", name}).text);
    if (type == "hash") return head + pairs(direct_.command({"HGETALL", name}), ":", Sorted::Yes);
    if (type == "set") return head + show(sorted(Result(texts(direct_.command({"SMEMBERS", name})))));
    if (type == "zset")
      return head + pairs(direct_.command({"ZRANGE", name, "0", "-1", "WITHSCORES"}), "=", Sorted::No);
    if (type == "list") return head + show(texts(direct_.command({"LRANGE", name, "0", "-1"})));
    return head;
  }

 private:
  enum class Sorted { Yes, No };

  static std::vector<std::string> texts(const test::RedisReply& reply) {
    std::vector<std::string> all;
    for (const test::RedisReply& element : reply.elements) all.push_back(element.text);
    return all;
  }
  /// `[a:1 b:2]`, or with scores `[a=1 b=2]`, as show() writes them.
  static std::string pairs(const test::RedisReply& reply, const std::string& mark, Sorted order) {
    std::vector<std::string> all;
    for (std::size_t n = 0; n + 1 < reply.elements.size(); n += 2) {
      const std::string& second = reply.elements[n + 1].text;
      const std::string value = mark == ":" ? show(second) : second == "-0" ? "0" : second;
      all.push_back(show(reply.elements[n].text) + mark + value);
    }
    if (order == Sorted::Yes) std::sort(all.begin(), all.end());
    std::string joined;
    for (const std::string& one : all) (joined += joined.empty() ? "" : " ") += one;
    return "[" + joined + "]";
  }

  OpenEmbedded embedded_;
  OpenRedis redis_;
  test::RedisClient direct_{shared_redis_server().socket()};
};

/// Plays a step on both, and what is short-lived to its end.
void play_on_both(Pair& pair, Step step, std::size_t number) {
  if (step.writes.size() > 1) step.writes = Lawyer(pair.embedded().read()).without_failures(step.writes);
  const Time soon = std::chrono::floor<std::chrono::milliseconds>(Clock::system().now()) + 15ms;
  const std::string ours = play(pair.embedded(), step, soon);
  const std::string theirs = play(pair.redis(), step, soon);
  if (ours != theirs) {
    std::ostringstream said;
    said << "step " << number << ": " << step << "\nembedded: " << ours << "\nredis:    " << theirs;
    RC_FAIL(said.str());
  }
  if (step.kind == Step::Kind::ShortExpiry) std::this_thread::sleep_until(soon + 3ms);
}

void compare_content(Pair& pair) {
  for (const std::string& prefix : kPrefixes) {
    const KeyName key(prefix, kEntity);
    const std::string ours = pair.embedded_content(key), theirs = pair.redis_content(key);
    if (ours != theirs) RC_FAIL(key.name() + " at the end\nembedded: " + ours + "\nredis:    " + theirs);
  }
  if (scan_all(pair.embedded(), "*") != scan_all(pair.redis(), "*")) RC_FAIL("the keys at the end differ");
}

TEST(KeyspaceDifferential, EmbeddedAnswersAsARealRedisAndHoldsTheSame) {
  Pair pair;
  std::size_t steps = 0;
  const bool same = rc::check([&] {
    const Script script = *any_script();
    pair.clear();
    for (std::size_t n = 0; n < script.codes.size(); ++n) play_on_both(pair, step_of(script.codes[n]), n + 1);
    compare_content(pair);
    steps += script.codes.size();
  });
  EXPECT_TRUE(same);
  RecordProperty("steps", static_cast<int>(steps));
  EXPECT_GE(steps, kLeastSteps) << "too few to find anything";
}

}  // namespace
}  // namespace stoa::keyspace::differential
