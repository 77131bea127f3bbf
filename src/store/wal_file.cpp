#include "store/wal_file.h"

#include "store/crc32c.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace stoa::store {
namespace {

constexpr std::uint64_t kBlock = 32768;
constexpr std::uint64_t kHeader = 7;
constexpr std::size_t kEntryHeader = 12;  // sequence (8) and count (4) of the write batch

enum class Type : std::uint8_t { Full = 1, First = 2, Middle = 3, Last = 4 };

template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

/// Checksums are stored turned and shifted, as a checksum over bytes that hold checksums is a weak one.
std::uint32_t masked(std::uint32_t crc) {
  return ((crc >> 15) | (crc << 17)) + 0xA282EAD8U;
}

WalFile::Entry entry_of(std::uint64_t offset, std::string_view head) {
  return {offset, number_at<std::uint64_t>(head, 0), number_at<std::uint32_t>(head, 8)};
}

}  // namespace

struct WalFile::Piece {
  Type type;
  std::string_view payload;
  std::uint64_t end;
};

Result<WalFile> WalFile::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat facts {};
  void* mapped = MAP_FAILED;
  if (file >= 0 && ::fstat(file, &facts) == 0 && facts.st_size > 0)
    mapped = ::mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  const int failure = errno;
  const bool readable = file >= 0 && (mapped != MAP_FAILED || facts.st_size == 0);
  if (file >= 0) ::close(file);
  if (!readable)
    return Error{Error::Kind::Unavailable, "store.directory",
                 fmt::format("reading {}: {}; check its permissions", path.string(), std::strerror(failure))};
  if (mapped == MAP_FAILED) return WalFile(std::string_view());
  ::madvise(mapped, static_cast<std::size_t>(facts.st_size), MADV_SEQUENTIAL);
  return WalFile({static_cast<const char*>(mapped), static_cast<std::size_t>(facts.st_size)});
}

WalFile::WalFile(WalFile&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})),
      at_(other.at_),
      searched_(other.searched_),
      damage_(other.damage_) {}

WalFile::~WalFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

/// The intact record at exactly this place, if there is one.
std::optional<WalFile::Piece> WalFile::piece(std::uint64_t at) const {
  const std::uint64_t block_end = std::min<std::uint64_t>((at / kBlock + 1) * kBlock, bytes_.size());
  if (at + kHeader > block_end) return std::nullopt;
  const auto length = number_at<std::uint16_t>(bytes_, at + 4);
  const auto type = static_cast<std::uint8_t>(bytes_[at + 6]);
  if (type < 1 || type > 4 || at + kHeader + length > block_end) return std::nullopt;
  if (masked(crc32c(bytes_.substr(at + 6, 1U + length))) != number_at<std::uint32_t>(bytes_, at))
    return std::nullopt;
  return Piece{static_cast<Type>(type), bytes_.substr(at + kHeader, length), at + kHeader + length};
}

std::nullopt_t WalFile::damaged(std::uint64_t at) {
  damage_ = at;
  searched_ = at + 1;
  return std::nullopt;
}

std::optional<WalFile::Entry> WalFile::next() {
  if (damage_) return std::nullopt;
  std::optional<std::uint64_t> start;
  std::string head;
  for (;;) {
    if (const auto left = kBlock - at_ % kBlock; left < kHeader) at_ += left;  // the filling at a block's end
    if (at_ >= bytes_.size()) return start ? damaged(*start) : std::optional<Entry>();
    const auto found = piece(at_);
    if (!found) return damaged(start.value_or(at_));
    const bool begins = found->type == Type::Full || found->type == Type::First;
    if (begins == start.has_value()) return damaged(start.value_or(at_));
    if (begins) start = at_;
    at_ = found->end;
    if (head.size() < kEntryHeader) head.append(found->payload.substr(0, kEntryHeader - head.size()));
    if (found->type == Type::First || found->type == Type::Middle) continue;
    if (head.size() < kEntryHeader) return damaged(*start);
    return entry_of(*start, head);
  }
}

std::optional<WalFile::Entry> WalFile::search() {
  for (; searched_ + kHeader + kEntryHeader <= bytes_.size(); ++searched_) {
    const auto type = static_cast<Type>(bytes_[searched_ + 6]);
    if (type != Type::Full && type != Type::First) continue;
    const auto found = piece(searched_);
    if (found && found->payload.size() >= kEntryHeader) return entry_of(searched_++, found->payload);
  }
  return std::nullopt;
}

}  // namespace stoa::store
