#pragma once
#include "resp/command.h"

#include <string>
#include <vector>

namespace stoa::resp {

/// Commands that wait for EXEC, with copies of their words.
class Queue {
 public:
  /// False, and it is not added, when too much waits already.
  bool add(const Command&, Words);
  std::size_t size() const { return commands_.size(); }
  bool writes() const { return writes_; }
  void clear();

  /// Calls `visit(const Command&, Words)` for each, in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::vector<std::string_view> words;
    std::size_t at = 0, size = 0;
    for (const Waiting& waiting : commands_) {
      words.clear();
      for (std::size_t i = 0; i < waiting.words; ++i) {
        words.push_back(std::string_view(bytes_).substr(at, sizes_[size]));
        at += sizes_[size++];
      }
      visit(*waiting.command, Words(words));
    }
  }

 private:
  struct Waiting {
    const Command* command;
    std::size_t words;
  };
  std::vector<Waiting> commands_;
  std::string bytes_;
  std::vector<std::uint32_t> sizes_;
  bool writes_ = false;
};

}  // namespace stoa::resp
