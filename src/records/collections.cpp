#include "records/collections.h"

#include <array>

namespace stoa::records {
namespace collections {

using enum IndexField::Direction;

const Collection& products() {
  static const Collection collection{
      "products",
      {{"category", {{"category"}}},
       {"price", {{"price"}}},
       {"name", {{"name"}}},
       {"category_price", {{"category"}, {"price"}}},
       {"created_at", {{"created_at", Descending}}},
       {"category_created_at", {{"category"}, {"created_at", Descending}}}},
      "",
      TextIndex{{{"name", 6}, {"category", 2}, {"attributes", 2}, {"description", 1}}, "retired_at"},
  };
  return collection;
}

const Collection& orders() {
  static const Collection collection{
      "orders",
      {{"user_id", {{"user_id"}}},
       {"status", {{"status"}}},
       {"user_id_order_date", {{"user_id"}, {"order_date", Descending}}},
       {"zone", {{"zone"}}}},
      "user_id",
  };
  return collection;
}

const Collection& carts() {
  static const Collection collection{
      "carts",
      {{"owner_id_status", {{"owner_id"}, {"status"}}},
       {"expires_at", {{"expires_at"}}, Index::Unique::No, std::chrono::seconds(0)}},
      "owner_id",
  };
  return collection;
}

// Not sharded: a name is unique among all.
const Collection& users() {
  static const Collection collection{
      "users",
      {{"shortcode", {{"shortcode"}}, Index::Unique::Yes}, {"role", {{"role"}}}},
  };
  return collection;
}

const Collection& stock_moves() {
  static const Collection collection{
      "stock_moves", {{"product_id_at", {{"product_id"}, {"at", Descending}}}}, "product_id"};
  return collection;
}

const Collection& order_totals() {
  static const Collection collection{"order_totals", {{"day", {{"day"}}}}};
  return collection;
}

const Collection& pictures() {
  static const Collection collection{"pictures", {}};
  return collection;
}

const Collection& picture_uses() {
  static const Collection collection{"picture_uses", {{"unused_since", {{"unused_since"}}}}};
  return collection;
}

const Collection& comments() {
  static const Collection collection{
      "comments",
      {{"article_parent_id", {{"article"}, {"parent"}, {"_id"}}},
       {"article_parent_votes", {{"article"}, {"parent"}, {"votes", Descending}}},
       {"author_id", {{"author"}, {"_id"}}}},
      "article",
  };
  return collection;
}

const Collection& comment_votes() {
  static const Collection collection{
      "comment_votes",
      {{"closes_at", {{"closes_at"}}, Index::Unique::No, std::chrono::seconds(0)}},
      "_id",
  };
  return collection;
}

const Collection& threads() {
  static const Collection collection{"threads", {}, "_id"};
  return collection;
}

const Collection& reports() {
  static const Collection collection{
      "reports",
      {{"thing_at", {{"thing"}, {"at"}}}, {"at", {{"at"}}, Index::Unique::No, std::chrono::hours(24 * 180)}},
      "_id",
  };
  return collection;
}

const Collection& reported_things() {
  static const Collection collection{
      "reported_things",
      {{"reports_first_at", {{"reports", Descending}, {"first_at"}}}, {"first_at", {{"first_at"}}}},
  };
  return collection;
}

const Collection& posting_bans() {
  static const Collection collection{"posting_bans",
                                     {{"until", {{"until"}}, Index::Unique::No, std::chrono::seconds(0)}}};
  return collection;
}

const Collection& moderation_log() {
  static const Collection collection{"moderation_log", {{"thing_id", {{"thing"}, {"_id"}}}}};
  return collection;
}

const Collection& outbox() {
  static const Collection collection{"outbox", {}};
  return collection;
}

const Collection& idempotency() {
  static const Collection collection{
      "idempotency",
      {{"expires_at", {{"expires_at"}}, Index::Unique::No, std::chrono::seconds(0)}},
      "_id",
  };
  return collection;
}

const Collection& secrets() {
  static const Collection collection{"secrets", {}};
  return collection;
}

}  // namespace collections

std::span<const Collection* const> all_collections() {
  static const std::array all{
      &collections::products(),        &collections::orders(),       &collections::carts(),
      &collections::stock_moves(),     &collections::order_totals(), &collections::users(),
      &collections::pictures(),        &collections::picture_uses(), &collections::comments(),
      &collections::comment_votes(),   &collections::threads(),      &collections::reports(),
      &collections::reported_things(), &collections::posting_bans(), &collections::moderation_log(),
      &collections::outbox(),          &collections::idempotency(),  &collections::secrets()};
  return all;
}

}  // namespace stoa::records
