#include "base/ids.h"

#include <pthread.h>
#include <sodium.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>

namespace stoa {
namespace {
constexpr char kHexDigits[] = "0123456789abcdef";

void fill_random(void* bytes, std::size_t size) {
  static const bool ready = sodium_init() >= 0;
  if (!ready) throw std::runtime_error("the system's random source cannot be opened");
  randombytes_buf(bytes, size);
}

/// What the ids of one process share. A forked child draws its own, or it would repeat its parent's ids.
class ProcessPart {
 public:
  static ProcessPart& instance() {
    static ProcessPart part;
    return part;
  }

  const std::array<std::uint8_t, 5>& random() const { return random_; }
  std::uint32_t next() { return counter_.fetch_add(1, std::memory_order_relaxed); }

 private:
  ProcessPart() {
    draw();
    pthread_atfork(nullptr, nullptr, [] { instance().draw(); });
  }

  void draw() {
    fill_random(random_.data(), random_.size());
    std::uint32_t start;
    fill_random(&start, sizeof start);
    // The lower half only, so that eight million ids sort by age before the three bytes turn over.
    counter_.store(start & 0x7fffff, std::memory_order_relaxed);
  }

  std::array<std::uint8_t, 5> random_{};
  std::atomic<std::uint32_t> counter_{0};
};

/// By digit; -1 for any other character.
constexpr std::array<std::int8_t, 256> kHexValues = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::int8_t i = 0; i < 16; ++i) values[static_cast<unsigned char>(kHexDigits[i])] = i;
  for (std::int8_t i = 10; i < 16; ++i) values[static_cast<unsigned char>(kHexDigits[i] - 'a' + 'A')] = i;
  return values;
}();

int hex_value(char digit) {
  return kHexValues[static_cast<unsigned char>(digit)];
}

bool is_lower_hex(char digit) {
  return hex_value(digit) >= 0 && !(digit >= 'A' && digit <= 'F');
}

bool is_dash_place(std::size_t place) {
  return place == 8 || place == 13 || place == 18 || place == 23;
}

bool is_uuid4(std::string_view text) {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx";
  if (text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'x' ? !is_lower_hex(text[i]) : text[i] != kForm[i]) return false;
  return std::string_view("89ab").find(text[19]) != std::string_view::npos;
}

bool is_shortcode_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}
}  // namespace

ObjectId ObjectId::make(Time now) {
  auto& process = ProcessPart::instance();
  auto seconds =
      static_cast<std::uint32_t>(std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count());
  std::uint32_t count = process.next();
  Bytes bytes;
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(seconds >> (24 - 8 * i));
  std::copy(process.random().begin(), process.random().end(), bytes.begin() + 4);
  for (int i = 0; i < 3; ++i) bytes[9 + i] = static_cast<std::uint8_t>(count >> (16 - 8 * i));
  return ObjectId(bytes);
}

Result<ObjectId> ObjectId::parse(std::string_view hex) {
  const auto refused = [] { return Error{Error::Kind::Invalid, "id.malformed", "an id is 24 hex digits"}; };
  if (hex.size() != kHexSize) return refused();
  Bytes bytes;
  for (std::size_t i = 0; i < kSize; ++i) {
    int high = hex_value(hex[2 * i]), low = hex_value(hex[2 * i + 1]);
    if (high < 0 || low < 0) return refused();
    bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return ObjectId(bytes);
}

std::string ObjectId::hex() const {
  std::string text(kHexSize, '\0');
  write_hex(text.data());
  return text;
}

void ObjectId::write_hex(char* to) const {
  for (const std::uint8_t byte : bytes_) {
    *to++ = kHexDigits[byte >> 4];
    *to++ = kHexDigits[byte & 15];
  }
}

Token Token::make() {
  std::array<std::uint8_t, 16> bytes;
  fill_random(bytes.data(), bytes.size());
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);
  std::string text;
  text.reserve(36);
  for (std::uint8_t byte : bytes) {
    if (is_dash_place(text.size())) text += '-';
    text += kHexDigits[byte >> 4];
    text += kHexDigits[byte & 15];
  }
  return Token(std::move(text));
}

Result<Token> Token::parse(std::string_view text) {
  // The message does not repeat the text: a token that is nearly right may be somebody's.
  if (!is_uuid4(text))
    return Error{Error::Kind::Invalid, "token.malformed", "a token is a version 4 UUID in lower case"};
  return Token(std::string(text));
}

Result<Shortcode> Shortcode::parse(std::string_view text) {
  if (text.size() < 3 || text.size() > 30 || !std::all_of(text.begin(), text.end(), is_shortcode_letter))
    return Error{Error::Kind::Invalid, "shortcode.malformed",
                 "a name is 3 to 30 letters from a to z, digits or underscores"};
  return Shortcode(std::string(text));
}

}  // namespace stoa

std::size_t std::hash<stoa::ObjectId>::operator()(const stoa::ObjectId& id) const noexcept {
  std::uint64_t head, tail;
  std::memcpy(&head, id.bytes().data(), sizeof head);
  std::memcpy(&tail, id.bytes().data() + 4, sizeof tail);
  // Ids that are made one after the other differ in the last byte, the highest of `tail`; it has to reach the
  // lowest bits, by which tables and shards are chosen.
  std::uint64_t mixed = tail ^ (head * 0x9e3779b97f4a7c15u);
  for (int i = 0; i < 2; ++i) mixed = (mixed ^ (mixed >> 33)) * 0xff51afd7ed558ccdu;
  return mixed ^ (mixed >> 33);
}
