#include "feed/moderation_log.h"

#include "base/fields.h"
#include "records/collections.h"
#include "records/typed.h"

namespace stoa::feed {

EnumDescription describe(Described<ModerationAction>) {
  return names({{"hidden", ModerationAction::Hidden},
                {"shown", ModerationAction::Shown},
                {"locked", ModerationAction::Locked},
                {"unlocked", ModerationAction::Unlocked},
                {"removed", ModerationAction::Removed},
                {"dismissed", ModerationAction::Dismissed},
                {"banned", ModerationAction::Banned},
                {"ban_lifted", ModerationAction::BanLifted}});
}

StructDescription describe(Described<ModerationEntry>) {
  return fields("ModerationEntry", field("id", &ModerationEntry::id).stored_as("_id"),
                field("at", &ModerationEntry::at), field("by", &ModerationEntry::by),
                field("action", &ModerationEntry::action), field("thing", &ModerationEntry::thing),
                field("reason", &ModerationEntry::reason), field("until", &ModerationEntry::until));
}

StructDescription describe(Described<ModerationLog>) {
  return fields("ModerationLog", field("entries", &ModerationLog::entries),
                field("next", &ModerationLog::next));
}

Result<ModerationLog> moderation_log(records::Reader& reader, const std::optional<Thing>& thing,
                                     std::size_t limit, std::string cursor) {
  records::Query query{
      .index = "_id", .walk = records::Query::Walk::Against, .limit = limit, .cursor = std::move(cursor)};
  if (thing) {
    query.index = "thing_id";
    query.equal = {thing->text()};
  }
  auto page = STOA_TRY(records::find<ModerationEntry>(reader, records::collections::moderation_log(), query));
  return ModerationLog{std::move(page.documents), std::move(page.next)};
}

}  // namespace stoa::feed
