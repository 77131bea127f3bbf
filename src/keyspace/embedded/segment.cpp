#include "keyspace/embedded/segment.h"

#include "keyspace/embedded/blocks.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace stoa::keyspace::embedded {
namespace {

constexpr std::size_t kSmallest = 4;

/// Four slots in five filled at most: longer runs cost more than the memory they save.
bool crowded(std::size_t count, std::size_t size) {
  return count * 5 > size * 4;
}

std::size_t larger(std::size_t size) {
  if (size < kSmallest) return kSmallest;
  return size < 1024 ? size + size / 2 : size + size / 4;
}

}  // namespace

Segment::~Segment() {
  if (slots_) free_block(slots_, size_ * sizeof(Slot));
}

Segment::Segment(Segment&& other) noexcept
    : slots_(std::exchange(other.slots_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      count_(std::exchange(other.count_, 0)) {}

std::size_t Segment::first_from(Tag tag) const {
  std::size_t slot = size_ == 0 ? 0 : home(tag);
  while (slot < size_ && (slots_[slot] == 0 || this->tag(slot) < tag)) ++slot;
  return slot;
}

void Segment::insert(Tag tag, void* block) {
  if (size_ == 0 || crowded(count_ + 1, size_)) resize(larger(size_));
  while (!try_insert(make_slot(tag, block))) resize(larger(size_));
  ++count_;
}

void Segment::replace(std::size_t slot, void* block) {
  slots_[slot] = make_slot(tag(slot), block);
}

/// False when the run that the slot belongs to reaches the end of the table.
bool Segment::try_insert(Slot slot) {
  const Tag wanted = static_cast<Tag>(slot >> kBlockBits);
  std::size_t at = home(wanted);
  while (at < size_ && slots_[at] != 0 && tag(at) <= wanted) ++at;
  std::size_t gap = at;
  while (gap < size_ && slots_[gap] != 0) ++gap;
  if (gap == size_) return false;
  std::memmove(slots_ + at + 1, slots_ + at, (gap - at) * sizeof(Slot));
  slots_[at] = slot;
  return true;
}

void Segment::erase(std::size_t slot) {
  std::size_t next = slot + 1;
  while (next < size_ && slots_[next] != 0 && home(tag(next)) < next) {
    slots_[next - 1] = slots_[next];
    ++next;
  }
  slots_[next - 1] = 0;
  --count_;
  if (size_ > 16 && count_ < size_ / 4) resize(std::max<std::size_t>(kSmallest, count_ + count_ / 2));
}

void Segment::resize(std::size_t size) {
  for (;; size = larger(size)) {
    auto* slots = static_cast<Slot*>(allocate_block(size * sizeof(Slot)));
    std::fill_n(slots, size, 0);
    Segment grown;
    grown.slots_ = slots;
    grown.size_ = static_cast<std::uint32_t>(size);
    std::size_t free = 0;
    for (std::size_t slot = 0; slot < size_ && free <= size; ++slot) {
      if (slots_[slot] == 0) continue;
      const std::size_t at = std::max(free, grown.home(tag(slot)));
      if (at < size) slots[at] = slots_[slot];
      free = at + 1;
    }
    if (free > size) continue;
    grown.count_ = count_;
    std::swap(slots_, grown.slots_);
    std::swap(size_, grown.size_);
    return;
  }
}

}  // namespace stoa::keyspace::embedded
