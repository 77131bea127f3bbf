#pragma once
// From one request body that is right, all those that are wrong in one place.

#include <boost/json.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stoa::cli {

struct Spoiled {
  std::string how;
  std::string body;
};

inline constexpr std::size_t kTooLong = 100'000;
inline constexpr std::size_t kTooMany = 5'000;

/// Walks through a JSON document and says it again with each value replaced by wrong ones.
class JsonSpoiler {
 public:
  /// `maps` are fields whose own fields may have any name.
  JsonSpoiler(std::string_view good, std::vector<std::string_view> maps)
      : root_(boost::json::parse(good)), maps_(std::move(maps)) {}

  std::vector<Spoiled> all() {
    note("cut short", [this] { return text().substr(0, text().size() - 1); });
    note("twice", [this] { return text() + text(); });
    note("a list of it", [this] { return "[" + text() + "]"; });
    note("text instead of it", [] { return std::string("\"text\""); });
    note("nothing", [] { return std::string(); });
    walk(root_, "the body");
    return std::move(found_);
  }
  /// Each text with a character that nobody can read.
  std::vector<Spoiled> unreadable() {
    spoil_texts(root_, "the body");
    return std::move(found_);
  }

 private:
  using Value = boost::json::value;
  static constexpr std::string_view kNoText = "here stand bytes that are no text";

  std::string text() const {
    std::string said = boost::json::serialize(root_);
    if (const auto at = said.find(kNoText); at != said.npos) said.replace(at, kNoText.size(), "\xff\xfe");
    return said;
  }
  template <class Say>
  void note(std::string how, Say say) {
    found_.push_back({std::move(how), say()});
  }
  void replaced(Value& value, const std::string& how, Value with) {
    const Value kept = std::exchange(value, std::move(with));
    note(how, [this] { return text(); });
    value = kept;
  }
  bool is_map(std::string_view place) const {
    for (const auto map : maps_)
      if (place.ends_with(map)) return true;
    return false;
  }

  void walk(Value& value, const std::string& place) {
    if (value.is_object())
      walk_object(value, place);
    else if (value.is_array())
      walk_list(value, place);
    else if (value.is_string())
      spoil_text(value, place);
    else
      spoil_number(value, place);
  }
  void walk_object(Value& value, const std::string& place) {
    if (!is_map(place)) {
      value.as_object()["surprise"] = 1;
      note(place + " with an unknown field", [this] { return text(); });
      value.as_object().erase("surprise");
    }
    if (&value != &root_) replaced(value, place + " as text", "text");
    for (auto& member : value.as_object()) walk(member.value(), place + "." + std::string(member.key()));
  }
  void walk_list(Value& value, const std::string& place) {
    replaced(value, place + " as text", "text");
    replaced(value, place + " with too many", boost::json::array(kTooMany, value.as_array().front()));
    walk(value.as_array().front(), place + "[0]");
  }
  void spoil_texts(Value& value, const std::string& place) {
    if (value.is_object())
      for (auto& member : value.as_object())
        spoil_texts(member.value(), place + "." + std::string(member.key()));
    if (value.is_array()) spoil_texts(value.as_array().front(), place + "[0]");
    if (value.is_string())
      replaced(value, place + " with a bell", Value(std::string(value.as_string()) + '\a'));
  }
  void spoil_text(Value& value, const std::string& place) {
    replaced(value, place + " as a number", 7);
    replaced(value, place + " as an object", boost::json::object());
    replaced(value, place + " as bytes that are no text", Value(boost::json::string(kNoText)));
    replaced(value, place + " too long", Value(boost::json::string(kTooLong, 'x')));
  }
  void spoil_number(Value& value, const std::string& place) {
    replaced(value, place + " as text", "x");
    replaced(value, place + " as a list", boost::json::array());
    replaced(value, place + " far too great", std::int64_t{1'000'000'000'000'000});
    replaced(value, place + " far too small", std::int64_t{-1'000'000'000'000'000});
    if (value.is_int64()) replaced(value, place + " with a fraction", 1.5);
  }

  Value root_;
  const std::vector<std::string_view> maps_;
  std::vector<Spoiled> found_;
};

/// A form's fields, `name=value&…`, each with a character that nobody can read.
inline std::vector<Spoiled> unreadable_form(std::string_view good, std::string_view free) {
  std::vector<Spoiled> found;
  for (std::size_t at = 0; at < good.size();) {
    const auto end = std::min(good.find('&', at), good.size());
    const std::string name(good.substr(at, good.find('=', at) - at));
    if (name != free)
      found.push_back(
          {name + " with a bell", std::string(good.substr(0, end)) + "%07" + std::string(good.substr(end))});
    at = end + 1;
  }
  return found;
}

/// All that is wrong in one place of a form. `free` are fields that a page may ignore or cut.
inline std::vector<Spoiled> spoiled_form(std::string_view good, std::string_view free) {
  std::vector<Spoiled> found;
  const std::string before(good.empty() ? "" : std::string(good) + "&");
  found.push_back({"an unknown field", before + "surprise=1"});
  found.push_back({"an unknown field that is no text", before + "surprise=%FF"});
  for (std::size_t at = 0; at < good.size();) {
    const auto end = std::min(good.find('&', at), good.size()), equals = good.find('=', at);
    const std::string name(good.substr(at, equals - at)), value(good.substr(equals + 1, end - equals - 1));
    const auto with = [&](std::string how, const std::string& other) {
      found.push_back({name + " " + std::move(how),
                       std::string(good.substr(0, equals + 1)) + other + std::string(good.substr(end))});
    };
    with("as bytes that are no text", "%FF%FE");
    with("half encoded", "%4");
    if (name != free) with("too long", std::string(kTooLong, 'x'));
    if (!value.empty() && value.find_first_not_of("0123456789.") == value.npos && name != free) {
      with("as text", "x");
      with("far too great", "1000000000000000");
      with("far too small", "-1000000000000000");
    }
    at = end + 1;
  }
  return found;
}

}  // namespace stoa::cli
