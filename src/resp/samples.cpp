#include "resp/samples.h"

#include <fmt/format.h>

#include <limits>
#include <random>

namespace stoa::resp {
namespace {

/// So many draws with repetition make an answer of some megabytes; nobody needs more at once.
constexpr std::int64_t kMostRepeats = 1 << 20;

}  // namespace

std::optional<SampleSize> take_sample_size(Call& call, std::string_view with_word) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  SampleSize wanted;
  if (call.size() == 2) return wanted;
  const auto count = call.integer(call[2]);
  if (!count) return std::nullopt;
  if (*count == std::numeric_limits<std::int64_t>::min()) {
    call.reply.error(fmt::format("ERR value is out of range, value must between {} and {}", -kMost, kMost));
    return std::nullopt;
  }
  const std::size_t most_words = with_word.empty() ? 3 : 4;
  if (call.size() > most_words || (call.size() == 4 && !is_word(call[3], with_word))) {
    call.syntax_error();
    return std::nullopt;
  }
  wanted.with_values = call.size() == 4;
  if (*count < -kMostRepeats || (wanted.with_values && *count > kMost / 2)) {
    call.reply.error("ERR value is out of range");
    return std::nullopt;
  }
  wanted.many = true;
  wanted.repeats = *count < 0;
  wanted.count = static_cast<std::size_t>(*count < 0 ? -*count : *count);
  return wanted;
}

std::size_t random_below(std::size_t bound) {
  thread_local std::mt19937_64 random{std::random_device{}()};
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
}

}  // namespace stoa::resp
