#include "http/value_text.h"

#include "http/address.h"
#include "http/formats.h"
#include "http/percent.h"

#include <fmt/format.h>

namespace stoa::http {

/// A value of a kind in the view that a template asks for. Visits Value::State.
class ValueText::Writer {
 public:
  Writer(ValueText& text, std::string_view view) : text_(text), view_(view) {}

  std::string_view operator()(std::monostate) const { return {}; }
  std::string_view operator()(bool on) const { return on ? "true" : ""; }
  std::string_view operator()(std::int64_t number) const {
    if (is_plain()) return keep(fmt::format_int(number).str());
    return keep(format_number(language(), number));
  }
  std::string_view operator()(double number) const {
    if (is_plain()) return keep(fmt::format("{}", number));
    return keep(format_number(language(), number));
  }
  std::string_view operator()(Money amount) const {
    if (is_plain()) return keep(amount.text());
    return keep(format_money(language(), amount, text_.rendering_.currency));
  }
  std::string_view operator()(Time moment) const {
    const Translations& words = text_.translations_;
    if (view_ == "iso") return keep(iso_moment(moment));
    if (view_ == "url") return keep(percent_encoded(iso_moment(moment)));
    if (view_ == "date") return keep(words.date(language(), moment));
    if (view_ == "ago") return keep(words.ago(language(), moment, text_.rendering_.now));
    return keep(words.moment(language(), moment));
  }
  std::string_view operator()(const std::string& text) const {
    if (view_ == "url") return keep(percent_encoded(text));
    if (view_ == "href" && !is_harmless_address(text)) return "#";
    // Text is no markup, however a template asks for it.
    if (view_ == "html") return {};
    return text;
  }
  std::string_view operator()(const Html& markup) const {
    if (view_ != "html") return {};
    return markup.seams() ? keep(markup.text()) : std::string_view(markup.work()->text);
  }
  std::string_view operator()(const List& list) const {
    return (*this)(static_cast<std::int64_t>(list.size()));
  }

 private:
  bool is_plain() const { return view_ == "raw" || view_ == "url"; }
  Language language() const { return text_.rendering_.language; }
  std::string_view keep(std::string written) const { return text_.room_ = std::move(written); }

  ValueText& text_;
  const std::string_view view_;
};

std::string_view ValueText::operator()(const Value& value, std::string_view view) {
  return std::visit(Writer(*this, view), value.state());
}

bool ValueText::is_shown(const Value* value) {
  if (!value) return false;
  struct Shown {
    bool operator()(std::monostate) const { return false; }
    bool operator()(bool on) const { return on; }
    bool operator()(std::int64_t number) const { return number != 0; }
    bool operator()(double number) const { return number != 0; }
    bool operator()(Money) const { return true; }
    bool operator()(Time) const { return true; }
    bool operator()(const std::string& text) const { return !text.empty(); }
    bool operator()(const Html& markup) const { return !markup.empty(); }
    bool operator()(const List& list) const { return !list.empty(); }
  };
  return std::visit(Shown{}, value->state());
}

bool ValueText::has_plural(const Value* value, std::string_view form) const {
  std::int64_t count = 0;
  if (const auto* number = value ? std::get_if<std::int64_t>(&value->state()) : nullptr) count = *number;
  // A list's is its length.
  if (const auto* list = value ? std::get_if<List>(&value->state()) : nullptr)
    count = static_cast<std::int64_t>(list->size());
  return name_of(plural_of(rendering_.language, count)) == form;
}

}  // namespace stoa::http
