#pragma once
#include "http/compression.h"
#include "http/digest.h"

#include <string>
#include <string_view>

namespace stoa::http {

/// A strong entity tag of the content, in quotes.
std::string content_tag(std::string_view content);
std::string content_tag(const Digest&);

/// The tag of the same content in that coding: a strong tag names bytes, and those differ.
std::string tag_in_coding(std::string tag, Coding);

/// Whether an If-None-Match names the content of `tag`, in whatever coding the client has it.
bool names_content(std::string_view if_none_match, std::string_view tag);

}  // namespace stoa::http
