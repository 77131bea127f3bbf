#pragma once
#include <string>
#include <string_view>

namespace stoa::http {

/// Where in markup a value stands, so what must not stand there as it is.
enum class Escaping {
  /// It is markup itself.
  None,
  /// Between tags, or in a quoted attribute.
  Text,
  /// In a quoted attribute that is an address, where a blank cannot stand for another one.
  Address
};

/// Appends the value so that it says in that place what it says by itself.
void append_escaped(std::string& to, std::string_view value, Escaping);

}  // namespace stoa::http
