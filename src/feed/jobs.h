#pragma once
#include "clockwork/job.h"
#include "feed/votes.h"

namespace stoa::feed {

/// `feed.close_votes`: every minute. `scope` is Cluster when several nodes share the keyspace. The votes
/// outlive the job.
clockwork::Job close_votes(Votes&, clockwork::Scope);

}  // namespace stoa::feed
