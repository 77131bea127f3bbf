#pragma once
#include "http/template_program.h"

#include <string>

namespace stoa::http {

/// Whether an engine that follows the markup of a flattened template, and chooses the escaping of each value
/// by the place it stands in, would write hostile values just as the program does. It is the second opinion
/// that a template needs before anybody's words are put into it.
bool is_escaped_well(const std::string& flat, const TemplateProgram&);

}  // namespace stoa::http
