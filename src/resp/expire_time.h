#pragma once
#include "resp/command.h"

#include <optional>

namespace stoa::resp {

enum class TimeUnit { Seconds, Milliseconds };
enum class TimeFrom { Now, Epoch };

/// The moment that a word of SET, SETEX or GETEX names. nullopt, and the error is said, when it is no
/// integer, not positive, or beyond what can be told.
std::optional<keyspace::Milliseconds> expire_time(Call&, std::string_view word, TimeUnit, TimeFrom);

/// The visit's moment.
keyspace::Milliseconds now_of(Call&);

void invalid_expire_time(Call&);

}  // namespace stoa::resp
