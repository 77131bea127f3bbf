#include "shop/owner.h"

#include <sodium.h>

#include <string_view>

namespace stoa::shop {

Owner guest_owner(const OwnerKey& key, const Token& token) {
  constexpr std::string_view kPurpose = "shop.guest_owner:";
  const std::string text = std::string(kPurpose) + token.text();
  std::array<unsigned char, crypto_generichash_BYTES_MIN> digest;
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), key.data(), key.size());
  ObjectId::Bytes bytes;
  std::copy_n(digest.begin(), bytes.size(), bytes.begin());
  return "sess_" + ObjectId(bytes).hex();
}

records::Value index_value(const Owner& owner) {
  if (const auto* user = std::get_if<UserId>(&owner)) return static_cast<const ObjectId&>(*user);
  return std::get<std::string>(owner);
}

}  // namespace stoa::shop
