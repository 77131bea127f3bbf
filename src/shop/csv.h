#pragma once
#include "base/result.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

/// Reads RFC 4180: fields in quotes may hold commas, quotes (doubled) and line ends; lines end in CRLF or LF.
/// Where the first record is separated by semicolons, as spreadsheets of many countries write it, all are. A
/// byte order mark at the start is passed over, and so are empty lines. Holds one record at a time.
class CsvReader {
 public:
  static constexpr std::size_t kMostBytes = 1 << 20;
  using Record = std::vector<std::string>;

  /// Outlives it.
  explicit CsvReader(std::istream& from) : from_(from) {}

  /// nullopt at the end. Invalid (`csv.malformed`) for a quote where none belongs or one that is never
  /// closed, (`csv.too_long`) for a record over kMostBytes: the next call goes on with the next line.
  Result<std::optional<Record>> next();

  /// The line that the last record began in, from 1; and how many bytes were read so far.
  std::uint64_t line() const { return began_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  int get();
  int peek();
  bool separates(int c) const;
  std::string skip_byte_order_mark();
  Result<void> read_quoted(std::string& field);
  void skip_line();

  std::istream& from_;
  /// None until the first record has shown it.
  std::optional<char> separator_;
  std::uint64_t line_ = 1;
  std::uint64_t began_ = 0;
  std::uint64_t bytes_ = 0;
  std::size_t record_bytes_ = 0;
};

/// Appends a field between quotes, its own doubled.
void append_quoted(std::string& to, std::string_view field);
/// Appends one record with its CRLF; fields are quoted where they must be.
void append_csv(std::string& to, const std::vector<std::string>& fields);

}  // namespace stoa::shop
