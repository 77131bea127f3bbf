#pragma once
#include "base/function_ref.h"
#include "base/line_import.h"
#include "base/result.h"
#include "records/records.h"
#include "shop/intake.h"

#include <cstdint>
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

/// Takes every line of the file, each whole or not at all, and holds one at a time. On disk when it returns.
/// Doing it again changes nothing. Stock of a product that has changed since the file was written is left as
/// it is and noted, unless StaleStock::Take. An engine that is away, or a first line of CSV that cannot be
/// understood
/// (`import.columns`), ends it with an Error, and so does a
/// watcher who does not go on (`import.stopped`); what was taken before stays, and the import can be
/// repeated.
Result<ImportReport> import_products(records::Records&, Intake&, std::istream&, ProductFormat,
                                     const ImportWatcher&, StaleStock = StaleStock::Leave);

/// All products, retired ones too, by id, in pieces of bounded size, in the form that import takes. Gives how
/// many. An Error that `write` gives ends it and comes back.
Result<std::uint64_t> export_products(records::Reader&, ProductFormat,
                                      FunctionRef<Result<void>(std::string_view piece)> write);

}  // namespace stoa::shop
