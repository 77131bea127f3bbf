#include "accounts/passwords.h"

#include <sodium.h>

#include <array>

namespace stoa::accounts {
namespace {

Error busy() {
  return {Error::Kind::Unavailable, "accounts.busy",
          "too many people log in at this moment; try again in a few seconds"};
}

}  // namespace

/// One of the hashes that may be made at the same time; gives its place back when it goes.
class Passwords::Turn {
 public:
  explicit Turn(Passwords& passwords) : passwords_(passwords) {
    auto free = passwords_.free_.lock();
    taken_ = free.wait_for(passwords_.freed_, passwords_.cost_.patience,
                           [](std::size_t places) { return places > 0; });
    if (taken_) --*free;
  }
  ~Turn() {
    if (!taken_) return;
    ++*passwords_.free_.lock();
    passwords_.freed_.notify_one();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  bool taken() const { return taken_; }

 private:
  Passwords& passwords_;
  bool taken_ = false;
};

Result<std::unique_ptr<Passwords>> Passwords::make(const PasswordCost& cost) {
  const bool good = sodium_init() >= 0 && cost.at_once > 0 &&
                    cost.memory_bytes >= crypto_pwhash_argon2id_MEMLIMIT_MIN &&
                    cost.memory_bytes <= crypto_pwhash_argon2id_MEMLIMIT_MAX &&
                    cost.passes >= crypto_pwhash_argon2id_OPSLIMIT_MIN &&
                    cost.passes <= crypto_pwhash_argon2id_OPSLIMIT_MAX;
  if (!good)
    return Error{Error::Kind::Invalid, "accounts.password_cost",
                 "a password's hash needs at least 8 KiB, one pass and one at a time"};
  std::unique_ptr<Passwords> passwords(new Passwords(cost));
  // What is asked about an account that is not there; nobody knows what it is the hash of.
  std::array<char, 32> nothing;
  randombytes_buf(nothing.data(), nothing.size());
  passwords->nobodys_ = STOA_TRY(passwords->compute({nothing.data(), nothing.size()}));
  return passwords;
}

Result<std::string> Passwords::compute(std::string_view password) const {
  std::array<char, crypto_pwhash_argon2id_STRBYTES> text;
  if (crypto_pwhash_argon2id_str(text.data(), password.data(), password.size(), cost_.passes,
                                 cost_.memory_bytes) != 0)
    return busy();
  return std::string(text.data());
}

Result<std::string> Passwords::hash(std::string_view password) {
  const Turn turn(*this);
  if (!turn.taken()) return busy();
  return compute(password);
}

Result<bool> Passwords::matches(const std::optional<std::string>& kept, std::string_view password) {
  const Turn turn(*this);
  if (!turn.taken()) return busy();
  const std::string& hash = kept ? *kept : nobodys_;
  const bool same = crypto_pwhash_argon2id_str_verify(hash.c_str(), password.data(), password.size()) == 0;
  return kept && same;
}

bool Passwords::is_outdated(const std::string& kept) const {
  return crypto_pwhash_argon2id_str_needs_rehash(kept.c_str(), cost_.passes, cost_.memory_bytes) != 0;
}

std::string salt_of(std::string_view hash) {
  // $argon2id$v=19$m=…,t=…,p=…$salt$hash
  std::size_t at = 0;
  for (int dollars = 0; dollars < 4; ++dollars) {
    at = hash.find('$', at);
    if (at == hash.npos) return {};
    ++at;
  }
  return std::string(hash.substr(at, hash.find('$', at) - at));
}

}  // namespace stoa::accounts
