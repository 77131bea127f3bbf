#include "http/templates.h"

#include "http/address.h"
#include "http/percent.h"
#include "http/sewn_template.h"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <stdexcept>

namespace stoa::http {
namespace {

/// What one rendering needs at hand: what it writes values with, and where those texts live until they are
/// out.
struct Desk {
  const Translations& translations;
  const Rendering& rendering;
  std::deque<std::string> written;
  std::vector<std::string> missing;
  Inset inset = {};

  ctemplate::TemplateString keep(std::string text) {
    const std::string& kept = written.emplace_back(std::move(text));
    return {kept.data(), kept.size()};
  }
};

/// `price__raw` is the view `raw` of `price`.
struct Name {
  std::string_view field;
  std::string_view view;

  explicit Name(const ctemplate::TemplateString& name)
      : field(name.begin(), static_cast<std::size_t>(name.end() - name.begin())) {
    const auto at = field.find("__");
    if (at == std::string_view::npos) return;
    view = field.substr(at + 2);
    field = field.substr(0, at);
  }
};

/// A value of a kind in the view that a template asks for. Visits Value::State.
class Writer {
 public:
  Writer(Desk& desk, std::string_view view) : desk_(desk), view_(view) {}

  ctemplate::TemplateString operator()(std::monostate) { return {"", 0}; }
  ctemplate::TemplateString operator()(bool on) {
    return on ? ctemplate::TemplateString("true", 4) : nothing();
  }
  ctemplate::TemplateString operator()(std::int64_t number) {
    if (view_ == "raw" || view_ == "url") return desk_.keep(fmt::format_int(number).str());
    return desk_.keep(format_number(language(), number));
  }
  ctemplate::TemplateString operator()(double number) {
    if (view_ == "raw" || view_ == "url") return desk_.keep(fmt::format("{}", number));
    return desk_.keep(format_number(language(), number));
  }
  ctemplate::TemplateString operator()(Money amount) {
    if (view_ == "raw" || view_ == "url") return desk_.keep(amount.text());
    return desk_.keep(format_money(language(), amount, desk_.rendering.currency));
  }
  ctemplate::TemplateString operator()(Time moment) {
    if (view_ == "iso") return desk_.keep(iso_moment(moment));
    if (view_ == "url") return desk_.keep(percent_encoded(iso_moment(moment)));
    if (view_ == "date") return desk_.keep(desk_.translations.date(language(), moment));
    if (view_ == "ago") return desk_.keep(desk_.translations.ago(language(), moment, desk_.rendering.now));
    return desk_.keep(desk_.translations.moment(language(), moment));
  }
  ctemplate::TemplateString operator()(const std::string& text) {
    if (view_ == "url") return desk_.keep(percent_encoded(text));
    if (view_ == "href" && !is_harmless_address(text)) return {"#", 1};
    // Text is no markup, however a template asks for it.
    if (view_ == "html") return nothing();
    return {text.data(), text.size()};
  }
  ctemplate::TemplateString operator()(const Html& markup) {
    if (view_ != "html") return nothing();
    if (markup.seams()) desk_.inset = {markup.text().data(), markup.seams()};
    return {markup.text().data(), markup.text().size()};
  }
  ctemplate::TemplateString operator()(const List& list) {
    return (*this)(static_cast<std::int64_t>(list.size()));
  }

 private:
  static ctemplate::TemplateString nothing() { return {"", 0}; }
  Language language() const { return desk_.rendering.language; }

  Desk& desk_;
  const std::string_view view_;
};

bool is_shown(const Value* value) {
  if (!value) return false;
  struct Shown {
    bool operator()(std::monostate) const { return false; }
    bool operator()(bool on) const { return on; }
    bool operator()(std::int64_t number) const { return number != 0; }
    bool operator()(double number) const { return number != 0; }
    bool operator()(Money) const { return true; }
    bool operator()(Time) const { return true; }
    bool operator()(const std::string& text) const { return !text.empty(); }
    bool operator()(const Html& markup) const { return !markup.text().empty(); }
    bool operator()(const List& list) const { return !list.empty(); }
  };
  return std::visit(Shown{}, value->state());
}

/// The number whose plural form is asked for: a list's is its length.
std::int64_t count_of(const Value* value) {
  if (!value) return 0;
  if (const auto* number = std::get_if<std::int64_t>(&value->state())) return *number;
  if (const auto* list = std::get_if<List>(&value->state())) return static_cast<std::int64_t>(list->size());
  return 0;
}

/// The engine's view of Fields, without a copy of them.
class Dictionary final : public ctemplate::TemplateDictionaryInterface {
 public:
  Dictionary(Desk& desk, const Fields& fields, const Dictionary* outer)
      : desk_(&desk), fields_(&fields), outer_(outer) {}

  const Value* find(std::string_view name) const {
    for (const Dictionary* frame = this; frame; frame = frame->outer_)
      if (const Value* value = frame->fields_->find(name)) return value;
    return nullptr;
  }

 protected:
  ctemplate::TemplateString GetValue(const ctemplate::TemplateString& variable) const override {
    const Name name(variable);
    const Value* value = find(name.field);
    if (value) return std::visit(Writer(*desk_, name.view), value->state());
    desk_->missing.emplace_back(name.field);
    return {"", 0};
  }

  bool IsHiddenSection(const ctemplate::TemplateString& section) const override {
    const Name name(section);
    const Value* value = find(name.field);
    if (name.view.empty()) return !is_shown(value);
    if (name.view == "none") return is_shown(value);
    return name_of(plural_of(desk_->rendering.language, count_of(value))) != name.view;
  }
  bool IsUnhiddenSection(const ctemplate::TemplateString& section) const override {
    return !IsHiddenSection(section);
  }

  /// Empty for a section that is not of a list: it is then expanded once, with this dictionary.
  Iterator* CreateSectionIterator(const ctemplate::TemplateString& section) const override {
    const Name name(section);
    const Value* value = name.view.empty() ? find(name.field) : nullptr;
    return rows(value ? std::get_if<List>(&value->state()) : nullptr);
  }

  // Nothing is included while a page is rendered: TemplateSources::flatten has done that.
  bool IsHiddenTemplate(const ctemplate::TemplateString&) const override { return true; }
  const char* GetIncludeTemplateName(const ctemplate::TemplateString&, int) const override { return nullptr; }
  Iterator* CreateTemplateIterator(const ctemplate::TemplateString&) const override { return rows(nullptr); }
  void DumpToString(std::string*, int) const override {}

 private:
  class Rows;
  Iterator* rows(const List*) const;

  Desk* desk_;
  const Fields* fields_;
  const Dictionary* outer_;
};

class Dictionary::Rows final : public Iterator {
 public:
  Rows(const Dictionary& outer, const List* list) : outer_(outer), list_(list) {}
  bool HasNext() const override { return list_ && next_ < list_->size(); }
  const TemplateDictionaryInterface& Next() override {
    return row_.emplace(*outer_.desk_, (*list_)[next_++], &outer_);
  }

 private:
  const Dictionary& outer_;
  const List* list_;
  std::size_t next_ = 0;
  std::optional<Dictionary> row_;
};

/// The engine deletes it.
Dictionary::Iterator* Dictionary::rows(const List* list) const {
  return new Rows(*this, list);
}

std::unique_ptr<ctemplate::Template> parse_flat(const std::string& flat) {
  const std::string source = "{{%AUTOESCAPE context=\"HTML\"}}" + flat;
  return std::unique_ptr<ctemplate::Template>(
      ctemplate::Template::StringToTemplate(source.data(), source.size(), ctemplate::DO_NOT_STRIP));
}

}  // namespace

struct Templates::Parsed {
  using InEachLanguage = std::array<std::unique_ptr<SewnTemplate>, kLanguages.size()>;
  std::map<std::string, InEachLanguage, std::less<>> templates;
};

Templates::Templates(std::shared_ptr<const Translations> translations)
    : translations_(std::move(translations)), parsed_(std::make_unique<Parsed>()) {}
Templates::~Templates() = default;

Result<std::unique_ptr<const Templates>> Templates::parse(const PageFiles& files,
                                                          std::shared_ptr<const Translations> translations,
                                                          const AssetPaths& assets) {
  std::unique_ptr<Templates> made(new Templates(std::move(translations)));
  const auto sources = STOA_TRY(TemplateSources::read(files));
  for (const std::string& name : sources.names())
    for (const Language language : kLanguages) {
      const std::string flat = STOA_TRY(sources.flatten(name, language, *made->translations_, assets));
      auto parsed = parse_flat(flat);
      if (!parsed)
        return Error{
            Error::Kind::Invalid, "templates.syntax",
            "templates/" + name + ":1: its markup cannot be followed, so its values cannot be escaped"};
      made->parsed_->templates[name][static_cast<std::size_t>(language)] =
          std::make_unique<SewnTemplate>(std::move(parsed));
    }
  return std::unique_ptr<const Templates>(std::move(made));
}

Templates::Rendered Templates::render(std::string_view name, const Rendering& rendering, const Fields& layout,
                                      const Fields& page) const {
  const auto found = parsed_->templates.find(name);
  if (found == parsed_->templates.end())
    throw std::logic_error(fmt::format("there is no template '{}'", name));
  Desk desk{*translations_, rendering, {}, {}};
  const Dictionary outer(desk, layout, nullptr);
  const Dictionary inner(desk, page, &outer);
  Patchwork work = found->second[static_cast<std::size_t>(rendering.language)]->expand(inner, desk.inset);
  return {std::move(work), std::move(desk.missing)};
}

}  // namespace stoa::http
