#pragma once
#include <string_view>

namespace stoa::records {

/// Whether the bytes are a whole BSON document, as check_document says, made of the common kinds of values
/// only. One pass, no allocation. False says nothing: the document may still be good.
bool is_plain_document(std::string_view document);

}  // namespace stoa::records
