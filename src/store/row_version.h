#pragma once
#include "base/durability.h"
#include "store/changes.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

namespace stoa::store {

/// A row of Family::Records as a transaction left it; its key and value lie behind it.
struct RowVersion {
  Sequence sequence;  // 0 for what was read from tables
  std::uint32_t key_size, value_size;
  bool present;

  std::string_view key() const { return {reinterpret_cast<const char*>(this + 1), key_size}; }
  std::string_view value() const { return {reinterpret_cast<const char*>(this + 1) + key_size, value_size}; }
  std::size_t bytes() const { return sizeof(RowVersion) + key_size + value_size; }
};

/// Builds one where `place(bytes)` says.
template <class Place>
RowVersion* make_version(std::string_view key, std::string_view value, Sequence sequence, bool present,
                         Place&& place) {
  std::byte* const bytes = place(sizeof(RowVersion) + key.size() + value.size());
  auto* version = new (bytes) RowVersion{sequence, static_cast<std::uint32_t>(key.size()),
                                         static_cast<std::uint32_t>(value.size()), present};
  std::memcpy(bytes + sizeof(RowVersion), key.data(), key.size());
  if (!value.empty()) std::memcpy(bytes + sizeof(RowVersion) + key.size(), value.data(), value.size());
  return version;
}

/// One that lies by itself.
struct FreeVersion {
  void operator()(const RowVersion* version) const { ::operator delete(const_cast<RowVersion*>(version)); }
};
using OwnVersion = std::unique_ptr<const RowVersion, FreeVersion>;

inline OwnVersion own_version(std::string_view key, std::string_view value, bool present) {
  return OwnVersion(make_version(key, value, 0, present, [](std::size_t bytes) {
    return static_cast<std::byte*>(::operator new(bytes));
  }));
}

}  // namespace stoa::store
