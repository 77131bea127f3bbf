#pragma once
#include "base/shared_text.h"
#include "http/patchwork.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stoa::http {

struct Header {
  std::string name;
  std::string value;
};

/// Part of a file, sent without being read into memory first. The file stays as it is until the answer is
/// out.
struct FilePart {
  std::filesystem::path path;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  /// What must live until then, for a file that has no other owner; see Spool.
  std::shared_ptr<const void> owner = {};
};

/// Bytes of its own, bytes that many answers share, a text that many share (a kept page), or part of a file.
/// A text is sent in the form that the client likes, so the server itself sees only the bytes of that.
using Body = std::variant<std::string, std::shared_ptr<const std::string>, std::shared_ptr<const SharedText>,
                          FilePart>;

struct Response {
  int status = 200;
  /// Empty: the answer has no Content-Type.
  std::string content_type = "text/plain; charset=utf-8";
  /// Besides Date, Content-Type, Content-Length and Connection, which the server writes. Neither names nor
  /// values hold CR, LF or NUL: the server drops such a header and logs that.
  std::vector<Header> headers = {};
  Body body = std::string();
  /// Of a body that a template made for this answer; null otherwise. With them it is packed the quick way;
  /// it may lack its insets until make_whole().
  std::shared_ptr<const Seams> seams = {};
  /// Complete header lines, each with its CRLF, that outlive the server; written as they are. What every
  /// answer has (security headers) stands here and costs an answer nothing.
  std::string_view fixed_headers = {};

  std::uint64_t body_size() const;
  /// The first of that name, in any case; null when there is none.
  const std::string* header(std::string_view name) const;
};

/// Empty when it is part of a file.
std::string_view text_of(const Body&);

/// Puts the insets into the body, for whoever needs all of it as text.
void make_whole(Response&);

/// "Not Found" for 404; empty for a number that has no name.
std::string_view reason(int status);

}  // namespace stoa::http
