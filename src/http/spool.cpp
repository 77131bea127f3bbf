#include "http/spool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace stoa::http {
namespace {

Error trouble(std::string_view doing) {
  return {Error::Kind::Unavailable, "http.spool",
          fmt::format("{} a file for the answer: {}; look at the space and the rights of the data directory",
                      doing, std::strerror(errno))};
}

}  // namespace

class Spool::File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

Result<Spool> Spool::open(const std::filesystem::path& directory) {
  std::string name = (directory / "spool.XXXXXX").string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return trouble("making");
  Spool made(std::make_shared<const File>(descriptor));
  if (::unlink(name.c_str()) != 0) return trouble("hiding");
  return made;
}

Result<void> Spool::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_->descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return trouble("writing");
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

FilePart Spool::body() const {
  return {fmt::format("/proc/self/fd/{}", file_->descriptor()), 0, size_, file_};
}

}  // namespace stoa::http
