#pragma once
#include <string>
#include <string_view>

namespace stoa::http {

enum class Plus { Literal, Space };

/// Appends the decoded text. False when a '%' is not followed by two hex digits; `to` then holds a part.
bool percent_decode(std::string_view text, Plus, std::string& to);

/// Appends the text with all but letters, digits and `-._~` encoded: one segment of a path, or a value of a
/// query.
void percent_encode(std::string_view text, std::string& to);
/// One byte, whichever it is.
void append_encoded(char, std::string& to);
std::string percent_encoded(std::string_view text);

/// Appends `name=value`, both encoded, behind the fields that a form has already.
void append_field(std::string_view name, std::string_view value, std::string& form);
/// The same to an address, whose first field begins the query.
void append_query(std::string_view name, std::string_view value, std::string& address);

/// The path of a request, still with its slashes and fit to be split at them. `buffer` takes the decoded form
/// when there is something to decode. Empty when no server of ours may serve it: a '%' without two hex
/// digits, an encoded slash or backslash, a control character, text that is not UTF-8, a segment that is
/// empty, `.` or `..` (but for one slash at the end), or a start other than '/'.
std::string_view decode_path(std::string_view path, std::string& buffer);

}  // namespace stoa::http
