#pragma once
#include "base/clock.h"
#include "base/result.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace stoa {

/// Twelve bytes as MongoDB makes them: four of seconds, five random to the process, three of a counter, so
/// that ids made later sort later.
class ObjectId {
 public:
  static constexpr std::size_t kSize = 12;
  using Bytes = std::array<std::uint8_t, kSize>;

  ObjectId() = default;
  explicit ObjectId(const Bytes& bytes) : bytes_(bytes) {}

  /// A new one; never the same twice on this machine. Safe from any thread.
  static ObjectId make(Time now);
  /// Invalid unless it is exactly 24 hex digits.
  static Result<ObjectId> parse(std::string_view hex);

  const Bytes& bytes() const { return bytes_; }
  static constexpr std::size_t kHexSize = 2 * kSize;
  std::string hex() const;
  /// kHexSize characters to there.
  void write_hex(char* to) const;
  auto operator<=>(const ObjectId&) const = default;

 private:
  Bytes bytes_{};
};

/// An ObjectId that says what it names, so that a product's id cannot be passed for an order's.
template <class Tag>
class TypedId : public ObjectId {
 public:
  TypedId() = default;
  explicit TypedId(const ObjectId& id) : ObjectId(id) {}
  static TypedId make(Time now) { return TypedId(ObjectId::make(now)); }
  static Result<TypedId> parse(std::string_view hex) { return TypedId(STOA_TRY(ObjectId::parse(hex))); }
};

using UserId = TypedId<struct UserTag>;
using ProductId = TypedId<struct ProductTag>;
using OrderId = TypedId<struct OrderTag>;
using CartId = TypedId<struct CartTag>;

/// A session token: a UUID v4 from the system's random source, lower case. Whoever has it is the session.
class Token {
 public:
  /// The empty one is nobody's; it only fills a struct until the struct is read.
  Token() = default;
  static Token make();
  /// Invalid unless it is a version 4 UUID in lower case.
  static Result<Token> parse(std::string_view text);
  const std::string& text() const { return text_; }
  auto operator<=>(const Token&) const = default;

 private:
  explicit Token(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

/// A user's name, `[a-z0-9_]{3,30}`; also the short names of images and collections.
class Shortcode {
 public:
  /// The empty one is nobody's; it only fills a struct until the struct is read.
  Shortcode() = default;
  /// Invalid with a message that names the rule.
  static Result<Shortcode> parse(std::string_view text);
  const std::string& text() const { return text_; }
  auto operator<=>(const Shortcode&) const = default;

 private:
  explicit Shortcode(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace stoa

template <>
struct std::hash<stoa::ObjectId> {
  std::size_t operator()(const stoa::ObjectId& id) const noexcept;
};
template <class Tag>
struct std::hash<stoa::TypedId<Tag>> : std::hash<stoa::ObjectId> {};
template <>
struct std::hash<stoa::Token> {
  std::size_t operator()(const stoa::Token& token) const noexcept {
    return std::hash<std::string>{}(token.text());
  }
};
template <>
struct std::hash<stoa::Shortcode> {
  std::size_t operator()(const stoa::Shortcode& code) const noexcept {
    return std::hash<std::string>{}(code.text());
  }
};
