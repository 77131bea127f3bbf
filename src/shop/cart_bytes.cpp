#include "shop/cart_bytes.h"

#include "base/bson.h"
#include "base/bson_type.h"
#include "base/fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace stoa::shop {
namespace {

constexpr char kDocument = static_cast<char>(BsonType::Document), kList = static_cast<char>(BsonType::Array);
/// How a line begins: its length, and an ObjectId of that name.
constexpr std::string_view kIdOfLine("\x07product_id\0", 12);
constexpr std::size_t kIdAt = 4 + kIdOfLine.size();

/// In place: a call of memcmp for each line of a cart would be half of what looking through it costs.
bool equal_twelve(const char* left, const char* right) {
  std::uint64_t left_start, right_start;
  std::uint32_t left_end, right_end;
  std::memcpy(&left_start, left, 8);
  std::memcpy(&right_start, right, 8);
  std::memcpy(&left_end, left + 8, 4);
  std::memcpy(&right_end, right + 8, 4);
  return left_end == right_end && left_start == right_start;
}
static_assert(kIdOfLine.size() == 12 && ObjectId::kSize == 12);

std::size_t size_at(std::string_view bytes, std::size_t at) {
  std::int32_t size = 0;
  if (at + sizeof size > bytes.size()) return bytes.size();
  std::memcpy(&size, bytes.data() + at, sizeof size);
  return size < 0 ? bytes.size() : static_cast<std::size_t>(size);
}

/// How long a value of that type is; more than there is when the type is one that no cart has.
std::size_t value_size(char type, std::string_view bytes, std::size_t at) {
  switch (static_cast<BsonType>(type)) {
    case BsonType::Double:
    case BsonType::Moment:
    case BsonType::Int64:
      return 8;
    case BsonType::Text:
      return 4 + size_at(bytes, at);
    case BsonType::Document:
    case BsonType::Array:
      return size_at(bytes, at);
    case BsonType::ObjectId:
      return 12;
    case BsonType::Bool:
      return 1;
    case BsonType::Null:
      return 0;
    case BsonType::Int32:
      return 4;
    case BsonType::Binary:
      break;
  }
  return bytes.size();
}

/// Calls `visit(type, key, at, size)` for each value of the document that begins at `from`; whether all of it
/// was understood.
template <class Visit>
bool each_value(std::string_view bytes, std::size_t from, Visit visit) {
  const std::size_t end = from + size_at(bytes, from);
  if (end > bytes.size()) return false;
  for (std::size_t at = from + 4; at + 1 < end;) {
    const char type = bytes[at];
    const auto key_end = bytes.find('\0', at + 1);
    if (key_end == bytes.npos) return false;
    const std::size_t value = key_end + 1, size = value_size(type, bytes, value);
    if (value + size >= end || !visit(type, bytes.substr(at + 1, key_end - at - 1), value, size))
      return false;
    at = value + size;
  }
  return true;
}

/// How the lines of a list are named: 0, 1, 2, …
class LineNumber {
 public:
  explicit LineNumber(std::size_t number)
      : size_(static_cast<std::size_t>(std::to_chars(text_.begin(), text_.end(), number).ptr -
                                       text_.begin())) {}
  std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, 8> text_;
  std::size_t size_;
};

/// Whether a line of that number begins at `at`, as ours do: its name, its length, and the id's name.
bool begins_line(std::string_view bytes, std::size_t at, std::string_view number) {
  const std::size_t name = at + 1, line = name + number.size() + 1;
  if (line + kIdAt >= bytes.size() || bytes[at] != kDocument || bytes[line - 1] != '\0') return false;
  for (std::size_t i = 0; i < number.size(); ++i)
    if (bytes[name + i] != number[i]) return false;
  return equal_twelve(bytes.data() + line + 4, kIdOfLine.data());
}

/// Calls `visit(at, size)` for each line of the list that begins at `from` and ends with `bytes`; whether all
/// are ours. Their names are known, so that nothing needs to be searched for.
template <class Visit>
bool each_line(std::string_view bytes, std::size_t from, Visit visit) {
  std::size_t at = from + 4;
  for (std::size_t lines = 0; at + 1 < bytes.size(); ++lines) {
    const LineNumber number(lines);
    if (!begins_line(bytes, at, number.text())) return false;
    const std::size_t line = at + 1 + number.text().size() + 1, size = size_at(bytes, line);
    if (size <= kIdAt + ObjectId::kSize || line + size >= bytes.size()) return false;
    visit(line, size);
    at = line + size;
  }
  return true;
}

void append_size(std::string& to, std::size_t size) {
  const auto number = static_cast<std::int32_t>(size);
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void set_size(std::string& document, std::size_t at, std::size_t size) {
  const auto number = static_cast<std::int32_t>(size);
  std::memcpy(document.data() + at, &number, sizeof number);
}

}  // namespace

StructDescription describe(Described<CartHead>) {
  return fields(
      "CartHead", field("id", &CartHead::id).stored_as("_id"), field("owner_id", &CartHead::owner_id),
      field("type", &CartHead::type), field("status", &CartHead::status), field("zone", &CartHead::zone),
      field("amount", &CartHead::amount).otherwise(Money()), field("created_at", &CartHead::created_at),
      field("updated_at", &CartHead::updated_at), field("expires_at", &CartHead::expires_at));
}

Result<std::optional<CartBytes>> CartBytes::of(std::string document) {
  CartBytes cart;
  cart.head = STOA_TRY(read_bson<CartHead>(document));
  cart.document_ = std::move(document);
  if (!cart.find_lines()) return std::optional<CartBytes>();
  return std::optional<CartBytes>(std::move(cart));
}

bool CartBytes::find_lines() {
  const std::string_view bytes = document_;
  constexpr std::size_t kLeastOfALine = 64;
  lines_.reserve(1 + bytes.size() / kLeastOfALine);
  const auto note_line = [&](std::size_t at, std::size_t size) {
    lines_.push_back({Line::In::Document, lines_.size(), at, size});
  };
  return each_value(bytes, 0, [&](char type, std::string_view key, std::size_t at, std::size_t size) {
    return key != "items" || (type == kList && each_line(bytes.substr(0, at + size), at, note_line));
  });
}

std::string_view CartBytes::bytes_of(const Line& line) const {
  const std::string& bytes = line.in == Line::In::Document ? document_ : changes_;
  return std::string_view(bytes).substr(line.at, line.size);
}

std::size_t CartBytes::find(const ProductId& product) const {
  const auto* wanted = reinterpret_cast<const char*>(product.bytes().data());
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (equal_twelve(bytes_of(lines_[i]).data() + kIdAt, wanted)) return i;
  return lines_.size();
}

Result<std::optional<Item>> CartBytes::line(const ProductId& product) const {
  const std::size_t found = find(product);
  if (found == lines_.size()) return std::optional<Item>();
  return std::optional<Item>(STOA_TRY(read_bson<Item>(bytes_of(lines_[found]))));
}

void CartBytes::put(const Item& item) {
  const std::size_t found = find(item.product_id);
  if (found == lines_.size()) lines_.emplace_back();
  const std::size_t at = changes_.size();
  changes_ += write_bson(item);
  lines_[found] = {Line::In::Changes, found, at, changes_.size() - at};
}

void CartBytes::remove(const ProductId& product) {
  const std::size_t found = find(product);
  if (found < lines_.size()) lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(found));
}

std::size_t CartBytes::unmoved_after(std::size_t from) const {
  std::size_t to = from;
  while (to < lines_.size() && lines_[to].in == Line::In::Document && lines_[to].number == to) ++to;
  return to;
}

void CartBytes::append_line(std::string& bytes, std::size_t number) const {
  bytes += kDocument;
  bytes += LineNumber(number).text();
  bytes += '\0';
  bytes += bytes_of(lines_[number]);
}

// Lines that stand where they stood lie side by side, with their numbers between them: one copy does for all.
void CartBytes::append_lines(std::string& bytes) const {
  for (std::size_t i = 0; i < lines_.size();) {
    const std::size_t unmoved = unmoved_after(i);
    append_line(bytes, i);
    if (unmoved > i + 1) {
      const std::size_t from = lines_[i].at + lines_[i].size;
      bytes.append(document_, from, lines_[unmoved - 1].at + lines_[unmoved - 1].size - from);
    }
    i = std::max(unmoved, i + 1);
  }
}

std::string CartBytes::document() const {
  const std::string start = write_bson(head);
  std::string bytes;
  bytes.reserve(document_.size() + changes_.size() + start.size());
  bytes.append(start, 0, start.size() - 1);
  bytes += kList;
  bytes.append("items", 6);
  const std::size_t list_at = bytes.size();
  append_size(bytes, 0);
  append_lines(bytes);
  bytes += '\0';
  set_size(bytes, list_at, bytes.size() - list_at);
  bytes += '\0';
  set_size(bytes, 0, bytes.size());
  return bytes;
}

}  // namespace stoa::shop
