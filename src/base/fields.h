#pragma once
#include "base/schema_of.h"

#include <concepts>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <utility>

namespace stoa {

namespace schema_detail {
/// What is left of a type without the optionals, lists and maps around it: what constraints speak of.
template <class T>
struct LeafOf {
  using Type = T;
};
template <class T>
struct LeafOf<std::optional<T>> : LeafOf<T> {};
template <class T>
struct LeafOf<std::vector<T>> : LeafOf<T> {};
template <class T>
struct LeafOf<std::map<std::string, T>> : LeafOf<T> {};
template <class T>
using Leaf = typename LeafOf<T>::Type;
}  // namespace schema_detail

/// One field of a described struct, with its rules chained on. It is required unless its type is
/// std::optional or it has otherwise(). Rules hold for requests; of documents only the types are asked, as
/// rules change and documents stay.
template <class S, class M>
class Field {
 public:
  using Leaf = schema_detail::Leaf<M>;

  Field(std::string name, M S::*member) : pointer_(member) {
    member_.stored = name;
    member_.name = std::move(name);
    member_.schema = &schema_of<M>();
  }

  Field&& range(std::int64_t least, std::int64_t most) &&
      requires(std::integral<Leaf> && !std::same_as<Leaf, bool>) {
    member_.constraints.whole = {least, most};
    return std::move(*this);
  }
  Field&& range(double least, double most) && requires std::same_as<Leaf, double> {
    member_.constraints.real = {least, most};
    return std::move(*this);
  }
  Field&& range(Money least, Money most) && requires std::same_as<Leaf, Money> {
    member_.constraints.whole = {least.minor(), most.minor()};
    return std::move(*this);
  }
  /// In code points.
  Field&& length(std::size_t least, std::size_t most) && requires std::same_as<Leaf, std::string> {
    member_.constraints.length = {least, most};
    return std::move(*this);
  }
  /// ASCII only, as in a regular expression's class: `a-z0-9_-`.
  Field&& characters(std::string allowed) && requires std::same_as<Leaf, std::string> {
    member_.constraints.characters = std::move(allowed);
    return std::move(*this);
  }
  /// For people to read, see Constraints::readable.
  Field&& readable(Lines lines = Lines::One) && requires std::same_as<Leaf, std::string> {
    member_.constraints.readable = lines;
    return std::move(*this);
  }
  /// Of a list or a map.
  Field&& items(std::size_t least, std::size_t most) && {
    member_.constraints.items = {least, most};
    return std::move(*this);
  }
  Field&& otherwise(M value) && {
    member_.fallback = std::make_shared<const M>(std::move(value));
    member_.copy = [](void* to, const void* from) { *static_cast<M*>(to) = *static_cast<const M*>(from); };
    return std::move(*this);
  }
  Field&& help(std::string text) && {
    member_.help = std::move(text);
    return std::move(*this);
  }
  /// Its name in documents: `field("id", …).stored_as("_id")`.
  Field&& stored_as(std::string name) && {
    member_.stored = std::move(name);
    return std::move(*this);
  }
  /// Another name that is understood on reading, and never written.
  Field&& also(std::string alias) && {
    member_.aliases.push_back(std::move(alias));
    return std::move(*this);
  }
  /// Kept in documents and never shown to, nor taken from, the API.
  Field&& documents_only() && {
    member_.border = Border::DocumentsOnly;
    return std::move(*this);
  }
  Field&& api_only() && {
    member_.border = Border::ApiOnly;
    return std::move(*this);
  }

  Member member(const S& example) && {
    member_.offset = static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&(example.*pointer_)) -
                                              reinterpret_cast<const std::byte*>(&example));
    return std::move(member_);
  }

 private:
  M S::*pointer_;
  Member member_;
};

template <class S, class M>
Field<S, M> field(std::string name, M S::*member) {
  return {std::move(name), member};
}

/// Fills in what follows from the names. std::logic_error for more than 64 fields, for a name that stands for
/// two, and for one that documents cannot have.
void complete_description(StructDescription&);

/// `name` is what the struct is called in the OpenAPI document.
template <class S, class... M>
StructDescription fields(std::string name, Field<S, M>&&... field) {
  const S example{};
  StructDescription description{std::move(name), {}};
  description.members.reserve(sizeof...(M));
  (description.members.push_back(std::move(field).member(example)), ...);
  complete_description(description);
  return description;
}

inline EnumDescription names(std::initializer_list<EnumName> names) {
  return {names};
}

}  // namespace stoa
