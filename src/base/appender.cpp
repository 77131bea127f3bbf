#include "base/appender.h"

#include <algorithm>

namespace stoa {

void Appender::grow(std::size_t least) {
  const std::size_t size = this->size();
  to_.resize(std::max(size + least, 2 * size));
  at_ = to_.data() + size;
  end_ = to_.data() + to_.size();
}

}  // namespace stoa
