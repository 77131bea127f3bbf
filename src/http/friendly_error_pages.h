#pragma once
#include "http/error_pages.h"
#include "http/page.h"

#include <memory>

namespace stoa::http {

/// Says in the visitor's language what happened, that nothing was lost, and what to do. `pages` outlives it.
std::unique_ptr<ErrorPages> friendly_error_pages(const Pages&);

}  // namespace stoa::http
