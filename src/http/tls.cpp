#include "http/tls.h"

#include "base/guarded.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <cerrno>

namespace stoa::http {
namespace {

struct Free {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(BIO_METHOD* method) const { BIO_meth_free(method); }
};
using Context = std::shared_ptr<SSL_CTX>;

/// OpenSSL's way to our socket. Its own would ask the socket once more after every record; this one tells
/// when a read has emptied it.
struct Wire {
  int socket;
  bool drained = false;
};

Wire& wire_of(BIO* bio) {
  return *static_cast<Wire*>(BIO_get_data(bio));
}

int wire_read(BIO* bio, char* data, int size) {
  Wire& wire = wire_of(bio);
  BIO_clear_retry_flags(bio);
  const ssize_t got = ::recv(wire.socket, data, static_cast<std::size_t>(size), 0);
  wire.drained = got < size;
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
  return static_cast<int>(got);
}

int wire_write(BIO* bio, const char* data, int size) {
  BIO_clear_retry_flags(bio);
  const ssize_t sent = ::send(wire_of(bio).socket, data, static_cast<std::size_t>(size), MSG_NOSIGNAL);
  if (sent < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

long wire_control(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO_METHOD* make_wire_method() {
  BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "stoa socket");
  BIO_meth_set_read(method, wire_read);
  BIO_meth_set_write(method, wire_write);
  BIO_meth_set_ctrl(method, wire_control);
  return method;
}

class OpenSslSession final : public TlsSession {
 public:
  OpenSslSession(Context context, const BIO_METHOD* method, int socket)
      : context_(std::move(context)), wire_{socket}, ssl_(SSL_new(context_.get())) {
    BIO* bio = BIO_new(method);
    BIO_set_data(bio, &wire_);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl_.get(), bio, bio);
    SSL_set_accept_state(ssl_.get());
  }

  Handshake handshake() override {
    ERR_clear_error();
    const int result = SSL_do_handshake(ssl_.get());
    if (result == 1) return Handshake::Done;
    if (wants_more(result)) return Handshake::Again;
    broken_ = true;
    const int reason = ERR_GET_REASON(ERR_peek_error());
    return reason == SSL_R_HTTP_REQUEST ? Handshake::PlainHttp : Handshake::Failed;
  }

  Io read(std::span<char> room) override {
    ERR_clear_error();
    std::size_t got = 0;
    const int result = SSL_read_ex(ssl_.get(), room.data(), room.size(), &got);
    if (result == 1) return {Io::State::Done, got, wire_.drained && SSL_has_pending(ssl_.get()) == 0};
    return failed(result);
  }

  Io write(std::string_view bytes) override {
    ERR_clear_error();
    std::size_t sent = 0;
    const int result = SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &sent);
    if (result == 1) return {Io::State::Done, sent};
    return failed(result);
  }

  void close() override {
    if (!broken_) SSL_shutdown(ssl_.get());
    ERR_clear_error();
  }

 private:
  bool wants_more(int result) const {
    const int error = SSL_get_error(ssl_.get(), result);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
  }

  Io failed(int result) {
    if (wants_more(result)) return {Io::State::Again, 0, true};
    broken_ = SSL_get_error(ssl_.get(), result) != SSL_ERROR_ZERO_RETURN;
    return {Io::State::Closed};
  }

  const Context context_;
  Wire wire_;
  std::unique_ptr<SSL, Free> ssl_;
  bool broken_ = false;
};

Error certificate_error(std::string_view what, const std::filesystem::path& file) {
  const unsigned long number = ERR_peek_last_error();
  const char* reason = ERR_reason_error_string(number);
  std::error_code missing;
  const bool there = std::filesystem::exists(file, missing);
  ERR_clear_error();
  return {
      Error::Kind::Invalid, "http.certificate",
      fmt::format("{} {}: {}; give files in PEM form: --http.certificate, --http.key", what, file.string(),
                  !there   ? "there is no such file"
                  : reason ? reason
                           : "it cannot be read")};
}

Result<Context> make_context(const Tls& files) {
  Context context(SSL_CTX_new(TLS_server_method()), Free{});
  SSL_CTX* raw = context.get();
  SSL_CTX_set_min_proto_version(raw, TLS1_2_VERSION);
  SSL_CTX_set_options(raw, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_COMPRESSION |
                               SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(
      raw, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_read_ahead(raw, 1);
  constexpr unsigned char kName[] = "stoa";
  SSL_CTX_set_session_id_context(raw, kName, sizeof kName - 1);
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(raw, files.certificate.c_str()) != 1)
    return certificate_error("the certificate", files.certificate);
  if (SSL_CTX_use_PrivateKey_file(raw, files.key.c_str(), SSL_FILETYPE_PEM) != 1)
    return certificate_error("the key", files.key);
  if (SSL_CTX_check_private_key(raw) != 1)
    return certificate_error("the key does not belong to the certificate:", files.key);
  return context;
}

using Stamp = std::pair<std::filesystem::file_time_type, std::filesystem::file_time_type>;

Stamp stamp_of(const Tls& files) {
  std::error_code ignored;
  return {std::filesystem::last_write_time(files.certificate, ignored),
          std::filesystem::last_write_time(files.key, ignored)};
}

class OpenSslContext final : public TlsContext {
 public:
  OpenSslContext(const Tls& files, Context context, const Logger& log)
      : files_(files),
        log_(log),
        method_(make_wire_method()),
        shared_(Shared{std::move(context), stamp_of(files)}) {}

  std::unique_ptr<TlsSession> accept(int socket) override {
    return std::make_unique<OpenSslSession>(shared_.lock()->context, method_.get(), socket);
  }

  void refresh() override {
    const Stamp stamp = stamp_of(files_);
    const auto shared = shared_.lock();
    if (shared->stamp == stamp) return;
    shared->stamp = stamp;
    auto made = make_context(files_);
    if (!made.ok())
      return log_.error("the new certificate is not used",
                        {{"code", made.error().code}, {"why", made.error().message}});
    shared->context = *std::move(made);
    log_.info("certificate read again", {{"file", files_.certificate.string()}});
  }

 private:
  struct Shared {
    Context context;
    Stamp stamp;
  };

  const Tls files_;
  const Logger log_;
  const std::unique_ptr<BIO_METHOD, Free> method_;
  Guarded<Shared> shared_;
};

}  // namespace

Result<std::unique_ptr<TlsContext>> open_tls(const Tls& files, const Logger& log) {
  auto context = STOA_TRY(make_context(files));
  return std::unique_ptr<TlsContext>(std::make_unique<OpenSslContext>(files, std::move(context), log));
}

}  // namespace stoa::http
