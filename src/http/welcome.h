#pragma once
#include "http/readiness.h"

#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// A whole HTML page: what Stoa is and how its engines do. Takes its looks from `/stoa.css`.
std::string welcome_page(const std::vector<EngineState>&, std::string_view version);

std::string_view welcome_stylesheet();

}  // namespace stoa::http
