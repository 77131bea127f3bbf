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

/// What articles are sorted into. A group that was created stays. Safe from any thread.
class Groups {
 public:
  /// Both outlive it.
  Groups(keyspace::Keyspace& keyspace, const Clock& clock) : keyspace_(keyspace), clock_(clock) {}

  /// Conflict (`group.taken`) when there is one of that name, TooMany (`group.limit`) when the person has
  /// created kMostGroupsCreated; both also when several are created at once.
  Result<Group> create(const accounts::Identity&, const GroupDraft&);

  /// By who created it, or an admin: Forbidden (`group.not_yours`).
  Result<Group> change(const accounts::Identity&, const GroupName&, std::string_view description);

  /// NotFound (`group.absent`).
  Result<Group> find(const GroupName&);

  /// NotFound (`group.absent`), with its name, unless all are there; one round trip.
  Result<void> require(std::span<const GroupName>);

  /// Those with most articles first, at most kMostGroupsListed; two round trips.
  Result<std::vector<Group>> largest(std::size_t most);

 private:
  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;
};

}  // namespace stoa::feed
