#pragma once
#include "base/schema.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stoa {

/// One row of the option table, bound to the place that its value goes to; that must outlive it and stay put.
struct Option {
  /// `http.port`; in the environment STOA_HTTP_PORT, on the command line --http.port.
  std::string name;
  std::string help;
  /// For people: "0 to 65535".
  std::string allowed;
  std::string fallback;
  enum class Kind { Single, Flag, List } kind = Kind::Single;
  enum class Secrecy { Open, Password, Secret } secrecy = Secrecy::Open;
  /// False, and the place is as it was, when the values are not allowed. All but a List take exactly one.
  std::function<bool(const std::vector<std::string>&)> assign;

  std::string environment_name() const;
  /// How the value may be shown: without its password.
  std::string shown(const std::string& value) const;
};

// Each binds a row to `place`. A fallback that is not allowed is std::logic_error.
Option flag_option(std::string name, std::string help, bool& place, bool fallback);
Option integer_option(std::string name, std::string help, int& place, int fallback, Bounds<int>);
/// `1m`, as parse_size takes it.
Option size_option(std::string name, std::string help, std::size_t& place, std::string fallback,
                   Bounds<std::size_t>);
/// A size, or a share of `memory`: `5%`. A share that lies beyond the bounds gives the nearest of them.
Option memory_option(std::string name, std::string help, std::size_t& place, std::string fallback,
                     Bounds<std::size_t>, std::uint64_t memory);
/// `2s`, as parse_duration takes it.
Option duration_option(std::string name, std::string help, std::chrono::milliseconds& place,
                       std::string fallback, Bounds<std::chrono::milliseconds>);
Option text_option(std::string name, std::string help, std::string& place, std::string fallback);
/// Never shown; empty by default.
Option secret_option(std::string name, std::string help, std::string& place);
/// Begins with one of `schemes` (`redis://`), and may have a password.
Option url_option(std::string name, std::string help, std::string& place, std::string fallback,
                  std::vector<std::string> schemes);
/// Commas separate the values, but for a file's array. An empty text is no values.
Option list_option(std::string name, std::string help, std::vector<std::string>& place, std::string fallback);

/// The name of a choice is turned into its place among the names; `choose` stores it.
Option named_choice_option(std::string name, std::string help, std::string fallback,
                           std::vector<std::string> names, std::function<void(std::size_t)> choose);
template <class E>
Option choice_option(std::string name, std::string help, E& place, std::string fallback,
                     std::vector<std::pair<std::string, E>> choices) {
  std::vector<std::string> names;
  std::vector<E> values;
  for (auto& [text, value] : choices) {
    names.push_back(std::move(text));
    values.push_back(value);
  }
  return named_choice_option(
      std::move(name), std::move(help), std::move(fallback), std::move(names),
      [&place, values = std::move(values)](std::size_t chosen) { place = values[chosen]; });
}

}  // namespace stoa
