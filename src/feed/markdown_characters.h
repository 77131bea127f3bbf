#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::feed {

/// Whether a character may be shown in what others wrote: no control but tab and line ends, and none of those
/// that turn the direction of what follows, by which a text can show other than what it says.
bool may_be_shown(std::uint32_t code_point);

/// `text`, well-formed, without what may not be shown.
std::string without_hidden_controls(std::string_view text);

/// The next code point of well-formed text, which is cut off; `text` is not empty.
std::uint32_t take_code_point(std::string_view& text);
void append_utf8(std::uint32_t code_point, std::string& out);

/// What `&#8230;` or `&#x2026;` stands for; U+FFFD when it may not be shown or is no character. nullopt for a
/// named entity.
std::optional<std::uint32_t> numeric_entity(std::string_view entity);

void append_escaped(std::string_view text, std::string& out);

}  // namespace stoa::feed
