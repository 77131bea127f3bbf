#pragma once
#include "base/must.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "resp/server.h"
#include "store/store.h"
#include "support/raw_client.h"
#include "support/temporary_directory.h"

#include <memory>

namespace stoa::test {

/// The embedded keyspace on a store of its own, with a Redis door on a free port.
class OpenDoor {
 public:
  static resp::RespOptions writable() {
    resp::RespOptions options;
    options.mode = resp::RespOptions::Mode::Write;
    options.durability = Durability::Relaxed;
    return options;
  }

  explicit OpenDoor(resp::RespOptions options = writable(), Logger log = Logger::silent())
      : options_(std::move(options)), log_(std::move(log)) {
    options_.port = 0;
    open();
  }
  /// Closes everything and opens it again, as a restart does.
  void reopen() {
    server_.reset();
    keyspace_.reset();
    store_.reset();
    open();
  }

  int port() const { return server_->port(); }
  keyspace::Keyspace& keyspace() { return *keyspace_; }
  resp::RespServer& server() { return *server_; }
  store::Store& store() { return *store_; }

 private:
  void open() {
    store::Options options;
    options.directory = directory_.path() / "data";
    store_ = must(store::open(options));
    keyspace_ = must(keyspace::open_embedded_keyspace(*store_, Clock::system()));
    server_ = must(resp::start_resp(options_, *keyspace_->door(), store_->progress(), log_));
  }

  TemporaryDirectory directory_;
  resp::RespOptions options_;
  Logger log_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<keyspace::Keyspace> keyspace_;
  std::unique_ptr<resp::RespServer> server_;
};

}  // namespace stoa::test
