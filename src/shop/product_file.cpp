#include "shop/product_file.h"

#include "base/durability.h"
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
constexpr std::uint64_t kBetweenProgress = 500;
constexpr std::size_t kProductsAtOnce = 500;
constexpr std::size_t kPieceBytes = 64 << 10;

/// One line of a file, whatever its format: its text as JSON, or why it has none.
struct Line {
  std::uint64_t number = 0;
  Result<std::string> json;
};

class LineSource {
 public:
  virtual ~LineSource() = default;
  /// nullopt at the end.
  virtual std::optional<Line> next() = 0;
  virtual std::uint64_t bytes() const = 0;
};

class JsonSource final : public LineSource {
 public:
  explicit JsonSource(std::istream& from) : from_(from) {}

  std::optional<Line> next() override {
    while (read_line()) {
      ++number_;
      if (number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
      if (line_.find_first_not_of(" \t\r") == line_.npos) continue;
      if (line_.size() > kMostLineBytes)
        return Line{number_, Error{Error::Kind::Invalid, "import.too_long", "longer than 1 MB"}};
      return Line{number_, plain_json(line_)};
    }
    return std::nullopt;
  }
  std::uint64_t bytes() const override { return bytes_; }

 private:
  /// What is beyond the limit is read and not kept.
  bool read_line() {
    line_.clear();
    auto* const buffer = from_.rdbuf();
    int c = buffer->sbumpc();
    if (c == kEnd) return false;
    for (; c != '\n' && c != kEnd; c = buffer->sbumpc()) {
      ++bytes_;
      if (line_.size() <= kMostLineBytes) line_ += static_cast<char>(c);
    }
    ++bytes_;
    return true;
  }

  static constexpr int kEnd = std::char_traits<char>::eof();
  std::istream& from_;
  std::string line_;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_ = 0;
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
  std::optional<Line> next() override {
    const auto cells = reader_.next();
    if (!cells.ok()) return Line{reader_.line(), cells.error()};
    if (!*cells) return std::nullopt;
    return Line{reader_.line(), columns_.json_of(**cells)};
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

/// An error of read_json, which speaks of requests and of texts with many lines, as one of a file's line.
Error of_the_line(Error error) {
  constexpr std::string_view kOfARequest = "body: ", kOfATextsLine = " at line 1, column";
  if (error.message.starts_with(kOfARequest)) error.message.erase(0, kOfARequest.size());
  if (const auto at = error.message.find(kOfATextsLine); at != error.message.npos)
    error.message.replace(at, kOfATextsLine.size(), " at column");
  return error;
}

Result<Intake::Taken> take(Intake& intake, const Line& line) {
  if (!line.json.ok()) return line.json.error();
  const auto entry = read_json<ProductEntry>(*line.json);
  if (!entry.ok()) return of_the_line(entry.error());
  return intake.take(*entry);
}

/// Whether it is the line's own fault, so that the next may do better.
bool concerns_the_line(const Error& error) {
  return error.kind != Error::Kind::Unavailable && error.kind != Error::Kind::Corrupt;
}

void count(ImportReport& report, Intake::Taken taken) {
  using enum Intake::Taken;
  ++(taken == Created ? report.created : taken == Changed ? report.changed : report.unchanged);
}

Result<void> take_all(Intake& intake, LineSource& source, const ImportWatcher& watcher,
                      ImportReport& report) {
  // One wait for the disk at the end, instead of one a line.
  const DeferredDurability unhurried;
  while (const auto line = source.next()) {
    const auto taken = take(intake, *line);
    if (taken.ok()) {
      count(report, *taken);
    } else if (concerns_the_line(taken.error())) {
      ++report.rejected;
      if (watcher.rejected) watcher.rejected(line->number, taken.error().message);
    } else {
      return Error{
          taken.error().kind, taken.error().code,
          fmt::format("line {}: {}; the lines before it are taken, and importing the file again is safe",
                      line->number, taken.error().message)};
    }
    if (report.all() % kBetweenProgress != 0) continue;
    if (watcher.progress) watcher.progress(source.bytes(), report);
    if (watcher.goes_on && !watcher.goes_on())
      return Error{Error::Kind::Unavailable, "import.stopped",
                   fmt::format("stopped after line {}; importing the file again is safe", line->number)};
  }
  return {};
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
                                     ProductFormat format, const ImportWatcher& watcher) {
  const auto source = STOA_TRY(source_of(from, format));
  ImportReport report;
  STOA_TRY(take_all(intake, *source, watcher, report));
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
