#include "keyspace/redis/commands.h"

#include "keyspace/score.h"

#include <charconv>

namespace stoa::keyspace::redis {

void Commands::header(char mark, std::size_t size) {
  char text[24];
  text[0] = mark;
  char* end = std::to_chars(text + 1, text + sizeof text, size).ptr;
  *end++ = '\r';
  *end++ = '\n';
  bytes_.append(text, end);
}

void Commands::begin(std::size_t words) {
  header('*', words);
  ++count_;
}

void Commands::word(std::string_view text) {
  header('$', text.size());
  bytes_.append(text).append("\r\n");
}

void Commands::word(double score) {
  word(std::string_view(format_score(score)));
}

void Commands::whole(std::int64_t number) {
  char text[24];
  char* end = std::to_chars(text, text + sizeof text, number).ptr;
  word(std::string_view(text, static_cast<std::size_t>(end - text)));
}

void Commands::append(const Commands& more) {
  bytes_.append(more.bytes_);
  count_ += more.count_;
}

}  // namespace stoa::keyspace::redis
