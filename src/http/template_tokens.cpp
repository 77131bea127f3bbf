#include "http/template_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

namespace stoa::http {
namespace {
using Kind = TemplateToken::Kind;

bool is_name(std::string_view text, std::string_view also = "") {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           also.find(c) != std::string_view::npos;
  });
}

struct Directive {
  std::string_view word;
  Kind kind;
  enum class Operand { None, Name, File, Key } operand;
};
constexpr auto kDirectives = std::to_array<Directive>({
    {"layout", Kind::Layout, Directive::Operand::File},
    {"content", Kind::Content, Directive::Operand::None},
    {"block", Kind::Block, Directive::Operand::Name},
    {"end", Kind::End, Directive::Operand::None},
    {"t", Kind::Translate, Directive::Operand::Key},
    {"asset", Kind::Asset, Directive::Operand::File},
    {"html", Kind::Markup, Directive::Operand::Name},
});

bool fits(Directive::Operand operand, std::string_view text) {
  switch (operand) {
    case Directive::Operand::None:
      return text.empty();
    case Directive::Operand::Name:
      return is_name(text);
    case Directive::Operand::Key:
      return is_name(text, ".");
    case Directive::Operand::File:
      return is_name(text, "./-");
  }
  return false;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

class Tokenizer {
 public:
  Tokenizer(const std::string& file, std::string_view source) : file_(file), rest_(source) {}

  Result<std::vector<TemplateToken>> run() {
    while (!rest_.empty()) {
      const auto open = rest_.find("{{");
      add_text(rest_.substr(0, open));
      if (open == std::string_view::npos) break;
      STOA_TRY(add_tag());
    }
    STOA_TRY(check_nesting());
    return std::move(tokens_);
  }

 private:
  void add_text(std::string_view text) {
    if (!text.empty()) tokens_.push_back({Kind::Text, std::string(text), {}, line_});
    advance(text.size());
  }

  void advance(std::size_t size) {
    line_ +=
        static_cast<int>(std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    rest_.remove_prefix(size);
  }

  Result<void> add_tag() {
    const auto close = rest_.find("}}");
    if (close == std::string_view::npos || rest_.substr(2, close - 2).find("{{") != std::string_view::npos)
      return wrong("'{{' without '}}'");
    const std::string_view inside = rest_.substr(2, close - 2);
    if (!inside.starts_with('!')) tokens_.push_back(STOA_TRY(tag(inside)));
    advance(close + 2);
    return {};
  }

  Result<TemplateToken> tag(std::string_view inside) {
    if (inside.empty()) return wrong("'{{}}' names nothing");
    switch (inside[0]) {
      case '#':
        return named(Kind::Section, inside.substr(1));
      case '^':
        return named(Kind::Inverted, inside.substr(1));
      case '/':
        return named(Kind::Close, inside.substr(1));
      case '>':
        return worded(Kind::Include, Directive::Operand::File, words_of(inside.substr(1)));
      case '%':
        return directive(inside.substr(1));
      default:
        return variable(inside);
    }
  }

  Result<TemplateToken> named(Kind kind, std::string_view name) {
    if (!is_name(name) || name.find("__") != std::string_view::npos)
      return wrong(fmt::format("'{}' is no name of a section", name));
    return TemplateToken{kind, std::string(name), {}, line_};
  }

  Result<TemplateToken> variable(std::string_view name) {
    if (name.find(':') != std::string_view::npos)
      return wrong(fmt::format("'{}': values are escaped by their place, so there are no modifiers", name));
    const auto point = name.find('.');
    const bool good = is_name(name.substr(0, point)) &&
                      (point == std::string_view::npos || is_name(name.substr(point + 1)));
    if (!good || name.find("__") != std::string_view::npos)
      return wrong(fmt::format("'{}' is no name; names are lower case with one '_' between words", name));
    return TemplateToken{Kind::Variable, std::string(name), {}, line_};
  }

  Result<TemplateToken> directive(std::string_view inside) {
    auto words = words_of(inside);
    if (words.empty()) return wrong("'{{%}}' names nothing");
    for (const Directive& directive : kDirectives) {
      if (directive.word != words[0]) continue;
      words.erase(words.begin());
      return worded(directive.kind, directive.operand, std::move(words));
    }
    return wrong(fmt::format("there is no '{{{{%{}}}}}'", words[0]));
  }

  Result<TemplateToken> worded(Kind kind, Directive::Operand operand, std::vector<std::string> words) {
    TemplateToken token{kind, words.empty() ? std::string() : words[0], {}, line_};
    if (!fits(operand, token.text)) return wrong(fmt::format("'{}' is not what stands here", token.text));
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto equals = words[i].find('=');
      const std::string name = words[i].substr(0, equals);
      const std::string value = equals == std::string::npos ? std::string() : words[i].substr(equals + 1);
      if (!is_name(name) || !is_name(value, "."))
        return wrong(fmt::format("'{}' is not name=field", words[i]));
      token.arguments.emplace_back(name, value);
    }
    return token;
  }

  Result<void> check_nesting() const {
    std::vector<const TemplateToken*> open;
    for (const TemplateToken& token : tokens_) {
      const bool opens =
          token.kind == Kind::Section || token.kind == Kind::Inverted || token.kind == Kind::Block;
      if (opens) open.push_back(&token);
      if (token.kind != Kind::Close && token.kind != Kind::End) continue;
      const bool block = !open.empty() && open.back()->kind == Kind::Block;
      if (open.empty() || block != (token.kind == Kind::End) ||
          (token.kind == Kind::Close && open.back()->text != token.text))
        return template_error(file_, token.line, nothing_to_close(token, open));
      open.pop_back();
    }
    if (!open.empty())
      return template_error(file_, open.back()->line, fmt::format("'{}' is never closed", open.back()->text));
    return {};
  }

  static std::string nothing_to_close(const TemplateToken& token,
                                      const std::vector<const TemplateToken*>& open) {
    const std::string what = token.kind == Kind::End ? "{{%end}}" : "{{/" + token.text + "}}";
    if (open.empty()) return what + " closes nothing";
    return fmt::format("{} stands where '{}' of line {} must be closed first", what, open.back()->text,
                       open.back()->line);
  }

  Error wrong(std::string_view what) const { return template_error(file_, line_, what); }

  const std::string& file_;
  std::string_view rest_;
  int line_ = 1;
  std::vector<TemplateToken> tokens_;
};

}  // namespace

Error template_error(const std::string& file, int line, std::string_view what) {
  return {Error::Kind::Invalid, "templates.syntax", fmt::format("{}:{}: {}", file, line, what)};
}

Result<std::vector<TemplateToken>> tokenize_template(const std::string& file, std::string_view source) {
  return Tokenizer(file, source).run();
}

}  // namespace stoa::http
