#pragma once
#include "base/result.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace stoa::test {

/// The value, where a failure is none of what a test is about.
template <class T>
T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().code + ": " + result.error().message);
  return std::move(result).value();
}

/// Empty when it went well.
template <class T>
std::string code_of(const Result<T>& result) {
  return result.ok() ? "" : result.error().code;
}

}  // namespace stoa::test
