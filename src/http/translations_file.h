#pragma once
#include "http/translations.h"

namespace stoa::http {

/// One language's file. Invalid (`translations.file`) naming file and line.
Result<std::map<std::string, Message, std::less<>>> read_translations_file(const std::string& name,
                                                                           std::string_view text, Language);

}  // namespace stoa::http
