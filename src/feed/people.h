#pragma once
#include "base/ids.h"
#include "base/result.h"
#include "records/records.h"

namespace stoa::feed {

/// Whether there is an account of that name: what its owner wrote stays when it is removed. One read.
Result<bool> has_account(records::Reader&, const Shortcode&);

/// NotFound (`person.absent`) where there is none.
Result<void> require_account(records::Reader&, const Shortcode&);

}  // namespace stoa::feed
