#include "resp/reply.h"

#include "resp/numbers.h"

#include <charconv>

namespace stoa::resp {
namespace {

constexpr std::size_t kHead = 24;  // a kind, nineteen digits and a sign, a line's end

char* write_head(char* at, char kind, std::int64_t number) {
  *at++ = kind;
  if (number >= 0 && number < 10) {
    *at++ = static_cast<char>('0' + number);
  } else {
    at = std::to_chars(at, at + kHead, number).ptr;
  }
  *at++ = '\r';
  *at++ = '\n';
  return at;
}

}  // namespace

void Reply::head(char kind, std::int64_t number) {
  char* start = out_.room(kHead);
  out_.added(static_cast<std::size_t>(write_head(start, kind, number) - start));
}

void Reply::bulk(std::string_view text) {
  char* start = out_.room(text.size() + kHead + 2);
  char* at = write_head(start, '$', signed_(text.size()));
  if (!text.empty()) std::memcpy(at, text.data(), text.size());
  at += text.size();
  *at++ = '\r';
  *at++ = '\n';
  out_.added(static_cast<std::size_t>(at - start));
}

void Reply::status(std::string_view text) {
  out_.append("+");
  out_.append(text);
  out_.append("\r\n");
}

void Reply::error(std::string_view text) {
  out_.append("-");
  char* at = out_.room(text.size());
  for (const char letter : text) *at++ = letter == '\r' || letter == '\n' ? ' ' : letter;
  out_.added(text.size());
  out_.append("\r\n");
}

void Reply::number(double value) {
  const ScoreText text(value);
  if (!resp3()) return bulk(std::string_view(text));
  out_.append(",");
  out_.append(text);
  out_.append("\r\n");
}

void Reply::verbatim(std::string_view text) {
  if (!resp3()) return bulk(text);
  head('=', signed_(text.size() + 4));
  out_.append("txt:");
  out_.append(text);
  out_.append("\r\n");
}

void Reply::array_at(std::size_t mark, std::size_t count) {
  char text[kHead];
  const char* end = write_head(text, '*', signed_(count));
  out_.insert(mark, {text, static_cast<std::size_t>(end - text)});
}

}  // namespace stoa::resp
