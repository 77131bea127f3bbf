#pragma once
#include <string>
#include <string_view>

namespace stoa::records::embedded {

/// Where an index is known to have no rows because a sweep has been there. Rows that are removed leave
/// markers which a scan walks over until the disk has tidied up: a sweep that began at the first moment of
/// all every time would walk over all that ran out lately. Belongs to whoever holds the transaction lock.
class Swept {
 public:
  /// Where in [from, to) to begin to look; not below `to` when there is nothing to look at. From here on all
  /// of it counts as vacant but for what add() hears of: call it before the look, and tell what that finds.
  std::string begin(std::string_view from, std::string_view to);
  /// There is a row with this key, or may be.
  void add(std::string_view key);

 private:
  std::string from_;
  std::string to_;  // nothing is in [from_, to_)
};

}  // namespace stoa::records::embedded
