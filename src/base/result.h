#pragma once
// base/ holds what every other folder speaks in: results, ids, money, time, configuration, logging and the
// description of structs. It knows nothing of storage, sockets or any domain.

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace stoa {

/// An expected failure. `code` is stable and machine readable (`cart.price_changed`); `message` is for people
/// and says what is wrong, where, and what to do next.
struct Error {
  enum class Kind { NotFound, Invalid, Conflict, Forbidden, TooMany, Unavailable, Corrupt };
  Kind kind;
  std::string code;
  std::string message;

  bool operator==(const Error&) const = default;
};

/// A value or the Error that kept it from being. Never empty.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// Undefined unless ok(). From a temporary the value itself comes back, so that looping over `*f()` is
  /// safe.
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// Undefined if ok().
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  void value() const {}
  const Error& error() const& { return *error_; }
  Error&& error() && { return *std::move(error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace stoa

/// Gives the value of a Result, or returns its Error from the function it stands in. The one macro here.
#define STOA_TRY(expression)                                              \
  __extension__({                                                         \
    auto stoa_try_result = (expression);                                  \
    if (!stoa_try_result.ok()) return std::move(stoa_try_result).error(); \
    std::move(stoa_try_result).value();                                   \
  })
