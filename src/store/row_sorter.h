#pragma once
#include "store/changes.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stoa::store {

/// Rows of one family as a segment of the log names them, put into key order for a table. Of a row that was
/// written several times the last change counts. What it is given must stay where it is.
class RowSorter {
 public:
  /// In the order in which they were made.
  void add(const Changes::Change&);
  bool empty() const { return items_.empty() && ranges_.empty(); }

  /// Calls `row(const Changes::Change&)`, a Put or a Remove, once for each key in order. What a later
  /// RemoveRange covers is left out.
  template <class Visit>
  void for_each_row(Visit&& row) {
    sort();
    Cover cover(ranges_);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const bool last = i + 1 == items_.size() || items_[i + 1].key() != items_[i].key();
      if (last && !cover.hides(items_[i])) row(items_[i].change());
    }
  }
  /// Calls `range(from, to)` for each range that is to be removed below the rows.
  template <class Visit>
  void for_each_range(Visit&& range) {
    for (const Range& removed : ranges_) range(removed.from, removed.to);
  }

 private:
  /// A change with what its key begins with, so that most of the sorting touches no key.
  struct Item {
    std::uint64_t first, second;  // further down the second has later bytes
    const char* begins;
    std::uint32_t key_size, value_size;
    std::uint32_t position;  // in the order in which they came
    bool present;

    std::string_view key() const { return {begins, key_size}; }
    Changes::Change change() const {
      return {present ? Changes::Kind::Put : Changes::Kind::Remove,
              Family::Records,
              key(),
              {begins + key_size, value_size}};
    }
  };
  using Items = std::vector<Item>;
  struct Range {
    std::string_view from, to;
    std::uint32_t position;
  };
  /// Which ranges cover a key, while keys rise.
  class Cover {
   public:
    explicit Cover(const std::vector<Range>& ranges) : next_(ranges.begin()), end_(ranges.end()) {}
    bool hides(const Item&);

   private:
    std::vector<Range>::const_iterator next_, end_;
    std::vector<Range> open_;
  };

  void sort();
  void sort_ranges();
  static void sort_below(Items::iterator begin, Items::iterator end, std::size_t depth);
  static void sort_within(Items::iterator begin, Items::iterator end, std::size_t depth);

  Items items_;
  std::vector<Range> ranges_;
  std::uint32_t came_ = 0;
};

}  // namespace stoa::store
