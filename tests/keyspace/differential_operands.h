#pragma once
#include "base/clock.h"
#include "keyspace/key.h"
#include "keyspace/keyspace.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::keyspace::differential {

using namespace std::chrono_literals;
using namespace std::string_literals;

/// Few, so that keys of every type meet each other often. All of one entity, so that a transaction may read
/// them all; some are volatile in the embedded engine. Two in a row are at home with one type.
inline const std::array<std::string, 10> kPrefixes{
    "s:", "cache:", "h:", "article:", "upvoted:", "g:", "z:", "score:", "l:", "viewed:"};
inline constexpr std::string_view kEntity = "e";

inline const std::vector<std::string> kTexts{"a",
                                             "b",
                                             "ab",
                                             "10",
                                             "",
                                             "-5",
                                             "9223372036854775807",
                                             "1.5",
                                             "m3",
                                             "m77",
                                             "m150",
                                             "\0\xff\r\n"s,
                                             std::string(100, 'x')};

inline const std::vector<std::int64_t> kNumbers{0, 1,  -1, 2,   -2,   3,         -3,
                                                5, -6, 7,  100, -100, INT64_MAX, INT64_MIN};

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline const std::vector<double> kScores{
    0,  1,         -1,        2, 0.5, 0.1, -2.25, 3, 1e17, 1e300, -1e300, 5e-324, 1700000000.123456,
    36, kInfinity, -kInfinity};

/// Far enough from now, on either side, that no engine's answer depends on when it is asked.
inline const Time kDawn = std::chrono::floor<std::chrono::milliseconds>(Clock::system().now());
inline const std::vector<Time> kMoments{
    kDawn + 1h, kDawn + 1h + 1ms, kDawn + 24h + 999ms, kDawn + 25h + 1500us, kDawn - 1ms,
    kDawn - 1h, Time{0us}};

inline const std::vector<std::string> kPatterns{"*",     "s:*",   "?:e",     "*e*",     "[a-h]:*", "[^sl]*",
                                                "\\h:e", "*:[e]", "score:?", "nothing", "c*:e",    "*[a-"};

/// A number that many choices can be drawn from, the same ones each time.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  template <class T>
  const T& of(const std::vector<T>& pool) {
    return pool[below(pool.size())];
  }

 private:
  std::uint64_t next() {
    std::uint64_t mixed = (state_ += 0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }
  std::uint64_t state_;
};

/// What an operation works on; each takes of it what it needs.
struct Operands {
  std::size_t key, other_key;
  std::string x, y;
  std::int64_t i, j;
  ScoreRange range;
  Limit limit;
  Order order;
  std::size_t count;
  Time when;

  template <class Key>
  Key as() const {
    return Key(kPrefixes[key], kEntity);
  }
  template <class Key>
  std::vector<Key> both() const {
    return {Key(kPrefixes[key], kEntity), Key(kPrefixes[other_key], kEntity)};
  }
  std::vector<std::string> texts() const { return {x, y, "a"}; }
  double score() const { return range.min; }
};

inline std::size_t home_of(Type type, Dice& dice) {
  return static_cast<std::size_t>(type) * 2 + dice.below(2);
}

/// Mostly a key that is at home with `type`.
inline Operands draw(Type type, Dice& dice) {
  Operands o;
  o.key = dice.below(10) < 8 ? home_of(type, dice) : dice.below(kPrefixes.size());
  o.other_key = dice.below(10) < 8 ? home_of(type, dice) : dice.below(kPrefixes.size());
  o.x = dice.of(kTexts);
  o.y = dice.of(kTexts);
  o.i = dice.of(kNumbers);
  o.j = dice.of(kNumbers);
  const auto end = [&] { return dice.below(3) == 0 ? ScoreRange::End::Excluded : ScoreRange::End::Included; };
  o.range = {dice.of(kScores), dice.of(kScores), end(), end()};
  o.limit = dice.below(2) == 0 ? Limit{} : Limit{dice.below(5), dice.below(5)};
  o.order = dice.below(2) == 0 ? Order::Ascending : Order::Descending;
  o.count = dice.below(8) == 0 ? 200 : dice.below(6);
  o.when = dice.of(kMoments);
  return o;
}

}  // namespace stoa::keyspace::differential
