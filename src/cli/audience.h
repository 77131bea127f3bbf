#pragma once
#include <string_view>

namespace stoa::cli {

/// Who hears what a command says: a terminal, or another process at the control door. Used by one thread at a
/// time.
class Audience {
 public:
  virtual ~Audience() = default;
  /// Part of the answer.
  virtual void line(std::string_view) = 0;
  /// How far it is; may be dropped when another comes soon.
  virtual void progress(std::string_view) = 0;
  /// Nobody listens any more: long work that only answers may end.
  virtual bool gone() const { return false; }
};

}  // namespace stoa::cli
