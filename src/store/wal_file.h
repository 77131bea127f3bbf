#pragma once
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace stoa::store {

/// Reads one WAL file of RocksDB: blocks of 32 KiB with records of checksum (4 bytes), length (2), type (1)
/// and payload; a record that does not fit a block is split into first, middle and last. It says what is
/// intact and where; RocksDB itself only says whether it would start.
class WalFile {
 public:
  /// One write to the database; it takes the row numbers [sequence, sequence + rows).
  struct Entry {
    std::uint64_t offset;
    std::uint64_t sequence;
    std::uint32_t rows;
  };

  static Result<WalFile> open(const std::filesystem::path&);
  WalFile(WalFile&&) noexcept;
  WalFile& operator=(WalFile&&) = delete;
  ~WalFile();

  /// The next intact entry; nothing at the end or at the first one that is not intact.
  std::optional<Entry> next();

  /// After next() gave nothing: where the file stops being intact, if it does before its end.
  std::optional<std::uint64_t> damage() const { return damage_; }

  /// Past the damage: the next place where an intact entry begins, looked for byte by byte. Of an entry that
  /// is split, only the first part is checked.
  std::optional<Entry> search();

  std::uint64_t size() const { return bytes_.size(); }

 private:
  struct Piece;
  explicit WalFile(std::string_view bytes) : bytes_(bytes) {}
  std::optional<Piece> piece(std::uint64_t at) const;
  std::nullopt_t damaged(std::uint64_t at);

  std::string_view bytes_;  // mapped
  std::uint64_t at_ = 0;
  std::uint64_t searched_ = 0;
  std::optional<std::uint64_t> damage_;
};

}  // namespace stoa::store
