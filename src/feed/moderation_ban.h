#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "records/records.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

/// A document of `posting_bans`, which goes by itself when its time is over.
struct PostingBan {
  Shortcode name;
  Time until{};
  Shortcode by;
  std::string reason;
  Time at{};

  bool operator==(const PostingBan&) const = default;
};
StructDescription describe(Described<PostingBan>);

struct BanPage {
  std::vector<PostingBan> bans;
  std::string next;
};
StructDescription describe(Described<BanPage>);

/// Those that are not over, the next to end first; a page may hold less than its limit. One read.
Result<BanPage> bans_in_force(records::Reader&, Time now, std::size_t limit, std::string cursor);

/// nullopt when there is none, or it is over. One read.
Result<std::optional<PostingBan>> ban_of(records::Reader&, const Shortcode&, Time now);

/// Forbidden (`feed.banned`), saying until when and why. Everything that adds or changes words asks this:
/// articles outside a transaction, as they are in the keyspace, comments in theirs. One read.
Result<void> may_post(records::Reader&, const Shortcode&, Time now);

}  // namespace stoa::feed
