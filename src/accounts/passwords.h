#pragma once
#include "base/guarded.h"
#include "base/result.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::accounts {

/// What one hash costs, and how many are made at the same time: together they bound the memory.
struct PasswordCost {
  std::size_t memory_bytes = std::size_t{19} << 20;
  std::uint64_t passes = 2;
  std::size_t at_once = 4;
  /// How long a hash waits for its turn before it is refused.
  std::chrono::milliseconds patience{2000};
};

/// Makes and checks Argon2id hashes. Both compute for tens of milliseconds: call it on the pool, never on a
/// loop. Safe from any thread.
class Passwords {
 public:
  /// Invalid (`accounts.password_cost`) for a cost that libsodium does not take.
  static Result<std::unique_ptr<Passwords>> make(const PasswordCost&);

  /// `$argon2id$v=19$m=…,t=…,p=1$salt$hash`, with a salt of its own. Unavailable (`accounts.busy`) when too
  /// many were before it, or memory is short.
  Result<std::string> hash(std::string_view password);

  /// Without a kept hash it is false, after just as long as it takes with one.
  Result<bool> matches(const std::optional<std::string>& kept, std::string_view password);

  /// Whether a hash was made at another cost than today's.
  bool is_outdated(const std::string& kept) const;

 private:
  class Turn;
  explicit Passwords(const PasswordCost& cost) : cost_(cost), free_(cost.at_once) {}
  Result<std::string> compute(std::string_view password) const;

  // Fixed once made.
  const PasswordCost cost_;
  std::string nobodys_;

  Guarded<std::size_t> free_;
  std::condition_variable freed_;
};

/// The salt within a hash, as it is written there; empty when it is none.
std::string salt_of(std::string_view hash);

}  // namespace stoa::accounts
