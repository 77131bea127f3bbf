#pragma once
#include <algorithm>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::test {

/// Commands as clients might send them: mostly sensible, some with wrong types, wrong numbers, missing or
/// surplus words. The same seed gives the same commands.
class RandomCommands {
 public:
  explicit RandomCommands(std::uint64_t seed) : random_(seed) {}

  struct Made {
    std::vector<std::string> words;
    /// How the reply's elements have no order: 0 they have one, else so many belong together.
    std::size_t unordered = 0;
  };
  Made next();
  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  std::string fill(char placeholder);
  void damage(std::vector<std::string>& words);

  std::mt19937_64 random_;
};

namespace command_rows {

/// Words are taken as they are, but for placeholders: K a key, V a value, M a member or field, I an integer,
/// N a small positive one, F a number, S an end of a score range, L an end of a range by name, T a far moment
/// in seconds, P in milliseconds, G a pattern, W a long time in
/// seconds, R one that may be wrong. `[a|b]` is one of
/// them.
struct Row {
  const char* text;
  std::size_t unordered = 0;
};

inline constexpr Row kRows[] = {
    {"set K V"},
    {"set K V"},
    {"set K I"},
    {"set K F"},
    {"set K V [nx|xx|get|keepttl]"},
    {"set K V [ex|px] W"},
    {"set K V [nx|xx] [get|exat|pxat] T"},
    {"set K V [nx|xx|get] [ex|px] R"},
    {"set K V [exat|pxat] P"},
    {"set K V [GET|nX] [xx|keepttl|GET]"},
    {"setnx K V"},
    {"setex K W V"},
    {"psetex K W V"},
    {"setex K R V"},
    {"psetex K R V"},
    {"get K"},
    {"get K"},
    {"mget K K K"},
    {"mset K V K V"},
    {"msetnx K V K V"},
    {"getset K V"},
    {"getdel K"},
    {"getex K"},
    {"getex K [persist|exat|pxat] T"},
    {"getex K [ex|px] R"},
    {"getex K persist"},
    {"append K V"},
    {"strlen K"},
    {"incr K"},
    {"decr K"},
    {"incrby K I"},
    {"decrby K I"},
    {"incrbyfloat K F"},
    {"getrange K I I"},
    {"substr K I I"},
    {"setrange K N V"},
    {"setrange K I V"},
    {"hset K M V"},
    {"hset K M V M V"},
    {"hset K M I"},
    {"hmset K M V M V"},
    {"hsetnx K M V"},
    {"hget K M"},
    {"hmget K M M"},
    {"hgetall K", 2},
    {"hkeys K", 1},
    {"hvals K", 1},
    {"hdel K M M"},
    {"hexists K M"},
    {"hlen K"},
    {"hstrlen K M"},
    {"hincrby K M I"},
    {"hincrbyfloat K M F"},
    {"hrandfield K 100", 1},
    {"hrandfield K I x"},
    {"hrandfield K x"},
    {"sadd K M M M"},
    {"sadd K M"},
    {"srem K M M"},
    {"sismember K M"},
    {"smismember K M M"},
    {"smembers K", 1},
    {"scard K"},
    {"srandmember K 100", 1},
    {"srandmember K x"},
    {"srandmember K 0"},
    {"spop K 100", 1},
    {"spop K -1"},
    {"smove K K M"},
    {"sinter K K", 1},
    {"sunion K K", 1},
    {"sdiff K K", 1},
    {"sinterstore K K K"},
    {"sunionstore K K K"},
    {"sdiffstore K K K"},
    {"sintercard 2 K K"},
    {"sintercard 2 K K limit N"},
    {"sintercard I K K limit I"},
    {"zadd K F M"},
    {"zadd K I M I M"},
    {"zadd K F M F M F M"},
    {"zadd K [nx|xx|gt|lt|ch] F M"},
    {"zadd K [nx|xx|gt|lt|ch] [gt|lt|ch|incr] F M"},
    {"zadd K incr F M"},
    {"zadd K [nx|xx|ch] 0 M 0 M 0 M"},
    {"zadd K 0 M 0 M 0 M 0 M"},
    {"zincrby K F M"},
    {"zscore K M"},
    {"zmscore K M M"},
    {"zcard K"},
    {"zrank K M"},
    {"zrevrank K M"},
    {"zrem K M M"},
    {"zcount K S S"},
    {"zrange K I I"},
    {"zrange K I I withscores"},
    {"zrange K I I rev withscores"},
    {"zrange K 0 -1 withscores"},
    {"zrange K S S byscore"},
    {"zrange K S S byscore rev limit I I withscores"},
    {"zrange K S S byscore limit N N"},
    {"zrange K I I limit N N"},
    {"zrevrange K I I"},
    {"zrevrange K I I withscores"},
    {"zrangebyscore K S S"},
    {"zrangebyscore K S S withscores limit N N"},
    {"zrevrangebyscore K S S withscores"},
    {"zrevrangebyscore K S S limit N I"},
    {"zrangestore K K I I"},
    {"zrangestore K K S S byscore limit N N"},
    {"zrangestore K K S S byscore rev"},
    {"zremrangebyrank K I I"},
    {"zremrangebyscore K S S"},
    {"zpopmin K"},
    {"zpopmax K"},
    {"zpopmin K N"},
    {"zpopmax K I"},
    {"zrandmember K 100", 1},
    {"zrandmember K x"},
    {"zrandmember K I withscore"},
    {"zunionstore K 2 K K"},
    {"zinterstore K 2 K K"},
    {"zdiffstore K 2 K K"},
    {"zunionstore K 2 K K weights F F"},
    {"zinterstore K 2 K K weights F F aggregate [sum|min|max|avg]"},
    {"zunionstore K 2 K K aggregate [min|max]"},
    {"zunionstore K I K K"},
    {"zunion 2 K K"},
    {"zunion 2 K K withscores"},
    {"zinter 2 K K withscores"},
    {"zinter 2 K K weights F F withscores"},
    {"zdiff 2 K K withscores"},
    {"zdiff 2 K K"},
    {"zintercard 2 K K"},
    {"zintercard 2 K K limit N"},
    {"zadd lex 0 M 0 M 0 M"},
    {"zrem lex M"},
    {"zrangebylex lex L L"},
    {"zrangebylex lex L L limit N N"},
    {"zrevrangebylex lex L L"},
    {"zrange lex L L bylex"},
    {"zrange lex L L bylex rev limit N I"},
    {"zlexcount lex L L"},
    {"zremrangebylex lex L L"},
    {"zrange lex L L bylex withscores"},
    {"lpush K V"},
    {"lpush K V V V"},
    {"rpush K V V"},
    {"rpush K M M"},
    {"lpushx K V"},
    {"rpushx K V"},
    {"lpop K"},
    {"rpop K"},
    {"lpop K N"},
    {"rpop K I"},
    {"llen K"},
    {"lrange K I I"},
    {"lrange K 0 -1"},
    {"lindex K I"},
    {"lset K I V"},
    {"lrem K I M"},
    {"lrem K 0 V"},
    {"ltrim K I I"},
    {"linsert K [before|after|BEFORE|behind] M V"},
    {"lpos K M"},
    {"lpos K M rank I"},
    {"lpos K M count N"},
    {"lpos K M rank I count N maxlen N"},
    {"lmove K K [left|right] [left|right]"},
    {"lmove K K left [right|up]"},
    {"rpoplpush K K"},
    {"del K"},
    {"del K K"},
    {"unlink K"},
    {"exists K K K"},
    {"touch K K"},
    {"type K"},
    {"expire K W"},
    {"expire K W [nx|xx]"},
    {"expireat K T [nx|xx|gt|lt] [xx|gt|lt|zz]"},
    {"pexpire K W"},
    {"expireat K T"},
    {"pexpireat K P"},
    {"expireat K T [nx|xx|gt|lt]"},
    {"expire K R"},
    {"ttl K"},
    {"expiretime K"},
    {"pexpiretime K"},
    {"persist K"},
    {"rename K K"},
    {"renamenx K K"},
    {"copy K K"},
    {"copy K K replace"},
    {"keys G", 1},
    {"randomkey x"},
    {"scan 0 count 1000 match nothing*"},
    {"scan x"},
    {"scan 0 count 0"},
    {"hscan K 0 count N x y"},
    {"sscan missing 0"},
    {"zscan missing 0 match G"},
    {"hscan missing 0 count 5"},
    {"object encoding missing"},
    {"ping"},
    {"ping V"},
    {"echo V"},
    {"select 0"},
    {"select x"},
    {"unknown V V"},
    {"GeT K"},
    {"watch K"},
    {"unwatch"},
    {"discard"},
    {"exec"},
    {"pttl missing"},
    {"client setname bad\nname"},
    {"client getname"},
    {"client nonsense"},
    {"client setname"},
    {"config get"},
    {"auth x"},
    {"auth x y z"},
    {"hello 9"},
    {"hello x"},
    {"hello 2 setname"},
};

inline std::string one_of(const std::string& choices, std::mt19937_64& random) {
  std::vector<std::string> parts;
  std::stringstream text(choices.substr(1, choices.size() - 2));
  for (std::string part; std::getline(text, part, '|');) parts.push_back(part);
  return parts[random() % parts.size()];
}

}  // namespace command_rows

inline std::string RandomCommands::fill(char placeholder) {
  static const std::vector<std::string> keys{"a", "b", "c", "d", "e", "f", "{tag}:g", ""};
  static const std::vector<std::string> values{"x",
                                               "",
                                               "hello world",
                                               "10",
                                               "-3",
                                               "3.14",
                                               "9223372036854775807",
                                               "a\r\nb",
                                               "007",
                                               "1e3",
                                               std::string("nul\0l", 5),
                                               std::string(70, 'y'),
                                               std::string(300, 'z')};
  static const std::vector<std::string> members{
      "a", "b", "c", "d", "e", "f", "g", "1", "2", "-7", "long member name", ""};
  static const std::vector<std::string> floats{"1",      "-1",  "0",     "2.5",           "-0.1", "1e10",
                                               "3.0e-5", "inf", "-inf",  "1234567890123", "0.1",  "nan",
                                               "x",      "+5",  "1e400", "0x10",          "17.25"};
  static const std::vector<std::string> scores{"-inf", "+inf", "inf", "0", "1", "(1", "(0",   "-5",
                                               "10",   "(2.5", "2.5", "x", "",  "(",  "(inf", "1e3"};
  static const std::vector<std::string> names{"-", "+", "[a", "(a", "[c", "(d", "[g", "(1", "x", "[", "("};
  static const std::vector<std::string> patterns{"*", "a*", "?", "[a-c]", "[^a]", "x", "{tag}*", "\\a", "*g"};
  const auto pick = [&](const std::vector<std::string>& from) { return from[below(from.size())]; };
  switch (placeholder) {
    case 'K':
      return pick(keys);
    case 'V':
      return pick(values);
    case 'M':
      return pick(members);
    case 'I':
      return below(30) == 0 ? pick({"x", "", "1.5", "9223372036854775808", "-9223372036854775808",
                                    "9223372036854775807", "01", " 1", "+1"})
                            : std::to_string(static_cast<int>(below(15)) - 7);
    case 'N':
      return std::to_string(below(6));
    case 'F':
      return below(2) == 0 ? std::to_string(static_cast<int>(below(9)) - 4) : pick(floats);
    case 'S':
      return pick(scores);
    case 'L':
      return pick(names);
    case 'T':
      return pick({"4000000000", "4100000000", "1", "0", "-5", "x", "9223372036854775807", "4000000001"});
    case 'P':
      return pick({"4000000000000", "4100000000123", "1", "4000000000001"});
    case 'R':
      return pick({"100000000", "0", "-5", "x", "9223372036854775807"});
    case 'W':
      return std::to_string(100'000'000 + below(3) * 1'000'000);
    case 'G':
      return pick(patterns);
    default:
      return {};
  }
}

inline void RandomCommands::damage(std::vector<std::string>& words) {
  switch (below(4)) {
    case 0:
      if (words.size() > 1) words.pop_back();
      return;
    case 1:
      words.push_back(fill('V'));
      return;
    case 2:
      if (words.size() > 2) words[1 + below(words.size() - 1)] = fill("VMIFK"[below(5)]);
      return;
    default:
      if (words.size() > 3) std::swap(words[2], words[3]);
  }
}

inline RandomCommands::Made RandomCommands::next() {
  const command_rows::Row& row = command_rows::kRows[below(std::size(command_rows::kRows))];
  Made made;
  made.unordered = row.unordered;
  std::stringstream text{std::string(row.text)};
  for (std::string word; text >> word;) {
    if (word.front() == '[' && word.back() == ']' && word.find('|') != std::string::npos) {
      made.words.push_back(command_rows::one_of(word, random_));
    } else if (word.size() == 1 &&
               std::string_view("KVMINFSLTPWGR").find(word[0]) != std::string_view::npos) {
      made.words.push_back(fill(word[0]));
    } else {
      made.words.push_back(word);
    }
  }
  const std::string& name = made.words[0];
  // What a damaged one of these would answer depends on the clock or on chance.
  static const std::set<std::string> kept_whole{
      "expire",      "pexpire",    "set",         "setex",     "psetex", "getex", "spop",
      "srandmember", "hrandfield", "zrandmember", "randomkey", "scan",   "hscan", "sscan",
      "zscan",       "client",     "select",      "config",    "object", "hello"};
  const bool by_name =
      made.words.size() > 1 && made.words[1] == "lex";  // only defined while all scores are equal
  if (below(12) == 0 && !by_name && !kept_whole.contains(name)) damage(made.words);
  return made;
}

/// The names of the commands above, for a test that none is forgotten.
inline std::vector<std::string> compared_commands() {
  std::set<std::string> names;
  for (const command_rows::Row& row : command_rows::kRows)
    names.insert(std::string(row.text).substr(0, std::string(row.text).find(' ')));
  return {names.begin(), names.end()};
}

}  // namespace stoa::test
