#pragma once
#include "accounts/user.h"
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "base/result.h"
#include "feed/group_name.h"
#include "keyspace/keyspace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stoa::feed {

/// How many groups one person may create; an admin, any number.
inline constexpr std::int64_t kMostGroupsCreated = 10;
inline constexpr std::size_t kMostGroupsListed = 1000;
inline constexpr std::size_t kMostGroupsAPage = 100;
inline constexpr std::size_t kLongestDescription = 500;

struct Group {
  GroupName name;
  std::string description;
  Shortcode creator;
  Time created{};
  std::int64_t articles = 0;
};
StructDescription describe(Described<Group>);

struct GroupDraft {
  GroupName name;
  std::string description;
};
StructDescription describe(Described<GroupDraft>);

struct GroupPage {
  std::vector<Group> groups;
  /// Empty when there is no more.
  std::string next;
};

/// Where other groups have their page, the site has one of its own: nobody can create such a group.
bool is_sites_own(const GroupName&);

/// What who created it, or an admin, may do: Forbidden (`group.not_yours`).
Result<void> may_describe(const accounts::Identity&, const Group&);

/// What articles are sorted into. A group that was created stays. Safe from any thread.
class Groups {
 public:
  /// Both outlive it.
  Groups(keyspace::Keyspace& keyspace, const Clock& clock) : keyspace_(keyspace), clock_(clock) {}

  /// Conflict (`group.taken`) when there is one of that name or the site has a page there, TooMany
  /// (`group.limit`) when the person has created kMostGroupsCreated; both also when several are created at
  /// once.
  Result<Group> create(const accounts::Identity&, const GroupDraft&);

  /// As may_describe() says.
  Result<Group> change(const accounts::Identity&, const GroupName&, std::string_view description);

  /// NotFound (`group.absent`).
  Result<Group> find(const GroupName&);

  /// NotFound (`group.absent`), with its name, unless all are there; one round trip.
  Result<void> require(std::span<const GroupName>);

  /// Those with most articles first, at most kMostGroupsListed; two round trips.
  Result<std::vector<Group>> largest(std::size_t most);

  /// All of them: the 200 with most articles first, then the others by name, as names do not move. Neither
  /// skips nor repeats when counts change between two pages; one that is created meanwhile may be missing.
  /// What another program has made is left out, so a page may have fewer than `limit`, which is 1 to
  /// kMostGroupsAPage. Two round trips; a page by name looks at all names. Invalid (`records.cursor`).
  Result<GroupPage> page(std::size_t limit, std::string_view cursor);

 private:
  Result<std::vector<Group>> described(std::span<const keyspace::Scored> sizes);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;
};

}  // namespace stoa::feed
