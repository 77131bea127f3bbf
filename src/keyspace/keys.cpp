#include "keyspace/keys.h"

#include <array>
#include <charconv>

namespace stoa::keyspace {
namespace {

using enum Type;
using enum Lifetime;
using enum Durability;

constexpr auto kFamilies = std::to_array<KeyFamily>({
    {"login:", Hash, Kept, Durable, "accounts", "token -> username of the logged in"},
    {"recent:", SortedSet, Kept, Relaxed, "accounts", "token & time it was last used"},
    {"viewed:", SortedSet, Kept, Relaxed, "shop", "item & popularity, lowest is most popular"},
    {"viewed:{token}", List, Kept, Relaxed, "shop", "items a session looked at, newest first, at most 25"},
    {"cart:{token}", Hash, Kept, Durable, "shop", "item -> quantity, the hot view of the cart document"},
    {"inv:{row}", String, Volatile, Relaxed, "shop", "a product row as JSON, from the row cache"},
    {"schedule:", SortedSet, Kept, Relaxed, "shop", "row & time of its next copy"},
    {"delay:", SortedSet, Kept, Durable, "shop", "row & seconds between copies"},
    {"cache:{hash}", String, Volatile, Relaxed, "shop", "a rendered page"},
    {"article:", String, Kept, Durable, "feed", "last article id given"},
    {"article:{id}", Hash, Kept, Durable, "feed", "title, link, author, time, votes"},
    {"time:", SortedSet, Kept, Durable, "feed", "article & time posted"},
    {"score:", SortedSet, Kept, Durable, "feed", "article & score"},
    {"score:{group}", SortedSet, Volatile, Relaxed, "feed", "articles of a group & score, for 60 s"},
    {"upvoted:{id}", Set, Kept, Durable, "feed", "who voted an article up"},
    {"downvoted:{id}", Set, Kept, Durable, "feed", "who voted an article down"},
    {"group:{name}", Set, Kept, Durable, "feed", "articles of a group"},
    {"time:{group}", SortedSet, Kept, Durable, "feed", "articles of a group & time posted"},
    {"voting:", SortedSet, Kept, Durable, "feed", "article & time posted, while votes are taken"},
    {"link:{hash}", String, Kept, Durable, "feed", "the article that has this link, for 30 days"},
    {"imported:{hash}", String, Kept, Durable, "feed",
     "the article that a line of an imported file became, and the line's hash"},
    {"groups:", Hash, Kept, Durable, "feed",
     "group -> what it is, as JSON; user -> number of groups created"},
    {"group_sizes:", SortedSet, Kept, Durable, "feed", "group & number of its articles"},
    {"users:{sc}:articles", SortedSet, Kept, Durable, "feed", "article & time posted"},
    {"talk:{product}", SortedSet, Kept, Durable, "feed", "articles about a product & time posted"},
    {"images:{sc}", String, Kept, Durable, "gallery", "ObjectId of the image's document"},
    {"images:{sc}:favorited_by", SortedSet, Kept, Durable, "gallery", "user & time"},
    {"images:{sc}:collections_in", SortedSet, Kept, Durable, "gallery", "collection & time"},
    {"images:{sc}:downloads", String, Kept, Durable, "gallery", "number of downloads"},
    {"images:{sc}:views", String, Kept, Relaxed, "gallery", "number of views"},
    {"images:{sc}:purchases", String, Kept, Durable, "gallery", "number of purchases"},
    {"images:{sc}:owner", String, Kept, Durable, "gallery", "the user who owns it"},
    {"images:{sc}:can_view", Set, Kept, Durable, "gallery", "users who may look; absent: everyone"},
    {"images:{sc}:can_edit", Set, Kept, Durable, "gallery", "users who may edit"},
    {"images:{sc}:can_delete", Set, Kept, Durable, "gallery", "users who may delete"},
    {"users:{sc}", Hash, Kept, Durable, "accounts", "ObjectId, Password, Salt"},
    {"users:{sc}:admin", String, Kept, Durable, "accounts", "whether the user is an admin"},
    {"users:{sc}:views", String, Kept, Relaxed, "gallery", "number of profile views"},
    {"users:{sc}:images", SortedSet, Kept, Durable, "gallery", "image & time"},
    {"users:{sc}:collections", SortedSet, Kept, Durable, "gallery", "collection & time"},
    {"users:{sc}:purchased", SortedSet, Kept, Durable, "gallery", "image & time"},
    {"users:{sc}:downloaded", SortedSet, Kept, Durable, "gallery", "image & time"},
    {"users:{sc}:seen", SortedSet, Kept, Relaxed, "gallery", "image & time last looked at"},
    {"users:{sc}:followed_by", SortedSet, Kept, Durable, "gallery", "user & time"},
    {"users:{sc}:followed", SortedSet, Kept, Durable, "gallery", "user or collection & time"},
    {"users:{sc}:favorited", SortedSet, Kept, Durable, "gallery", "image, collection or user & time"},
    {"users:{sc}:favorited_by", SortedSet, Kept, Durable, "gallery", "user & time"},
    {"users:{sc}:sessions", SortedSet, Kept, Durable, "accounts", "token & time of log in, at most 50"},
    {"users:{sc}:stream", SortedSet, Kept, Durable, "gallery", "image & time, newest 1,000 of the followed"},
    {"collections:{sc}", String, Kept, Durable, "gallery", "ObjectId of the collection's document"},
    {"collections:{sc}:images", SortedSet, Kept, Durable, "gallery", "image & time"},
    {"collections:{sc}:followed_by", SortedSet, Kept, Durable, "gallery", "user & time"},
    {"collections:{sc}:favorited_by", SortedSet, Kept, Durable, "gallery", "user & time"},
    {"collections:{sc}:views", String, Kept, Relaxed, "gallery", "number of views"},
    {"collections:{sc}:view_type", String, Kept, Durable, "gallery", "public, unlisted or private"},
    {"collections:{sc}:owner", String, Kept, Durable, "gallery", "the user who owns it"},
    {"collections:{sc}:can_view", Set, Kept, Durable, "gallery", "users who may look; absent: everyone"},
    {"collections:{sc}:can_edit", Set, Kept, Durable, "gallery", "users who may edit"},
    {"collections:{sc}:can_delete", Set, Kept, Durable, "gallery", "users who may delete"},
    {"rs_param", Hash, Kept, Durable, "challenges", "max_post_age, distinct_category, day_index"},
    {"db_len", Hash, Kept, Durable, "challenges", "table -> number of records as of last night"},
    {"recent_posts_for_category{n}", SortedSet, Kept, Durable, "challenges", "post & day index"},
    {"on_clg_info", Hash, Kept, Durable, "challenges",
     "challenge -> category,is_public,duration,finished_date"},
    {"user_contribution", Hash, Kept, Durable, "challenges", "user -> five integers"},
    {"post_clg_pair", Hash, Kept, Durable, "challenges", "post -> challenge"},
    {"{user}_liked_posts", Set, Kept, Durable, "challenges", "posts the user reacted to"},
    {"{user}_clgs_preference", SortedSet, Kept, Durable, "challenges", "challenge & frequency"},
    {"outbox:{event}", String, Kept, Durable, "records", "an event that has been applied once"},
    {"clockwork:{job}", Hash, Kept, Relaxed, "clockwork", "holder, fence, beat, due of a background job"},
});

struct Shape {
  std::string_view prefix, suffix;
  bool tagged;
};

constexpr Shape shape_of(std::string_view pattern) {
  const auto open = pattern.find('{');
  if (open == std::string_view::npos) return {pattern, {}, false};
  return {pattern.substr(0, open), pattern.substr(pattern.find('}') + 1), true};
}

bool matches(std::string_view pattern, std::string_view name) {
  const Shape shape = shape_of(pattern);
  if (!shape.tagged) return name == pattern;
  if (name.size() <= shape.prefix.size() + shape.suffix.size()) return false;
  if (!name.starts_with(shape.prefix) || !name.ends_with(shape.suffix)) return false;
  const auto tag = name.substr(shape.prefix.size(), name.size() - shape.prefix.size() - shape.suffix.size());
  // `images:{sc}` must not claim `images:{sc}:views`; only group names may hold a colon.
  return shape.prefix == "group:" || shape.prefix == "score:" || tag.find(':') == std::string_view::npos;
}

class Digits {
 public:
  explicit Digits(std::uint64_t number)
      : size_(static_cast<std::size_t>(std::to_chars(text_, text_ + sizeof text_, number).ptr - text_)) {}
  operator std::string_view() const { return {text_, size_}; }

 private:
  char text_[20];
  std::size_t size_;
};

std::string_view suffix_of(keys::Permission permission) {
  switch (permission) {
    case keys::Permission::View:
      return ":can_view";
    case keys::Permission::Edit:
      return ":can_edit";
    case keys::Permission::Delete:
      return ":can_delete";
  }
  return {};
}

std::string_view suffix_of(keys::ImageCount count) {
  switch (count) {
    case keys::ImageCount::Downloads:
      return ":downloads";
    case keys::ImageCount::Views:
      return ":views";
    case keys::ImageCount::Purchases:
      return ":purchases";
  }
  return {};
}

std::string_view suffix_of(keys::UserRelation relation) {
  using enum keys::UserRelation;
  switch (relation) {
    case Images:
      return ":images";
    case Collections:
      return ":collections";
    case Purchased:
      return ":purchased";
    case Downloaded:
      return ":downloaded";
    case Seen:
      return ":seen";
    case FollowedBy:
      return ":followed_by";
    case Followed:
      return ":followed";
    case Favorited:
      return ":favorited";
    case FavoritedBy:
      return ":favorited_by";
    case Stream:
      return ":stream";
  }
  return {};
}

std::string_view suffix_of(keys::CollectionRelation relation) {
  switch (relation) {
    case keys::CollectionRelation::Images:
      return ":images";
    case keys::CollectionRelation::FollowedBy:
      return ":followed_by";
    case keys::CollectionRelation::FavoritedBy:
      return ":favorited_by";
  }
  return {};
}

}  // namespace

std::span<const KeyFamily> key_families() {
  return kFamilies;
}

const KeyFamily* family_of(std::string_view name) {
  for (const KeyFamily& family : kFamilies)
    if (matches(family.pattern, name)) return &family;
  return nullptr;
}

bool is_volatile(std::string_view name) {
  return name.starts_with("cache:") || name.starts_with("inv:") ||
         (name.starts_with("score:") && name.size() > sizeof("score:") - 1);
}

namespace keys {

HashKey login() {
  return HashKey("login:");
}
SortedSetKey recent() {
  return SortedSetKey("recent:");
}
ListKey viewed(const Token& token) {
  return {"viewed:", token.text()};
}
SortedSetKey viewed() {
  return SortedSetKey("viewed:");
}
HashKey cart(const Token& token) {
  return {"cart:", token.text()};
}
StringKey inventory(std::string_view row_id) {
  return {"inv:", row_id};
}
SortedSetKey schedule() {
  return SortedSetKey("schedule:");
}
SortedSetKey delay() {
  return SortedSetKey("delay:");
}
StringKey cached_page(std::string_view hash) {
  return {"cache:", hash};
}

StringKey article_counter() {
  return StringKey("article:");
}
HashKey article(ArticleId id) {
  return {"article:", Digits(id)};
}
SortedSetKey time() {
  return SortedSetKey("time:");
}
SortedSetKey score() {
  return SortedSetKey("score:");
}
SetKey upvoted(ArticleId id) {
  return {"upvoted:", Digits(id)};
}
SetKey downvoted(ArticleId id) {
  return {"downvoted:", Digits(id)};
}
SetKey group(std::string_view name) {
  return {"group:", name};
}
SortedSetKey score(std::string_view name) {
  return {"score:", name};
}
SortedSetKey time(std::string_view group) {
  return {"time:", group};
}
SortedSetKey voting() {
  return SortedSetKey("voting:");
}
StringKey posted_link(std::string_view hash) {
  return {"link:", hash};
}
StringKey imported(std::string_view hash) {
  return {"imported:", hash};
}
HashKey groups() {
  return HashKey("groups:");
}
SortedSetKey group_sizes() {
  return SortedSetKey("group_sizes:");
}
SortedSetKey user_articles(const Shortcode& sc) {
  return {"users:", sc.text(), ":articles"};
}
SortedSetKey product_articles(const ProductId& product) {
  return {"talk:", product.hex()};
}

StringKey image(const Shortcode& sc) {
  return {"images:", sc.text()};
}
SortedSetKey image_favorited_by(const Shortcode& sc) {
  return {"images:", sc.text(), ":favorited_by"};
}
SortedSetKey image_collections_in(const Shortcode& sc) {
  return {"images:", sc.text(), ":collections_in"};
}
StringKey image_count(const Shortcode& sc, ImageCount count) {
  return {"images:", sc.text(), suffix_of(count)};
}
StringKey image_owner(const Shortcode& sc) {
  return {"images:", sc.text(), ":owner"};
}
SetKey image_permission(const Shortcode& sc, Permission may) {
  return {"images:", sc.text(), suffix_of(may)};
}

HashKey user(const Shortcode& sc) {
  return {"users:", sc.text()};
}
StringKey user_admin(const Shortcode& sc) {
  return {"users:", sc.text(), ":admin"};
}
StringKey user_views(const Shortcode& sc) {
  return {"users:", sc.text(), ":views"};
}
SortedSetKey user_relation(const Shortcode& sc, UserRelation of) {
  return {"users:", sc.text(), suffix_of(of)};
}
SortedSetKey user_sessions(const Shortcode& sc) {
  return {"users:", sc.text(), ":sessions"};
}

StringKey collection(const Shortcode& sc) {
  return {"collections:", sc.text()};
}
SortedSetKey collection_relation(const Shortcode& sc, CollectionRelation of) {
  return {"collections:", sc.text(), suffix_of(of)};
}
StringKey collection_views(const Shortcode& sc) {
  return {"collections:", sc.text(), ":views"};
}
StringKey collection_view_type(const Shortcode& sc) {
  return {"collections:", sc.text(), ":view_type"};
}
StringKey collection_owner(const Shortcode& sc) {
  return {"collections:", sc.text(), ":owner"};
}
SetKey collection_permission(const Shortcode& sc, Permission may) {
  return {"collections:", sc.text(), suffix_of(may)};
}

HashKey recommender_parameters() {
  return HashKey("rs_param");
}
HashKey table_lengths() {
  return HashKey("db_len");
}
SortedSetKey recent_posts(int category) {
  return {"recent_posts_for_category", Digits(static_cast<std::uint64_t>(category))};
}
HashKey running_challenges() {
  return HashKey("on_clg_info");
}
HashKey user_contribution() {
  return HashKey("user_contribution");
}
HashKey post_challenge() {
  return HashKey("post_clg_pair");
}
SetKey liked_posts(std::string_view user) {
  return {"", user, "_liked_posts"};
}
SortedSetKey challenge_preference(std::string_view user) {
  return {"", user, "_clgs_preference"};
}

StringKey outbox_applied(const ObjectId& event) {
  return {"outbox:", event.hex()};
}
HashKey clockwork_job(std::string_view job) {
  return {"clockwork:", job};
}

}  // namespace keys
}  // namespace stoa::keyspace
