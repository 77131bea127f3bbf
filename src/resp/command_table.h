#pragma once
#include "resp/command.h"

#include <string_view>
#include <vector>

namespace stoa::resp {

/// By its name in any case, or null. A few nanoseconds.
const Command* find_command(std::string_view name);

/// All of them, by name.
const std::vector<const Command*>& all_commands();

}  // namespace stoa::resp
