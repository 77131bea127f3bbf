#pragma once
#include "base/ids.h"
#include "base/readable.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa {

/// What a value looks like. Name is text with a rule of its own (Token, Shortcode), Id an ObjectId, Moment a
/// Time, Owner an ObjectId or a text, Bytes the struct of that name.
enum class Shape {
  Bool,
  Int32,
  Int64,
  Double,
  Text,
  Name,
  Id,
  Moment,
  Money,
  Enum,
  Owner,
  Bytes,
  Optional,
  List,
  Map,
  Struct
};

template <class Number>
struct Bounds {
  Number least;
  Number most;
};

/// What a request's value must keep to, beyond its type. In a list or map all but `items` is said of each
/// element.
struct Constraints {
  /// Of integers; of Money in minor units.
  std::optional<Bounds<std::int64_t>> whole;
  std::optional<Bounds<double>> real;
  /// In code points.
  std::optional<Bounds<std::size_t>> length;
  std::optional<Bounds<std::size_t>> items;
  /// The ASCII characters that a text may have, as a regular expression's class has them: `a-z0-9_`. Empty:
  /// all.
  std::string characters;
  /// Of a text that people read: it has nothing that read_as_shown() finds fault with, and where its length
  /// may not be 0, something that can be seen.
  std::optional<Lines> readable;
};

/// One name of an enum's value; the aliases are only read.
struct EnumName {
  template <class E>
  EnumName(std::string text, E enumerator, std::vector<std::string> also = {})
      : name(std::move(text)), value(static_cast<std::int64_t>(enumerator)), aliases(std::move(also)) {}

  std::string name;
  std::int64_t value;
  std::vector<std::string> aliases;
};

struct Schema;

/// Where a field shows itself.
enum class Border { Everywhere, DocumentsOnly, ApiOnly };

struct Member {
  std::string name;
  /// Its name in documents, where that differs (`_id`).
  std::string stored;
  /// The name as JSON begins the field with: `"name":`.
  std::string json_key;
  /// Other names that are understood on reading.
  std::vector<std::string> aliases;
  std::string help;
  std::size_t offset = 0;
  const Schema* schema = nullptr;
  Constraints constraints;
  Border border = Border::Everywhere;
  /// The value when the field is absent, or null.
  std::shared_ptr<const void> fallback;
  void (*copy)(void* to, const void* from) = nullptr;

  bool required() const;
  void* in(void* object) const { return static_cast<std::byte*>(object) + offset; }
  const void* in(const void* object) const { return static_cast<const std::byte*>(object) + offset; }
};

/// A type as the codecs see it: they are given a Schema and the address of a value of that type.
/// The groups of functions are set for the shape that each is named after.
struct Schema {
  Shape shape;

  struct {
    std::string_view (*get)(const void*);
    Result<void> (*set)(void*, std::string_view);
  } name{};

  struct {
    std::vector<EnumName> names;
    std::int64_t (*get)(const void*);
    void (*set)(void*, std::int64_t);
  } enumeration{};

  struct {
    /// Null when it is a text.
    const ObjectId* (*id)(const void*);
    const std::string* (*text)(const void*);
    void (*set_id)(void*, const ObjectId&);
    void (*set_text)(void*, std::string_view);
  } owner{};

  /// Of Optional, List and Map.
  const Schema* element = nullptr;

  struct {
    /// Null when absent.
    const void* (*get)(const void*);
    void* (*emplace)(void*);
  } optional{};

  struct {
    std::size_t (*size)(const void*);
    const void* (*at)(const void*, std::size_t);
    void* (*append)(void*);
    /// Room for so many in all; it may well have more.
    void (*reserve)(void*, std::size_t);
  } list{};

  struct Entry {
    std::string_view key;
    void* value;
    bool inserted;
  };
  struct {
    std::size_t (*size)(const void*);
    Entry (*insert)(void*, std::string_view key);
    void (*each)(const void*, void* context,
                 void (*visit)(void* context, std::string_view key, const void* value));
  } map{};

  struct {
    std::string name;
    /// At most 64.
    std::vector<Member> members;
  } structure{};
};

inline bool Member::required() const {
  return schema->shape != Shape::Optional && !fallback;
}

/// Null when there is none.
const EnumName* find_enum_name(const Schema&, std::string_view text);
/// std::logic_error for a value that the description has no name for.
const std::string& enum_name_of(const Schema&, std::int64_t value);

/// The member that `name` means at this border, aliases included; null when there is none. Begins looking at
/// `hint`, so that fields in their order are found at once.
const Member* find_api_member(const Schema&, std::string_view name, std::size_t hint);
const Member* find_stored_member(const Schema&, std::string_view name, std::size_t hint);

}  // namespace stoa
