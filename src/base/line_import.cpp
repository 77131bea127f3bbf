#include "base/line_import.h"

#include "base/durability.h"

#include <fmt/format.h>

namespace stoa {
namespace {

constexpr std::uint64_t kBetweenProgress = 500;
constexpr int kEnd = std::char_traits<char>::eof();

/// An error of read_json, which speaks of requests and of texts with many lines, as one of a file's line.
Error of_the_line(Error error) {
  constexpr std::string_view kOfARequest = "body: ", kOfATextsLine = " at line 1, column";
  if (error.message.starts_with(kOfARequest)) error.message.erase(0, kOfARequest.size());
  if (const auto at = error.message.find(kOfATextsLine); at != error.message.npos)
    error.message.replace(at, kOfATextsLine.size(), " at column");
  return error;
}

/// Whether it is the line's own fault, so that the next may do better.
bool concerns_the_line(const Error& error) {
  return error.kind != Error::Kind::Unavailable && error.kind != Error::Kind::Corrupt;
}

void count(ImportReport& report, const LineOutcome& outcome) {
  ++(outcome.taken == Taken::Created   ? report.created
     : outcome.taken == Taken::Changed ? report.changed
                                       : report.unchanged);
  if (!outcome.note.empty()) ++report.noted;
}

}  // namespace

std::optional<ImportLine> JsonLines::next() {
  while (read_line()) {
    ++number_;
    if (number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
    if (line_.find_first_not_of(" \t\r") == line_.npos) continue;
    if (line_.size() > most_)
      return ImportLine{number_, Error{Error::Kind::Invalid, "import.too_long",
                                       fmt::format("longer than {} MB", most_ >> 20)}};
    return ImportLine{number_, line_};
  }
  return std::nullopt;
}

/// What is beyond the limit is read and not kept.
bool JsonLines::read_line() {
  line_.clear();
  auto* const buffer = from_.rdbuf();
  int c = buffer->sbumpc();
  if (c == kEnd) return false;
  for (; c != '\n' && c != kEnd; c = buffer->sbumpc()) {
    ++bytes_;
    if (line_.size() <= most_) line_ += static_cast<char>(c);
  }
  ++bytes_;
  return true;
}

Result<ImportReport> import_lines(LineSource& source,
                                  FunctionRef<Result<LineOutcome>(const std::string& json)> take,
                                  const ImportWatcher& watcher) {
  // One wait for the disk at the end, instead of one a line.
  const DeferredDurability unhurried;
  ImportReport report;
  while (const auto line = source.next()) {
    const auto taken = line->json.ok() ? take(*line->json) : Result<LineOutcome>(line->json.error());
    if (taken.ok()) {
      count(report, *taken);
      if (watcher.noted && !taken->note.empty()) watcher.noted(line->number, taken->note);
    } else if (concerns_the_line(taken.error())) {
      ++report.rejected;
      if (watcher.rejected) watcher.rejected(line->number, of_the_line(taken.error()).message);
    } else {
      return Error{
          taken.error().kind, taken.error().code,
          fmt::format("line {}: {}; the lines before it are taken, and importing the file again is safe",
                      line->number, taken.error().message)};
    }
    if (report.all() % kBetweenProgress != 0) continue;
    if (watcher.progress) watcher.progress(source.bytes(), report);
    if (watcher.goes_on && !watcher.goes_on())
      return Error{Error::Kind::Unavailable, "import.stopped",
                   fmt::format("stopped after line {}; importing the file again is safe", line->number)};
  }
  return report;
}

}  // namespace stoa
