#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "http/buckets.h"
#include "http/call.h"

#include <string_view>

namespace stoa::accounts {

/// How often a password may be tried for one account, from wherever it comes; the site counts by address.
/// Counted before the password is looked at, and for names that nobody has too. Safe from any thread.
class Attempts {
 public:
  /// The clock outlives it.
  Attempts(const http::BucketRule& rule, const Clock& clock) : rule_(rule), buckets_({rule}, clock) {}

  /// TooMany (`account.too_many`), and the answer says when to come back.
  Result<void> take(http::Call&, std::string_view typed_name);

 private:
  const http::BucketRule rule_;
  http::Buckets buckets_;
};

}  // namespace stoa::accounts
