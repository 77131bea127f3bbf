#pragma once
// Every collection of the schemas with its indexes, lifetime and shard key, in one place.

#include "records/collection.h"

#include <span>

namespace stoa::records {

namespace collections {
const Collection& products();
const Collection& orders();
const Collection& carts();
/// Why each zone's stock became what it is; see shop/stock.h.
const Collection& stock_moves();
/// Orders and their sums by day and zone; see shop/totals.h.
const Collection& order_totals();
/// Of products, by a hash of their bytes, and how many products name each; see shop/picture.h.
const Collection& pictures();
const Collection& picture_uses();
/// What is said about articles, and what belongs to it; see feed/comment.h, comment_votes.h,
/// comment_thread.h.
const Collection& comments();
const Collection& comment_votes();
const Collection& threads();
/// Who found what wrong, what waits for a moderator, and what was done; see feed/reports.h, moderation.h.
const Collection& reports();
const Collection& reported_things();
const Collection& posting_bans();
const Collection& moderation_log();
/// Accounts; see accounts/user.h.
const Collection& users();
const Collection& outbox();
/// Answers kept under their Idempotency-Key, by a hash of key and asker; see http/idempotency.h.
const Collection& idempotency();
/// Keys that all nodes share; see http/secret.h.
const Collection& secrets();
}  // namespace collections

/// All of them; what an engine is opened with.
std::span<const Collection* const> all_collections();

}  // namespace stoa::records
