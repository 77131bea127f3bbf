#include "shop/cart_bytes.h"

#include "base/bson.h"
#include "base/fields.h"

#include <array>
#include <charconv>
#include <cstring>

namespace stoa::shop {
namespace {

// As bsonspec.org names them.
constexpr char kDocument = 0x03, kList = 0x04;
/// How a line begins: its length, and an ObjectId of that name.
constexpr std::string_view kIdOfLine("\x07product_id\0", 12);
constexpr std::size_t kIdAt = 4 + kIdOfLine.size();

std::size_t size_at(std::string_view bytes, std::size_t at) {
  std::int32_t size = 0;
  if (at + sizeof size > bytes.size()) return bytes.size();
  std::memcpy(&size, bytes.data() + at, sizeof size);
  return size < 0 ? bytes.size() : static_cast<std::size_t>(size);
}

/// How long a value of that type is; more than there is when the type is one that no cart has.
std::size_t value_size(char type, std::string_view bytes, std::size_t at) {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x12:
      return 8;
    case 0x02:
      return 4 + size_at(bytes, at);
    case kDocument:
    case kList:
      return size_at(bytes, at);
    case 0x07:
      return 12;
    case 0x08:
      return 1;
    case 0x0A:
      return 0;
    case 0x10:
      return 4;
    default:
      return bytes.size();
  }
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
  const auto note_line = [&](char type, std::string_view, std::size_t at, std::size_t size) {
    const bool ours = type == kDocument && size > kIdAt + ObjectId::kSize &&
                      bytes.substr(at + 4, kIdOfLine.size()) == kIdOfLine;
    if (ours) lines_.push_back({Line::In::Document, at, size});
    return ours;
  };
  constexpr std::size_t kLeastOfALine = 64;
  lines_.reserve(1 + bytes.size() / kLeastOfALine);
  return each_value(bytes, 0, [&](char type, std::string_view key, std::size_t at, std::size_t) {
    return key != "items" || (type == kList && each_value(bytes, at, note_line));
  });
}

std::string_view CartBytes::bytes_of(const Line& line) const {
  const std::string& bytes = line.in == Line::In::Document ? document_ : changes_;
  return std::string_view(bytes).substr(line.at, line.size);
}

std::size_t CartBytes::find(const ProductId& product) const {
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (std::memcmp(bytes_of(lines_[i]).data() + kIdAt, product.bytes().data(), ObjectId::kSize) == 0)
      return i;
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
  lines_[found] = {Line::In::Changes, at, changes_.size() - at};
}

void CartBytes::remove(const ProductId& product) {
  const std::size_t found = find(product);
  if (found < lines_.size()) lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(found));
}

std::string CartBytes::document() const {
  std::string bytes = write_bson(head);
  bytes.reserve(document_.size() + changes_.size() + 256);
  bytes.pop_back();
  bytes += kList;
  bytes.append("items", 6);
  const std::size_t list_at = bytes.size();
  append_size(bytes, 0);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::array<char, 8> number;
    const auto end = std::to_chars(number.begin(), number.end(), i).ptr;
    bytes += kDocument;
    bytes.append(number.data(), end);
    bytes += '\0';
    bytes += bytes_of(lines_[i]);
  }
  bytes += '\0';
  set_size(bytes, list_at, bytes.size() - list_at);
  bytes += '\0';
  set_size(bytes, 0, bytes.size());
  return bytes;
}

}  // namespace stoa::shop
