#pragma once
#include "base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::cli {

/// A stream of lines to another process of this machine. Owns its descriptor; for one thread at a time.
class LineSocket {
 public:
  explicit LineSocket(int descriptor) : descriptor_(descriptor) {}
  ~LineSocket();
  LineSocket(LineSocket&& other) noexcept;
  LineSocket& operator=(LineSocket&&) = delete;

  /// False when the other side is gone or takes nothing for some seconds. `line` has no line end.
  bool send(std::string_view line);
  /// The next line without its end; nullopt when the other side has closed, or sent 64 KiB without one.
  std::optional<std::string> receive();
  /// Whether the other side has closed, without waiting.
  bool closed() const;

 private:
  int descriptor_;
  std::string received_;
};

/// `control.sock` in a data directory, which only its owner can open. Gives the listening descriptor; a
/// socket that a dead process left there is replaced, so the caller owns the directory. Unavailable
/// (`control.socket`).
Result<int> listen_in(const std::filesystem::path& directory);

/// nullopt when nobody listens there. Forbidden (`control.forbidden`) when this user may not.
Result<std::optional<LineSocket>> connect_in(const std::filesystem::path& directory);

}  // namespace stoa::cli
