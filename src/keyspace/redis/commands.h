#pragma once
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace stoa::keyspace::redis {

/// Commands in the wire's form, to be sent in one go.
class Commands {
 public:
  Commands() = default;

  /// Words are texts, whole numbers, or scores (written with all their digits).
  template <class... Words>
  void add(const Words&... words) {
    begin(sizeof...(words));
    (word(words), ...);
  }

  /// For a command of a length known only at run time: begin(n), then n words.
  void begin(std::size_t words);
  void word(std::string_view);
  void word(double score);
  void word(std::signed_integral auto number) { whole(number); }

  void append(const Commands&);

  std::string_view bytes() const { return bytes_; }
  std::size_t count() const { return count_; }
  bool empty() const { return count_ == 0; }

 private:
  void whole(std::int64_t);
  void header(char mark, std::size_t size);

  std::string bytes_;
  std::size_t count_ = 0;
};

}  // namespace stoa::keyspace::redis
