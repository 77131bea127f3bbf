#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stoa::keyspace::embedded {

/// Lengths of seven bits a byte, lowest first, the top bit set on all but the last.
std::size_t length_size(std::size_t length);
char* write_length(char* at, std::size_t length);
/// The text that starts with its length at `at`.
inline std::string_view read_text(const char* at) {
  auto byte = static_cast<unsigned char>(*at++);
  std::size_t length = byte & 0x7f;
  for (int shift = 7; byte >= 0x80; shift += 7) {
    byte = static_cast<unsigned char>(*at++);
    length |= static_cast<std::size_t>(byte & 0x7f) << shift;
  }
  return {at, length};
}

// The keyspace's smallest parts, each one heap block with its text inside and lengths of one byte where that
// does: a session is a dozen of these, and there are millions. Made by make(), freed by destroy(); whoever
// holds the pointer owns it.

/// A member of a set.
class Member {
 public:
  static Member* make(std::string_view name);
  static void destroy(Member*);
  std::string_view name() const { return read_text(reinterpret_cast<const char*>(this)); }
};

/// A member of a sorted set.
class ScoredMember {
 public:
  static ScoredMember* make(std::string_view name, double score);
  static void destroy(ScoredMember*);
  std::string_view name() const { return read_text(reinterpret_cast<const char*>(this + 1)); }

  double score;
};

/// A field of a hash and its value. A new value of another length is a new block.
class HashField {
 public:
  static HashField* make(std::string_view name, std::string_view value);
  static void destroy(HashField*);
  std::string_view name() const { return read_text(reinterpret_cast<const char*>(this)); }
  std::string_view value() const {
    const std::string_view before = name();
    return read_text(before.data() + before.size());
  }
  /// False, and nothing has changed, when the value has another length.
  bool overwrite(std::string_view value);
};

/// The value of a string.
class Text {
 public:
  static Text* make(std::string_view value);
  static void destroy(Text*);
  std::string_view value() const { return read_text(reinterpret_cast<const char*>(this)); }
  /// False, and nothing has changed, when the value has another length.
  bool overwrite(std::string_view value);
};

}  // namespace stoa::keyspace::embedded
