#pragma once
#include "base/result.h"

#include <cstdlib>
#include <string_view>

namespace stoa::test {

/// Ends a fuzzed program, with or without assertions, so that libFuzzer keeps the input.
inline void require(bool holds) {
  if (!holds) std::abort();
}

/// That bytes were refused as they should be: in this kind, with a code of this group, and a word on why.
inline void require_refusal(const Error& refusal, Error::Kind kind, std::string_view group) {
  require(refusal.kind == kind && refusal.code.starts_with(group) && !refusal.message.empty());
}

}  // namespace stoa::test
