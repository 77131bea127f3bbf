#include "base/option.h"

#include "base/masked_url.h"
#include "base/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace stoa {
namespace {
using Values = std::vector<std::string>;

/// The row, after its fallback has been put in its place.
Option with_fallback(Option option) {
  if (!option.assign({option.fallback}))
    throw std::logic_error("the default of " + option.name + " is not allowed");
  return option;
}

std::optional<int> parse_integer(std::string_view text) {
  int number = 0;
  auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size()) return {};
  return number;
}

/// Assigns what `parse` makes of one text, if it lies in the bounds.
template <class Place, class Parse>
auto assign_within(Place& place, Bounds<Place> bounds, Parse parse) {
  return [&place, bounds, parse](const Values& values) {
    auto parsed = values.size() == 1 ? parse(values.front()) : std::nullopt;
    if (!parsed || Place(*parsed) < bounds.least || Place(*parsed) > bounds.most) return false;
    place = Place(*parsed);
    return true;
  };
}

std::string joined(const std::vector<std::string>& words, std::string_view last_separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i) text += i + 1 == words.size() ? last_separator : std::string_view(", ");
    text += words[i];
  }
  return text;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::size_t comma = rest.find(',');
    std::string_view part = rest.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  return parts;
}

bool begins_with_one(std::string_view url, const std::vector<std::string>& schemes) {
  return std::any_of(schemes.begin(), schemes.end(), [&](const std::string& scheme) {
    return url.starts_with(scheme) && url.size() > scheme.size();
  });
}
}  // namespace

std::string Option::environment_name() const {
  std::string text = "STOA_";
  for (char c : name) text += c == '.' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

std::string Option::shown(const std::string& value) const {
  if (secrecy == Secrecy::Secret) return value.empty() ? value : "***";
  return secrecy == Secrecy::Password ? masked_url(value) : value;
}

Option flag_option(std::string name, std::string help, bool& place, bool fallback) {
  auto assign = [&place](const Values& values) {
    if (values.size() != 1 || (values.front() != "true" && values.front() != "false")) return false;
    place = values.front() == "true";
    return true;
  };
  return with_fallback({std::move(name), std::move(help), "true or false", fallback ? "true" : "false",
                        Option::Kind::Flag, Option::Secrecy::Open, assign});
}

Option integer_option(std::string name, std::string help, int& place, int fallback, Bounds<int> bounds) {
  return with_fallback({std::move(name), std::move(help), fmt::format("{} to {}", bounds.least, bounds.most),
                        std::to_string(fallback), Option::Kind::Single, Option::Secrecy::Open,
                        assign_within(place, bounds, parse_integer)});
}

Option size_option(std::string name, std::string help, std::size_t& place, std::string fallback,
                   Bounds<std::size_t> bounds) {
  return with_fallback(
      {std::move(name), std::move(help),
       fmt::format("{} to {}, in bytes or with k, m or g", size_text(bounds.least), size_text(bounds.most)),
       std::move(fallback), Option::Kind::Single, Option::Secrecy::Open,
       assign_within(place, bounds, parse_size)});
}

Option memory_option(std::string name, std::string help, std::size_t& place, std::string fallback,
                     Bounds<std::size_t> bounds, std::uint64_t memory) {
  const auto parse = [bounds, memory](std::string_view text) -> std::optional<std::uint64_t> {
    if (!text.ends_with('%')) return parse_size(text);
    const auto percent = parse_integer(text.substr(0, text.size() - 1));
    if (!percent || *percent < 1 || *percent > 100) return std::nullopt;
    return std::clamp<std::uint64_t>(memory / 100 * static_cast<std::uint64_t>(*percent), bounds.least,
                                     bounds.most);
  };
  return with_fallback(
      {std::move(name), std::move(help),
       fmt::format("{} to {}, in bytes or with k, m or g; or 1% to 100% of the memory",
                   size_text(bounds.least), size_text(bounds.most)),
       std::move(fallback), Option::Kind::Single, Option::Secrecy::Open,
       assign_within(place, bounds, parse)});
}

Option duration_option(std::string name, std::string help, std::chrono::milliseconds& place,
                       std::string fallback, Bounds<std::chrono::milliseconds> bounds) {
  return with_fallback({std::move(name), std::move(help),
                        fmt::format("{} to {}, with ms, s, m, h or d", duration_text(bounds.least),
                                    duration_text(bounds.most)),
                        std::move(fallback), Option::Kind::Single, Option::Secrecy::Open,
                        assign_within(place, bounds, parse_duration)});
}

Option text_option(std::string name, std::string help, std::string& place, std::string fallback) {
  auto assign = [&place](const Values& values) {
    if (values.size() != 1) return false;
    place = values.front();
    return true;
  };
  return with_fallback({std::move(name), std::move(help), "a text", std::move(fallback), Option::Kind::Single,
                        Option::Secrecy::Open, assign});
}

Option secret_option(std::string name, std::string help, std::string& place) {
  Option option = text_option(std::move(name), std::move(help), place, "");
  option.secrecy = Option::Secrecy::Secret;
  return option;
}

Option url_option(std::string name, std::string help, std::string& place, std::string fallback,
                  std::vector<std::string> schemes) {
  std::string allowed = "a URL that begins with " + joined(schemes, " or ");
  auto assign = [&place, schemes = std::move(schemes)](const Values& values) {
    if (values.size() != 1 || !begins_with_one(values.front(), schemes)) return false;
    place = values.front();
    return true;
  };
  return with_fallback({std::move(name), std::move(help), std::move(allowed), std::move(fallback),
                        Option::Kind::Single, Option::Secrecy::Password, std::move(assign)});
}

Option list_option(std::string name, std::string help, std::vector<std::string>& place,
                   std::string fallback) {
  auto assign = [&place](const Values& values) {
    place = values.size() == 1 ? split(values.front()) : values;
    return true;
  };
  return with_fallback({std::move(name), std::move(help), "a list, separated by commas", std::move(fallback),
                        Option::Kind::List, Option::Secrecy::Open, assign});
}

Option named_choice_option(std::string name, std::string help, std::string fallback,
                           std::vector<std::string> names, std::function<void(std::size_t)> choose) {
  std::string allowed = joined(names, " or ");
  auto assign = [names = std::move(names), choose = std::move(choose)](const Values& values) {
    auto found = values.size() == 1 ? std::find(names.begin(), names.end(), values.front()) : names.end();
    if (found == names.end()) return false;
    choose(static_cast<std::size_t>(found - names.begin()));
    return true;
  };
  return with_fallback({std::move(name), std::move(help), std::move(allowed), std::move(fallback),
                        Option::Kind::Single, Option::Secrecy::Open, std::move(assign)});
}

}  // namespace stoa
