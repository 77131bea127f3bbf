#pragma once
#include "store/changes.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stoa::store {

/// Rows of one family as a segment of the log names them, put into key order for a table. Of a row that was
/// written several times the last change counts.
class RowSorter {
 public:
  /// `bytes` begins with the change and stays where it is; changes come as they lie in memory, the later ones
  /// behind the earlier ones.
  void add(const Changes::Change&, std::string_view bytes);
  bool empty() const { return items_.empty() && ranges_.empty(); }
  /// Begins anew, and keeps its memory.
  void clear();

  /// Calls `row(const Changes::Change&)`, once for each key in order. What a later RemoveRange covers is left
  /// out.
  template <class Visit>
  void for_each_row(Visit&& row) {
    sort();
    Cover cover(ranges_);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      ask_ahead(items_.begin() + static_cast<std::ptrdiff_t>(i), items_.end());
      const auto change = items_[i].change();
      const bool last = i + 1 == items_.size() || items_[i + 1].change().key != change.key;
      if (last && !cover.hides(change.key, items_[i].bytes)) row(change);
    }
  }
  /// Calls `range(from, to)` for each range that is to be removed below the rows.
  template <class Visit>
  void for_each_range(Visit&& range) {
    for (const Range& removed : ranges_) range(removed.from, removed.to);
  }

 private:
  /// A change with what its key goes on with, so that most of the sorting touches no key.
  struct Item {
    std::uint64_t first, second;
    const char* bytes;  // which says the order in which they came, too

    Changes::Change change() const {
      std::string_view rest(bytes, SIZE_MAX / 2);
      return Changes::first_of(rest);
    }
  };
  using Items = std::vector<Item>;
  struct Range {
    std::string_view from, to;
    const char* bytes;
  };
  /// Which ranges cover a key, while keys rise.
  class Cover {
   public:
    explicit Cover(const std::vector<Range>& ranges) : next_(ranges.begin()), end_(ranges.end()) {}
    bool hides(std::string_view key, const char* bytes);

   private:
    std::vector<Range>::const_iterator next_, end_;
    std::vector<Range> open_;
  };

  /// Asks memory for what comes soon.
  static void ask_ahead(Items::iterator at, Items::iterator end);
  void sort();
  void sort_ranges();
  static void sort_heads(Items::iterator begin, Items::iterator end);
  static void sort_equal_heads(Items::iterator begin, Items::iterator end);

  Items items_;
  std::vector<Range> ranges_;
};

}  // namespace stoa::store
