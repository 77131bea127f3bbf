#include "keyspace/redis/tls.h"

#include "keyspace/redis/failure.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <cerrno>

namespace stoa::keyspace::redis {
namespace {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using ContextHandle = std::unique_ptr<SSL_CTX, Freed<SSL_CTX_free>>;
using SessionHandle = std::unique_ptr<SSL, Freed<SSL_free>>;
using MethodHandle = std::unique_ptr<BIO_METHOD, Freed<BIO_meth_free>>;

std::string openssl_message() {
  char text[256];
  ERR_error_string_n(ERR_get_error(), text, sizeof text);
  ERR_clear_error();
  return text;
}

int descriptor_of(BIO* bio) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio)));
}

int bio_write(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const auto sent = ::send(descriptor_of(bio), bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL);
  if (sent < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

int bio_read(BIO* bio, char* into, int size) {
  BIO_clear_retry_flags(bio);
  const auto got = ::recv(descriptor_of(bio), into, static_cast<std::size_t>(size), 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
  // An end is no error of the system; what errno held before must not be reported as one.
  if (got == 0) errno = 0;
  return static_cast<int>(got);
}

long bio_control(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

/// OpenSSL's own socket methods write without MSG_NOSIGNAL: a connection the server closed would end the
/// process.
MethodHandle signal_free_methods() {
  MethodHandle methods(BIO_meth_new(BIO_TYPE_SOURCE_SINK, "socket without SIGPIPE"));
  BIO_meth_set_write(methods.get(), bio_write);
  BIO_meth_set_read(methods.get(), bio_read);
  BIO_meth_set_ctrl(methods.get(), bio_control);
  return methods;
}

class TlsTransport final : public Transport {
 public:
  TlsTransport(Socket socket, SessionHandle session, std::string where)
      : socket_(std::move(socket)), session_(std::move(session)), where_(std::move(where)) {}

  Result<void> shake_hands(Deadline deadline) {
    for (;;) {
      const int done = SSL_connect(session_.get());
      if (done == 1) return {};
      if (auto again = wait_or_fail(done, deadline, "shaking hands"); !again.ok())
        return handshake_error(again.error());
    }
  }

  Result<void> write(std::string_view bytes, Deadline deadline) override {
    while (!bytes.empty()) {
      std::size_t sent = 0;
      const int done = SSL_write_ex(session_.get(), bytes.data(), bytes.size(), &sent);
      if (done == 1) {
        bytes.remove_prefix(sent);
      } else {
        STOA_TRY(wait_or_fail(done, deadline, "sending"));
      }
    }
    return {};
  }

  Result<std::size_t> read(std::span<char> into, Deadline deadline) override {
    for (;;) {
      std::size_t size = 0;
      const int done = SSL_read_ex(session_.get(), into.data(), into.size(), &size);
      if (done == 1) return size;
      STOA_TRY(wait_or_fail(done, deadline, "waiting for an answer"));
    }
  }

  bool gone() const override { return socket_.has_unasked_input(); }

 private:
  Result<void> wait_or_fail(int done, Deadline deadline, std::string_view doing) {
    const int error = errno;
    switch (SSL_get_error(session_.get(), done)) {
      case SSL_ERROR_WANT_READ:
        return socket_.wait(Socket::Ready::ToRead, deadline) ? Result<void>{} : timed_out(where_, doing);
      case SSL_ERROR_WANT_WRITE:
        return socket_.wait(Socket::Ready::ToWrite, deadline) ? Result<void>{} : timed_out(where_, doing);
      case SSL_ERROR_ZERO_RETURN:
        return unreachable(where_, "the server closed the connection");
      case SSL_ERROR_SYSCALL:
        ERR_clear_error();
        return unreachable(where_, error == 0 ? "the server closed the connection"
                                              : "the connection broke: " + system_message(error));
      default:
        return unreachable(where_, "the connection broke: " + openssl_message());
    }
  }

  /// A certificate that failed the check is worth more words than "the connection broke".
  Error handshake_error(const Error& error) const {
    const long verdict = SSL_get_verify_result(session_.get());
    if (verdict != X509_V_OK) return untrusted(where_, X509_verify_cert_error_string(verdict));
    return error;
  }

  Socket socket_;
  SessionHandle session_;
  std::string where_;
};

Error unusable(std::string_view what, const std::string& file) {
  return {Error::Kind::Invalid, "redis.url",
          fmt::format("redis url: cannot use the {} '{}': {}; name a readable PEM file", what, file,
                      openssl_message())};
}

Result<void> trust(SSL_CTX* context, const Url& url) {
  if (url.ca.empty()) {
    SSL_CTX_set_default_verify_paths(context);
  } else if (SSL_CTX_load_verify_locations(context, url.ca.c_str(), nullptr) != 1) {
    return unusable("CA", url.ca);
  }
  SSL_CTX_set_verify(context, url.verify == Url::Verify::Yes ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);
  return {};
}

Result<void> identify(SSL_CTX* context, const Url& url) {
  if (url.cert.empty()) return {};
  if (SSL_CTX_use_certificate_chain_file(context, url.cert.c_str()) != 1)
    return unusable("certificate", url.cert);
  if (SSL_CTX_use_PrivateKey_file(context, url.key.c_str(), SSL_FILETYPE_PEM) != 1)
    return unusable("key", url.key);
  return {};
}

bool is_numeric(const std::string& host) {
  unsigned char binary[sizeof(in6_addr)];
  return ::inet_pton(AF_INET, host.c_str(), binary) == 1 || ::inet_pton(AF_INET6, host.c_str(), binary) == 1;
}

void expect_host(SSL* session, const std::string& host) {
  if (is_numeric(host)) {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host.c_str());
  } else {
    SSL_set_tlsext_host_name(session, host.c_str());
    SSL_set1_host(session, host.c_str());
  }
}

}  // namespace

struct TlsContext::Implementation {
  Url url;
  // Declared before the context, so that it outlives what may still refer to it.
  MethodHandle methods;
  ContextHandle context;
};

TlsContext::TlsContext(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
TlsContext::~TlsContext() = default;

Result<std::unique_ptr<TlsContext>> TlsContext::open(const Url& url) {
  auto made = std::make_unique<Implementation>(
      Implementation{url, signal_free_methods(), ContextHandle(SSL_CTX_new(TLS_client_method()))});
  SSL_CTX* context = made->context.get();
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  STOA_TRY(trust(context, url));
  STOA_TRY(identify(context, url));
  return std::unique_ptr<TlsContext>(new TlsContext(std::move(made)));
}

Result<std::unique_ptr<Transport>> TlsContext::connect(Socket socket, Deadline deadline) const {
  SessionHandle session(SSL_new(implementation_->context.get()));
  BIO* bio = BIO_new(implementation_->methods.get());
  BIO_set_data(bio, reinterpret_cast<void*>(static_cast<std::intptr_t>(socket.descriptor())));
  BIO_set_init(bio, 1);
  SSL_set_bio(session.get(), bio, bio);
  expect_host(session.get(), implementation_->url.host);
  auto transport =
      std::make_unique<TlsTransport>(std::move(socket), std::move(session), implementation_->url.where());
  STOA_TRY(transport->shake_hands(deadline));
  return std::unique_ptr<Transport>(std::move(transport));
}

}  // namespace stoa::keyspace::redis
