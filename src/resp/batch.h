#pragma once
#include "resp/command.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::resp {

/// Commands that came together, as views of what was read. Kept and cleared, so that its memory is reused.
struct Batch {
  struct Request {
    const Command* command;  // null when there is none of that name
    std::size_t first;       // its words
    std::size_t count;
    std::size_t end;  // where it ends in what was read
  };

  std::vector<std::string_view> words;
  std::vector<Request> requests;
  /// Words of commands typed by hand that had quotes around them.
  std::deque<std::string> unquoted;

  Words words_of(const Request& request) const { return Words(words).subspan(request.first, request.count); }
  void clear() {
    words.clear();
    requests.clear();
    if (!unquoted.empty()) unquoted.clear();
  }
};

}  // namespace stoa::resp
