#include "base/clock.h"
#include "cli/check.h"
#include "http/secret.h"
#include "records/collections.h"
#include "shop/cart_view.h"

#include <fmt/format.h>

#include <map>

namespace stoa::cli {
namespace {
using keyspace::keys::cart;
using keyspace::keys::login;

using Quantities = std::map<std::string, std::string>;

Result<Quantities> shown_to(Examination& examination, const Token& token) {
  Quantities shown;
  for (const auto& [item, quantity] : STOA_TRY(examination.keys().hgetall(cart(token))))
    shown.emplace(item, quantity);
  return shown;
}

Result<Quantities> in_cart_of(Examination& examination, const shop::Owner& owner) {
  shop::OpenCarts open(0);
  return shop::hot_view_of(STOA_TRY(open.cart(examination.records(), owner, Clock::system().now())));
}

/// nullopt where nobody can tell: the account is not there, or the site has no secret yet.
Result<std::optional<shop::Owner>> user_named(Examination& examination, const Shortcode& name) {
  const auto id = STOA_TRY(examination.keys().hget(keyspace::keys::user(name), "ObjectId"));
  const auto user = id ? ObjectId::parse(*id) : Result<ObjectId>(ObjectId());
  if (!id || !user.ok()) return std::optional<shop::Owner>();
  return std::optional<shop::Owner>(UserId(*user));
}
Result<std::optional<shop::Owner>> owner_with(Examination& examination, const Token& token) {
  const auto user = STOA_TRY(examination.keys().hget(login(), token.text()));
  if (user) {
    const auto name = Shortcode::parse(*user);
    return name.ok() ? user_named(examination, *name) : std::optional<shop::Owner>();
  }
  const auto secret = STOA_TRY(http::stored_secret(examination.records()));
  if (!secret) return std::optional<shop::Owner>();
  return std::optional(shop::guest_owner(secret->key, token));
}

/// Views follow by events. After a crash the newest may still wait to be applied.
Result<bool> views_may_lag(Examination& examination) {
  return STOA_TRY(examination.records().size(records::collections::outbox())) > 0;
}

Result<Fault> shows_the_cart(Examination& examination, const Token& token, const shop::Owner& owner) {
  const auto shown = STOA_TRY(shown_to(examination, token));
  const auto wanted = STOA_TRY(in_cart_of(examination, owner));
  if (shown == wanted || STOA_TRY(views_may_lag(examination))) return Fault();
  return Fault(
      fmt::format("{} does not show the cart in `carts`: {} products here, {} there. Opening /cart in that "
                  "session mends it",
                  cart(token).name(), shown.size(), wanted.size()));
}

Result<Fault> view_shows_the_cart(const Subject& subject) {
  const auto token = Token::parse(subject.tag);
  if (!token.ok()) return Fault();
  const auto owner = STOA_TRY(owner_with(subject.examination, *token));
  return owner ? shows_the_cart(subject.examination, *token, *owner) : Fault();
}

/// Also those that should have a view and have none.
Result<Fault> sessions_show_the_cart(const Subject& subject) {
  const auto name = Shortcode::parse(subject.tag);
  if (!name.ok()) return Fault();
  const auto owner = STOA_TRY(user_named(subject.examination, *name));
  if (!owner) return Fault();
  for (const auto& session : STOA_TRY(
           subject.keys().zrange(subject.as<keyspace::SortedSetKey>(), 0, -1, keyspace::Order::Ascending))) {
    const auto token = Token::parse(session.member);
    if (!token.ok()) continue;
    if (auto fault = STOA_TRY(shows_the_cart(subject.examination, *token, *owner))) return fault;
  }
  return Fault();
}

}  // namespace

std::vector<Check> cart_checks() {
  constexpr std::string_view kMeaning = "The hot views of a cart show what `carts` says";
  return {{"shop.cart_view", kMeaning, "cart:{token}", view_shows_the_cart, nullptr, Check::Spans::Both},
          {"shop.cart_view", kMeaning, "users:{sc}:sessions", sessions_show_the_cart, nullptr,
           Check::Spans::Both}};
}

}  // namespace stoa::cli
