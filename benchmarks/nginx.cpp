#include "nginx.h"

#include "http_load.h"
#include "support/free_port.h"
#include "support/http_client.h"

#include <fmt/format.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace stoa::bench {
namespace {

std::string configuration(const std::string& directory, int port, int tls_port, const std::string& body) {
  return fmt::format(R"(
worker_processes 1;
daemon off;
pid {0}/pid;
error_log {0}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  default_type "text/html; charset=utf-8";
  keepalive_requests 1000000000;
  client_body_temp_path {0}/body; proxy_temp_path {0}/proxy; fastcgi_temp_path {0}/fastcgi;
  uwsgi_temp_path {0}/uwsgi; scgi_temp_path {0}/scgi;
  server {{
    listen 127.0.0.1:{1};
    listen 127.0.0.1:{2} ssl;
    ssl_certificate {0}/certificate.pem;
    ssl_certificate_key {0}/key.pem;
    location / {{ return 200 "{3}"; }}
  }}
}}
)",
                     directory, port, tls_port, body);
}

/// The one child of nginx's master.
pid_t worker_of(pid_t master) {
  pid_t worker = -1;
  std::ifstream(fmt::format("/proc/{0}/task/{0}/children", master)) >> worker;
  return worker;
}

}  // namespace

void make_certificate(const std::filesystem::path& directory) {
  test::ChildProcess openssl(
      {"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
       "-days", "2", "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "certificate.pem"},
      {}, directory);
  if (openssl.wait() != 0) throw std::runtime_error("openssl makes no certificate: " + openssl.output());
}

Nginx::Nginx(const std::string& body) {
  make_certificate(directory_.path());
  const std::string configured = (directory_.path() / "nginx.conf").string();
  for (int attempt = 0; attempt < 10; ++attempt) {
    port_ = test::free_port();
    tls_port_ = test::free_port();
    std::ofstream(configured) << configuration(directory_.path().string(), port_, tls_port_, body);
    stay_on(Core::Server);
    process_ = std::make_unique<test::ChildProcess>(
        std::vector<std::string>{"nginx", "-c", configured, "-p", directory_.path().string(), "-e",
                                 (directory_.path() / "error.log").string()},
        std::vector<std::string>{"PATH=/usr/sbin:/usr/bin:/bin"});
    stay_nowhere();
    for (int wait = 0; wait < 200; ++wait) {
      worker_ = worker_of(process_->pid());
      try {
        if (worker_ > 0 && test::HttpClient(port_).get("/").starts_with("HTTP/1.1 200")) return;
      } catch (const std::exception&) {
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  throw std::runtime_error("nginx does not start; is it installed? " + process_->output());
}

/// The master takes its worker with it only if it is asked to stop.
Nginx::~Nginx() {
  process_->signal(SIGTERM);
  process_->wait(std::chrono::seconds(5));
}

}  // namespace stoa::bench
