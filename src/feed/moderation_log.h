#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "feed/moderation_thing.h"
#include "records/records.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

enum class ModerationAction { Hidden, Shown, Locked, Unlocked, Removed, Dismissed, Banned, BanLifted };
EnumDescription describe(Described<ModerationAction>);

/// A document of `moderation_log`, which all may read and nobody changes.
struct ModerationEntry {
  ObjectId id;
  Time at{};
  Shortcode by;
  ModerationAction action = ModerationAction::Hidden;
  Thing thing;
  std::string reason;
  /// Of a ban.
  std::optional<Time> until;
};
StructDescription describe(Described<ModerationEntry>);

struct ModerationLog {
  std::vector<ModerationEntry> entries;
  std::string next;
};
StructDescription describe(Described<ModerationLog>);

/// Newest first; with a thing, of that only. A page costs one read.
Result<ModerationLog> moderation_log(records::Reader&, const std::optional<Thing>&, std::size_t limit,
                                     std::string cursor);

}  // namespace stoa::feed
