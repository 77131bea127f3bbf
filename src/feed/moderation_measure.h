#pragma once
#include "accounts/user.h"
#include "base/described.h"
#include "base/result.h"
#include "feed/feed.h"

#include <optional>
#include <string>

namespace stoa::feed {

/// What a moderator can do about a thing, as forms and programs name it.
enum class Measure { Hide, Show, Lock, Unlock, Remove, Dismiss, Ban, Lift };
EnumDescription describe(Described<Measure>);

struct Decision {
  Thing thing;
  Measure measure = Measure::Dismiss;
  std::string reason;
  /// Of a ban.
  std::optional<Time> until = std::nullopt;
};
StructDescription describe(Described<Decision>);

/// As Moderation's own functions. A ban, or its end, is that of the person, or of who wrote the thing.
/// Invalid
/// (`moderation.thing`) for a measure that does not fit it.
Result<void> carry_out(Feed&, const accounts::Identity&, const Decision&);

/// Deletes an article: by its author without a word, by an admin as Moderation::remove(), so that all can
/// read who did it and why. Either way it leaves the queue. Forbidden (`article.not_yours`) for others.
Result<void> take_away(Feed&, const accounts::Identity&, const Article&, const std::string& reason);

/// Who the person is, or who wrote it; nullopt of a stone. NotFound (`article.absent`, `comment.absent`).
Result<std::optional<Shortcode>> who_is_behind(Feed&, const Thing&);

}  // namespace stoa::feed
