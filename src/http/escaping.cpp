#include "http/escaping.h"

#include <array>

namespace stoa::http {
namespace {

using Escapes = std::array<std::string_view, 256>;

constexpr Escapes text_escapes() {
  Escapes escapes{};
  escapes['&'] = "&amp;";
  escapes['<'] = "&lt;";
  escapes['>'] = "&gt;";
  escapes['"'] = "&quot;";
  escapes['\''] = "&#39;";
  return escapes;
}

constexpr Escapes address_escapes() {
  Escapes escapes = text_escapes();
  for (const char blank : {'\t', '\n', '\v', '\f', '\r'}) escapes[static_cast<unsigned char>(blank)] = " ";
  return escapes;
}

/// Which bytes have an escape is looked at byte by byte, so it lies close together.
struct Table {
  explicit constexpr Table(const Escapes& escapes) : instead(escapes) {
    for (std::size_t i = 0; i < instead.size(); ++i) escaped[i] = !instead[i].empty();
  }
  Escapes instead;
  std::array<bool, 256> escaped{};
};

constexpr Table kText(text_escapes());
constexpr Table kAddress(address_escapes());

}  // namespace

void append_escaped(std::string& to, std::string_view value, Escaping escaping) {
  std::size_t taken = 0;
  if (escaping != Escaping::None) {
    const Table& table = escaping == Escaping::Text ? kText : kAddress;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const auto byte = static_cast<unsigned char>(value[i]);
      if (!table.escaped[byte]) continue;
      to.append(value, taken, i - taken);
      to += table.instead[byte];
      taken = i + 1;
    }
  }
  to.append(value, taken);
}

}  // namespace stoa::http
