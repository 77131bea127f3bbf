#pragma once
#include "support/child_process.h"

#include <gtest/gtest.h>

#include <string>

namespace stoa::test {

/// Fails where a tool is missing that the tests' packages bring: a test that leaves itself out proves
/// nothing.
inline testing::AssertionResult tool_installed(const std::string& tool) {
  ChildProcess look({"sh", "-c", "command -v " + tool});
  if (look.wait() == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << tool << " is not installed: run scripts/install-dependencies test";
}

}  // namespace stoa::test
