#pragma once
#include "support/temporary_directory.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace stoa::store {

/// A disk of a few megabytes that can be filled up and emptied again. Mounting one takes root.
class SmallDisk {
 public:
  explicit SmallDisk(int megabytes) {
    const auto size = "size=" + std::to_string(megabytes) + "m";
    if (::mount("tmpfs", mount().c_str(), "tmpfs", 0, size.c_str()) != 0)
      throw std::runtime_error("mounting a small disk (as root?): " + std::string(std::strerror(errno)));
  }
  ~SmallDisk() { ::umount2(mount().c_str(), MNT_DETACH); }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  std::filesystem::path path() const { return mount() / "data"; }

  /// Leaves `bytes` free.
  void fill(std::uint64_t bytes = 0) {
    const int file = ::open(filler().c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const std::string page(4096, 'x');
    while (std::filesystem::space(mount()).available > bytes)
      if (::write(file, page.data(), page.size()) <= 0) break;
    ::close(file);
  }
  void empty() { std::filesystem::remove(filler()); }

 private:
  const std::filesystem::path& mount() const { return directory_.path(); }
  std::filesystem::path filler() const { return mount() / "filler"; }

  test::TemporaryDirectory directory_;
};

}  // namespace stoa::store
