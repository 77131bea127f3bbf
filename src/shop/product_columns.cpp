#include "shop/product_columns.h"

#include "base/json.h"
#include "base/rfc3339.h"
#include "base/typed_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace stoa::shop {
namespace {

constexpr std::string_view kAttributes = "attributes.", kZones = "stock_by_zone.",
                           kZonesToo = "stock_by_zones.", kPictures = "pictures.";
constexpr std::size_t kMostPictures = 20;

/// What is no number stays a text, which the reader of the JSON then complains about.
std::string number_of(std::string_view cell) {
  std::string digits = plain_number(std::string(cell));
  const auto first = digits.find_first_not_of('0');
  if (first != 0 && first != digits.npos) digits.erase(0, digits[first] == '.' ? first - 1 : first);
  const bool plain = !digits.empty() && digits.front() != '.' && digits.back() != '.' &&
                     digits.find_first_not_of("0123456789.") == digits.npos &&
                     std::ranges::count(digits, '.') <= 1;
  if (first == digits.npos && plain) return "0";
  return plain ? digits : json_text(cell);
}

/// An empty cell says that there is no such attribute, so one without a value is a cell of two quotes, which
/// spreadsheets keep; whatever could be taken for that gets two more.
constexpr std::string_view kNoValue = "\"\"";

bool is_only_quotes(std::string_view text) {
  return text.size() >= kNoValue.size() && text.find_first_not_of('"') == text.npos;
}

std::string cell_of_value(const std::string& value) {
  return value.empty() || is_only_quotes(value) ? value + std::string(kNoValue) : value;
}

std::string_view value_of_cell(std::string_view cell) {
  return is_only_quotes(cell) ? cell.substr(kNoValue.size()) : cell;
}

/// Parts of one object, begun when there is something in it.
struct Part {
  std::string_view name;
  std::string text = {};

  void add(std::string_view key, std::string_view value) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", json_text(key), value);
  }
};

}  // namespace

Result<ProductColumns::Column> ProductColumns::column_of(std::string_view name) {
  struct Plain {
    std::string_view name;
    Kind kind;
  };
  static constexpr auto kPlain = std::to_array<Plain>({{"_id", Kind::Id},
                                                       {"id", Kind::Id},
                                                       {"name", Kind::Name},
                                                       {"description", Kind::Description},
                                                       {"category", Kind::Category},
                                                       {"price", Kind::Price},
                                                       {"created_at", Kind::CreatedAt},
                                                       {"updated_at", Kind::UpdatedAt},
                                                       {"retired_at", Kind::RetiredAt}});
  for (const auto& plain : kPlain)
    if (name == plain.name) return Column{plain.kind, {}};
  if (name.starts_with(kAttributes))
    return Column{Kind::Attribute, std::string(name.substr(kAttributes.size()))};
  for (const auto prefix : {kZones, kZonesToo})
    if (name.starts_with(prefix)) return Column{Kind::Stock, std::string(name.substr(prefix.size()))};
  if (name.starts_with(kPictures)) {
    const auto digits = name.substr(kPictures.size());
    std::size_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ptr == digits.data() + digits.size() && number >= 1 && number <= kMostPictures)
      return Column{Kind::Picture, {}, number};
  }
  return Error{
      Error::Kind::Invalid, "import.columns",
      fmt::format("the first line names a column '{}' that products do not have; there are _id, name, "
                  "description, category, price, created_at, updated_at, retired_at, pictures.1 to "
                  "pictures.20, attributes.NAME and stock_by_zone.ZONE",
                  name.substr(0, 60))};
}

Result<ProductColumns> ProductColumns::read(const std::vector<std::string>& names) {
  ProductColumns columns;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    Column column = STOA_TRY(column_of(name));
    if (!seen.insert(name_of(column)).second)
      return Error{Error::Kind::Invalid, "import.columns",
                   fmt::format("the first line names the column '{}' twice; keep one of them", name)};
    columns.columns_.push_back(std::move(column));
  }
  return columns;
}

ProductColumns ProductColumns::of(const std::set<std::string>& attributes, const std::set<std::string>& zones,
                                  std::size_t pictures) {
  ProductColumns made;
  for (const Kind kind : {Kind::Id, Kind::Name, Kind::Description, Kind::Category, Kind::Price,
                          Kind::CreatedAt, Kind::UpdatedAt, Kind::RetiredAt})
    made.columns_.push_back({kind, {}});
  for (std::size_t i = 1; i <= pictures; ++i) made.columns_.push_back({Kind::Picture, {}, i});
  for (const auto& name : attributes) made.columns_.push_back({Kind::Attribute, name});
  for (const auto& zone : zones) made.columns_.push_back({Kind::Stock, zone});
  return made;
}

std::string ProductColumns::name_of(const Column& column) {
  static constexpr std::array<std::string_view, 8> kNames{"_id",   "name",       "description", "category",
                                                          "price", "created_at", "updated_at",  "retired_at"};
  if (column.kind == Kind::Attribute) return std::string(kAttributes) + column.name;
  if (column.kind == Kind::Stock) return std::string(kZones) + column.name;
  if (column.kind == Kind::Picture) return fmt::format("{}{}", kPictures, column.number);
  return std::string(kNames.at(static_cast<std::size_t>(column.kind)));
}

std::vector<std::string> ProductColumns::names() const {
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(name_of(column));
  return names;
}

std::string ProductColumns::cell_of(const Column& column, const Product& product) {
  switch (column.kind) {
    case Kind::Id:
      return product.id.hex();
    case Kind::Name:
      return product.name;
    case Kind::Description:
      return product.description.value_or("");
    case Kind::Category:
      return product.category;
    case Kind::Price:
      return product.price.text();
    case Kind::CreatedAt:
      return to_rfc3339(product.created_at);
    case Kind::UpdatedAt:
      return to_rfc3339(product.updated_at);
    case Kind::RetiredAt:
      return product.retired_at ? to_rfc3339(*product.retired_at) : "";
    case Kind::Picture:
      return product.pictures && product.pictures->size() >= column.number
                 ? (*product.pictures)[column.number - 1]
                 : "";
    case Kind::Attribute: {
      const auto found = product.attributes.find(column.name);
      return found == product.attributes.end() ? "" : cell_of_value(found->second);
    }
    case Kind::Stock: {
      const auto found = product.stock_by_zone.find(column.name);
      return found == product.stock_by_zone.end() ? "" : std::to_string(found->second);
    }
  }
  return {};
}

std::vector<std::string> ProductColumns::cells_of(const Product& product) const {
  std::vector<std::string> cells;
  cells.reserve(columns_.size());
  for (const Column& column : columns_) cells.push_back(cell_of(column, product));
  return cells;
}

Result<std::string> ProductColumns::json_of(const std::vector<std::string>& cells) const {
  if (cells.size() > columns_.size())
    return Error{
        Error::Kind::Invalid, "import.cells",
        fmt::format("has {} cells, and the first line names {} columns", cells.size(), columns_.size())};
  Part whole{""}, attributes{"some_attributes"}, stock{"stock_by_zone"};
  std::string pictures, removed;
  bool has_pictures = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Column& column = columns_[i];
    const std::string& cell = cells[i];
    if (column.kind == Kind::Attribute && cell.empty()) {
      removed += (removed.empty() ? "" : ",") + json_text(column.name);
    } else if (column.kind == Kind::Attribute) {
      attributes.add(column.name, json_text(value_of_cell(cell)));
    } else if (column.kind == Kind::Description) {
      whole.add("description", json_text(cell));
    } else if (column.kind == Kind::RetiredAt && cell.empty()) {
      whole.add("retired", "false");
    } else if (column.kind == Kind::Picture) {
      has_pictures = true;
      if (!cell.empty()) pictures += (pictures.empty() ? "" : ",") + json_text(cell);
    } else if (cell.empty()) {
      continue;
    } else if (column.kind == Kind::Stock) {
      stock.add(column.name, number_of(cell));
    } else {
      whole.add(name_of(column), column.kind == Kind::Price ? number_of(cell) : json_text(cell));
    }
  }
  if (has_pictures) whole.add("pictures", "[" + pictures + "]");
  if (!removed.empty()) whole.add("removed_attributes", "[" + removed + "]");
  for (const Part* part : {&attributes, &stock})
    if (!part->text.empty()) whole.add(part->name, "{" + part->text + "}");
  return "{" + whole.text + "}";
}

}  // namespace stoa::shop
