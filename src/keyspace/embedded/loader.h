#pragma once
#include "base/result.h"
#include "keyspace/embedded/objects.h"
#include "keyspace/embedded/row.h"

#include <optional>
#include <string_view>

namespace stoa::keyspace::embedded {

/// Builds the objects from rows that come in the order of their keys.
class Loader {
 public:
  explicit Loader(Objects& objects) : objects_(objects) {}

  void row(std::string_view key, std::string_view value);
  /// Corrupt (`keyspace.row`) when a row could not be understood; what it said of the others is in place.
  Result<void> finish();
  std::size_t rows() const { return rows_; }

 private:
  bool apply(const Row&, std::string_view value);
  void finish_object();

  Objects& objects_;
  Object* current_ = nullptr;
  std::size_t rows_ = 0;
  std::optional<Error> error_;
};

}  // namespace stoa::keyspace::embedded
