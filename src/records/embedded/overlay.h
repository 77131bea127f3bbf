#pragma once
#include "records/embedded/rows.h"
#include "store/changes.h"

#include <cstdint>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stoa::records::embedded {

/// The rows one transaction has written, over those of the store; and those it has read, so that the store is
/// asked once for each, also for what it does not have. Kept in one piece of memory that the next transaction
/// uses again. Owned by whoever holds the transaction lock.
class Overlay final : public Rows {
 public:
  explicit Overlay(store::Store&);

  Result<std::optional<std::string>> get(std::string_view key) override;
  /// The same without a copy: the bytes stay until clear().
  Result<std::optional<std::string_view>> look(std::string_view key);
  /// Must not be used after the next put, remove or clear.
  std::unique_ptr<store::Scan> scan(std::string_view from, std::string_view to, store::Direction) override;

  void put(std::string_view key, std::string_view value);
  void remove(std::string_view key);
  /// Of bare rows, see store::Changes. Those cannot be asked for.
  void put_bare(std::string_view key);
  void remove_bare(std::string_view key);

  bool empty() const { return touched_->written.empty(); }
  /// In the order in which they were first written; a bare row comes as often as it was.
  void append_to(store::Changes&) const;
  void clear();

 private:
  class MergedScan;
  struct Row {
    enum class State : std::uint8_t { Stored, Absent, Put, Removed } state;
    bool bare = false;
    std::string_view key;
    std::string_view value;

    bool there() const { return state == State::Stored || state == State::Put; }
    bool written() const { return state == State::Put || state == State::Removed; }
  };
  using Ordered = std::pmr::map<std::string_view, const Row*, std::less<>>;

  /// Of one transaction; all of it is in `memory_`.
  struct Touched {
    explicit Touched(std::pmr::memory_resource* memory)
        : rows(kUsualRows, memory), written(memory), ordered(memory), vacant(memory) {}

    std::pmr::unordered_map<std::string_view, Row> rows;  // all but bare ones
    std::pmr::vector<const Row*> written;
    /// The first `in_order` of those, of each key the newest.
    Ordered ordered;
    std::size_t in_order = 0;
    /// Ranges in which the store has no row.
    std::pmr::set<std::pair<std::string_view, std::string_view>> vacant;
  };
  static constexpr std::size_t kUsualRows = 32;

  std::string_view keep(std::string_view bytes);
  const Row& remember(std::string_view key, const std::optional<std::string>& value);
  std::unique_ptr<store::Scan> stored(std::string_view from, std::string_view to, store::Direction);
  void write(std::string_view key, Row::State, std::string_view value);
  void write_bare(std::string_view key, Row::State);
  const Ordered& ordered();

  store::Store& store_;
  std::unique_ptr<std::byte[]> first_piece_;
  std::pmr::monotonic_buffer_resource memory_;
  std::optional<Touched> touched_;
};

}  // namespace stoa::records::embedded
