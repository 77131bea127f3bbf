#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stoa::store {

/// What stands before each write in a segment of the log. A write is there whole or not at all: its checksum
/// covers the rest of this header and the changes behind it.
struct LogRecord {
  std::uint64_t checksum;
  std::uint32_t mark;
  std::uint32_t size;     // of the changes behind it
  std::uint64_t segment;  // the file it belongs in
  std::uint64_t number;   // of the write, rising by one through all segments
  std::uint64_t synced;   // the newest write that was surely on disk when this one was begun
};

/// How much of a segment a write takes.
constexpr std::size_t log_bytes(std::size_t changes) {
  return sizeof(LogRecord) + changes;
}

/// The header of a write, complete.
LogRecord seal(std::uint64_t segment, std::uint64_t number, std::uint64_t synced, std::string_view changes);

/// The write that begins `bytes`, if it is an intact one of that segment; `changes` is then what it holds.
std::optional<LogRecord> intact(std::string_view bytes, std::uint64_t segment, std::string_view& changes);

}  // namespace stoa::store
