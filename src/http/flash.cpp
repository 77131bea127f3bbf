#include "http/flash.h"

#include "base/utf8.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <charconv>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;

constexpr std::string_view kPurpose = "flash";
constexpr std::size_t kMostText = 1'000;
constexpr auto kLifetime = 60s;
constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

std::string packed(const void* bytes, std::size_t size) {
  std::string text(sodium_base64_encoded_len(size, kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), static_cast<const unsigned char*>(bytes), size, kVariant);
  text.pop_back();  // the terminating zero
  return text;
}

std::optional<std::string> unpacked(std::string_view text) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                        text.size(), nullptr, &size, &end, kVariant) != 0 ||
      end != text.data() + text.size())
    return std::nullopt;
  bytes.resize(size);
  return bytes;
}

std::string signature(const Secret& secret, std::string_view payload) {
  const auto hash = secret.hash(kPurpose, payload);
  return packed(hash.data(), hash.size());
}

/// At a character's border.
std::string cut_off(std::string text) {
  if (text.size() <= kMostText) return text;
  std::size_t end = kMostText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text;
}

std::int64_t seconds_of(Time time) {
  return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

/// "kind seconds text".
std::optional<Flash> parsed(std::string_view payload, Time now) {
  int kind = 0;
  std::int64_t left_at = 0;
  const char* const end = payload.data() + payload.size();
  const auto after_kind = std::from_chars(payload.data(), end, kind).ptr;
  if (after_kind == end || kind < 0 || kind > static_cast<int>(Flash::Kind::Info)) return std::nullopt;
  const auto after_time = std::from_chars(after_kind + 1, end, left_at).ptr;
  if (after_time == end || seconds_of(now) - left_at > kLifetime.count()) return std::nullopt;
  return Flash{static_cast<Flash::Kind>(kind), std::string(after_time + 1, end)};
}

}  // namespace

void leave_flash(Call& call, const Secret& secret, Flash flash, Time now) {
  const std::string payload =
      fmt::format("{} {} {}", static_cast<int>(flash.kind), seconds_of(now), cut_off(std::move(flash.text)));
  call.set_cookie({std::string(kFlashCookie),
                   packed(payload.data(), payload.size()) + "." + signature(secret, payload), kLifetime});
}

std::optional<Flash> take_flash(Call& call, const Secret& secret, Time now) {
  const auto cookie = call.cookie(kFlashCookie);
  if (!cookie) return std::nullopt;
  call.set_cookie({std::string(kFlashCookie), "", 0s});
  const auto point = cookie->find('.');
  if (point == std::string_view::npos) return std::nullopt;
  const auto payload = unpacked(cookie->substr(0, point));
  if (!payload) return std::nullopt;
  const std::string expected = signature(secret, *payload);
  const std::string_view given = cookie->substr(point + 1);
  if (given.size() != expected.size() || sodium_memcmp(given.data(), expected.data(), expected.size()) != 0)
    return std::nullopt;
  return parsed(*payload, now);
}

}  // namespace stoa::http
