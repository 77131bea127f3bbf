#pragma once
#include "http/response.h"

#include <string>
#include <string_view>

namespace stoa::http {

enum class Coding { Identity, Gzip, Zstd };

/// "gzip", "zstd"; "identity".
std::string_view name_of(Coding);

/// The coding that an Accept-Encoding likes most; of equals `favourite`. Identity for an empty one.
Coding preferred_coding(std::string_view accept_encoding, Coding favourite = Coding::Zstd);

/// Text of some kind; pictures and archives are compressed already.
bool is_compressible(std::string_view content_type);

/// Quick: for what is sent once. Thorough: for what is kept and sent often; of a page it takes two to three
/// times as long and makes a twentieth less.
enum class Effort { Quick, Thorough };

/// The text in that coding.
std::string compressed(Coding, std::string_view text, Effort = Effort::Quick);

/// Whether the answer would be sent in another coding to a client that asks for one: text in memory, long
/// enough to gain, and not encoded by its maker. Then it carries `Vary: Accept-Encoding` to everybody.
bool is_encodable(const Response&);

/// The coding in which the answer is packed most cheaply.
Coding favourite_coding(const Response&);

/// Puts the answer's body into that coding, and names it unless that is Identity. Another one only when
/// is_encodable(). A shared text is packed once; the packed form goes with it.
void encode(Response&, Coding);

}  // namespace stoa::http
