#pragma once
#include "resp/batch.h"

#include <string_view>

namespace stoa::resp {

/// Cuts a line typed by hand into words, with quotes and escapes as Redis takes them, and adds them to the
/// batch's words. False when a quote is open at the end, or something stands right behind a closing one.
bool split_typed_line(std::string_view line, Batch&);

}  // namespace stoa::resp
