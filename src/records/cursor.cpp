#include "records/cursor.h"

#include "records/value_encoding.h"

#include <sodium.h>

#include <stdexcept>

namespace stoa::records {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kSealSize = crypto_generichash_BYTES_MIN;
constexpr int kAlphabet = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
using Seal = std::array<std::uint8_t, kSealSize>;

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

Error refused() {
  return {Error::Kind::Invalid, "records.cursor",
          "the cursor is not one of this list; begin at the first page, without a cursor"};
}

void append_sized(std::string_view part, std::string& out) {
  const std::uint64_t size = part.size();
  out.append(reinterpret_cast<const char*>(&size), sizeof size).append(part);
}

void append_bound(const std::optional<Query::Bound>& bound, std::string& out) {
  if (!bound) return out.push_back(0);
  out.push_back(bound->end == Query::End::Included ? 1 : 2);
  encode_value(bound->value, out);
}

// The binding's size is in the seal too, so that no byte can wander between it and the position.
Seal seal(const CursorKey& key, std::string_view binding, std::string_view position) {
  Seal seal;
  const std::uint64_t size = binding.size();
  crypto_generichash_state state;
  crypto_generichash_init(&state, bytes_of(key.bytes()), key.bytes().size(), seal.size());
  crypto_generichash_update(&state, &kVersion, 1);
  crypto_generichash_update(&state, reinterpret_cast<const std::uint8_t*>(&size), sizeof size);
  crypto_generichash_update(&state, bytes_of(binding), binding.size());
  crypto_generichash_update(&state, bytes_of(position), position.size());
  crypto_generichash_final(&state, seal.data(), seal.size());
  return seal;
}

}  // namespace

CursorKey CursorKey::make() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium finds no source of randomness");
  CursorKey key;
  randombytes_buf(key.bytes_.data(), key.bytes_.size());
  return key;
}

CursorKey CursorKey::from(std::string_view bytes) {
  CursorKey key;
  bytes.copy(reinterpret_cast<char*>(key.bytes_.data()), kSize);
  return key;
}

std::string cursor_binding(const Collection& collection, const Query& query) {
  std::string binding;
  append_sized(collection.name, binding);
  append_sized(query.index, binding);
  for (const auto& index : collection.indexes) {
    if (index.name != query.index) continue;
    binding.push_back(index.unique == Index::Unique::Yes);
    for (const auto& field : index.fields) {
      append_sized(field.path, binding);
      binding.push_back(field.direction == IndexField::Direction::Descending);
    }
  }
  append_sized({}, binding);
  for (const auto& value : query.equal) encode_value(value, binding);
  append_bound(query.min, binding);
  append_bound(query.max, binding);
  binding.push_back(query.walk == Query::Walk::Against);
  return binding;
}

std::string write_cursor(const CursorKey& key, std::string_view binding, std::string_view position) {
  std::string bytes(1, static_cast<char>(kVersion));
  const auto mark = seal(key, binding, position);
  bytes.append(reinterpret_cast<const char*>(mark.data()), mark.size()).append(position);
  std::string text(sodium_base64_encoded_len(bytes.size(), kAlphabet), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes_of(bytes), bytes.size(), kAlphabet);
  text.pop_back();
  return text;
}

Result<std::string> read_cursor(const CursorKey& key, std::string_view binding, std::string_view text) {
  // libsodium's decoder takes some bytes beyond ASCII for digits.
  if (text.find_first_not_of(kDigits) != std::string_view::npos) return refused();
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size(), text.data(), text.size(),
                        nullptr, &size, nullptr, kAlphabet) != 0)
    return refused();
  bytes.resize(size);
  if (size < 1 + kSealSize || static_cast<std::uint8_t>(bytes[0]) != kVersion) return refused();
  const auto position = std::string_view(bytes).substr(1 + kSealSize);
  const auto expected = seal(key, binding, position);
  if (sodium_memcmp(expected.data(), bytes.data() + 1, expected.size()) != 0) return refused();
  return bytes.substr(1 + kSealSize);
}

}  // namespace stoa::records
