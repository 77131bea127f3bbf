#pragma once
#include "support/child_process.h"
#include "support/temporary_directory.h"

#include <filesystem>
#include <memory>
#include <string>

namespace stoa::bench {

/// nginx with one worker on the server's core that answers everything with `body` from memory, over HTTP and
/// HTTPS: the leanest it can do. Killed with this object.
class Nginx {
 public:
  explicit Nginx(const std::string& body);
  ~Nginx();

  int port() const { return port_; }
  int tls_port() const { return tls_port_; }
  pid_t worker() const { return worker_; }

 private:
  const test::TemporaryDirectory directory_;
  int port_ = 0;
  int tls_port_ = 0;
  std::unique_ptr<test::ChildProcess> process_;
  pid_t worker_ = -1;
};

/// A new key and a certificate for it that nobody has signed, `key.pem` and `certificate.pem`.
void make_certificate(const std::filesystem::path& directory);

}  // namespace stoa::bench
