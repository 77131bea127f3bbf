#pragma once
#include "base/clock.h"
#include "http/formats.h"
#include "http/translations.h"

namespace stoa::http {

/// How values are written, beside what the language says.
struct Rendering {
  Language language = Language::English;
  Time now = {};
  Currency currency = Currency::Rub;
};

}  // namespace stoa::http
