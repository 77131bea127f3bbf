#include "http/bytes.h"

#include <cstring>

namespace stoa::http {

void Bytes::reserve(std::size_t bytes) {
  const std::string_view kept = unused();
  if (bytes > capacity_) {
    auto larger = std::make_unique_for_overwrite<char[]>(bytes);
    if (!kept.empty()) std::memcpy(larger.get(), kept.data(), kept.size());
    data_ = std::move(larger);
    capacity_ = bytes;
  } else if (begin_ > 0 && !kept.empty()) {
    std::memmove(data_.get(), kept.data(), kept.size());
  }
  end_ = kept.size();
  begin_ = 0;
}

void Bytes::clear(std::size_t bytes) {
  begin_ = end_ = 0;
  if (capacity_ <= bytes) return;
  data_.reset();
  capacity_ = 0;
}

}  // namespace stoa::http
