#include "feed/groups.h"

#include "base/fields.h"
#include "base/json.h"
#include "feed/article_keys.h"
#include "feed/group_position.h"
#include "feed/wording.h"
#include "keyspace/integer.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::feed {
namespace keys = keyspace::keys;

namespace {

constexpr Wording kDescription{"group.description", "the description", kLongestDescription, Lines::One,
                               Wording::Empty::Allowed};

/// Where other groups have their page, the form of a new one stands.
constexpr std::string_view kSitesOwn = "new";

/// A field of `groups:`. The same hash counts what each person created, under `user:…`, which no group can be
/// called: so one transaction sees that the name is free and the person may.
struct Entry {
  std::string description;
  Shortcode creator;
  Time created{};
};

StructDescription describe(Described<Entry>) {
  return fields("GroupEntry", field("description", &Entry::description), field("creator", &Entry::creator),
                field("created", &Entry::created));
}

Error absent(const GroupName& name) {
  return {Error::Kind::NotFound, "group.absent",
          fmt::format("there is no group '{}'; create it first, or choose another", name.text())};
}

Error taken(const GroupName& name) {
  return {Error::Kind::Conflict, "group.taken",
          fmt::format("there is a group '{}' already; choose another name", name.text())};
}

Result<Group> read_group(const GroupName& name, const std::string& json) {
  auto entry = read_json<Entry>(json);
  if (!entry.ok())
    return Error{Error::Kind::Corrupt, "group.unreadable",
                 fmt::format("groups: holds no group under '{}': {}", name.text(), entry.error().message)};
  return Group{name, std::move(entry->description), std::move(entry->creator), entry->created, 0};
}

std::string json_of(const Group& group) {
  return to_json(Entry{group.description, group.creator, group.created});
}

}  // namespace

StructDescription describe(Described<Group>) {
  return fields("Group", field("name", &Group::name), field("description", &Group::description),
                field("creator", &Group::creator), field("created", &Group::created),
                field("articles", &Group::articles).help("How many are in it"));
}

StructDescription describe(Described<GroupDraft>) {
  return fields("GroupDraft", field("name", &GroupDraft::name).help("2 to 30 of a-z, 0-9, _ and -"),
                field("description", &GroupDraft::description).otherwise({}).length(0, kDescription.most));
}

bool is_sites_own(const GroupName& name) {
  return name.text() == kSitesOwn;
}

Result<void> may_describe(const accounts::Identity& who, const Group& group) {
  if (group.creator == who.name || who.role == accounts::Role::Admin) return {};
  return Error{Error::Kind::Forbidden, "group.not_yours",
               "only who created the group, or an admin, describes it"};
}

Result<Group> Groups::create(const accounts::Identity& who, const GroupDraft& draft) {
  const std::string description = STOA_TRY(read_wording(kDescription, draft.description));
  const Group group{draft.name, description, who.name,
                    std::chrono::floor<std::chrono::milliseconds>(clock_.now()), 0};
  if (is_sites_own(draft.name)) return taken(draft.name);
  const std::string creations = member_of(who.name);
  const std::string asked[] = {group.name.text(), creations};
  return keyspace_.transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<Group> {
    const auto found = STOA_TRY(tx.hget_many(keys::groups(), asked));
    if (found[0]) return taken(group.name);
    const auto created = found[1] ? keyspace::parse_integer(*found[1]).value_or(0) : 0;
    if (created >= kMostGroupsCreated && who.role != accounts::Role::Admin)
      return Error{Error::Kind::TooMany, "group.limit",
                   fmt::format("you have created {} groups, which is all that one person may", created)};
    tx.hset(keys::groups(), group.name.text(), json_of(group));
    tx.hincrement(keys::groups(), creations, 1);
    // Not zadd: articles may be counted there before, by another program or an import.
    tx.zincrement(keys::group_sizes(), group.name.text(), 0);
    return group;
  });
}

Result<Group> Groups::change(const accounts::Identity& who, const GroupName& name,
                             std::string_view description) {
  const std::string wording = STOA_TRY(read_wording(kDescription, description));
  const auto changed = keyspace_.transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
    const auto json = STOA_TRY(tx.hget(keys::groups(), name.text()));
    if (!json) return absent(name);
    Group group = STOA_TRY(read_group(name, *json));
    STOA_TRY(may_describe(who, group));
    group.description = wording;
    tx.hset(keys::groups(), name.text(), json_of(group));
    return {};
  });
  if (!changed.ok()) return changed.error();
  return find(name);
}

Result<Group> Groups::find(const GroupName& name) {
  const auto json = STOA_TRY(keyspace_.read().hget(keys::groups(), name.text()));
  if (!json) return absent(name);
  Group group = STOA_TRY(read_group(name, *json));
  const auto articles = STOA_TRY(keyspace_.read().zscore(keys::group_sizes(), name.text()));
  group.articles = static_cast<std::int64_t>(articles.value_or(0));
  return group;
}

Result<void> Groups::require(std::span<const GroupName> names) {
  std::vector<std::string> asked;
  for (const GroupName& name : names) asked.push_back(name.text());
  const auto found = STOA_TRY(keyspace_.read().hget_many(keys::groups(), asked));
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!found[i]) return absent(names[i]);
  return {};
}

Result<std::vector<Group>> Groups::largest(std::size_t most) {
  most = std::min(most, kMostGroupsListed);
  if (most == 0) return std::vector<Group>();
  return described(STOA_TRY(keyspace_.read().zrange(
      keys::group_sizes(), 0, static_cast<std::int64_t>(most) - 1, keyspace::Order::Descending)));
}

Result<GroupPage> Groups::page(std::size_t limit, std::string_view cursor) {
  limit = std::clamp<std::size_t>(limit, 1, kMostGroupsAPage);
  GroupPosition position = STOA_TRY(GroupPosition::parse(cursor));
  auto sizes = STOA_TRY(keyspace_.read().zrange(keys::group_sizes(), 0, position.last_rank(limit),
                                                keyspace::Order::Descending));
  const bool more = position.pass(sizes, limit);
  return GroupPage{STOA_TRY(described(sizes)), more ? position.cursor() : std::string()};
}

Result<std::vector<Group>> Groups::described(std::span<const keyspace::Scored> sizes) {
  std::vector<Group> groups;
  if (sizes.empty()) return groups;
  std::vector<std::string> names;
  for (const auto& size : sizes) names.push_back(size.member);
  const auto found = STOA_TRY(keyspace_.read().hget_many(keys::groups(), names));
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto name = GroupName::parse(names[i]);
    if (!found[i] || !name.ok()) continue;
    groups.push_back(STOA_TRY(read_group(*name, *found[i])));
    groups.back().articles = static_cast<std::int64_t>(sizes[i].score);
  }
  return groups;
}

}  // namespace stoa::feed
