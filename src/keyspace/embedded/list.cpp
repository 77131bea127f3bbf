#include "keyspace/embedded/list.h"

#include "keyspace/embedded/blocks.h"
#include "keyspace/embedded/packed.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace stoa::keyspace::embedded {
namespace {

/// A chunk takes another text while it stays below this; a longer text has a chunk of its own.
constexpr std::size_t kChunkBytes = 1000;

std::size_t packed_size(std::string_view text) {
  return length_size(text.size()) + text.size();
}

/// A chunk that shrinks by less keeps its block: what is taken off a list is mostly put back in front.
constexpr std::size_t kMostSpare = 256;

/// Room for texts to come: without it nearly every push would move a short list to another block, which among
/// millions of lists is in no cache.
std::size_t spare_for(std::size_t used) {
  return used > kChunkBytes ? 0 : std::min(used * 3 / 4, kMostSpare / 2);
}

/// The block that an allocator with four sizes a doubling gives anyway.
std::size_t block_size_for(std::size_t needed) {
  const std::size_t step = std::max<std::size_t>(16, std::bit_floor(needed - 1) / 4);
  // A long text has a chunk of its own and stays as it is.
  return needed > kChunkBytes ? needed : (needed + step - 1) / step * step;
}

}  // namespace

struct List::Chunk {
  Chunk* previous;
  Chunk* next;
  std::uint32_t used;
  std::uint16_t count;
  std::uint16_t spare;  // bytes of the block behind those used

  std::size_t block_size() const { return sizeof(Chunk) + used + spare; }

  char* bytes() { return reinterpret_cast<char*>(this + 1); }
  const char* bytes() const { return reinterpret_cast<const char*>(this + 1); }
};

List::~List() {
  for (Chunk* chunk = first_; chunk;) {
    Chunk* next = chunk->next;
    free(chunk);
    chunk = next;
  }
}

void List::push_front(std::string_view text) {
  insert({first_, 0}, text);
  --head_;
}

void List::push_back(std::string_view text) {
  insert({last_, last_ ? last_->used : 0}, text);
}

void List::put_back(std::size_t index, std::string_view text) {
  insert(seek(index), text);
  if (nearer_to_head(index)) --head_;
}

void List::erase(std::size_t index) {
  const Cursor cursor = seek(index);
  if (nearer_to_head(index)) ++head_;
  --count_;
  Chunk* chunk = cursor.chunk;
  if (--chunk->count == 0) return remove(chunk);
  const std::string_view text = text_at(cursor);
  char* at = chunk->bytes() + cursor.offset;
  const char* behind = text.data() + text.size();
  const auto moved = static_cast<std::size_t>(chunk->bytes() + chunk->used - behind);
  const auto gone = static_cast<std::size_t>(behind - at);
  std::memmove(at, behind, moved);
  resize(chunk, chunk->used - gone);
}

void List::load(Place place, std::string_view text) {
  if (count_ == 0) head_ = place;
  push_back(text);
}

List::Cursor List::seek(std::size_t index) const {
  if (index == count_) return {last_, last_ ? last_->used : 0};
  Chunk* chunk = first_;
  std::size_t before = 0;
  if (nearer_to_head(index)) {
    while (index >= before + chunk->count) {
      before += chunk->count;
      chunk = chunk->next;
    }
  } else {
    chunk = last_;
    before = count_ - chunk->count;
    while (index < before) {
      chunk = chunk->previous;
      before -= chunk->count;
    }
  }
  Cursor cursor{chunk, 0};
  for (; before < index; ++before) advance(cursor);
  return cursor;
}

void List::advance(Cursor& cursor) {
  const std::string_view text = text_at(cursor);
  cursor.offset = static_cast<std::size_t>(text.data() + text.size() - cursor.chunk->bytes());
  if (cursor.offset == cursor.chunk->used && cursor.chunk->next) cursor = {cursor.chunk->next, 0};
}

std::string_view List::text_at(const Cursor& cursor) {
  return read_text(cursor.chunk->bytes() + cursor.offset);
}

void List::insert(Cursor cursor, std::string_view text) {
  const std::size_t size = packed_size(text);
  if (!cursor.chunk) cursor = {add_chunk_behind(nullptr), 0};
  if (cursor.chunk->count > 0 && cursor.chunk->used + size > kChunkBytes) split(cursor);
  Chunk* chunk = resize(cursor.chunk, cursor.chunk->used + size);
  char* at = chunk->bytes() + cursor.offset;
  std::memmove(at + size, at, chunk->used - size - cursor.offset);
  at = write_length(at, text.size());
  if (!text.empty()) std::memcpy(at, text.data(), text.size());
  ++chunk->count;
  ++count_;
}

/// Makes room at the cursor: a new chunk at either end of a full one, or the full one's second half in a new
/// chunk. The cursor is left at the end of one that is empty or has that room.
void List::split(Cursor& cursor) {
  Chunk* chunk = cursor.chunk;
  if (cursor.offset == 0) {
    cursor = {add_chunk_behind(chunk->previous), 0};
    return;
  }
  Chunk* behind = add_chunk_behind(chunk);
  if (cursor.offset == chunk->used) {
    cursor = {behind, 0};
    return;
  }
  const std::size_t moved = chunk->used - cursor.offset;
  behind = resize(behind, moved);
  std::memcpy(behind->bytes(), chunk->bytes() + cursor.offset, moved);
  std::uint16_t kept = 0;
  for (Cursor at{chunk, 0}; at.chunk == chunk && at.offset < cursor.offset; advance(at)) ++kept;
  behind->count = static_cast<std::uint16_t>(chunk->count - kept);
  chunk->count = kept;
  cursor.chunk = resize(chunk, cursor.offset);
}

List::Chunk* List::add_chunk_behind(Chunk* chunk) {
  auto* added = static_cast<Chunk*>(allocate_block(sizeof(Chunk)));
  added->used = added->count = added->spare = 0;
  added->previous = chunk;
  added->next = chunk ? chunk->next : first_;
  (added->previous ? added->previous->next : first_) = added;
  (added->next ? added->next->previous : last_) = added;
  return added;
}

List::Chunk* List::resize(Chunk* chunk, std::size_t used) {
  const std::size_t room = chunk->used + chunk->spare;
  if (used <= room && room - used <= kMostSpare) {
    chunk->used = static_cast<std::uint32_t>(used);
    chunk->spare = static_cast<std::uint16_t>(room - used);
    return chunk;
  }
  const std::size_t needed = sizeof(Chunk) + used;
  const std::size_t size = block_size_for(needed + (used > chunk->used ? spare_for(used) : 0));
  auto* moved = static_cast<Chunk*>(allocate_block(size));
  std::memcpy(static_cast<void*>(moved), chunk, sizeof(Chunk) + std::min<std::size_t>(chunk->used, used));
  free(chunk);
  moved->used = static_cast<std::uint32_t>(used);
  moved->spare = static_cast<std::uint16_t>(size - needed);
  (moved->previous ? moved->previous->next : first_) = moved;
  (moved->next ? moved->next->previous : last_) = moved;
  return moved;
}

void List::remove(Chunk* chunk) {
  (chunk->previous ? chunk->previous->next : first_) = chunk->next;
  (chunk->next ? chunk->next->previous : last_) = chunk->previous;
  free(chunk);
}

void List::free(Chunk* chunk) {
  free_block(chunk, chunk->block_size());
}

void List::prefetch_head() const {
  if (!first_) return;
  __builtin_prefetch(first_);
  __builtin_prefetch(reinterpret_cast<const char*>(first_) + 64);
}

}  // namespace stoa::keyspace::embedded
