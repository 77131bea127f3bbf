#pragma once
#include "base/clock.h"
#include "records/records.h"

#include <chrono>
#include <optional>
#include <string>

namespace stoa::shop {

/// Marks carts that nobody has changed for a while and that have something in them. Owned by one thread, the
/// job's.
class Abandonment {
 public:
  /// Both outlive it. `after` is less than kCartLife.
  Abandonment(records::Records& records, const Clock& clock,
              std::chrono::seconds after = std::chrono::hours(24))
      : records_(records), clock_(clock), after_(after) {}

  /// Looks at up to `most` carts and gives how many it looked at; less than `most` means that it has seen all
  /// that are due. It goes on where it stopped: each cart is looked at once in the life of this object, and
  /// again when it was changed since.
  Result<std::size_t> look(std::size_t most);

 private:
  records::Records& records_;
  const Clock& clock_;
  const std::chrono::seconds after_;
  /// All that expire up to here have been looked at.
  Time looked_until_{};
  /// The walk to the next such moment, when it takes more than one look.
  struct Walk {
    Time until;
    std::string cursor;
  };
  std::optional<Walk> walk_;
};

}  // namespace stoa::shop
