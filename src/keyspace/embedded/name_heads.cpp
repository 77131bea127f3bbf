#include "keyspace/embedded/name_heads.h"

#include <algorithm>

namespace stoa::keyspace::embedded {
namespace {

std::uint16_t byte_at(std::string_view name, std::size_t at) {
  return at < name.size() ? static_cast<unsigned char>(name[at]) : 0;
}

}  // namespace

NameHeads::NameHeads(std::span<const std::string_view> names) {
  if (names.empty()) return;
  std::string_view common = names.front();
  for (const std::string_view name : names)
    common = {common.begin(), std::ranges::mismatch(common, name).in1};
  if (!common.empty()) common_ = std::make_unique<const std::string>(common);
}

NameHeads::Head NameHeads::of(std::string_view name) const {
  std::size_t at = 0;
  if (common_) {
    at = common_->size();
    // Before all with the common part, or behind them: as the lowest or the highest of those.
    if (const int order = name.substr(0, at).compare(*common_); order != 0) return order < 0 ? 0 : 0xffff;
  }
  return static_cast<Head>(byte_at(name, at) << 8 | byte_at(name, at + 1));
}

}  // namespace stoa::keyspace::embedded
