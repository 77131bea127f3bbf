#pragma once
#include "store/rocks.h"
#include "store/rows.h"
#include "store/store.h"

#include <memory>
#include <string_view>

namespace stoa::store {

/// The rows of Family::Records in [from, to) as they are now: the disk's, with the pending ones laid over
/// them.
std::unique_ptr<Scan> make_scan(const Rocks&, const Rows&, std::string_view from, std::string_view to,
                                Direction);

}  // namespace stoa::store
