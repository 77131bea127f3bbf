#include "http/template_source.h"

#include "http/escaping.h"
#include "http/html_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

namespace stoa::http {
namespace {
using Kind = TemplateToken::Kind;
using Tokens = std::span<const TemplateToken>;
using Names = std::map<std::string, std::string, std::less<>>;

constexpr int kMostIncludes = 20;

/// Where the block that opens at `open` ends.
std::size_t end_of_block(Tokens tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].kind == Kind::Block) ++depth;
    if (tokens[i].kind == Kind::End && --depth == 0) return i;
  }
  return tokens.size();
}

std::map<std::string, Tokens, std::less<>> blocks_of(Tokens tokens) {
  std::map<std::string, Tokens, std::less<>> blocks;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind == Kind::Block)
      blocks.emplace(tokens[i].text, tokens.subspan(i + 1, end_of_block(tokens, i) - i - 1));
  return blocks;
}

/// The layout a page asks for, or null: the directive is the first thing in the file.
const TemplateToken* layout_of(Tokens tokens) {
  for (const TemplateToken& token : tokens) {
    if (token.kind == Kind::Layout) return &token;
    const bool blank =
        token.kind == Kind::Text && token.text.find_first_not_of(" \t\r\n") == std::string::npos;
    if (!blank) return nullptr;
  }
  return nullptr;
}

/// A page that stands in a layout: the layout's blocks that the page has too are the page's.
struct Page {
  std::string file;
  Tokens tokens;
  std::map<std::string, Tokens, std::less<>> blocks;
  std::set<std::string, std::less<>> taken_by_layout;
};

/// What the names mean in the file that is being expanded.
struct Scope {
  std::string file;
  Names renamed = {};
  const Page* page = nullptr;
  int depth = 0;

  std::string field(const std::string& name) const {
    const auto found = renamed.find(name);
    return found == renamed.end() ? name : found->second;
  }
  Error wrong(const TemplateToken& at, std::string_view what) const {
    return template_error("templates/" + file, at.line, what);
  }
};

class Flattener {
 public:
  Flattener(const TemplateSources& sources, Language language, const Translations& translations,
            const AssetPaths& assets, const Settled& settled)
      : sources_(sources),
        language_(language),
        translations_(translations),
        assets_(assets),
        settled_(settled) {}

  Result<std::string> file(const std::string& name, Tokens tokens) {
    const TemplateToken* layout = layout_of(tokens);
    STOA_TRY(layout ? in_layout({.file = name}, tokens, *layout) : expand(tokens, {.file = name}));
    return std::move(out_);
  }

  Result<std::string> block(const std::string& name, Tokens tokens) {
    STOA_TRY(expand(tokens, {.file = name}));
    return std::move(out_);
  }

 private:
  Result<void> in_layout(const Scope& scope, Tokens tokens, const TemplateToken& layout) {
    const auto* outer = sources_.find(layout.text);
    if (!outer) return scope.wrong(layout, fmt::format("there is no templates/{}", layout.text));
    Page page{scope.file, tokens, blocks_of(tokens), {}};
    for (const auto& [name, inside] : blocks_of(*outer)) page.taken_by_layout.insert(name);
    return expand(*outer, {.file = layout.text, .page = &page});
  }

  Result<void> expand(Tokens tokens, const Scope& scope) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].kind != Kind::Block) {
        STOA_TRY(one(tokens[i], scope));
        continue;
      }
      const std::size_t end = end_of_block(tokens, i);
      STOA_TRY(expand_block(tokens[i], tokens.subspan(i + 1, end - i - 1), scope));
      i = end;
    }
    return {};
  }

  Result<void> expand_block(const TemplateToken& token, Tokens inside, const Scope& scope) {
    if (scope.page) {
      const auto own = scope.page->blocks.find(token.text);
      if (own != scope.page->blocks.end()) return expand(own->second, {.file = scope.page->file});
    }
    // The layout has put it where it belongs.
    if (!scope.page && moved_to_layout_.contains(token.text)) return {};
    return expand(inside, scope);
  }

  Result<void> one(const TemplateToken& token, const Scope& scope) {
    const bool says =
        token.kind != Kind::Section && token.kind != Kind::Inverted && token.kind != Kind::Close;
    if (hidden_ > 0 && says) return {};
    switch (token.kind) {
      case Kind::Text:
        append_text(token.text);
        return {};
      case Kind::Variable:
        return variable(token.text, token, scope);
      case Kind::Section:
      case Kind::Inverted:
        open_section(scope.field(token.text), token.kind == Kind::Inverted);
        return {};
      case Kind::Close:
        close_section();
        return {};
      case Kind::Include:
        return include(token, scope);
      case Kind::Content:
        return content(token, scope);
      case Kind::Translate:
        return translate(token, scope);
      case Kind::Asset:
        return asset(token, scope);
      case Kind::Markup:
        return markup(token, scope);
      case Kind::Layout:
        // Of the page itself; a second one, or one that is not first, is never looked at by in_layout.
        if (&token == current_layout_) return {};
        return scope.wrong(token, "a layout is named once, first in a page, and has none itself");
      case Kind::Block:
      case Kind::End:
        break;
    }
    return {};
  }

  /// One that is settled leaves no mark: what it holds is there, or is not.
  void open_section(const std::string& field, bool inverted) {
    const auto settled = settled_.find(field);
    if (settled == settled_.end()) {
      open_.push_back(field + (inverted ? "__none" : ""));
      if (hidden_ == 0) out_ += "{{#" + open_.back() + "}}";
      return;
    }
    open_.emplace_back(settled->second != inverted ? kShown : kHidden);
    if (open_.back() == kHidden) ++hidden_;
  }

  void close_section() {
    const std::string section = std::move(open_.back());
    open_.pop_back();
    if (section == kHidden)
      --hidden_;
    else if (section != kShown && hidden_ == 0)
      out_ += "{{/" + section + "}}";
  }

  /// Line breaks and what indents the lines after them become one line break, but where they are seen.
  void append_text(std::string_view text) {
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
      if (blank && !place_.preformatted() && !out_.empty() && out_.back() == '\n') continue;
      out_ += c;
      place_.feed(std::string_view(&c, 1));
    }
  }

  Result<void> variable(std::string_view name, const TemplateToken& token, const Scope& scope) {
    const auto point = name.find('.');
    const std::string field = scope.field(std::string(name.substr(0, point)));
    std::string view = point == std::string_view::npos ? "" : "__" + std::string(name.substr(point + 1));
    // The engine's own choice for text would turn line breaks into blanks.
    std::string_view escape;
    switch (place_.kind()) {
      case HtmlPlace::Kind::Forbidden:
        return scope.wrong(
            token, fmt::format("'{}' stands {}, where no escaping makes it safe", name, place_.why()));
      case HtmlPlace::Kind::AddressStart:
        view = "__href";
        // From here on the address has begun.
        place_.feed("x");
        break;
      case HtmlPlace::Kind::AddressPart:
        if (view.empty()) view = "__url";
        break;
      case HtmlPlace::Kind::Text:
      case HtmlPlace::Kind::Attribute:
        escape = ":p";
        break;
    }
    out_ += fmt::format("{{{{{}{}{}}}}}", field, view, escape);
    return {};
  }

  Result<void> include(const TemplateToken& token, const Scope& scope) {
    const auto* inner = sources_.find(token.text);
    if (!inner) return scope.wrong(token, fmt::format("there is no templates/{}", token.text));
    if (scope.depth == kMostIncludes) return scope.wrong(token, "includes itself");
    Scope inside{.file = token.text, .depth = scope.depth + 1};
    for (const auto& [name, field] : token.arguments) inside.renamed.emplace(name, scope.field(field));
    return expand(*inner, inside);
  }

  Result<void> content(const TemplateToken& token, const Scope& scope) {
    if (!scope.page) return scope.wrong(token, "only a layout has content");
    moved_to_layout_ = scope.page->taken_by_layout;
    current_layout_ = layout_of(scope.page->tokens);
    return expand(scope.page->tokens, {.file = scope.page->file});
  }

  Result<void> translate(const TemplateToken& token, const Scope& scope) {
    const Message* message = translations_.find(language_, token.text);
    if (!message) return scope.wrong(token, fmt::format("no translation '{}'", token.text));
    if (place_.kind() == HtmlPlace::Kind::Forbidden)
      return scope.wrong(token, fmt::format("a translation stands {}", place_.why()));
    if (!message->has_forms) return say(message->forms.at(Plural::Other), token, scope);
    for (const auto& [plural, pieces] : message->forms) {
      const std::string section =
          STOA_TRY(argument("count", token, scope)) + "__" + std::string(name_of(plural));
      out_ += "{{#" + section + "}}";
      STOA_TRY(say(pieces, token, scope));
      out_ += "{{/" + section + "}}";
    }
    return {};
  }

  Result<void> say(const Message::Pieces& pieces, const TemplateToken& token, const Scope& scope) {
    for (const auto& [text, parameter] : pieces) {
      append_escaped(out_, text, Escaping::Text);
      if (parameter.empty()) continue;
      // Renaming is done by variable().
      for (const auto& [name, field] : token.arguments)
        if (name == parameter) STOA_TRY(variable(field, token, scope));
      STOA_TRY(argument(parameter, token, scope));
    }
    return {};
  }

  Result<std::string> argument(const std::string& name, const TemplateToken& token,
                               const Scope& scope) const {
    for (const auto& [given, field] : token.arguments)
      if (given == name) return scope.field(field);
    return scope.wrong(token, fmt::format("translation '{}' needs {}=field", token.text, name));
  }

  Result<void> asset(const TemplateToken& token, const Scope& scope) {
    const auto found = assets_.find(token.text);
    if (found == assets_.end()) return scope.wrong(token, fmt::format("there is no static/{}", token.text));
    append_text(found->second);
    return {};
  }

  Result<void> markup(const TemplateToken& token, const Scope& scope) {
    if (place_.kind() != HtmlPlace::Kind::Text)
      return scope.wrong(token, "markup can only stand between tags");
    out_ += "{{" + scope.field(token.text) + "__html:none}}";
    return {};
  }

  const TemplateSources& sources_;
  const Language language_;
  const Translations& translations_;
  const AssetPaths& assets_;
  const Settled& settled_;

  /// No names of fields.
  static constexpr std::string_view kShown = "+", kHidden = "-";

  std::string out_;
  HtmlPlace place_;
  /// The names of the sections around, or the above.
  std::vector<std::string> open_;
  /// How many of those are hidden.
  int hidden_ = 0;
  std::set<std::string, std::less<>> moved_to_layout_;
  const TemplateToken* current_layout_ = nullptr;
};

bool is_layout(Tokens tokens) {
  return std::any_of(tokens.begin(), tokens.end(),
                     [](const auto& token) { return token.kind == Kind::Content; });
}

}  // namespace

Result<TemplateSources> TemplateSources::read(const PageFiles& files) {
  constexpr std::string_view folder = "templates/";
  TemplateSources sources;
  for (auto file = files.lower_bound(folder); file != files.end() && file->first.starts_with(folder); ++file)
    sources.files_.emplace(file->first.substr(folder.size()),
                           STOA_TRY(tokenize_template(file->first, file->second)));
  return sources;
}

const std::vector<TemplateToken>* TemplateSources::find(std::string_view name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? nullptr : &found->second;
}

std::vector<std::string> TemplateSources::names() const {
  std::vector<std::string> names;
  for (const auto& [name, tokens] : files_) {
    if (is_layout(tokens)) continue;
    names.push_back(name);
    for (const auto& [block, inside] : blocks_of(tokens)) names.push_back(name + "#" + block);
  }
  return names;
}

Result<std::string> TemplateSources::flatten(std::string_view name, Language language,
                                             const Translations& translations, const AssetPaths& assets,
                                             const Settled& settled) const {
  const auto hash = name.find('#');
  const std::string file(name.substr(0, hash));
  const auto* tokens = find(file);
  if (!tokens) return Error{Error::Kind::NotFound, "templates.absent", "there is no templates/" + file};
  Flattener flattener(*this, language, translations, assets, settled);
  if (hash == std::string_view::npos) return flattener.file(file, *tokens);
  const auto blocks = blocks_of(*tokens);
  const auto block = blocks.find(name.substr(hash + 1));
  if (block == blocks.end())
    return Error{Error::Kind::NotFound, "templates.absent", "there is no templates/" + std::string(name)};
  return flattener.block(file, block->second);
}

}  // namespace stoa::http
