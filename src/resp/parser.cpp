#include "resp/parser.h"

#include "resp/command_table.h"
#include "resp/numbers.h"
#include "resp/typed_line.h"

#include <fmt/format.h>

#include <cstring>

namespace stoa::resp {
namespace {

constexpr std::int64_t kLongestWord = 64 << 20;
constexpr std::int64_t kMostWords = 1 << 20;
constexpr std::size_t kLongestCommand = 128 << 20;
constexpr std::size_t kLongestLine = 64 << 10;
constexpr std::int64_t kLongestWordOfAStranger = 16 << 10;
constexpr std::int64_t kMostWordsOfAStranger = 10;
/// Longer lists of words are not kept for the next command.
constexpr std::size_t kKeptWords = 64;

/// Where the `\r` of a line lies whose `\n` has come too; npos when it has not.
std::size_t line_end(std::string_view input, std::size_t from) {
  const std::size_t end = input.find('\r', from);
  return end == std::string_view::npos || end + 1 >= input.size() ? std::string_view::npos : end;
}

/// Every page in a browser of this machine can have one post to this port what it likes, and would have it
/// carried out line by line. Redis takes these two words for the sign of it too; no command is called so.
bool begins_http(std::string_view name) {
  return is_word(name, "post") || is_word(name, "host:");
}

/// A length of up to nine digits without sign or leading zero is what nearly every client sends.
std::optional<std::int64_t> read_length(std::string_view digits) {
  if (digits.size() == 1 && digits[0] >= '0' && digits[0] <= '9') return digits[0] - '0';
  return parse_integer(digits);
}

}  // namespace

Parser::Outcome Parser::next(std::string_view input, Trust trust, Batch& batch, std::size_t& used) {
  if (input.empty()) return Outcome::Incomplete;
  return input[0] == '*' ? array(input, trust, batch, used) : line(input, trust, batch, used);
}

Parser::Outcome Parser::array(std::string_view input, Trust trust, Batch& batch, std::size_t& used) {
  if (!in_array_) {
    const Outcome head = array_head(input, trust);
    if (head != Outcome::Complete) return head;
  }
  for (; left_ > 0; --left_) {
    const Outcome one = word(input, trust);
    if (one != Outcome::Complete) return one;
  }
  used = at_;
  if (!words_.empty()) {
    const std::size_t first = batch.words.size();
    for (const Word& word : words_) batch.words.push_back(input.substr(word.at, word.size));
    batch.requests.push_back({find_command(batch.words[first]), first, words_.size(), 0});
  }
  forget();
  return Outcome::Complete;
}

Parser::Outcome Parser::array_head(std::string_view input, Trust trust) {
  const std::size_t end = line_end(input, 1);
  if (end == std::string_view::npos)
    return input.size() > kLongestLine ? nonsense("too big mbulk count string") : Outcome::Incomplete;
  const auto count = read_length(input.substr(1, end - 1));
  if (!count || *count > kMostWords) return nonsense("invalid multibulk length");
  if (*count > kMostWordsOfAStranger && trust == Trust::Stranger)
    return nonsense("unauthenticated multibulk length");
  in_array_ = true;
  left_ = std::max<std::int64_t>(*count, 0);
  at_ = end + 2;
  return Outcome::Complete;
}

Parser::Outcome Parser::word(std::string_view input, Trust trust) {
  if (size_ < 0) {
    const std::size_t end = line_end(input, at_);
    if (end == std::string_view::npos)
      return input.size() - at_ > kLongestLine ? nonsense("too big bulk count string") : Outcome::Incomplete;
    if (input[at_] != '$') return nonsense(fmt::format("expected '$', got '{}'", input[at_]));
    const auto size = read_length(input.substr(at_ + 1, end - at_ - 1));
    if (!size || *size < 0 || *size > kLongestWord) return nonsense("invalid bulk length");
    if (*size > kLongestWordOfAStranger && trust == Trust::Stranger)
      return nonsense("unauthenticated bulk length");
    size_ = *size;
    at_ = end + 2;
    if (at_ + static_cast<std::size_t>(size_) > kLongestCommand) return nonsense("too big request");
  }
  wanted_ = at_ + static_cast<std::size_t>(size_) + 2;
  if (input.size() < wanted_) return Outcome::Incomplete;
  words_.push_back({static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(size_)});
  at_ = wanted_;
  size_ = -1;
  return Outcome::Complete;
}

Parser::Outcome Parser::line(std::string_view input, Trust, Batch& batch, std::size_t& used) {
  const std::size_t end = input.find('\n');
  if (end == std::string_view::npos)
    return input.size() > kLongestLine ? nonsense("too big inline request") : Outcome::Incomplete;
  std::string_view text = input.substr(0, end);
  if (text.ends_with('\r')) text.remove_suffix(1);
  used = end + 1;
  const std::size_t first = batch.words.size();
  if (!split_typed_line(text, batch)) return nonsense("unbalanced quotes in request");
  const std::size_t count = batch.words.size() - first;
  if (count > 0 && begins_http(batch.words[first])) return Outcome::Http;
  if (count > 0) batch.requests.push_back({find_command(batch.words[first]), first, count, 0});
  return Outcome::Complete;
}

Parser::Outcome Parser::nonsense(std::string text) {
  error_ = "ERR Protocol error: " + std::move(text);
  return Outcome::Nonsense;
}

void Parser::forget() {
  in_array_ = false;
  size_ = -1;
  at_ = wanted_ = 0;
  if (words_.size() > kKeptWords) {
    words_ = {};
  } else {
    words_.clear();
  }
}

}  // namespace stoa::resp
