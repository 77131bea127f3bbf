#include "cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace stoa::cli {
namespace {
using namespace std::chrono_literals;
constexpr auto kBetweenDrawings = 100ms;
constexpr auto kBetweenLines = 5s;
}  // namespace

Console::Console() : terminal_(::isatty(STDERR_FILENO) != 0) {}

Console::~Console() {
  clear();
}

void Console::clear() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

void Console::line(std::string_view text) {
  clear();
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

// Quick work says nothing where there is no terminal: the first line comes after the first pause.
void Console::progress(std::string_view text) {
  const auto now = std::chrono::steady_clock::now();
  const bool first = !told_;
  if (first) told_ = now;
  if (terminal_ ? !first && now - *told_ < kBetweenDrawings : now - *told_ < kBetweenLines) return;
  told_ = now;
  if (terminal_)
    fmt::print(stderr, "\r\033[K{}", text.substr(0, 78));
  else
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
  drawn_ = terminal_;
}

}  // namespace stoa::cli
