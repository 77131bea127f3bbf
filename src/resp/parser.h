#pragma once
#include "resp/batch.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::resp {

/// Cuts bytes into commands: RESP arrays of bulk strings, and lines typed by hand. Remembers how far it has
/// come in a command that is not complete, so that a large one in many pieces is looked at once.
class Parser {
 public:
  /// Somebody who has not said the password yet gets little room.
  enum class Trust { Stranger, Known };
  enum class Outcome { Complete, Incomplete, Nonsense, Http };

  /// `input` begins where the last complete command ended, and only grows until the next one is complete.
  /// Adds a complete command to the batch, with views into `input`, and says in `used` how long it was. A
  /// line or an array of nothing is Complete too and adds none. After Nonsense, error() says what is wrong,
  /// and the conversation is over. So it is after Http: a browser speaks, and what follows is no command.
  Outcome next(std::string_view input, Trust, Batch&, std::size_t& used);
  const std::string& error() const { return error_; }
  /// How much of an incomplete command is still to come, as far as is known.
  std::size_t missing(std::size_t have) const { return wanted_ > have ? wanted_ - have : 0; }

 private:
  struct Word {
    std::uint32_t at;
    std::uint32_t size;
  };

  Outcome array(std::string_view input, Trust, Batch&, std::size_t& used);
  Outcome array_head(std::string_view input, Trust);
  Outcome word(std::string_view input, Trust);
  Outcome line(std::string_view input, Trust, Batch&, std::size_t& used);
  Outcome nonsense(std::string text);
  void forget();

  // About the command that is not complete.
  bool in_array_ = false;
  std::int64_t left_ = 0;   // words to come
  std::int64_t size_ = -1;  // of the word that is coming; -1 before its head
  std::size_t at_ = 0;
  std::size_t wanted_ = 0;
  std::vector<Word> words_;
  std::string error_;
};

}  // namespace stoa::resp
