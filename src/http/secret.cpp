#include "http/secret.h"

#include "base/fields.h"
#include "records/collections.h"
#include "records/typed.h"

#include <sodium.h>

#include <stdexcept>

namespace stoa::http {
namespace {

constexpr std::string_view kId = "site";

/// As the collection keeps it.
struct StoredSecret {
  std::string id{kId};
  std::string key;
};

StructDescription describe(Described<StoredSecret>) {
  return fields("StoredSecret", field("_id", &StoredSecret::id), field("key", &StoredSecret::key));
}

std::string hex_of(const Secret& secret) {
  std::string hex(2 * secret.key.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), secret.key.data(), secret.key.size());
  hex.pop_back();
  return hex;
}

Result<Secret> secret_of(const StoredSecret& stored) {
  Secret::Key key;
  std::size_t size = 0;
  if (sodium_hex2bin(key.data(), key.size(), stored.key.data(), stored.key.size(), nullptr, &size, nullptr) !=
          0 ||
      size != key.size() || stored.key.size() != 2 * key.size())
    return Error{
        Error::Kind::Corrupt, "http.secret",
        "the document 'site' of the collection 'secrets' holds no key of 64 hex digits; restore it from a "
        "backup, or remove it: all forms that are open in browsers are then refused once"};
  return Secret(key);
}

}  // namespace

Secret Secret::random() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
  Key key;
  randombytes_buf(key.data(), key.size());
  return Secret(key);
}

std::array<std::uint8_t, 32> Secret::hash(std::string_view purpose, std::string_view text) const {
  std::array<std::uint8_t, 32> digest;
  crypto_generichash_state state;
  crypto_generichash_init(&state, key.data(), key.size(), digest.size());
  // The end of the purpose is marked, so that no other purpose with another text gives the same bytes.
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(purpose.data()), purpose.size());
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>("\0"), 1);
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  crypto_generichash_final(&state, digest.data(), digest.size());
  return digest;
}

Result<std::optional<Secret>> stored_secret(records::Reader& reader) {
  const auto stored =
      STOA_TRY(records::get<StoredSecret>(reader, records::collections::secrets(), std::string(kId)));
  if (!stored) return std::optional<Secret>();
  return std::optional(STOA_TRY(secret_of(*stored)));
}

Result<Secret> shared_secret(records::Records& records) {
  return records.transact([&](records::Tx& tx) -> Result<Secret> {
    if (const auto stored = STOA_TRY(stored_secret(tx))) return *stored;
    const Secret made = Secret::random();
    STOA_TRY(records::insert(tx, records::collections::secrets(), StoredSecret{.key = hex_of(made)}));
    return made;
  });
}

}  // namespace stoa::http
