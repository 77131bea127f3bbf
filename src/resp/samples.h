#pragma once
#include "resp/command.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace stoa::resp {

/// What SRANDMEMBER and its kin were asked for.
struct SampleSize {
  bool many = false;     // a count was given: the answer is an array
  bool repeats = false;  // a negative one: each draw for itself
  std::size_t count = 1;
  bool with_values = false;
};

/// Reads `[count [with_word]]` from the third word on; an empty `with_word` is none. nullopt, and the error
/// is said, when it is wrong.
std::optional<SampleSize> take_sample_size(Call&, std::string_view with_word);

/// 0 to bound − 1.
std::size_t random_below(std::size_t bound);

/// Where an element's name lies: what tells two drawn elements apart.
inline const void* address_of(std::string_view name) {
  return name.data();
}
template <class Value>
const void* address_of(const std::pair<std::string_view, Value>& element) {
  return element.first.data();
}

/// As `wanted` says from `length` elements: `draw()` gives one at random, `all(into)` every one.
template <class Element, class Draw, class All>
std::vector<Element> sample(const SampleSize& wanted, std::size_t length, Draw&& draw, All&& all) {
  std::vector<Element> chosen;
  if (length == 0 || wanted.count == 0) return chosen;
  if (wanted.repeats) {
    chosen.reserve(wanted.count);
    while (chosen.size() < wanted.count) chosen.push_back(draw());
    return chosen;
  }
  if (wanted.count > length / 3) {
    chosen.reserve(length);
    all(chosen);
    if (wanted.count >= length) return chosen;
    for (std::size_t i = 0; i < wanted.count; ++i) std::swap(chosen[i], chosen[i + random_below(length - i)]);
    chosen.resize(wanted.count);
    return chosen;
  }
  std::unordered_set<const void*> seen;
  while (chosen.size() < wanted.count) {
    Element element = draw();
    if (seen.insert(address_of(element)).second) chosen.push_back(element);
  }
  return chosen;
}

}  // namespace stoa::resp
