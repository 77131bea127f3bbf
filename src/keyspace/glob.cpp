#include "keyspace/glob.h"

#include <algorithm>

namespace stoa::keyspace {
namespace {

/// Reads the class that starts behind a `[`, leaves `at` behind its `]`, and tells whether it has `letter`.
bool in_class(std::string_view pattern, std::size_t& at, unsigned char letter) {
  const bool negated = at < pattern.size() && pattern[at] == '^';
  if (negated) ++at;
  bool found = false;
  for (; at < pattern.size() && pattern[at] != ']'; ++at) {
    if (pattern[at] == '\\' && at + 1 < pattern.size()) {
      found |= static_cast<unsigned char>(pattern[++at]) == letter;
    } else if (at + 2 < pattern.size() && pattern[at + 1] == '-') {
      auto low = static_cast<unsigned char>(pattern[at]);
      auto high = static_cast<unsigned char>(pattern[at + 2]);
      if (low > high) std::swap(low, high);
      found |= low <= letter && letter <= high;
      at += 2;
    } else {
      found |= static_cast<unsigned char>(pattern[at]) == letter;
    }
  }
  if (at < pattern.size()) ++at;
  return found != negated;
}

/// Whether the one-letter pattern at `at` fits `letter`; leaves `at` behind it.
bool fits_one(std::string_view pattern, std::size_t& at, char letter) {
  const char first = pattern[at++];
  if (first == '?') return true;
  if (first == '[') return in_class(pattern, at, static_cast<unsigned char>(letter));
  if (first == '\\' && at < pattern.size()) return pattern[at++] == letter;
  return first == letter;
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t behind_star = std::string_view::npos;
  std::size_t star_took = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      behind_star = ++p;
      star_took = n;
      continue;
    }
    if (p < pattern.size()) {
      std::size_t next = p;
      if (fits_one(pattern, next, name[n])) {
        p = next;
        ++n;
        continue;
      }
    }
    // The last star takes one letter more; earlier stars need never be looked at again.
    if (behind_star == std::string_view::npos) return false;
    p = behind_star;
    n = ++star_took;
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace stoa::keyspace
