#pragma once
#include <cstdint>
#include <string_view>
#include <utility>

namespace stoa::keyspace::embedded {

/// Texts in order, packed into linked chunks of about a kilobyte. Each text has a place: a number that rises
/// by one from head to tail, by which its row on disk is named.
class List {
 public:
  using Place = std::int64_t;

  List() = default;
  List(const List&) = delete;
  List& operator=(const List&) = delete;
  ~List();

  void swap(List& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    std::swap(count_, other.count_);
    std::swap(head_, other.head_);
  }

  std::size_t size() const { return count_; }
  Place place(std::size_t index) const { return head_ + static_cast<Place>(index); }

  void push_front(std::string_view);
  void push_back(std::string_view);

  /// The texts on the shorter side of `index` move by one place to close the gap: those before it when
  /// nearer_to_head(index), else those behind it.
  void erase(std::size_t index);
  bool nearer_to_head(std::size_t index) const { return index < count_ - index; }
  /// Undoes erase(index).
  void put_back(std::size_t index, std::string_view);

  /// Valid until the list changes.
  std::string_view at(std::size_t index) const { return text_at(seek(index)); }

  /// Calls `visit(index, text)` from `first` on until it returns false or the end is reached.
  template <class Visit>
  void walk(std::size_t first, Visit&& visit) const {
    if (first >= count_) return;
    Cursor cursor = seek(first);
    for (std::size_t index = first; index < count_; ++index, advance(cursor))
      if (!visit(index, text_at(cursor))) return;
  }

  /// Asks memory for the first chunk, which is about to be looked at.
  void prefetch_head() const;

  /// For rows that come in the order of their places: the first one sets the head.
  void load(Place, std::string_view);

 private:
  struct Chunk;
  struct Cursor {
    Chunk* chunk;
    std::size_t offset;
  };

  /// `index` of size() is behind the last text.
  Cursor seek(std::size_t index) const;
  static void advance(Cursor&);
  static std::string_view text_at(const Cursor&);
  void insert(Cursor, std::string_view);
  Chunk* resize(Chunk*, std::size_t used);
  Chunk* add_chunk_behind(Chunk*);
  void split(Cursor&);
  void remove(Chunk*);
  static void free(Chunk*);

  Chunk* first_ = nullptr;
  Chunk* last_ = nullptr;
  std::size_t count_ = 0;
  Place head_ = 0;
};

}  // namespace stoa::keyspace::embedded
