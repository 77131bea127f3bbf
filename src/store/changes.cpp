#include "store/changes.h"

#include <cstring>

namespace stoa::store {
namespace {

struct Header {
  std::uint32_t key_size;
  std::uint32_t value_size;
  Changes::Kind kind;
  Family family;
};

}  // namespace

void Changes::add(Kind kind, Family family, std::string_view key, std::string_view value) {
  const Header header{static_cast<std::uint32_t>(key.size()), static_cast<std::uint32_t>(value.size()), kind,
                      family};
  buffer_.append(reinterpret_cast<const char*>(&header), sizeof header);
  buffer_.append(key);
  buffer_.append(value);
  families_ |= bit(family);
}

Changes::Change Changes::read(std::string_view bytes, std::size_t& at) {
  Header header;
  std::memcpy(&header, bytes.data() + at, sizeof header);
  at += sizeof header;
  const auto key = bytes.substr(at, header.key_size);
  const auto value = bytes.substr(at + header.key_size, header.value_size);
  at += header.key_size + header.value_size;
  return {header.kind, header.family, key, value};
}

}  // namespace stoa::store
