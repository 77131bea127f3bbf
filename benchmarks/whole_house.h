#pragma once
#include "base/ids.h"
#include "cli/engines.h"
#include "hello_server.h"
#include "keyspace/keyspace.h"
#include "records/records.h"
#include "store/store.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace stoa::bench {

/// The embedded engines on a data directory, as main.cpp opens them.
class HouseEngines final : public cli::Engines {
 public:
  explicit HouseEngines(const std::filesystem::path& directory);

  keyspace::Keyspace& keyspace() override { return *keyspace_; }
  records::Records& records() override { return *records_; }
  std::string keyspace_name() const override { return "embedded"; }
  std::string records_name() const override { return "embedded"; }
  bool keyspace_is_shared() const override { return false; }
  bool records_are_shared() const override { return false; }
  DurableProgress& progress() override { return store_->progress(); }
  DiskFigures figures() const override { return {}; }
  Result<void> backup(const std::filesystem::path& target) override { return store_->backup(target); }

 private:
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<keyspace::Keyspace> keyspace_;
  std::unique_ptr<records::Records> records_;
};

/// The whole house on that directory, as `stoa serve` puts it together, with one loop. It believes in
/// X-Forwarded-For, so that a load may come from many addresses.
HelloServer::Serve whole_house(const std::filesystem::path& directory);

/// Who has a session: the token, the same for the same number, and the name of a member.
Token visitor(std::uint64_t number);
std::string member_name(std::uint64_t number);

/// The headers of a visitor with a session, who comes from an address of their own: a browser's, a program's.
std::string with_cookie(std::uint64_t visitor);
std::string with_bearer(std::uint64_t visitor);
/// The header that says the address only.
std::string from_address(std::uint64_t visitor);

}  // namespace stoa::bench
