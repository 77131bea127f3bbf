#pragma once
#include "keyspace/key.h"

#include <stdexcept>
#include <string>

namespace stoa::keyspace {

/// The code of a transaction breaks the law of DESIGN.md: a defect, not a failure to handle.
class LawBroken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Watches one run of a transaction's body; every engine's Tx tells it each operation before doing it.
/// What would pass in one process would lose updates on a cluster, so the embedded engine is held to it too.
class Law {
 public:
  /// Throws LawBroken after a write, or when another entity has been read.
  void reads(const KeyName&);
  void writes() { written_ = true; }
  bool has_written() const { return written_; }
  void reset();

 private:
  std::string entity_;
  bool has_read_ = false;
  bool written_ = false;
};

}  // namespace stoa::keyspace
