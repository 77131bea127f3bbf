#include "cli/backup.h"

#include "base/quantity.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <future>

namespace stoa::cli {
namespace {
namespace fs = std::filesystem;

std::uint64_t bytes_in(const fs::path& directory) {
  std::error_code gone;
  std::uint64_t bytes = 0;
  for (fs::recursive_directory_iterator at(directory, gone), end; !gone && at != end; at.increment(gone))
    if (at->is_regular_file(gone)) bytes += at->file_size(gone);
  return bytes;
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

}  // namespace

Result<ExitCode> back_up(Premises& premises, const std::string& target, Audience& audience) {
  const auto began = std::chrono::steady_clock::now();
  auto copying = std::async(std::launch::async, [&] { return premises.engines.backup(target); });
  while (copying.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready)
    audience.progress("copying: " + megabytes(bytes_in(target + ".unfinished")));
  STOA_TRY(copying.get());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  audience.line(fmt::format("{} is copied to {} ({} in {:.1f} s); serve the copy with --data.directory={}",
                            premises.settings.data.directory, target, megabytes(bytes_in(target)),
                            took.count(), target));
  if (premises.engines.keyspace_is_shared())
    audience.line("The keyspace is in Redis and not in this copy; back that up with Redis's own means.");
  return ExitCode::Done;
}

}  // namespace stoa::cli
