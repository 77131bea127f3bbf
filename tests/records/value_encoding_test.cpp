#include "records/value_encoding.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <compare>
#include <limits>

namespace stoa::records {
namespace {

using enum IndexField::Direction;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

std::string encoded(const Value& value, IndexField::Direction direction = Ascending) {
  std::string bytes;
  encode_value(value, direction, bytes);
  return bytes;
}

int kind(const Value& value) {
  constexpr int kinds[] = {0, 1, 1, 2, 3, 4, 5};
  return kinds[value.index()];
}

// A long double has 64 bits of mantissa: it holds every int64 and every double exactly.
std::weak_ordering compare_numbers(const Value& left, const Value& right) {
  const auto wide = [](const Value& value) {
    return value.index() == 1 ? static_cast<long double>(std::get<1>(value))
                              : static_cast<long double>(std::get<2>(value));
  };
  const auto a = wide(left), b = wide(right);
  if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) <=> !std::isnan(b);
  return a < b   ? std::weak_ordering::less
         : a > b ? std::weak_ordering::greater
                 : std::weak_ordering::equivalent;
}

// The order that Value promises, written without regard to bytes.
std::weak_ordering compare_values(const Value& left, const Value& right) {
  if (kind(left) != kind(right)) return kind(left) <=> kind(right);
  switch (kind(left)) {
    case 1:
      return compare_numbers(left, right);
    case 2:
      return std::get<std::string>(left).compare(std::get<std::string>(right)) <=> 0;
    case 3:
      return std::get<ObjectId>(left) <=> std::get<ObjectId>(right);
    case 4:
      return std::get<bool>(left) <=> std::get<bool>(right);
    case 5: {
      const auto milliseconds = [](const Value& value) {
        return std::chrono::floor<std::chrono::milliseconds>(std::get<Time>(value));
      };
      return milliseconds(left) <=> milliseconds(right);
    }
    default:
      return std::weak_ordering::equivalent;
  }
}

std::weak_ordering compare_bytes(const std::string& left, const std::string& right) {
  return left.compare(right) <=> 0;
}

rc::Gen<std::int64_t> any_whole() {
  const auto near = [](std::int64_t centre) {
    return rc::gen::map(rc::gen::inRange<std::int64_t>(-3000, 3000), [centre](std::int64_t off) {
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(centre) + static_cast<std::uint64_t>(off));
    });
  };
  return rc::gen::oneOf(rc::gen::arbitrary<std::int64_t>(), near(0), near(1ll << 53), near(-(1ll << 53)),
                        near(kMost), near(kLeast), near(1ll << 62));
}

rc::Gen<double> any_broken() {
  return rc::gen::oneOf(
      rc::gen::arbitrary<double>(),
      rc::gen::map(any_whole(), [](std::int64_t whole) { return static_cast<double>(whole); }),
      rc::gen::map(any_whole(), [](std::int64_t whole) { return static_cast<double>(whole) / 4; }),
      rc::gen::element(0.0, -0.0, kNan, kInfinity, -kInfinity, 0x1p63, -0x1p63,
                       std::numeric_limits<double>::denorm_min()));
}

rc::Gen<Value> any_value() {
  const auto text = rc::gen::container<std::string>(
      rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::element('\0', '\1', '\xFF', 'a')));
  const auto id = rc::gen::map(rc::gen::container<ObjectId::Bytes>(rc::gen::arbitrary<std::uint8_t>()),
                               [](const ObjectId::Bytes& bytes) { return Value(ObjectId(bytes)); });
  const auto moment = rc::gen::map(
      rc::gen::oneOf(rc::gen::inRange<std::int64_t>(-5000, 5000), rc::gen::arbitrary<std::int64_t>()),
      [](std::int64_t microseconds) { return Value(Time(std::chrono::microseconds(microseconds))); });
  return rc::gen::oneOf(rc::gen::just(Value()), rc::gen::cast<Value>(any_whole()),
                        rc::gen::cast<Value>(any_broken()), rc::gen::cast<Value>(text), id,
                        rc::gen::cast<Value>(rc::gen::arbitrary<bool>()), moment);
}

TEST(ValueEncoding, KindsStandInTheOrderOfMongoDb) {
  const Value ascending[] = {Value(),
                             kNan,
                             -kInfinity,
                             kLeast,
                             -1.5,
                             std::int64_t{0},
                             0.25,
                             kMost,
                             kInfinity,
                             std::string(),
                             std::string("a"),
                             std::string("a\0", 2),
                             std::string("ab"),
                             ObjectId(),
                             false,
                             true,
                             Time(),
                             Time(std::chrono::milliseconds(1))};
  for (std::size_t i = 1; i < std::size(ascending); ++i) {
    EXPECT_LT(encoded(ascending[i - 1]), encoded(ascending[i])) << i;
    EXPECT_GT(encoded(ascending[i - 1], Descending), encoded(ascending[i], Descending)) << i;
  }
}

TEST(ValueEncoding, EqualNumbersHaveEqualBytesWhateverTheirType) {
  EXPECT_EQ(encoded(std::int64_t{5}), encoded(5.0));
  EXPECT_EQ(encoded(0.0), encoded(-0.0));
  EXPECT_EQ(encoded(kLeast), encoded(-0x1p63));
  EXPECT_EQ(encoded(kNan), encoded(-kNan));
}

TEST(ValueEncoding, WholeNumbersThatNoDoubleHoldsStayApart) {
  const std::int64_t beyond = (1ll << 53) + 1;
  EXPECT_LT(encoded(0x1p53), encoded(beyond));
  EXPECT_LT(encoded(beyond), encoded(0x1p53 + 2));
  EXPECT_LT(encoded(kMost - 1), encoded(kMost));
  EXPECT_LT(encoded(kMost), encoded(0x1p63));
}

TEST(ValueEncoding, MomentsCountToTheMillisecondBelow) {
  EXPECT_EQ(encoded(Time(std::chrono::microseconds(1999))), encoded(Time(std::chrono::microseconds(1000))));
  EXPECT_EQ(encoded(Time(std::chrono::microseconds(-1))), encoded(Time(std::chrono::microseconds(-1000))));
}

RC_GTEST_PROP(ValueEncoding, TheOrderOfBytesIsTheOrderOfValues, ()) {
  const auto values = *rc::gen::container<std::vector<Value>>(any_value());
  for (const auto& left : values) {
    for (const auto& right : values) {
      const auto expected = compare_values(left, right);
      RC_ASSERT(compare_bytes(encoded(left), encoded(right)) == expected);
      RC_ASSERT(compare_bytes(encoded(right, Descending), encoded(left, Descending)) == expected);
    }
  }
}

RC_GTEST_PROP(ValueEncoding, ValuesInARowCompareOneAfterTheOther, ()) {
  const auto first = *any_value(), second = *any_value(), other_first = *any_value(),
             other_second = *any_value();
  const auto direction = *rc::gen::element(Ascending, Descending);
  const auto expected = compare_bytes(encoded(first, direction), encoded(other_first, direction));
  const auto got = compare_bytes(encoded(first, direction) + encoded(second),
                                 encoded(other_first, direction) + encoded(other_second));
  RC_ASSERT(got == (expected == 0 ? compare_bytes(encoded(second), encoded(other_second)) : expected));
}

RC_GTEST_PROP(ValueEncoding, AValueComesBackEqualAndTakesOnlyItsOwnBytes, ()) {
  const auto value = *any_value();
  const auto behind = *rc::gen::arbitrary<std::string>();
  const auto bytes = encoded(value) + behind;
  std::string_view rest = bytes;
  const auto back = decode_value(rest);
  RC_ASSERT(back.has_value());
  RC_ASSERT(rest == behind);
  RC_ASSERT(std::is_eq(compare_values(*back, value)));
  const auto descending = encoded(value, Descending);
  RC_ASSERT(encoded_size(descending + behind, Descending) == descending.size());
}

RC_GTEST_PROP(ValueEncoding, BytesThatAreCutShortAreNoValue, ()) {
  const auto bytes = encoded(*any_value());
  const auto size = *rc::gen::inRange<std::size_t>(0, bytes.size());
  std::string_view cut = std::string_view(bytes).substr(0, size);
  RC_ASSERT(!decode_value(cut).has_value());
}

RC_GTEST_PROP(ValueEncoding, AnyBytesAreReadWithoutHarm, ()) {
  const auto bytes = *rc::gen::container<std::string>(rc::gen::oneOf(
      rc::gen::arbitrary<char>(), rc::gen::element('\x10', '\x20', '\x30', '\x40', '\x50', '\x60')));
  std::string_view rest = bytes;
  while (decode_value(rest)) {
  }
  RC_ASSERT(encoded_size(bytes, Descending) <= bytes.size());
}

}  // namespace
}  // namespace stoa::records
