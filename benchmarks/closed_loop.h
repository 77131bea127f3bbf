#pragma once
#include "store/store.h"

#include <chrono>
#include <functional>

namespace stoa::bench {

inline constexpr int kClients = 64;
inline constexpr std::chrono::milliseconds kMeasured{3000};

/// Plays `kClients` clients on one thread, as the server's loop does: a client's next request comes when its
/// last answer may leave, that is when what it wrote is durable. `request(client)` runs under a
/// DeferredDurability. Gives requests a second.
double closed_loop(store::Store&, const std::function<void(int client)>& request);

}  // namespace stoa::bench
