#include "http/translations_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace stoa::http {
namespace {
using Messages = std::map<std::string, Message, std::less<>>;

struct Place {
  const std::string& file;
  int line;

  Error wrong(const std::string& what) const {
    return {Error::Kind::Invalid, "translations.file", fmt::format("{}:{}: {}", file, line, what)};
  }
};

struct Line {
  std::string key;
  std::string form;
  std::string text;
};

Result<Line> split(const std::string& line, const Place& place) {
  static const std::regex shape(R"(([a-z0-9_]+(?:\.[a-z0-9_]+)*)(?:\[([a-z]+)\])?\s*=\s*(\S.*?)\s*)");
  std::smatch parts;
  if (!std::regex_match(line, parts, shape))
    return place.wrong("expected `some.key = text` or `some.key[one] = text`, keys in lower case");
  return Line{parts[1], parts[2], parts[3]};
}

Result<Message::Pieces> pieces_of(std::string_view text, const Place& place) {
  Message::Pieces pieces;
  while (true) {
    const auto open = text.find_first_of("{}");
    if (open == std::string_view::npos) break;
    const auto close = text.find('}', open);
    if (text[open] == '}' || close == std::string_view::npos || close == open + 1)
      return place.wrong("a parameter is written {name}");
    pieces.push_back(
        {std::string(text.substr(0, open)), std::string(text.substr(open + 1, close - open - 1))});
    text.remove_prefix(close + 1);
  }
  pieces.push_back({std::string(text), {}});
  return pieces;
}

Result<Plural> form_of(Language language, std::string_view name, const Place& place) {
  for (const Plural plural : plurals_of(language))
    if (name_of(plural) == name) return plural;
  return place.wrong(fmt::format("this language has no plural form [{}]", name));
}

Result<void> add(Messages& messages, const std::string& line, Language language, const Place& place) {
  auto [key, form, text] = STOA_TRY(split(line, place));
  auto pieces = STOA_TRY(pieces_of(text, place));
  const auto [found, inserted] = messages.try_emplace(key);
  Message& message = found->second;
  if (inserted) message = {.forms = {}, .has_forms = !form.empty(), .line = place.line};
  const Plural plural = form.empty() ? Plural::Other : STOA_TRY(form_of(language, form, place));
  if (message.has_forms == form.empty() || !message.forms.emplace(plural, std::move(pieces)).second)
    return place.wrong("'" + key + "' stands here twice");
  return {};
}

Result<void> check_forms(const Messages& messages, const std::string& file, Language language) {
  for (const auto& [key, message] : messages)
    if (message.has_forms && message.forms.size() != plurals_of(language).size())
      return Place{file, message.line}.wrong(
          fmt::format("'{}' needs all {} plural forms of this language", key, plurals_of(language).size()));
  return {};
}

}  // namespace

Result<Messages> read_translations_file(const std::string& name, std::string_view text, Language language) {
  Messages messages;
  int number = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size() - 1);
    std::string line(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
    ++number;
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos || line.front() == '#') continue;
    STOA_TRY(add(messages, line, language, {name, number}));
  }
  STOA_TRY(check_forms(messages, name, language));
  return messages;
}

}  // namespace stoa::http
