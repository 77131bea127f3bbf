#pragma once
#include "base/function_ref.h"
#include "base/result.h"
#include "records/records.h"
#include "shop/intake.h"

#include <cstdint>
#include <functional>
#include <istream>
#include <string_view>

namespace stoa::shop {

/// CSV has a line of column names first: `_id`, `name`, `description`, `category`, `price`, `created_at`,
/// `updated_at`, `retired_at`, `pictures.1`, …, `attributes.color`, …, `stock_by_zone.MSK`, …; in any order,
/// and any may be missing. An empty cell takes a description, a picture or an attribute away, and puts what
/// is retired back on sale; other empty cells say nothing. An attribute without a value is a cell of two
/// quotes. JSON lines hold one document each, as this program or mongoexport writes it (extended_json.h).
enum class ProductFormat { Csv, JsonLines };

/// By the end of the name: `.csv`, `.jsonl`, `.ndjson`, `.json`. Invalid (`products.format`).
Result<ProductFormat> product_format_of(std::string_view file_name);

struct ImportReport {
  std::uint64_t created = 0;
  std::uint64_t changed = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t rejected = 0;

  std::uint64_t all() const { return created + changed + unchanged + rejected; }
};

/// Who follows an import.
struct ImportWatcher {
  /// A line was not taken, and nothing of it.
  std::function<void(std::uint64_t line, std::string_view why)> rejected;
  /// Told now and then how many bytes of the file are done.
  std::function<void(std::uint64_t bytes, const ImportReport&)> progress;
  /// Asked as often whether to go on.
  std::function<bool()> goes_on;
};

/// Takes every line of the file, each whole or not at all, and holds one at a time. On disk when it returns.
/// Doing it again changes nothing. An engine that is away, or a first line of CSV that cannot be understood
/// (`import.columns`), ends it with an Error, and so does a
/// watcher who does not go on (`import.stopped`); what was taken before stays, and the import can be
/// repeated.
Result<ImportReport> import_products(records::Records&, Intake&, std::istream&, ProductFormat,
                                     const ImportWatcher&);

/// All products, retired ones too, by id, in pieces of bounded size, in the form that import takes. Gives how
/// many. An Error that `write` gives ends it and comes back.
Result<std::uint64_t> export_products(records::Reader&, ProductFormat,
                                      FunctionRef<Result<void>(std::string_view piece)> write);

}  // namespace stoa::shop
