#pragma once
#include "http/request.h"
#include "http/response.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace stoa::http {

struct WholeFile {};
struct FileRange {
  std::uint64_t first = 0;
  std::uint64_t length = 0;
  bool operator==(const FileRange&) const = default;
};
/// The range lies outside the file: 416.
struct NoSuchRange {};

/// What a `Range` header asks of a file of `size` bytes. A header that is no byte range, or asks for several,
/// is answered with the whole file, as RFC 9110 allows.
std::variant<WholeFile, FileRange, NoSuchRange> range_of(std::string_view header, std::uint64_t size);

/// What is known of a file that is sent, whole or in parts.
struct FileFacts {
  std::uint64_t size = 0;
  std::string content_type;
  /// In quotes; strong, so that parts of it may be put together.
  std::string etag;
};

/// The answer to GET or HEAD of a file: 200, 206, 304 when the client has it (If-None-Match), 416. If-Range
/// with another ETag gives the whole. The body is left to the caller, who fills in the part that comes back;
/// no part: no body.
struct RangedAnswer {
  Response head;
  std::optional<FileRange> part;
};
RangedAnswer answer_with_ranges(const Request&, const FileFacts&);

/// The same for a file on disk, sent without being read into memory.
Response send_file(const Request&, const std::filesystem::path&, const FileFacts&);

}  // namespace stoa::http
