#include "feed/feed.h"

#include "feed/jobs.h"

namespace stoa::feed {

Feed::Feed(keyspace::Keyspace& keyspace, records::Records& records, records::Outbox& outbox,
           const Clock& clock, const records::CursorKey& cursor_key)
    : groups(keyspace, clock),
      articles(keyspace, groups, clock),
      votes(keyspace, clock),
      ranking(keyspace, clock),
      lists(keyspace, articles, ranking, cursor_key),
      kept_lists(clock),
      comments(records, keyspace, clock),
      comment_votes(records, clock),
      comment_pages(records),
      reports(records, keyspace, clock),
      moderation(records, outbox, articles, clock) {}

std::vector<clockwork::Job> Feed::jobs(clockwork::Scope scope) {
  return {close_votes(votes, scope)};
}

}  // namespace stoa::feed
