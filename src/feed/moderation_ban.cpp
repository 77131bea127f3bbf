#include "feed/moderation_ban.h"

#include "base/fields.h"
#include "base/rfc3339.h"
#include "records/collections.h"
#include "records/typed.h"

namespace stoa::feed {

StructDescription describe(Described<PostingBan>) {
  return fields("PostingBan", field("name", &PostingBan::name).stored_as("_id"),
                field("until", &PostingBan::until), field("by", &PostingBan::by),
                field("reason", &PostingBan::reason), field("at", &PostingBan::at));
}

Result<std::optional<PostingBan>> ban_of(records::Reader& reader, const Shortcode& name, Time now) {
  auto ban = STOA_TRY(records::get<PostingBan>(reader, records::collections::posting_bans(), name.text()));
  if (ban && ban->until <= now) ban.reset();
  return ban;
}

Result<void> may_post(records::Reader& reader, const Shortcode& name, Time now) {
  const auto ban = STOA_TRY(ban_of(reader, name, now));
  if (!ban) return {};
  return Error{Error::Kind::Forbidden, "feed.banned",
               "you may not post until " + to_rfc3339(ban->until) + ": " + ban->reason};
}

}  // namespace stoa::feed
