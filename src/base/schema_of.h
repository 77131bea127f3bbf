#pragma once
#include "base/bytes.h"
#include "base/clock.h"
#include "base/described.h"
#include "base/money.h"

#include <concepts>
#include <map>
#include <type_traits>
#include <variant>

namespace stoa {

/// The Schema of a type, made once. A struct or enum needs a describe(); a struct cannot contain itself.
template <class T>
const Schema& schema_of();

namespace schema_detail {

template <class T>
concept DescribedStruct = requires {
  { describe(Described<T>{}) } -> std::same_as<StructDescription>;
};
template <class T>
concept DescribedEnum = std::is_enum_v<T> && requires {
  { describe(Described<T>{}) } -> std::same_as<EnumDescription>;
};
template <class T>
concept NameLike = requires(const T value, std::string_view text) {
  { value.text() } -> std::same_as<const std::string&>;
  { T::parse(text) } -> std::same_as<Result<T>>;
};

template <class T>
struct Build;

template <Shape S>
struct BuildPlain {
  static Schema schema() { return Schema{.shape = S}; }
};
template <>
struct Build<bool> : BuildPlain<Shape::Bool> {};
template <>
struct Build<std::int32_t> : BuildPlain<Shape::Int32> {};
template <>
struct Build<std::int64_t> : BuildPlain<Shape::Int64> {};
template <>
struct Build<double> : BuildPlain<Shape::Double> {};
template <>
struct Build<std::string> : BuildPlain<Shape::Text> {};
template <>
struct Build<Time> : BuildPlain<Shape::Moment> {};
template <>
struct Build<Money> : BuildPlain<Shape::Money> {};
template <>
struct Build<Bytes> : BuildPlain<Shape::Bytes> {};
template <class Id>
requires std::derived_from<Id, ObjectId>
struct Build<Id> : BuildPlain<Shape::Id> {
  static_assert(std::is_standard_layout_v<Id> && sizeof(Id) == sizeof(ObjectId),
                "codecs write an ObjectId in its place");
};

template <NameLike T>
requires(!DescribedStruct<T>) struct Build<T> {
  static Schema schema() {
    Schema made{.shape = Shape::Name};
    made.name.get = [](const void* value) -> std::string_view {
      return static_cast<const T*>(value)->text();
    };
    made.name.set = [](void* value, std::string_view text) -> Result<void> {
      *static_cast<T*>(value) = STOA_TRY(T::parse(text));
      return {};
    };
    return made;
  }
};

template <DescribedEnum E>
struct Build<E> {
  static Schema schema() {
    Schema made{.shape = Shape::Enum};
    made.enumeration.names = describe(Described<E>{}).names;
    made.enumeration.get = [](const void* value) {
      return static_cast<std::int64_t>(*static_cast<const E*>(value));
    };
    made.enumeration.set = [](void* value, std::int64_t to) { *static_cast<E*>(value) = static_cast<E>(to); };
    return made;
  }
};

template <std::derived_from<ObjectId> Id>
struct Build<std::variant<Id, std::string>> {
  using Owner = std::variant<Id, std::string>;
  static Schema schema() {
    Schema made{.shape = Shape::Owner};
    made.owner.id = [](const void* value) -> const ObjectId* {
      return std::get_if<Id>(static_cast<const Owner*>(value));
    };
    made.owner.text = [](const void* value) {
      return std::get_if<std::string>(static_cast<const Owner*>(value));
    };
    made.owner.set_id = [](void* value, const ObjectId& id) { *static_cast<Owner*>(value) = Id(id); };
    made.owner.set_text = [](void* value, std::string_view text) {
      *static_cast<Owner*>(value) = std::string(text);
    };
    return made;
  }
};

template <class T>
struct Build<std::optional<T>> {
  using Optional = std::optional<T>;
  static Schema schema() {
    Schema made{.shape = Shape::Optional};
    made.element = &schema_of<T>();
    made.optional.get = [](const void* value) -> const void* {
      const auto& optional = *static_cast<const Optional*>(value);
      return optional ? &*optional : nullptr;
    };
    made.optional.emplace = [](void* value) -> void* { return &static_cast<Optional*>(value)->emplace(); };
    return made;
  }
};

template <class T>
struct Build<std::vector<T>> {
  static_assert(!std::same_as<T, bool>, "a vector of bool has no addresses for its elements");
  using List = std::vector<T>;
  static Schema schema() {
    Schema made{.shape = Shape::List};
    made.element = &schema_of<T>();
    made.list.size = [](const void* list) { return static_cast<const List*>(list)->size(); };
    made.list.at = [](const void* list, std::size_t i) -> const void* {
      return &(*static_cast<const List*>(list))[i];
    };
    made.list.append = [](void* list) -> void* { return &static_cast<List*>(list)->emplace_back(); };
    made.list.reserve = [](void* list, std::size_t size) { static_cast<List*>(list)->reserve(size); };
    return made;
  }
};

template <class T, class Less>
struct Build<std::map<std::string, T, Less>> {
  using Map = std::map<std::string, T, Less>;
  static Schema schema() {
    Schema made{.shape = Shape::Map};
    made.element = &schema_of<T>();
    made.map.size = [](const void* map) { return static_cast<const Map*>(map)->size(); };
    made.map.insert = [](void* map, std::string_view key) {
      auto [place, inserted] = static_cast<Map*>(map)->try_emplace(std::string(key));
      return Schema::Entry{place->first, &place->second, inserted};
    };
    made.map.each = [](const void* map, void* context, auto* visit) {
      for (const auto& [key, value] : *static_cast<const Map*>(map)) visit(context, key, &value);
    };
    return made;
  }
};

template <DescribedStruct S>
struct Build<S> {
  static Schema schema() {
    Schema made{.shape = Shape::Struct};
    StructDescription description = describe(Described<S>{});
    made.structure.name = std::move(description.name);
    made.structure.members = std::move(description.members);
    return made;
  }
};

}  // namespace schema_detail

template <class T>
const Schema& schema_of() {
  static const Schema schema = schema_detail::Build<T>::schema();
  return schema;
}

}  // namespace stoa
