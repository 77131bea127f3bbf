#include "shop/product_file.h"

#include "base/json.h"
#include "records/collections.h"
#include "records/typed.h"
#include "shop/csv.h"
#include "shop/extended_json.h"
#include "shop/product_columns.h"

#include <fmt/format.h>

namespace stoa::shop {
namespace {

constexpr std::size_t kMostLineBytes = 1 << 20;
constexpr std::size_t kProductsAtOnce = 500;
constexpr std::size_t kPieceBytes = 64 << 10;

class JsonSource final : public LineSource {
 public:
  explicit JsonSource(std::istream& from) : lines_(from, kMostLineBytes) {}

  std::optional<ImportLine> next() override {
    auto line = lines_.next();
    if (line && line->json.ok()) line->json = plain_json(*line->json);
    return line;
  }
  std::uint64_t bytes() const override { return lines_.bytes(); }

 private:
  JsonLines lines_;
};

class CsvSource final : public LineSource {
 public:
  explicit CsvSource(std::istream& from) : reader_(from) {}

  Result<void> read_columns() {
    const auto names = STOA_TRY(reader_.next());
    if (!names)
      return Error{Error::Kind::Invalid, "import.columns",
                   "the file is empty; its first line names the columns, as name,category,price"};
    columns_ = STOA_TRY(ProductColumns::read(*names));
    return {};
  }
  std::optional<ImportLine> next() override {
    const auto cells = reader_.next();
    if (!cells.ok()) return ImportLine{reader_.line(), cells.error()};
    if (!*cells) return std::nullopt;
    return ImportLine{reader_.line(), columns_.json_of(**cells)};
  }
  std::uint64_t bytes() const override { return reader_.bytes(); }

 private:
  CsvReader reader_;
  ProductColumns columns_;
};

Result<std::unique_ptr<LineSource>> source_of(std::istream& from, ProductFormat format) {
  if (format == ProductFormat::JsonLines)
    return std::unique_ptr<LineSource>(std::make_unique<JsonSource>(from));
  auto source = std::make_unique<CsvSource>(from);
  STOA_TRY(source->read_columns());
  return std::unique_ptr<LineSource>(std::move(source));
}

template <class Visit>
Result<std::uint64_t> for_each_product(records::Reader& reader, Visit visit) {
  records::Query query{.index = "_id", .limit = kProductsAtOnce};
  std::uint64_t products = 0;
  do {
    auto page = STOA_TRY(records::find<Product>(reader, records::collections::products(), query));
    for (const Product& product : page.documents) STOA_TRY(visit(product));
    products += page.documents.size();
    query.cursor = std::move(page.next);
  } while (!query.cursor.empty());
  return products;
}

Result<ProductColumns> columns_of_all(records::Reader& reader) {
  std::set<std::string> attributes, zones;
  std::size_t pictures = 0;
  STOA_TRY(for_each_product(reader, [&](const Product& product) -> Result<void> {
    for (const auto& [name, value] : product.attributes) attributes.insert(name);
    for (const auto& [zone, quantity] : product.stock_by_zone) zones.insert(zone);
    if (product.pictures) pictures = std::max(pictures, product.pictures->size());
    return {};
  }));
  return ProductColumns::of(attributes, zones, pictures);
}

}  // namespace

Result<ProductFormat> product_format_of(std::string_view file_name) {
  if (file_name.ends_with(".csv")) return ProductFormat::Csv;
  for (const auto ending : {".jsonl", ".ndjson", ".json"})
    if (file_name.ends_with(ending)) return ProductFormat::JsonLines;
  return Error{
      Error::Kind::Invalid, "products.format",
      fmt::format("'{}' is neither CSV nor JSON lines by its name; let it end in .csv or .jsonl", file_name)};
}

Result<ImportReport> import_products(records::Records& records, Intake& intake, std::istream& from,
                                     ProductFormat format, const ImportWatcher& watcher, StaleStock stale) {
  const auto source = STOA_TRY(source_of(from, format));
  const auto take = [&](const std::string& json) -> Result<LineOutcome> {
    return intake.take(STOA_TRY(read_json<ProductEntry>(json)), stale);
  };
  const auto report = STOA_TRY(import_lines(*source, take, watcher));
  STOA_TRY(records.transact([](records::Tx&) -> Result<void> { return {}; }));
  return report;
}

Result<std::uint64_t> export_products(records::Reader& reader, ProductFormat format,
                                      FunctionRef<Result<void>(std::string_view)> write) {
  std::string piece;
  ProductColumns columns;
  if (format == ProductFormat::Csv) {
    columns = STOA_TRY(columns_of_all(reader));
    append_csv(piece, columns.names());
  }
  const auto append = [&](const Product& product) -> Result<void> {
    if (format == ProductFormat::Csv) {
      append_csv(piece, columns.cells_of(product));
    } else {
      write_json(entry_of(product), piece);
      piece += '\n';
    }
    if (piece.size() < kPieceBytes) return {};
    STOA_TRY(write(piece));
    piece.clear();
    return {};
  };
  const auto products = STOA_TRY(for_each_product(reader, append));
  STOA_TRY(write(piece));
  return products;
}

}  // namespace stoa::shop
