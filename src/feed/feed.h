#pragma once
#include "base/clock.h"
#include "clockwork/job.h"
#include "feed/articles.h"
#include "feed/comment_pages.h"
#include "feed/comment_votes.h"
#include "feed/comments.h"
#include "feed/group_ranking.h"
#include "feed/groups.h"
#include "feed/kept_lists.h"
#include "feed/lists.h"
#include "feed/moderation.h"
#include "feed/reports.h"
#include "feed/votes.h"
#include "keyspace/keyspace.h"
#include "records/cursor.h"
#include "records/outbox.h"
#include "records/records.h"

#include <vector>

namespace stoa::feed {

/// All parts of the feed over one pair of ports. The outbox has listeners() of events.h among its own.
class Feed {
 public:
  /// All but the key outlive it. All nodes of a site have the same key.
  Feed(keyspace::Keyspace&, records::Records&, records::Outbox&, const Clock&, const records::CursorKey&);

  Groups groups;
  Articles articles;
  Votes votes;
  GroupRanking ranking;
  Lists lists;
  KeptLists kept_lists;
  Comments comments;
  CommentVotes comment_votes;
  CommentPages comment_pages;
  Reports reports;
  Moderation moderation;

  /// `feed.close_votes`. The scope is Cluster when several nodes share the keyspace.
  std::vector<clockwork::Job> jobs(clockwork::Scope);
};

}  // namespace stoa::feed
