#include "cli/check.h"

#include <fmt/format.h>

#include <cmath>

namespace stoa::cli {
namespace {
using namespace keyspace;

constexpr int kCategories = 5;
/// Hashes have no pages; a larger one is left out, so that the doctor's memory stays bounded.
constexpr std::size_t kMostFields = 1'000'000;
constexpr std::size_t kPostsAtOnce = 500;

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    const auto comma = text.find(',', at);
    parts.push_back(text.substr(at, comma - at));
    if (comma == text.npos) return parts;
    at = comma + 1;
  }
}

Result<void> for_each_field(Examination& examination, const HashKey& key,
                            Fault (*fault_of)(const keyspace::Field&)) {
  if (const auto fields = STOA_TRY(examination.keys().hlen(key)); fields > kMostFields) {
    examination.note(fmt::format("{} has {} fields and was left out; the most that are looked at is {}",
                                 key.name(), fields, kMostFields));
    return {};
  }
  for (const auto& field : STOA_TRY(examination.keys().hgetall(key)))
    STOA_TRY(examination.examine([&]() -> Result<Fault> { return fault_of(field); }));
  return {};
}

Fault fault_of_contribution(const keyspace::Field& field) {
  const auto parts = parts_of(field.value);
  bool right = parts.size() == kCategories;
  for (const auto part : parts) right = right && whole_number(part).value_or(-1) >= 0;
  if (right) return {};
  return fmt::format("user_contribution of {} is '{}'; it is five whole numbers, none negative", field.name,
                     field.value);
}

Fault fault_of_challenge(const keyspace::Field& field) {
  const auto parts = parts_of(field.value);
  const auto category = whole_number(parts[0]);
  if (parts.size() == 4 && category && *category >= 1 && *category <= kCategories && whole_number(parts[2]))
    return {};
  return fmt::format("on_clg_info of {} is '{}'; it is category,is_public,duration,finished_date", field.name,
                     field.value);
}

Fault fault_of_length(const keyspace::Field& field) {
  if (whole_number(field.value).value_or(-1) >= 0) return {};
  return fmt::format("db_len of {} is '{}', which is no count", field.name, field.value);
}

Result<void> contributions_are_five_numbers(Examination& examination) {
  return for_each_field(examination, keys::user_contribution(), fault_of_contribution);
}

Result<void> challenges_are_whole(Examination& examination) {
  return for_each_field(examination, keys::running_challenges(), fault_of_challenge);
}

Result<void> lengths_are_counts(Examination& examination) {
  return for_each_field(examination, keys::table_lengths(), fault_of_length);
}

struct Ring {
  std::optional<std::int64_t> age, day;
};

Result<Ring> ring_of(Reader& keys) {
  const std::string wanted[] = {"max_post_age", "day_index"};
  const auto values = STOA_TRY(keys.hget_many(keys::recommender_parameters(), wanted));
  return Ring{values[0] ? whole_number(*values[0]) : std::nullopt,
              values[1] ? whole_number(*values[1]) : std::nullopt};
}

Result<Fault> day_is_in_the_ring(const Subject& subject) {
  const Ring ring = STOA_TRY(ring_of(subject.keys()));
  if (ring.age && ring.day && *ring.age > 0 && *ring.day >= 0 && *ring.day < *ring.age) return Fault();
  return Fault("rs_param needs max_post_age above 0 and a day_index from 0 to max_post_age - 1");
}

Result<Fault> pool_is_of_the_ring(const Subject& subject) {
  const auto category = whole_number(subject.tag);
  if (!category || *category < 1 || *category > kCategories)
    return Fault(fmt::format("{} is of no category from 1 to {}", subject.name, kCategories));
  const Ring ring = STOA_TRY(ring_of(subject.keys()));
  Fault first;
  STOA_TRY(
      for_each_member(subject.keys(), subject.as<SortedSetKey>(), [&](const Scored& post) -> Result<void> {
        const bool right = post.score >= 0 && post.score == std::floor(post.score) &&
                           (!ring.age || post.score < static_cast<double>(*ring.age));
        if (!first && !right)
          first = fmt::format("{} gives the post {} the day index {}", subject.name, post.member, post.score);
        return {};
      }));
  return first;
}

Result<Fault> pool_posts_have_challenges(const Subject& subject) {
  Fault first;
  std::vector<std::string> posts;
  const auto ask = [&]() -> Result<void> {
    const auto challenges = STOA_TRY(subject.keys().hget_many(keys::post_challenge(), posts));
    for (std::size_t i = 0; i < posts.size() && !first; ++i)
      if (!challenges[i] && STOA_TRY(subject.keys().zscore(subject.as<SortedSetKey>(), posts[i])))
        first = fmt::format("{} holds the post {}, whose challenge post_clg_pair does not know", subject.name,
                            posts[i]);
    posts.clear();
    return {};
  };
  STOA_TRY(
      for_each_member(subject.keys(), subject.as<SortedSetKey>(), [&](const Scored& post) -> Result<void> {
        posts.push_back(post.member);
        return posts.size() < kPostsAtOnce ? Result<void>() : ask();
      }));
  STOA_TRY(ask());
  return first;
}

}  // namespace

std::vector<Check> challenge_checks() {
  return {
      {"challenges.day", "The day index lies in the ring of days", "rs_param", day_is_in_the_ring},
      {"challenges.pool", "A pool's posts have day indexes of the ring", "recent_posts_for_category{n}",
       pool_is_of_the_ring},
      {"challenges.pair", "A pool's posts have a challenge", "recent_posts_for_category{n}",
       pool_posts_have_challenges},
      {"challenges.contribution", "A contribution is five whole numbers, none negative", "", nullptr,
       contributions_are_five_numbers},
      {"challenges.running", "A running challenge has its four parts", "", nullptr, challenges_are_whole},
      {"challenges.lengths", "Tables' lengths are counts", "", nullptr, lengths_are_counts},
  };
}

}  // namespace stoa::cli
