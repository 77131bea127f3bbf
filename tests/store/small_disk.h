#pragma once
#include "support/child_process.h"
#include "support/temporary_directory.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace stoa::store {

/// A disk of a few megabytes that can be filled up and emptied again. Root mounts it; for others a process
/// does in namespaces of its own, where it is root, and the disk is reached through that process.
class SmallDisk {
 public:
  explicit SmallDisk(int megabytes) {
    const auto size = "size=" + std::to_string(megabytes) + "m";
    const auto& directory = directory_.path();
    if (::mount("tmpfs", directory.c_str(), "tmpfs", 0, size.c_str()) == 0)
      mount_ = directory;
    else if (errno == EPERM)
      mount_elsewhere(size);
    else
      throw std::runtime_error("mounting a small disk: " + std::string(std::strerror(errno)));
  }
  ~SmallDisk() {
    if (!holder_) ::umount2(mount_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  std::filesystem::path path() const { return mount_ / "data"; }

  /// Leaves `bytes` free.
  void fill(std::uint64_t bytes = 0) {
    const int file = ::open(filler().c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const std::string page(4096, 'x');
    while (std::filesystem::space(mount_).available > bytes)
      if (::write(file, page.data(), page.size()) <= 0) break;
    ::close(file);
  }
  void empty() { std::filesystem::remove(filler()); }

 private:
  void mount_elsewhere(const std::string& size) {
    const std::string directory = directory_.path().string();
    holder_ = std::make_unique<test::ChildProcess>(std::vector<std::string>{
        "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
        "mount -t tmpfs -o " + size + " tmpfs '" + directory + "' && echo mounted && exec sleep infinity"});
    if (!holder_->wait_for_output("mounted\n"))
      throw std::runtime_error(
          "a small disk takes root or a user namespace, and there is neither: run this test as root, or let "
          "users make namespaces (sysctl kernel.unprivileged_userns_clone=1, "
          "user.max_user_namespaces=10000). unshare says: " +
          holder_->output());
    mount_ = "/proc/" + std::to_string(holder_->pid()) + "/root" + directory;
  }
  std::filesystem::path filler() const { return mount_ / "filler"; }

  test::TemporaryDirectory directory_;
  std::filesystem::path mount_;
  /// Keeps the mount while it lives.
  std::unique_ptr<test::ChildProcess> holder_;
};

}  // namespace stoa::store
