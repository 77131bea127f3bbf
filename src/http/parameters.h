#pragma once
#include "base/ids.h"

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace stoa::http {

enum class ParameterType { Text, Id, Name, Int, Rest };

/// The values of a pattern's parameters: views into the request's path, or, when that is percent-encoded,
/// into its decoded form, which is kept here.
class Parameters {
 public:
  static constexpr std::size_t kMost = 8;

  Parameters() = default;
  Parameters(const Parameters&) = delete;
  Parameters& operator=(const Parameters&) = delete;

  /// std::logic_error when there is none of that name.
  std::string_view text(std::string_view name) const { return find(name).text; }

  template <class T>
  T as(std::string_view name) const {
    const Value& value = find(name);
    if constexpr (std::derived_from<T, ObjectId>) {
      expect(value, ParameterType::Id);
      return T(*ObjectId::parse(value.text));
    } else if constexpr (std::same_as<T, Shortcode>) {
      expect(value, ParameterType::Name);
      return *Shortcode::parse(value.text);
    } else {
      static_assert(std::same_as<T, std::int64_t>, "a path has ids, names, whole numbers and text");
      expect(value, ParameterType::Int);
      std::int64_t number = 0;
      std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
      return number;
    }
  }

  /// Both outlive this. std::logic_error beyond kMost.
  void add(std::string_view name, ParameterType, std::string_view text);

  /// For the router.
  std::string decoded_path;

 private:
  struct Value {
    std::string_view name;
    std::string_view text;
    ParameterType type;
  };
  const Value& find(std::string_view name) const;
  static void expect(const Value&, ParameterType);

  std::array<Value, kMost> values_;
  std::size_t count_ = 0;
};

}  // namespace stoa::http
