#pragma once
// Every key of the five schemas, in one place: its name, type, lifetime, writer and durability. The makers
// below are the only way domain code names a key; the table is what `stoa keys`, `stoa doctor` and the
// engines read.

#include "base/durability.h"
#include "base/ids.h"
#include "keyspace/key.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace stoa::keyspace {

/// Volatile keys are caches: never written to disk by the embedded engine, gone after a restart.
enum class Lifetime { Kept, Volatile };

/// A row of the atlas. In `pattern`, `{…}` stands for any text without it.
struct KeyFamily {
  std::string_view pattern;
  Type type;
  Lifetime lifetime;
  Durability durability;
  std::string_view writer;
  std::string_view meaning;
};

std::span<const KeyFamily> key_families();

/// The family a name belongs to, or null for a name that no schema knows.
const KeyFamily* family_of(std::string_view name);

/// Whether the embedded engine keeps this key off the disk. Costs a few comparisons.
bool is_volatile(std::string_view name);

namespace keys {

// Seed 000: the shop's hot path.
HashKey login();
SortedSetKey recent();
ListKey viewed(const Token&);
SortedSetKey viewed();
HashKey cart(const Token&);
StringKey inventory(std::string_view row_id);
SortedSetKey schedule();
SortedSetKey delay();
StringKey cached_page(std::string_view hash);

// Seed 003: the feed.
using ArticleId = std::uint64_t;
StringKey article_counter();
HashKey article(ArticleId);
SortedSetKey time();
SortedSetKey score();
SetKey upvoted(ArticleId);
SetKey downvoted(ArticleId);
SetKey group(std::string_view name);
SortedSetKey score(std::string_view group);
// Ours: what the feed's rules need to be exact and quick.
SortedSetKey time(std::string_view group);
SortedSetKey voting();
StringKey posted_link(std::string_view hash);
StringKey imported(std::string_view hash);
HashKey groups();
SortedSetKey group_sizes();
SortedSetKey user_articles(const Shortcode&);
SortedSetKey product_articles(const ProductId&);

// Seed 002: the gallery and the accounts.
enum class ImageCount { Downloads, Views, Purchases };
enum class Permission { View, Edit, Delete };
StringKey image(const Shortcode&);
SortedSetKey image_favorited_by(const Shortcode&);
SortedSetKey image_collections_in(const Shortcode&);
StringKey image_count(const Shortcode&, ImageCount);
StringKey image_owner(const Shortcode&);
SetKey image_permission(const Shortcode&, Permission);

enum class UserRelation {
  Images,
  Collections,
  Purchased,
  Downloaded,
  Seen,
  FollowedBy,
  Followed,
  Favorited,
  FavoritedBy,
  Stream
};
HashKey user(const Shortcode&);
StringKey user_admin(const Shortcode&);
StringKey user_views(const Shortcode&);
SortedSetKey user_relation(const Shortcode&, UserRelation);
// Ours: a user's tokens, so that all sessions of one are found without walking through everybody's.
SortedSetKey user_sessions(const Shortcode&);

enum class CollectionRelation { Images, FollowedBy, FavoritedBy };
StringKey collection(const Shortcode&);
SortedSetKey collection_relation(const Shortcode&, CollectionRelation);
StringKey collection_views(const Shortcode&);
StringKey collection_view_type(const Shortcode&);
StringKey collection_owner(const Shortcode&);
SetKey collection_permission(const Shortcode&, Permission);

// Seed 001: challenges and their recommender.
HashKey recommender_parameters();
HashKey table_lengths();
SortedSetKey recent_posts(int category);
HashKey running_challenges();
HashKey user_contribution();
HashKey post_challenge();
SetKey liked_posts(std::string_view user);
SortedSetKey challenge_preference(std::string_view user);

// Ours: an event of the outbox that has been applied to the keyspace and not yet removed from the outbox.
StringKey outbox_applied(const ObjectId& event);
// Ours: who runs a background job of which only one may run on all nodes, and when it is due.
HashKey clockwork_job(std::string_view job);

}  // namespace keys
}  // namespace stoa::keyspace
