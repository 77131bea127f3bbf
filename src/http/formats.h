#pragma once
#include "base/clock.h"
#include "base/money.h"
#include "http/viewer.h"

#include <cstdint>
#include <string>

namespace stoa::http {

// Numbers as the visitor's language writes them. A space within a number is one that does not break.

/// "12,345" and "12 345".
std::string format_number(Language, std::int64_t);
/// At most two decimals, none that are zero: "1,234.5" and "1 234,5".
std::string format_number(Language, double);

enum class Currency { Rub, Usd, Eur };

/// "₽12,000" and "12 000 ₽"; the minor units only when there are any.
std::string format_money(Language, Money, Currency);

}  // namespace stoa::http
