#pragma once
#include "base/result.h"
#include "shop/product.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

/// The columns of a CSV file of products.
class ProductColumns {
 public:
  /// Invalid (`import.columns`) for a column that is unknown or there twice.
  static Result<ProductColumns> read(const std::vector<std::string>& names);

  /// Of a file that has everything: `attributes`, `zones` and as many pictures as the product with most.
  static ProductColumns of(const std::set<std::string>& attributes, const std::set<std::string>& zones,
                           std::size_t pictures);

  std::vector<std::string> names() const;
  std::vector<std::string> cells_of(const Product&) const;

  /// The line as a ProductEntry in JSON. Invalid (`import.cells`) when it has more cells than there are
  /// columns.
  Result<std::string> json_of(const std::vector<std::string>& cells) const;

 private:
  enum class Kind {
    Id,
    Name,
    Description,
    Category,
    Price,
    CreatedAt,
    UpdatedAt,
    RetiredAt,
    Picture,
    Attribute,
    Stock
  };
  struct Column {
    Kind kind;
    /// Of an attribute or a zone.
    std::string name;
    std::size_t number = 0;
  };
  static Result<Column> column_of(std::string_view name);
  static std::string name_of(const Column&);
  static std::string cell_of(const Column&, const Product&);

  std::vector<Column> columns_;
};

}  // namespace stoa::shop
