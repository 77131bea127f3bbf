#pragma once
#include "base/clock.h"
#include "base/ids.h"
#include "base/money.h"
#include "http/patchwork.h"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stoa::http {

/// Markup that a template made; the only thing that goes into a page as it is (`{{%html name}}`).
class Html {
 public:
  Html() : Html(std::string()) {}
  /// What else is safe whoever wrote the words in it: a fragment's markup, or that of a renderer that
  /// escapes.
  static Html trusted(std::string markup) { return Html(std::move(markup)); }
  std::string text() const { return seams() ? seams()->whole_text(work_->text) : work_->text; }
  bool empty() const { return work_->text.empty() && (!seams() || seams()->insets.empty()); }
  /// Null when it has none.
  const std::shared_ptr<const Seams>& seams() const { return work_->seams; }
  const std::shared_ptr<const Patchwork>& work() const { return work_; }

  /// One after the other; with seams when one template has made them all.
  static Html joined(std::span<const Html* const>);

 private:
  friend class Templates;
  friend class Pages;
  explicit Html(std::string text) : Html(Patchwork{std::move(text)}) {}
  explicit Html(Patchwork work) : work_(std::make_shared<const Patchwork>(std::move(work))) {}
  /// Shared, as what is kept goes into many pages.
  std::shared_ptr<const Patchwork> work_;
};

class Value;

/// What a template is filled with:
///     Fields{{"name", product.name}, {"price", product.price}, {"related", std::move(cards)}}
/// Names are literals: they are not copied.
class Fields {
 public:
  struct Field;

  Fields();
  Fields(std::initializer_list<Field>);
  Fields(const Fields&);
  Fields(Fields&&) noexcept;
  Fields& operator=(const Fields&);
  Fields& operator=(Fields&&) noexcept;
  ~Fields();

  /// Adds; of two with one name the later counts.
  Fields& set(std::string_view name, Value value);
  /// Null when there is none.
  const Value* find(std::string_view name) const;

 private:
  std::vector<Field> fields_;
};

/// What a section is repeated for.
using List = std::vector<Fields>;

/// What a name in a template stands for. Text is text: the template escapes it for the place it goes to.
/// Numbers, Money and Time are written in the page's language.
class Value {
 public:
  using State =
      std::variant<std::monostate, bool, std::int64_t, double, Money, Time, std::string, Html, List>;

  /// Nothing: written as nothing, and a section of it is hidden.
  Value() = default;
  Value(bool shown) : state_(shown) {}
  template <std::integral Whole>
  requires(!std::same_as<Whole, bool>) Value(Whole number) : state_(static_cast<std::int64_t>(number)) {}
  Value(double number) : state_(number) {}
  Value(Money amount) : state_(amount) {}
  Value(Time moment) : state_(moment) {}
  Value(std::string text) : state_(std::move(text)) {}
  Value(std::string_view text) : state_(std::string(text)) {}
  Value(const char* text) : state_(std::string(text)) {}
  Value(const Shortcode& name) : state_(name.text()) {}
  Value(const ObjectId& id) : state_(id.hex()) {}
  Value(Html markup) : state_(std::move(markup)) {}
  Value(List list) : state_(std::move(list)) {}
  /// A section shown once, with these.
  Value(Fields one) : state_(List()) { std::get<List>(state_).push_back(std::move(one)); }
  template <class T>
  Value(std::optional<T> maybe) {
    if (maybe) *this = Value(*std::move(maybe));
  }

  const State& state() const { return state_; }

 private:
  State state_;
};

struct Fields::Field {
  std::string_view name;
  /// Mutable, so that a list in braces is moved from instead of copied.
  mutable Value value;
};

inline Fields::Fields() = default;
inline Fields::Fields(std::initializer_list<Field> fields) {
  // Some are mostly set behind these.
  constexpr std::size_t kMore = 4;
  fields_.reserve(fields.size() + kMore);
  for (const Field& field : fields) fields_.push_back({field.name, std::move(field.value)});
}
inline Fields::Fields(const Fields&) = default;
inline Fields::Fields(Fields&&) noexcept = default;
inline Fields& Fields::operator=(const Fields&) = default;
inline Fields& Fields::operator=(Fields&&) noexcept = default;
inline Fields::~Fields() = default;

inline const Value* Fields::find(std::string_view name) const {
  for (auto field = fields_.rbegin(); field != fields_.rend(); ++field)
    // Most names differ in length or in their last letter already.
    if (field->name.size() == name.size() && field->name.back() == name.back() && field->name == name)
      return &field->value;
  return nullptr;
}

}  // namespace stoa::http
