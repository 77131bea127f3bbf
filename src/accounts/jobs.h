#pragma once
#include "accounts/session_cleaner.h"
#include "clockwork/job.h"

namespace stoa::accounts {

/// `sessions.clean`: every second, as the seed's cleaner. `scope` is Cluster when several nodes share the
/// keyspace. The cleaner outlives the job.
clockwork::Job clean_sessions(SessionCleaner&, clockwork::Scope);

}  // namespace stoa::accounts
