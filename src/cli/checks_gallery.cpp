#include "cli/check.h"

#include <fmt/format.h>

#include <array>

namespace stoa::cli {
namespace {
using namespace keyspace;

constexpr std::size_t kLongestStream = 1000;

/// A relation that is kept on both sides: `mine` is a key's prefix and suffix; a member that begins with
/// `theirs` has a key of its own, with `their_suffix`, in which the first one's name stands.
struct TwoSided {
  std::string_view mine, my_suffix;
  std::string_view theirs, their_suffix;
};

constexpr auto kRelations = std::to_array<TwoSided>({
    {"users:", ":favorited", "images:", ":favorited_by"},
    {"users:", ":favorited", "collections:", ":favorited_by"},
    {"users:", ":favorited", "users:", ":favorited_by"},
    {"images:", ":favorited_by", "users:", ":favorited"},
    {"collections:", ":favorited_by", "users:", ":favorited"},
    {"users:", ":favorited_by", "users:", ":favorited"},
    {"users:", ":followed", "users:", ":followed_by"},
    {"users:", ":followed", "collections:", ":followed_by"},
    {"users:", ":followed_by", "users:", ":followed"},
    {"collections:", ":followed_by", "users:", ":followed"},
    {"images:", ":collections_in", "collections:", ":images"},
    {"collections:", ":images", "images:", ":collections_in"},
});

/// `users:ann` of `users:ann:followed`.
std::string owner_of(const Subject& subject) {
  return subject.name.substr(0, subject.name.rfind(':'));
}

Result<Fault> other_side_knows(Reader& keys, const std::string& mine, const std::string& me,
                               const Scored& member) {
  const std::string_view suffix = std::string_view(mine).substr(mine.rfind(':'));
  for (const TwoSided& relation : kRelations) {
    if (!mine.starts_with(relation.mine) || suffix != relation.my_suffix ||
        !member.member.starts_with(relation.theirs))
      continue;
    const SortedSetKey other(member.member + std::string(relation.their_suffix));
    if (STOA_TRY(keys.zscore(other, me)) || !STOA_TRY(keys.zscore(SortedSetKey(mine), member.member)))
      return Fault();
    return Fault(fmt::format("{} holds {}, and {} does not hold {}", mine, member.member, other.name(), me));
  }
  return Fault(fmt::format("{} holds '{}', which cannot stand there", mine, member.member));
}

Result<Fault> both_sides_agree(const Subject& subject) {
  Fault first;
  const auto me = owner_of(subject);
  const auto look = [&](const Scored& member) -> Result<void> {
    if (!first) first = STOA_TRY(other_side_knows(subject.keys(), subject.name, me, member));
    return {};
  };
  STOA_TRY(for_each_member(subject.keys(), subject.as<SortedSetKey>(), look));
  return first;
}

Result<Fault> holds_an_object_id(const Subject& subject) {
  const auto text = STOA_TRY(subject.keys().get(subject.as<StringKey>()));
  if (!text || is_object_id(*text)) return Fault();
  return Fault(fmt::format("{} holds '{}', which is no ObjectId", subject.name, *text));
}

Result<Fault> is_a_count(const Subject& subject) {
  const auto text = STOA_TRY(subject.keys().get(subject.as<StringKey>()));
  if (!text) return Fault();
  if (const auto count = whole_number(*text); count && *count >= 0) return Fault();
  return Fault(fmt::format("{} holds '{}', which is no count", subject.name, *text));
}

Result<Fault> account_is_whole(const Subject& subject) {
  const std::string wanted[] = {"ObjectId", "Password", "Salt"};
  const auto values = STOA_TRY(subject.keys().hget_many(subject.as<HashKey>(), wanted));
  for (std::size_t i = 0; i < std::size(wanted); ++i)
    if (!values[i]) return Fault(fmt::format("{} has no field '{}'", subject.name, wanted[i]));
  if (!is_object_id(*values[0]))
    return Fault(fmt::format("{} has the ObjectId '{}', which is none", subject.name, *values[0]));
  return Fault();
}

Result<Fault> owner_has_it(const Subject& subject, std::string_view list) {
  const auto owner = STOA_TRY(subject.keys().get(subject.as<StringKey>()));
  if (!owner) return Fault();
  if (!after("users:", *owner))
    return Fault(fmt::format("{} holds '{}', who is not written users:…", subject.name, *owner));
  const auto thing = owner_of(subject);
  if (STOA_TRY(subject.keys().zscore(SortedSetKey(*owner + std::string(list)), thing))) return Fault();
  return Fault(
      fmt::format("{} says {}, and {}{} does not hold {}", subject.name, *owner, *owner, list, thing));
}

Result<Fault> image_stands_with_its_owner(const Subject& subject) {
  return owner_has_it(subject, ":images");
}

Result<Fault> collection_stands_with_its_owner(const Subject& subject) {
  return owner_has_it(subject, ":collections");
}

Result<Fault> view_type_is_known(const Subject& subject) {
  const auto type = STOA_TRY(subject.keys().get(subject.as<StringKey>()));
  if (!type || *type == "public" || *type == "unlisted" || *type == "private") return Fault();
  return Fault(fmt::format("{} is '{}'; it is public, unlisted or private", subject.name, *type));
}

Result<Fault> stream_is_short(const Subject& subject) {
  const auto length = STOA_TRY(subject.keys().zcard(subject.as<SortedSetKey>()));
  if (length <= kLongestStream) return Fault();
  return Fault(fmt::format("{} holds {} images; the most is {}", subject.name, length, kLongestStream));
}

Result<Fault> images_are_there(const Subject& subject) {
  Fault first;
  const auto look = [&](const Scored& member) -> Result<void> {
    if (first || STOA_TRY(subject.keys().exists(KeyName(member.member)))) return {};
    if (STOA_TRY(subject.keys().zscore(subject.as<SortedSetKey>(), member.member)))
      first = fmt::format("{} holds {}, which is not there", subject.name, member.member);
    return {};
  };
  STOA_TRY(for_each_member(subject.keys(), subject.as<SortedSetKey>(), look));
  return first;
}

}  // namespace

std::vector<Check> gallery_checks() {
  std::vector<Check> checks{
      {"accounts.user", "An account has its ObjectId, Password and Salt", "users:{sc}", account_is_whole},
      {"gallery.image", "An image names its document", "images:{sc}", holds_an_object_id},
      {"gallery.collection", "A collection names its document", "collections:{sc}", holds_an_object_id},
      {"gallery.image_owner", "An image stands among its owner's", "images:{sc}:owner",
       image_stands_with_its_owner},
      {"gallery.collection_owner", "A collection stands among its owner's", "collections:{sc}:owner",
       collection_stands_with_its_owner},
      {"gallery.view_type", "A collection is public, unlisted or private", "collections:{sc}:view_type",
       view_type_is_known},
      {"gallery.stream", "A stream holds at most 1,000 images", "users:{sc}:stream", stream_is_short},
  };
  for (const std::string_view family :
       {"users:{sc}:favorited", "images:{sc}:favorited_by", "collections:{sc}:favorited_by",
        "users:{sc}:favorited_by", "users:{sc}:followed", "users:{sc}:followed_by",
        "collections:{sc}:followed_by", "images:{sc}:collections_in", "collections:{sc}:images"})
    checks.push_back({"gallery.two_sides", "Favourites, follows and memberships agree on both sides", family,
                      both_sides_agree});
  for (const std::string_view family : {"images:{sc}:downloads", "images:{sc}:views", "images:{sc}:purchases",
                                        "users:{sc}:views", "collections:{sc}:views"})
    checks.push_back({"gallery.counts", "Counts are whole numbers and not negative", family, is_a_count});
  for (const std::string_view family : {"users:{sc}:images", "users:{sc}:purchased", "users:{sc}:downloaded",
                                        "users:{sc}:seen", "users:{sc}:stream", "users:{sc}:collections"})
    checks.push_back({"gallery.named_things", "What a user's lists name is there", family, images_are_there});
  return checks;
}

}  // namespace stoa::cli
