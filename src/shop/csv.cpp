#include "shop/csv.h"

namespace stoa::shop {
namespace {

constexpr int kEnd = std::char_traits<char>::eof();
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Error malformed(std::string_view why) {
  return {Error::Kind::Invalid, "csv.malformed", std::string(why)};
}

Error too_long() {
  return {Error::Kind::Invalid, "csv.too_long", "longer than 1 MB; is a quote missing?"};
}

bool ends_line(int c) {
  return c == '\n' || c == '\r' || c == kEnd;
}

}  // namespace

int CsvReader::get() {
  const int c = from_.rdbuf()->sbumpc();
  if (c == kEnd) return c;
  ++bytes_;
  ++record_bytes_;
  if (c == '\n') ++line_;
  return c;
}

bool CsvReader::separates(int c) const {
  return separator_ ? c == *separator_ : c == ',' || c == ';';
}

int CsvReader::peek() {
  return from_.rdbuf()->sgetc();
}

void CsvReader::skip_line() {
  for (int c = get(); c != '\n' && c != kEnd;) c = get();
}

/// The quote that opens it was taken.
Result<void> CsvReader::read_quoted(std::string& field) {
  while (true) {
    const int c = get();
    if (c == kEnd) return malformed("a quote is never closed");
    if (record_bytes_ > kMostBytes) return too_long();
    if (c != '"') {
      field += static_cast<char>(c);
    } else if (peek() == '"') {
      field += static_cast<char>(get());
    } else if (separates(peek()) || ends_line(peek())) {
      return {};
    } else {
      return malformed("after a closing quote comes a comma or the end of the line");
    }
  }
}

/// What only looked like one was taken too, and comes back.
std::string CsvReader::skip_byte_order_mark() {
  std::string taken;
  while (taken.size() < kByteOrderMark.size() &&
         peek() == static_cast<unsigned char>(kByteOrderMark[taken.size()]))
    taken += static_cast<char>(get());
  return taken == kByteOrderMark ? std::string() : taken;
}

Result<std::optional<CsvReader::Record>> CsvReader::next() {
  Record record(1);
  if (bytes_ == 0) record.back() = skip_byte_order_mark();
  if (record.back().empty()) {
    while (peek() == '\n' || peek() == '\r') get();
    if (peek() == kEnd) return std::optional<Record>();
  }
  began_ = line_;
  record_bytes_ = record.back().size();
  const auto give_up = [&](Error error) {
    // What failed inside of quotes may have read past its line already.
    if (line_ == began_) skip_line();
    return error;
  };
  while (true) {
    const int c = get();
    if (c == kEnd || c == '\n') {
      if (!separator_) separator_ = ',';
      return std::optional(std::move(record));
    }
    if (c == '\r' && (peek() == '\n' || peek() == kEnd)) continue;
    if (record_bytes_ > kMostBytes) return give_up(too_long());
    if (separates(c)) {
      separator_ = static_cast<char>(c);
      record.emplace_back();
    } else if (c == '"') {
      if (!record.back().empty()) return give_up(malformed("a quote in the middle of a field; double it"));
      if (auto read = read_quoted(record.back()); !read.ok()) return give_up(read.error());
    } else {
      record.back() += static_cast<char>(c);
    }
  }
}

void append_quoted(std::string& to, std::string_view field) {
  to += '"';
  for (const char c : field) to.append(c == '"' ? 2 : 1, c);
  to += '"';
}

void append_csv(std::string& to, const std::vector<std::string>& fields) {
  bool first = true;
  for (const std::string& field : fields) {
    if (!first) to += ',';
    first = false;
    const bool lone = fields.size() == 1 && field.empty();
    const bool plain = field.find_first_of(",;\"\r\n") == field.npos && !field.starts_with(kByteOrderMark);
    if (!lone && plain) {
      to += field;
      continue;
    }
    append_quoted(to, field);
  }
  to += "\r\n";
}

}  // namespace stoa::shop
