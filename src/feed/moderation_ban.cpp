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

StructDescription describe(Described<BanPage>) {
  return fields("BanPage", field("bans", &BanPage::bans), field("next", &BanPage::next));
}

Result<BanPage> bans_in_force(records::Reader& reader, Time now, std::size_t limit, std::string cursor) {
  auto page =
      STOA_TRY(records::find<PostingBan>(reader, records::collections::posting_bans(),
                                         {.index = "until", .limit = limit, .cursor = std::move(cursor)}));
  // The moment is no bound of the query: a cursor is of one query, and the next page is asked for later.
  std::erase_if(page.documents, [now](const PostingBan& ban) { return ban.until <= now; });
  return BanPage{std::move(page.documents), std::move(page.next)};
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
