#pragma once
#include "base/clock.h"
#include "http/page.h"
#include "http/route.h"
#include "records/records.h"
#include "shop/shop.h"

#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

// What every page of the shop is made of.
using http::Call;
using http::Fields;
using http::Flash;
using http::List;
using http::Response;

}  // namespace stoa::shop
