#include "cli/import_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

namespace stoa::cli {
namespace {
namespace fs = std::filesystem;

constexpr std::uint64_t kMostLinesTold = 1000;

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto place = static_cast<int>(digits.size()) - 3; place > 0; place -= 3)
    digits.insert(static_cast<std::size_t>(place), 1, ',');
  return digits;
}

std::string bar(std::uint64_t done, std::uint64_t all) {
  constexpr std::size_t kWidth = 30;
  const double share = all == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(all));
  const auto filled = static_cast<std::size_t>(share * kWidth);
  return fmt::format("[{}{}] {:3.0f} %", std::string(filled, '#'), std::string(kWidth - filled, '.'),
                     share * 100);
}

Error unreadable(const std::string& file, const std::error_code& failure) {
  return {Error::Kind::NotFound, "import.file",
          fmt::format("{} cannot be read{}{}; check its name and rights", file, failure ? ": " : "",
                      failure ? failure.message() : "")};
}

}  // namespace

Result<ExitCode> run_import(
    std::string_view what, const std::string& file, Audience& audience,
    FunctionRef<Result<ImportReport>(std::istream& from, const ImportWatcher&)> import) {
  const auto began = std::chrono::steady_clock::now();
  std::ifstream stream(file, std::ios::binary);
  std::error_code failure;
  const auto size = fs::file_size(file, failure);
  if (!stream || failure) return unreadable(file, failure);
  std::uint64_t told = 0;
  ImportWatcher watcher;
  const auto tell = [&](std::uint64_t line, std::string_view why) {
    if (told++ < kMostLinesTold) audience.line(fmt::format("line {}: {}", line, why));
  };
  watcher.rejected = tell;
  watcher.noted = tell;
  watcher.progress = [&](std::uint64_t bytes, const ImportReport& report) {
    audience.progress(fmt::format("{}  {} {}", bar(bytes, size), grouped(report.all()), what));
  };
  watcher.goes_on = [&] { return !audience.gone(); };
  const auto report = import(stream, watcher);
  if (told > kMostLinesTold)
    audience.line(fmt::format("… and {} more lines", grouped(told - kMostLinesTold)));
  if (!report.ok()) return report.error();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const auto noted = report->noted == 0 ? "" : fmt::format(", {} with a note", grouped(report->noted));
  audience.line(fmt::format("{} {}: {} new, {} changed, {} as before, {} rejected{}; {:.1f} s",
                            grouped(report->all()), what, grouped(report->created), grouped(report->changed),
                            grouped(report->unchanged), grouped(report->rejected), noted, took.count()));
  return report->rejected == 0 ? ExitCode::Done : ExitCode::Failed;
}

}  // namespace stoa::cli
