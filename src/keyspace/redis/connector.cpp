#include "keyspace/redis/connector.h"

namespace stoa::keyspace::redis {

Connector::Connector(Url url, std::unique_ptr<TlsContext> tls)
    : url_(std::move(url)), where_(url_.where()), tls_(std::move(tls)), resolver_(url_.host, url_.port) {}

Result<std::unique_ptr<Connector>> Connector::open(Url url) {
  std::unique_ptr<TlsContext> tls;
  if (url.scheme == Url::Scheme::Tls) tls = STOA_TRY(TlsContext::open(url));
  return std::unique_ptr<Connector>(new Connector(std::move(url), std::move(tls)));
}

Result<Socket> Connector::connect_socket(Deadline deadline) {
  if (url_.scheme == Url::Scheme::Unix) return connect_unix(url_.path, deadline, where_);
  return connect_tcp(STOA_TRY(resolver_.resolve(deadline)), deadline, where_);
}

Result<std::unique_ptr<Connection>> Connector::connect(Deadline deadline) {
  Socket socket = STOA_TRY(connect_socket(deadline));
  auto transport = tls_ ? STOA_TRY(tls_->connect(std::move(socket), deadline))
                        : plain_transport(std::move(socket), where_);
  return Connection::open(std::move(transport), url_, deadline);
}

}  // namespace stoa::keyspace::redis
