#pragma once
#include "store/rocks.h"
#include "store/rows.h"
#include "store/store.h"

#include <memory>
#include <string_view>

namespace stoa::store {

/// The rows of Family::Records in [from, to) as they are now: the tables', with those laid over them that are
/// in none yet. `durable` is what is on disk by now.
std::unique_ptr<Scan> make_scan(const Rocks&, const Rows&, Sequence durable, std::string_view from,
                                std::string_view to, Direction);

}  // namespace stoa::store
