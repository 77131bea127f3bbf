#pragma once
#include "keyspace/embedded/objects.h"
#include "keyspace/embedded/row.h"
#include "keyspace/embedded/turnover.h"
#include "store/changes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stoa::keyspace::embedded {

/// What one transaction has done so far: the rows for the disk, and how to take it back from memory.
/// The writer tells it of each change just before making it. Objects that a transaction drops are kept here
/// until it ends, so that an object's address is good for as long as the journal may need it.
class Journal {
 public:
  using Milliseconds = Objects::Milliseconds;

  Journal() = default;
  Journal(const Journal&) = delete;
  ~Journal() { commit(); }

  const store::Changes& rows() const { return rows_; }
  /// For rows of somebody else that are to be submitted with these.
  store::Changes& rows() { return rows_; }
  /// Hashes of the names written to.
  const std::vector<std::uint64_t>& touched() const { return touched_; }
  void touch(std::uint64_t hash) { touched_.push_back(hash); }
  /// Those that it has not given before: whoever asks again and again looks at each of them once.
  std::span<const std::uint64_t> newly_touched() {
    const std::size_t given = std::exchange(touched_given_, touched_.size());
    return std::span<const std::uint64_t>(touched_).subspan(given);
  }

  const Turnover& turnover() const { return turnover_; }

  void put(const Object&, std::string_view element, std::string_view value);
  void remove(const Object&, std::string_view element);
  void put_expiry(const Object&, std::optional<Milliseconds> was, std::optional<Milliseconds> becomes);
  void remove_all(const Object&);
  /// There is an object that was not there before; its rows are told of apart.
  void came() { turnover_.came = true; }

  void before_value(Object&);
  void before_field(Object&, std::string_view name, const HashField* field);
  enum class Was : bool { Absent, Present };
  void before_member(Object&, std::string_view member, Was);
  void before_score(Object&, std::string_view member, std::optional<double> score);
  void before_list_erase(Object&, std::size_t index);
  void after_list_push(Object&, std::size_t index);
  void before_expiry(Object&, std::optional<Milliseconds>);
  void created(Object&);
  /// Takes ownership.
  void dropped(Object&, std::optional<Milliseconds> expiry);

  /// Forgets how to undo; memory is kept for the next transaction.
  void commit();
  /// Undoes everything, newest first.
  void roll_back(Objects&);

 private:
  enum class Kind : std::uint8_t {
    Value,
    Field,
    Member,
    Score,
    ListErase,
    ListPush,
    Expiry,
    Created,
    Dropped
  };
  struct Undo {
    Kind kind;
    bool had;  // whether there was a value, field, member, score or expiry before
    Object* object;
    std::size_t element_at, element_size, text_at, text_size;
    std::uint64_t number;  // the bits of a score or an expiry, or an index
  };

  Undo& add(Kind, Object&, bool had, std::string_view element = {}, std::string_view text = {});
  void undo(Objects&, const Undo&);
  void put_expiry_row(const Object&, std::optional<Milliseconds>);

  store::Changes rows_;
  std::string row_key_, range_end_;
  std::vector<std::uint64_t> touched_;
  std::size_t touched_given_ = 0;
  Turnover turnover_;
  std::vector<Undo> undos_;
  std::string bytes_;
};

}  // namespace stoa::keyspace::embedded
