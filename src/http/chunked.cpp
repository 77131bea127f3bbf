#include "http/chunked.h"

#include "http/hex.h"

#include <algorithm>

namespace stoa::http {
namespace {
constexpr unsigned kDigits = 15;
constexpr std::size_t kSkipped = 8 << 10;
}  // namespace

Chunked::Found Chunked::next(std::string_view& bytes) {
  while (!bytes.empty()) {
    if (expects_ == Expects::Data) {
      data_ = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size())));
      bytes.remove_prefix(data_.size());
      left_ -= data_.size();
      if (left_ == 0) expects_ = Expects::DataReturn;
      return Found::Data;
    }
    const char c = bytes.front();
    bytes.remove_prefix(1);
    if (const Found found = take(c); found != Found::Nothing) return found;
  }
  return Found::Nothing;
}

Chunked::Found Chunked::take(char c) {
  switch (expects_) {
    case Expects::Size:
      return take_size(c);
    case Expects::Extension:
      return take_skipped(c, Expects::SizeEnd);
    case Expects::SizeEnd:
      digits_ = 0;
      return expect(c, '\n', left_ > 0 ? Expects::Data : Expects::Trailer);
    case Expects::DataReturn:
      return expect(c, '\r', Expects::DataEnd);
    case Expects::DataEnd:
      return expect(c, '\n', Expects::Size);
    case Expects::Trailer:
      if (c == '\r') return expect(c, '\r', Expects::LastEnd);
      if (c == ' ' || c == '\t') return refuse("a trailer line is folded");
      return take_skipped(c, Expects::TrailerEnd);
    case Expects::TrailerLine:
      return take_skipped(c, Expects::TrailerEnd);
    case Expects::TrailerEnd:
      return expect(c, '\n', Expects::Trailer);
    case Expects::LastEnd:
      if (c != '\n') return refuse("the last line of a chunked body ends wrongly");
      expects_ = Expects::Size;
      return Found::End;
    case Expects::Data:
      break;
  }
  return Found::Nothing;
}

Chunked::Found Chunked::take_size(char c) {
  if (const int digit = hex_digit(c); digit >= 0) {
    if (digits_ == 0) left_ = 0;
    if (++digits_ > kDigits) return refuse("the size of a chunk is too large");
    left_ = left_ * 16 + static_cast<unsigned>(digit);
    return Found::Nothing;
  }
  if (digits_ == 0) return refuse("a chunk begins without its size");
  if (c == '\r') return expect(c, '\r', Expects::SizeEnd);
  if (c == ';') return expect(c, ';', Expects::Extension);
  return refuse("the size of a chunk is not a hexadecimal number");
}

Chunked::Found Chunked::take_skipped(char c, Expects at_return) {
  if (c == '\r') return expect(c, '\r', at_return);
  if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f)
    return refuse("a control character between chunks");
  if (++skipped_ > kSkipped) return refuse("chunk extensions or trailers are too long");
  if (expects_ == Expects::Trailer) expects_ = Expects::TrailerLine;
  return Found::Nothing;
}

Chunked::Found Chunked::expect(char c, char wanted, Expects then) {
  if (c != wanted) return refuse("a line of a chunked body ends wrongly");
  expects_ = then;
  return Found::Nothing;
}

Chunked::Found Chunked::refuse(std::string_view detail) {
  fault_ = {400, "http.chunk", detail};
  return Found::Fault;
}

}  // namespace stoa::http
