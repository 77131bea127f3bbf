#pragma once
#include "clockwork/job.h"
#include "records/outbox.h"
#include "records/records.h"

namespace stoa::clockwork {

// What the ports need done behind them. A job's scope is Cluster when its records are shared by several
// nodes, and Node when every node has records of its own.

/// `records.ttl`: removes documents whose time is over.
Job expire_documents(records::Records&, const Clock&, Scope);

/// `outbox.apply`: applies the events that a crash left in the outbox. With Scope::Cluster its lease is what
/// keeps two processes from draining one outbox at the same time.
Job apply_events(records::Outbox&, Scope);

}  // namespace stoa::clockwork
