#include "shop/cart_news.h"

#include "keyspace/keys.h"

namespace stoa::shop {

Result<ObjectId> CartNews::tell(records::Tx& tx, const Shopper& shopper, const Token& token,
                                const std::optional<LineChanged>& line) {
  return outbox_.post(tx, kCartChanged, CartChanged{token, shopper.owner, line});
}

Result<CartNews::Events> CartNews::post_to_one(records::Tx& tx, const Shopper& shopper) {
  return Events{STOA_TRY(tell(tx, shopper, shopper.token, std::nullopt))};
}

Result<CartNews::Events> CartNews::post_to_others(records::Tx& tx, const Shopper& shopper,
                                                  const std::optional<LineChanged>& line) {
  Events events;
  if (!shopper.name) return events;
  const auto sessions = STOA_TRY(keyspace_.read().zrange(keyspace::keys::user_sessions(*shopper.name), 0, -1,
                                                         keyspace::Order::Ascending));
  for (const auto& session : sessions)
    if (const auto token = Token::parse(session.member); token.ok() && *token != shopper.token)
      events.push_back(STOA_TRY(tell(tx, shopper, *token, line)));
  return events;
}

Result<CartNews::Events> CartNews::post(records::Tx& tx, const Shopper& shopper,
                                        const std::optional<LineChanged>& line) {
  Events events = STOA_TRY(post_to_others(tx, shopper, line));
  events.push_back(STOA_TRY(tell(tx, shopper, shopper.token, line)));
  return events;
}

}  // namespace stoa::shop
