#include "records/bson_edit.h"

#include "base/bson_cursor.h"
#include "records/bson_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace stoa::records {
namespace {

constexpr std::int64_t kExactDouble = std::int64_t{1} << 53;

// Where in a document's bytes a path leads. `parents` are the documents around it, outermost first.
struct Place {
  std::array<std::size_t, kMaxDocumentDepth + 1> parents;
  std::size_t depth = 0;
  bool found = false;
  // Found: the element and its value.
  std::size_t element = 0;
  std::size_t value = 0;
  std::size_t end = 0;
  BsonType type = BsonType::Null;
  // Not found: what of the path is missing below the innermost parent, or empty when something else is in the
  // way.
  std::string_view missing;
};

template <class Number>
Number load(const Document& document, std::size_t at) {
  Number number;
  std::memcpy(&number, document.data() + at, sizeof number);
  return number;
}

template <class Number>
void store(Document& document, std::size_t at, Number number) {
  std::memcpy(document.data() + at, &number, sizeof number);
}

void stand_on(Place& place, const Document& document, const BsonCursor& at) {
  const auto offset = [&](std::string_view bytes) {
    return static_cast<std::size_t>(bytes.data() - document.data());
  };
  place.found = true;
  place.type = at.type();
  place.element = offset(at.element());
  place.value = offset(at.value());
  place.end = place.value + at.value().size();
}

Place locate(const Document& document, std::string_view path) {
  Place place;
  for (std::string_view parent = document;;) {
    place.parents[place.depth++] = static_cast<std::size_t>(parent.data() - document.data());
    const auto dot = path.find('.');
    BsonCursor at(parent);
    if (!find_element(at, path.substr(0, dot))) {
      place.missing = path;
      return place;
    }
    if (dot == std::string_view::npos) {
      stand_on(place, document, at);
      return place;
    }
    const bool is_container = at.type() == BsonType::Document || at.type() == BsonType::Array;
    if (!is_container || place.depth == place.parents.size()) return place;
    parent = at.value();
    path.remove_prefix(dot + 1);
  }
}

Result<void> splice(Document& document, const Place& place, std::size_t from, std::size_t to,
                    std::string_view bytes) {
  const auto size = document.size() - (to - from) + bytes.size();
  if (size > kMaxDocumentBytes)
    return Error{
        Error::Kind::Invalid, "records.too_large",
        fmt::format("the document would have {} bytes; at most {} are kept", size, kMaxDocumentBytes)};
  const auto grown = static_cast<std::int32_t>(bytes.size()) - static_cast<std::int32_t>(to - from);
  document.replace(from, to - from, bytes);
  for (std::size_t i = 0; i < place.depth; ++i)
    store(document, place.parents[i], load<std::int32_t>(document, place.parents[i]) + grown);
  return {};
}

template <class Number>
std::string_view as_bytes(const Number& number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

Error overflow(std::string_view path) {
  return {Error::Kind::Invalid, "records.overflow",
          fmt::format("the number at '{}' would leave its range", path)};
}

Result<std::int64_t> sum_above(std::int64_t number, std::int64_t delta, std::int64_t floor,
                               std::string_view path) {
  std::int64_t sum = 0;
  const bool overflown = __builtin_add_overflow(number, delta, &sum);
  if (overflown && delta > 0) return overflow(path);
  if (overflown || sum < floor)
    return Error{Error::Kind::Conflict, "records.floor",
                 fmt::format("'{}' is {} and cannot change by {}: it must stay {} or more", path, number,
                             delta, floor)};
  return sum;
}

Result<std::int64_t> number_at(const Document& document, const Place& place, std::string_view path) {
  switch (place.type) {
    case BsonType::Int32:
      return load<std::int32_t>(document, place.value);
    case BsonType::Int64:
      return load<std::int64_t>(document, place.value);
    case BsonType::Double: {
      const auto number = load<double>(document, place.value);
      if (number == std::floor(number) && std::abs(number) <= kExactDouble)
        return static_cast<std::int64_t>(number);
      return Error{Error::Kind::Invalid, "records.not_whole",
                   fmt::format("the number at '{}' is {}; only whole numbers can be counted", path, number)};
    }
    default:
      return Error{Error::Kind::NotFound, "records.number", fmt::format("there is no number at '{}'", path)};
  }
}

bool fits_int32(std::int64_t number) {
  return number >= std::numeric_limits<std::int32_t>::min() &&
         number <= std::numeric_limits<std::int32_t>::max();
}

Result<void> put_number(Document& document, const Place& place, std::int64_t delta, std::int64_t sum,
                        std::string_view path) {
  if (place.type == BsonType::Int64) {
    store(document, place.value, sum);
  } else if (place.type == BsonType::Double) {
    if (sum > kExactDouble || sum < -kExactDouble) return overflow(path);
    store(document, place.value, static_cast<double>(sum));
  } else if (fits_int32(delta) && fits_int32(sum)) {
    store(document, place.value, static_cast<std::int32_t>(sum));
  } else {
    STOA_TRY(splice(document, place, place.value, place.end, as_bytes(sum)));
    document[place.element] = static_cast<char>(BsonType::Int64);
  }
  return {};
}

// The element that makes `path` a moment: the last name holds it, those before are documents around.
std::string moment_element(std::string_view path, std::int64_t milliseconds) {
  const auto dot = path.find('.');
  const BsonType type = dot == std::string_view::npos ? BsonType::Moment : BsonType::Document;
  std::string element(1, static_cast<char>(type));
  element.append(path.substr(0, dot)).push_back('\0');
  if (dot == std::string_view::npos) return element.append(as_bytes(milliseconds));
  const auto inner = moment_element(path.substr(dot + 1), milliseconds);
  const auto size = static_cast<std::int32_t>(sizeof(std::int32_t) + inner.size() + 1);
  element.append(as_bytes(size)).append(inner).push_back('\0');
  return element;
}

}  // namespace

Result<std::int64_t> increment_number(Document& document, std::string_view path, std::int64_t delta,
                                      std::int64_t floor) {
  const auto place = locate(document, path);
  const auto number = STOA_TRY(number_at(document, place, path));
  const auto sum = STOA_TRY(sum_above(number, delta, floor, path));
  STOA_TRY(put_number(document, place, delta, sum, path));
  return sum;
}

Result<void> set_moment(Document& document, std::string_view path, Time time) {
  const std::int64_t milliseconds =
      std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
  const auto place = locate(document, path);
  if (place.found && place.type == BsonType::Moment) {
    store(document, place.value, milliseconds);
    return {};
  }
  if (place.found) {
    STOA_TRY(splice(document, place, place.value, place.end, as_bytes(milliseconds)));
    document[place.element] = static_cast<char>(BsonType::Moment);
    return {};
  }
  const auto levels =
      place.depth + static_cast<std::size_t>(std::count(place.missing.begin(), place.missing.end(), '.'));
  if (place.missing.empty() || levels > kMaxDocumentDepth)
    return Error{
        Error::Kind::Invalid, "records.path",
        fmt::format("a moment cannot be set at '{}': the path leads through a single value or too deep",
                    path)};
  const auto parent = place.parents[place.depth - 1];
  const auto end = parent + static_cast<std::size_t>(load<std::int32_t>(document, parent)) - 1;
  return splice(document, place, end, end, moment_element(place.missing, milliseconds));
}

}  // namespace stoa::records
