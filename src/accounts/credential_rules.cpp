#include "accounts/credential_rules.h"

#include "base/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stoa::accounts {
namespace {

constexpr auto kHouseNames = std::to_array<std::string_view>(
    {"abuse",    "account",   "admin",    "administrator", "anonymous", "api",      "billing", "contact",
     "deleted",  "everybody", "everyone", "guest",         "help",      "info",     "login",   "logout",
     "me",       "moderator", "nobody",   "null",          "office",    "operator", "owner",   "payments",
     "register", "root",      "security", "self",          "service",   "shop",     "staff",   "stoa",
     "support",  "system",    "team",     "undefined",     "webmaster"});

/// The commonest of those that are long enough, as the lists of stolen ones have them.
constexpr auto kCommonest = std::to_array<std::string_view>(
    {"00000000",  "0123456789", "0987654321", "11111111",  "1111111111", "11223344",   "12121212",
     "123123123", "12341234",   "12344321",   "12345678",  "123456789",  "1234567890", "123456789a",
     "123qweasd", "1q2w3e4r",   "1q2w3e4r5t", "1qaz2wsx",  "22222222",   "55555555",   "66666666",
     "77777777",  "87654321",   "88888888",   "987654321", "99999999",   "a1234567",   "a12345678",
     "aa123456",  "aaaaaaaa",   "abc12345",   "abcd1234",  "abcdefgh",   "asdasdasd",  "asdf1234",
     "asdfasdf",  "asdfghjk",   "asdfghjkl",  "baseball",  "changeme",   "computer",   "dragon123",
     "football",  "iloveyou",   "internet",   "letmein1",  "liverpool",  "master123",  "michelle",
     "monkey123", "p@ssw0rd",   "passw0rd",   "password",  "password1",  "password12", "password123",
     "princess",  "q1w2e3r4",   "q1w2e3r4t5", "qazwsxedc", "qwer1234",   "qwerty12",   "qwerty123",
     "qwertyui",  "qwertyuiop", "starwars",   "sunshine",  "superman",   "trustno1",   "welcome1",
     "whatever",  "zaq12wsx",   "zxcvbnm1",   "йцукенгш",  "йцукенгшщз", "привет123",  "пароль123"});

char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return lowered(c); });
  return lower;
}

std::string_view without_blanks_around(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Error bad_password(std::string_view code, std::string message) {
  return {Error::Kind::Invalid, fmt::format("account.password_{}", code), std::move(message)};
}

}  // namespace

Result<Shortcode> read_name(std::string_view typed) {
  auto name = Shortcode::parse(lowered(without_blanks_around(typed)));
  if (name.ok()) return name;
  return Error{Error::Kind::Invalid, "account.name",
               "name: must be 3 to 30 small Latin letters, digits and underscores"};
}

Result<void> check_free_to_choose(const Shortcode& name) {
  if (std::ranges::find(kHouseNames, name.text()) == kHouseNames.end()) return {};
  return Error{Error::Kind::Invalid, "account.name_reserved",
               "name: this one belongs to the house; choose another"};
}

Result<void> check_password(const Shortcode& name, std::string_view password) {
  if (!is_utf8(password)) return bad_password("utf8", "password: must be UTF-8");
  const std::size_t length = count_code_points(password);
  if (length < kShortestPassword)
    return bad_password("short",
                        fmt::format("password: must have at least {} characters", kShortestPassword));
  if (length > kLongestPassword)
    return bad_password("long", fmt::format("password: must have at most {} characters", kLongestPassword));
  const std::string lower = lowered(password);
  if (lower == name.text() || std::ranges::find(kCommonest, lower) != kCommonest.end())
    return bad_password("common", "password: this is among the first that anybody would try; choose another");
  return {};
}

}  // namespace stoa::accounts
