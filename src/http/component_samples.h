#pragma once
#include "http/page_fields.h"

namespace stoa::http {

/// What `/docs/components` shows: every component with words as long, and figures as large, as life brings
/// them.
Fields component_samples(Time now);

}  // namespace stoa::http
