#include "keyspace/keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace stoa::keyspace {
namespace {

const Shortcode kName = Shortcode::parse("leica_fan").value();

TEST(Keys, AreNamedAsTheSchemasNameThem) {
  const Token token = Token::make();
  EXPECT_EQ(keys::login().name(), "login:");
  EXPECT_EQ(keys::viewed().name(), "viewed:");
  EXPECT_EQ(keys::viewed(token).name(), "viewed:" + token.text());
  EXPECT_EQ(keys::cart(token).name(), "cart:" + token.text());
  EXPECT_EQ(keys::article_counter().name(), "article:");
  EXPECT_EQ(keys::article(92617).name(), "article:92617");
  EXPECT_EQ(keys::upvoted(92617).name(), "upvoted:92617");
  EXPECT_EQ(keys::score("programming").name(), "score:programming");
  EXPECT_EQ(keys::image_permission(kName, keys::Permission::View).name(), "images:leica_fan:can_view");
  EXPECT_EQ(keys::image_count(kName, keys::ImageCount::Downloads).name(), "images:leica_fan:downloads");
  EXPECT_EQ(keys::user_relation(kName, keys::UserRelation::FollowedBy).name(), "users:leica_fan:followed_by");
  EXPECT_EQ(keys::collection_relation(kName, keys::CollectionRelation::Images).name(),
            "collections:leica_fan:images");
  EXPECT_EQ(keys::recent_posts(3).name(), "recent_posts_for_category3");
  EXPECT_EQ(keys::liked_posts("anna").name(), "anna_liked_posts");
  EXPECT_EQ(keys::challenge_preference("anna").name(), "anna_clgs_preference");
}

TEST(Keys, OfOneEntityShareWhatStandsInTheBraces) {
  const Token token = Token::make();
  EXPECT_EQ(keys::viewed(token).entity(), keys::cart(token).entity());
  EXPECT_EQ(keys::article(7).entity(), keys::upvoted(7).entity());
  EXPECT_EQ(keys::article(7).entity(), keys::downvoted(7).entity());
  EXPECT_NE(keys::article(7).entity(), keys::article(8).entity());
  EXPECT_EQ(keys::user(kName).entity(), keys::user_relation(kName, keys::UserRelation::Stream).entity());
  EXPECT_EQ(keys::liked_posts("anna").entity(), keys::challenge_preference("anna").entity());
}

TEST(Keys, WithoutBracesAreEntitiesByThemselves) {
  EXPECT_EQ(keys::recent().entity(), "recent:");
  EXPECT_FALSE(keys::recent().tagged());
  EXPECT_TRUE(keys::article(7).tagged());
  EXPECT_NE(keys::recent().entity(), keys::login().entity());
}

TEST(Keys, BelongToTheFamilyOfTheirPattern) {
  const Token token = Token::make();
  const auto pattern = [](const KeyName& key) {
    const KeyFamily* family = family_of(key.name());
    return family ? family->pattern : "none";
  };
  EXPECT_EQ(pattern(keys::viewed()), "viewed:");
  EXPECT_EQ(pattern(keys::viewed(token)), "viewed:{token}");
  EXPECT_EQ(pattern(keys::article_counter()), "article:");
  EXPECT_EQ(pattern(keys::article(1)), "article:{id}");
  EXPECT_EQ(pattern(keys::time()), "time:");
  EXPECT_EQ(pattern(keys::time("news")), "time:{group}");
  EXPECT_EQ(pattern(keys::groups()), "groups:");
  EXPECT_EQ(pattern(keys::posted_link("0f")), "link:{hash}");
  EXPECT_EQ(pattern(keys::user_articles(kName)), "users:{sc}:articles");
  EXPECT_EQ(pattern(keys::product_articles(ProductId())), "talk:{product}");
  EXPECT_EQ(pattern(keys::image(kName)), "images:{sc}");
  EXPECT_EQ(pattern(keys::image_owner(kName)), "images:{sc}:owner");
  EXPECT_EQ(pattern(keys::user(kName)), "users:{sc}");
  EXPECT_EQ(pattern(keys::user_admin(kName)), "users:{sc}:admin");
  EXPECT_EQ(pattern(keys::collection_view_type(kName)), "collections:{sc}:view_type");
  EXPECT_EQ(pattern(keys::score("a:b")), "score:{group}");
  EXPECT_EQ(pattern(keys::recent_posts(5)), "recent_posts_for_category{n}");
  EXPECT_EQ(pattern(keys::liked_posts("anna")), "{user}_liked_posts");
  EXPECT_EQ(pattern(keys::outbox_applied(ObjectId{})), "outbox:{event}");
  EXPECT_EQ(pattern(keys::clockwork_job("records.ttl")), "clockwork:{job}");
  EXPECT_EQ(pattern(keys::user_sessions(*Shortcode::parse("anna"))), "users:{sc}:sessions");
  EXPECT_EQ(pattern(KeyName("nobody:knows")), "none");
  EXPECT_EQ(pattern(KeyName("images:leica_fan:unknown")), "none");
}

TEST(Keys, AreOfTheTypeTheTableSays) {
  EXPECT_EQ(family_of(keys::login().name())->type, HashKey::type);
  EXPECT_EQ(family_of(keys::recent().name())->type, SortedSetKey::type);
  EXPECT_EQ(family_of(keys::viewed(Token::make()).name())->type, ListKey::type);
  EXPECT_EQ(family_of(keys::group("x").name())->type, SetKey::type);
  EXPECT_EQ(family_of(keys::user_views(kName).name())->type, StringKey::type);
  EXPECT_EQ(family_of(keys::user_relation(kName, keys::UserRelation::Stream).name())->type,
            SortedSetKey::type);
}

TEST(Keys, OnlyCachesAreVolatile) {
  EXPECT_TRUE(is_volatile(keys::cached_page("abc").name()));
  EXPECT_TRUE(is_volatile(keys::inventory("17").name()));
  EXPECT_TRUE(is_volatile(keys::score("programming").name()));
  EXPECT_FALSE(is_volatile(keys::score().name()));
  EXPECT_FALSE(is_volatile(keys::schedule().name()));
  EXPECT_FALSE(is_volatile(keys::login().name()));
}

TEST(Keys, TheTableAndTheShortWayAgreeOnWhatIsVolatile) {
  for (const KeyFamily& family : key_families()) {
    std::string name(family.pattern);
    if (const auto open = name.find('{'); open != std::string::npos)
      name.replace(open, name.find('}') - open + 1, "some");
    EXPECT_EQ(is_volatile(name), family.lifetime == Lifetime::Volatile) << name;
  }
}

TEST(Keys, EveryPatternIsThereOnceAndFindsItself) {
  std::set<std::string_view> patterns;
  for (const KeyFamily& family : key_families()) {
    EXPECT_TRUE(patterns.insert(family.pattern).second) << family.pattern;
    std::string name(family.pattern);
    if (const auto open = name.find('{'); open != std::string::npos)
      name.replace(open, name.find('}') - open + 1, "some");
    ASSERT_NE(family_of(name), nullptr) << name;
    EXPECT_EQ(family_of(name)->pattern, family.pattern);
  }
}

TEST(Keys, TypesAreNamedAsRedisNamesThem) {
  EXPECT_EQ(type_name(Type::String), "string");
  EXPECT_EQ(type_name(Type::Hash), "hash");
  EXPECT_EQ(type_name(Type::Set), "set");
  EXPECT_EQ(type_name(Type::SortedSet), "zset");
  EXPECT_EQ(type_name(Type::List), "list");
}

}  // namespace
}  // namespace stoa::keyspace
