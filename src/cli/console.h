#pragma once
#include "cli/audience.h"

#include <chrono>
#include <optional>
#include <string>

namespace stoa::cli {

/// Answers go to standard output. Progress goes to standard error: on a terminal as one line that is written
/// over, else as a line every few seconds, so that a log or a pipe is not flooded.
class Console final : public Audience {
 public:
  Console();
  /// Takes the progress line away.
  ~Console() override;
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  void line(std::string_view) override;
  void progress(std::string_view) override;

 private:
  void clear();

  const bool terminal_;
  bool drawn_ = false;
  std::optional<std::chrono::steady_clock::time_point> told_;
};

}  // namespace stoa::cli
