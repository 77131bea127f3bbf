#pragma once
#include "base/function_ref.h"
#include "base/result.h"

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stoa {

/// What became of one line of a file.
enum class Taken { Created, Changed, Unchanged };

/// The same, and what should be known of a line that was taken: what of it was left out, and why.
struct LineOutcome {
  LineOutcome() = default;
  LineOutcome(Taken what, std::string why = {}) : taken(what), note(std::move(why)) {}

  Taken taken = Taken::Unchanged;
  /// Empty: there is nothing to say.
  std::string note;
};

struct ImportReport {
  std::uint64_t created = 0;
  std::uint64_t changed = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t rejected = 0;
  /// Of those that were taken, how many have a note.
  std::uint64_t noted = 0;

  std::uint64_t all() const { return created + changed + unchanged + rejected; }
};

/// Who follows an import.
struct ImportWatcher {
  /// A line was not taken, and nothing of it.
  std::function<void(std::uint64_t line, std::string_view why)> rejected;
  /// A line was taken, but for what the note says.
  std::function<void(std::uint64_t line, std::string_view note)> noted;
  /// Told now and then how many bytes of the file are done.
  std::function<void(std::uint64_t bytes, const ImportReport&)> progress;
  /// Asked as often whether to go on.
  std::function<bool()> goes_on;
};

/// One line of a file, whatever its format: its text as JSON, or why it has none.
struct ImportLine {
  std::uint64_t number = 0;
  Result<std::string> json;
};

class LineSource {
 public:
  virtual ~LineSource() = default;
  /// nullopt at the end.
  virtual std::optional<ImportLine> next() = 0;
  virtual std::uint64_t bytes() const = 0;
};

/// Lines of JSON, as they stand; blank ones are passed over. One longer than `most` bytes is Invalid
/// (`import.too_long`) and never held whole.
class JsonLines final : public LineSource {
 public:
  /// The stream outlives it.
  JsonLines(std::istream& from, std::size_t most) : from_(from), most_(most) {}

  std::optional<ImportLine> next() override;
  std::uint64_t bytes() const override { return bytes_; }

 private:
  bool read_line();

  std::istream& from_;
  const std::size_t most_;
  std::string line_;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_ = 0;
};

/// Gives every line to `take`, and holds one at a time. An error that is the line's own is told to the
/// watcher; an engine that is away or broken ends it with an Error, and so does a watcher who does not go on
/// (`import.stopped`). Waits for no disk: who calls it does so at the end.
Result<ImportReport> import_lines(LineSource&, FunctionRef<Result<LineOutcome>(const std::string& json)> take,
                                  const ImportWatcher&);

}  // namespace stoa
