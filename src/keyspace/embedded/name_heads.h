#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace stoa::keyspace::embedded {

/// Two bytes of a name that sort as names do: a name with a lower head is before one with a higher. Those
/// behind what the names have in common, as ids that were made one after the other begin alike. Right for any
/// names; the more alike they are to those it was made from, the more seldom two have one head.
class NameHeads {
 public:
  using Head = std::uint16_t;

  NameHeads() = default;
  explicit NameHeads(std::span<const std::string_view> names);

  Head of(std::string_view name) const;

 private:
  std::unique_ptr<const std::string> common_;  // nothing where they have nothing in common
};

}  // namespace stoa::keyspace::embedded
