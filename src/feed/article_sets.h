#pragma once
#include "base/result.h"
#include "feed/article.h"
#include "keyspace/keyspace.h"

namespace stoa::feed {

// An article as its hash and all the sets that name it, written by one transaction each.

/// The next one; none is given twice, and one that nobody uses is gone. Corrupt (`article.counter`).
Result<ArticleId> next_article_id(keyspace::Keyspace&);

/// With the author's own vote, where the voting is open.
void add_article(keyspace::Tx&, const Article&);
/// Out of all sets; the hash stays.
void take_article_away(keyspace::Tx&, const Article&);

void join_group(keyspace::Tx&, const Article&, const GroupName&);
void leave_group(keyspace::Tx&, const Article&, const GroupName&);

/// Until when its link leads to it, in milliseconds, which are what every engine keeps of an expiry.
Time link_forgotten(const Article&);

}  // namespace stoa::feed
