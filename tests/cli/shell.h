#pragma once
#include "support/child_process.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace stoa::test {

/// The built program in a directory of its own, as somebody at a shell sees it.
class Shell : public testing::Test {
 protected:
  using Words = std::vector<std::string>;
  struct Outcome {
    int exit_code;
    std::string output;
  };

  std::unique_ptr<ChildProcess> start(Words words) {
    words.insert(words.begin(), STOA_PROGRAM);
    return std::make_unique<ChildProcess>(std::move(words), Words{}, directory_.path());
  }
  Outcome run(Words words) {
    const auto process = start(std::move(words));
    const int exit_code = process->wait(std::chrono::seconds(60));
    return {exit_code, process->output()};
  }

  TemporaryDirectory directory_;
};

}  // namespace stoa::test
