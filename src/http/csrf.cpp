#include "http/csrf.h"

#include "http/origin.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <span>

namespace stoa::http {
namespace {

constexpr std::size_t kHalf = 16;
constexpr int kAlphabet = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
constexpr std::size_t kTextBytes = sodium_base64_ENCODED_LEN(2 * kHalf, kAlphabet);

using Halves = std::array<unsigned char, 2 * kHalf>;

/// Chance for many tokens in one question to the system, which costs more than all the rest of a token. What
/// was given is not kept.
class Masks {
 public:
  void fill(std::span<unsigned char, kHalf> mask) {
    if (left_ == 0) {
      randombytes_buf(chance_.data(), chance_.size());
      left_ = chance_.size();
    }
    left_ -= kHalf;
    std::copy_n(chance_.data() + left_, kHalf, mask.data());
    sodium_memzero(chance_.data() + left_, kHalf);
  }

 private:
  std::array<unsigned char, 32 * kHalf> chance_;
  std::size_t left_ = 0;
};

}  // namespace

std::string Csrf::token(std::string_view seed) const {
  const auto hash = secret_.hash("csrf", seed);
  Halves bytes;
  thread_local Masks masks;
  masks.fill(std::span(bytes).first<kHalf>());
  for (std::size_t i = 0; i < kHalf; ++i) bytes[kHalf + i] = bytes[i] ^ hash[i];
  std::string text(kTextBytes, '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), kAlphabet);
  text.pop_back();
  return text;
}

bool Csrf::accepts(std::string_view seed, std::string_view token) const {
  Halves bytes;
  std::size_t size = 0;
  if (sodium_base642bin(bytes.data(), bytes.size(), token.data(), token.size(), nullptr, &size, nullptr,
                        kAlphabet) != 0 ||
      size != bytes.size())
    return false;
  const auto hash = secret_.hash("csrf", seed);
  for (std::size_t i = 0; i < kHalf; ++i) bytes[kHalf + i] ^= bytes[i];
  return sodium_memcmp(bytes.data() + kHalf, hash.data(), kHalf) == 0;
}

namespace {

Csrf::Origin compare_origin(const Request& request, std::string_view address) {
  return is_of_this_site(request, address) ? Csrf::Origin::Own : Csrf::Origin::Foreign;
}

}  // namespace

Csrf::Origin Csrf::origin_of(const Request& request) {
  if (const auto site = request.header("sec-fetch-site"))
    return *site == "same-origin" || *site == "none" ? Origin::Own : Origin::Foreign;
  if (const auto origin = request.header("origin")) return compare_origin(request, *origin);
  // Older browsers send neither. Another site can withhold a Referer, but cannot make it ours.
  if (const auto referer = request.header("referer")) return compare_origin(request, *referer);
  return Origin::Unknown;
}

}  // namespace stoa::http
