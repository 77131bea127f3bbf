#include "http/huffman_code.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace stoa::http {
namespace {

/// How deep each symbol stands in the tree that is cheapest for these frequencies.
std::vector<unsigned> depths_of(const std::vector<std::uint64_t>& frequencies) {
  using Node = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<Node, std::vector<Node>, std::greater<>> lightest;
  for (std::size_t i = 0; i < frequencies.size(); ++i) lightest.emplace(frequencies[i], i);
  // A parent's number is higher than its children's.
  std::vector<std::size_t> parent(frequencies.size() * 2 - 1, 0);
  for (std::size_t next = frequencies.size(); next < parent.size(); ++next) {
    const auto [light, first] = lightest.top();
    lightest.pop();
    const auto [heavy, second] = lightest.top();
    lightest.pop();
    parent[first] = parent[second] = next;
    lightest.emplace(light + heavy, next);
  }
  std::vector<unsigned> depths(parent.size(), 0);
  for (std::size_t i = parent.size() - 1; i-- > 0;) depths[i] = depths[parent[i]] + 1;
  depths.resize(frequencies.size());
  return depths;
}

std::uint32_t reversed(std::uint32_t bits, unsigned count) {
  std::uint32_t turned = 0;
  for (unsigned i = 0; i < count; ++i) turned = turned << 1 | (bits >> i & 1);
  return turned;
}

}  // namespace

HuffmanCode::HuffmanCode(std::span<const std::uint32_t> counted, unsigned longest) {
  std::vector<std::uint64_t> frequencies;
  for (const std::uint32_t count : counted) frequencies.push_back(std::uint64_t{count} + 1);
  std::vector<unsigned> depths = depths_of(frequencies);
  while (std::ranges::max(depths) > longest) {
    // Evening them out makes the tree shallower, and costs next to nothing.
    for (auto& frequency : frequencies) frequency = frequency / 2 + 1;
    depths = depths_of(frequencies);
  }
  // Canonical: words of one length follow one another in the order of their symbols.
  std::uint32_t next = 0;
  words_.resize(depths.size());
  for (unsigned length = 1; length <= longest; ++length, next <<= 1)
    for (std::size_t symbol = 0; symbol < depths.size(); ++symbol)
      if (depths[symbol] == length) words_[symbol] = {reversed(next++, length), length};
}

}  // namespace stoa::http
