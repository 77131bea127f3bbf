#include "cli/check.h"

#include <fmt/format.h>

#include <set>

namespace stoa::cli {
namespace {
using namespace keyspace;

constexpr std::size_t kMostViewed = 25;
constexpr std::size_t kTokensAtOnce = 500;

Result<Fault> viewed_is_short_and_without_repeats(const Subject& subject) {
  const auto key = subject.as<ListKey>();
  if (const auto length = STOA_TRY(subject.keys().llen(key)); length > kMostViewed)
    return Fault(fmt::format("{} holds {} items; the most is {}", subject.name, length, kMostViewed));
  std::set<std::string> seen;
  for (const auto& item : STOA_TRY(subject.keys().lrange(key, 0, -1)))
    if (!seen.insert(item).second)
      return Fault(fmt::format("{} holds the item {} twice", subject.name, item));
  return Fault();
}

Result<Fault> quantities_are_above_zero(const Subject& subject) {
  for (const auto& [item, text] : STOA_TRY(subject.keys().hgetall(subject.as<HashKey>())))
    if (const auto quantity = whole_number(text); !quantity || *quantity <= 0)
      return Fault(fmt::format("{} holds '{}' of the item {}; a quantity is a whole number above 0",
                               subject.name, text, item));
  return Fault();
}

Result<Fault> tag_is_a_token(const Subject& subject) {
  if (Token::parse(subject.tag).ok()) return Fault();
  return Fault(subject.name + " is not named after a session token");
}

// A product row as the row cache writes it; more fields may be there.
Result<Fault> row_is_whole(const Subject& subject) {
  const auto text = STOA_TRY(subject.keys().get(subject.as<StringKey>()));
  if (!text) return Fault();
  for (const std::string_view field : {"id", "name", "description", "price", "qty", "cached_at"})
    if (text->find(fmt::format("\"{}\"", field)) == text->npos)
      return Fault(fmt::format("{} is no product row: it has no '{}'", subject.name, field));
  return Fault();
}

Result<Fault> stands_in(Reader& keys, const SortedSetKey& other, const std::string& row,
                        const SortedSetKey& first) {
  if (STOA_TRY(keys.zscore(other, row))) return Fault();
  if (!STOA_TRY(keys.zscore(first, row))) return Fault();
  return Fault(fmt::format("the row {} stands in {} and not in {}", row, first.name(), other.name()));
}

Result<void> schedule_and_delay_agree(Examination& examination) {
  Reader& keys = examination.keys();
  const auto each_in = [&](const SortedSetKey& first, const SortedSetKey& other) {
    return for_each_member(keys, first, [&](const Scored& row) {
      return examination.examine([&] { return stands_in(keys, other, row.member, first); });
    });
  };
  STOA_TRY(each_in(keys::schedule(), keys::delay()));
  return each_in(keys::delay(), keys::schedule());
}

// Counted along recent:, which can be walked in bounded memory: if fewer of its tokens are logged in than
// there are logged in tokens, some of those are unknown to it.
Result<void> logged_in_tokens_are_recent(Examination& examination) {
  Reader& keys = examination.keys();
  return examination.examine([&]() -> Result<Fault> {
    std::size_t known = 0;
    std::vector<std::string> tokens;
    const auto count = [&]() -> Result<void> {
      for (const auto& name : STOA_TRY(keys.hget_many(keys::login(), tokens))) known += name.has_value();
      tokens.clear();
      return {};
    };
    STOA_TRY(for_each_member(keys, keys::recent(), [&](const Scored& token) -> Result<void> {
      tokens.push_back(token.member);
      return tokens.size() < kTokensAtOnce ? Result<void>() : count();
    }));
    STOA_TRY(count());
    const auto all = STOA_TRY(keys.hlen(keys::login()));
    if (known >= all) return Fault();
    return Fault(fmt::format(
        "{} tokens of login: do not stand in recent:, so that nobody would ever clean them up", all - known));
  });
}

}  // namespace

std::vector<Check> shop_checks() {
  return {
      {"shop.viewed", "A session's viewed items: at most 25, each once", "viewed:{token}",
       viewed_is_short_and_without_repeats},
      {"shop.viewed_name", "Viewed items belong to a session token", "viewed:{token}", tag_is_a_token},
      {"shop.cart", "A cart's quantities are whole numbers above 0", "cart:{token}",
       quantities_are_above_zero},
      {"shop.cart_name", "A cart's hot view belongs to a session token", "cart:{token}", tag_is_a_token},
      {"shop.row", "A cached product row has all its fields", "inv:{row}", row_is_whole},
      {"shop.schedule", "schedule: and delay: hold the same rows", "", nullptr, schedule_and_delay_agree},
      {"accounts.sessions", "Whoever is logged in stands in recent:", "", nullptr,
       logged_in_tokens_are_recent},
  };
}

}  // namespace stoa::cli
