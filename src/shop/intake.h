#pragma once
#include "base/clock.h"
#include "base/line_import.h"
#include "records/outbox.h"
#include "records/records.h"
#include "shop/product_entry.h"

#include <optional>

namespace stoa::shop {

/// What becomes of a stock whose number was written down before the product last changed: a sale in between
/// would be undone by it.
enum class StaleStock { Leave, Take };

/// Takes products from files: creates what is new and changes what is there. Safe from any thread.
class Intake {
 public:
  /// All outlive it.
  Intake(records::Records& records, records::Outbox& outbox, const Clock& clock)
      : records_(records), outbox_(outbox), clock_(clock) {}

  /// All of the entry or nothing, in one transaction; each zone whose stock becomes another gets a row of
  /// history. What is as the entry says already is left alone, and so is, with a note, the stock of a product
  /// that has changed since the entry's `updated_at`; an entry without one is taken at its word. Invalid:
  /// `import.incomplete` when a new product lacks its name, category or price, `shop.zone` for what is no
  /// zone.
  Result<LineOutcome> take(const ProductEntry&, StaleStock = StaleStock::Leave);

 private:
  records::Records& records_;
  records::Outbox& outbox_;
  const Clock& clock_;
};

}  // namespace stoa::shop
