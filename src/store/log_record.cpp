#include "store/log_record.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

namespace stoa::store {
namespace {

constexpr std::uint32_t kMark = 0x616F7453;  // "Stoa", where bytes are looked at

std::uint64_t checksum_of(const LogRecord& record, std::string_view changes) {
  constexpr std::size_t kFrom = sizeof record.checksum;
  const auto seed = XXH3_64bits(reinterpret_cast<const char*>(&record) + kFrom, sizeof record - kFrom);
  return XXH3_64bits_withSeed(changes.data(), changes.size(), seed);
}

}  // namespace

LogRecord seal(std::uint64_t segment, std::uint64_t number, std::uint64_t synced, std::string_view changes) {
  LogRecord record{0, kMark, static_cast<std::uint32_t>(changes.size()), segment, number, synced};
  record.checksum = checksum_of(record, changes);
  return record;
}

std::optional<LogRecord> intact(std::string_view bytes, std::uint64_t segment, std::string_view& changes) {
  LogRecord record;
  if (bytes.size() < sizeof record) return std::nullopt;
  std::memcpy(&record, bytes.data(), sizeof record);
  bytes.remove_prefix(sizeof record);
  if (record.mark != kMark || record.segment != segment || record.size > bytes.size()) return std::nullopt;
  if (checksum_of(record, bytes.substr(0, record.size)) != record.checksum) return std::nullopt;
  changes = bytes.substr(0, record.size);
  return record;
}

}  // namespace stoa::store
