#pragma once
#include "records/embedded/rows.h"
#include "store/changes.h"

#include <map>
#include <memory>
#include <memory_resource>
#include <set>
#include <utility>

namespace stoa::records::embedded {

/// The rows one transaction has written, over those of the store. Kept in one piece of memory that the next
/// transaction uses again. Owned by whoever holds the transaction lock.
class Overlay final : public Rows {
 public:
  explicit Overlay(store::Store&);

  Result<std::optional<std::string>> get(std::string_view key) override;
  /// Must not be used after the next put, remove or clear.
  std::unique_ptr<store::Scan> scan(std::string_view from, std::string_view to, store::Direction) override;

  void put(std::string_view key, std::string_view value);
  void remove(std::string_view key);
  /// Of bare rows, see store::Changes.
  void put_bare(std::string_view key);
  void remove_bare(std::string_view key);

  bool empty() const { return written_.empty(); }
  void append_to(store::Changes&) const;
  void clear();

 private:
  class MergedScan;
  struct Written {
    enum class Kind { Put, Removed } kind;
    std::string_view value;
    bool bare = false;
  };
  using Map = std::pmr::map<std::string_view, Written, std::less<>>;

  std::string_view keep(std::string_view bytes);
  Result<std::optional<std::string>> stored(std::string_view key);
  std::unique_ptr<store::Scan> stored(std::string_view from, std::string_view to, store::Direction);
  void write(std::string_view key, Written);

  store::Store& store_;
  std::unique_ptr<std::byte[]> first_piece_;
  std::pmr::monotonic_buffer_resource memory_;
  Map written_;
  /// Keys the store was asked for and has not.
  std::pmr::set<std::string_view> absent_;
  /// Ranges in which the store has no row.
  std::pmr::set<std::pair<std::string_view, std::string_view>> vacant_;
};

}  // namespace stoa::records::embedded
