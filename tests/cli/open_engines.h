#pragma once
#include "cli/engines.h"
#include "keyspace/engines.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stoa::cli {

/// Engines as main.cpp opens them, in a temporary directory, with the keyspace of a row of
/// keyspace::every_engine().
class OpenEngines final : public Engines {
 public:
  explicit OpenEngines(const std::string& keyspace) : keyspace_(keyspace) {
    store::Options options;
    options.directory = data();
    store_ = keyspace::must(store::open(options));
    if (keyspace == "Redis")
      redis_ = std::make_unique<keyspace::OpenRedis>();
    else
      embedded_ = keyspace::must(keyspace::open_embedded_keyspace(*store_, Clock::system()));
    records::EmbeddedOptions engine;
    engine.search_directory = data() / "search";
    records_ = keyspace::must(
        records::open_embedded_records(*store_, Clock::system(), records::all_collections(), engine));
  }

  keyspace::Keyspace& keyspace() override { return redis_ ? redis_->keyspace() : *embedded_; }
  records::Records& records() override { return *records_; }
  std::string keyspace_name() const override { return keyspace_; }
  std::string records_name() const override { return "embedded"; }
  bool keyspace_is_shared() const override { return redis_ != nullptr; }
  bool records_are_shared() const override { return false; }
  DurableProgress& progress() override { return store_->progress(); }
  DiskFigures figures() const override { return {}; }
  Result<void> backup(const std::filesystem::path& target) override { return store_->backup(target); }

  std::filesystem::path data() const { return directory_.path() / "data"; }

  template <class Writes>
  void write(Writes writes) {
    keyspace::must(keyspace().transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
      writes(tx);
      return {};
    }));
  }

 private:
  test::TemporaryDirectory directory_;
  const std::string keyspace_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<keyspace::Keyspace> embedded_;
  std::unique_ptr<keyspace::OpenRedis> redis_;
  std::unique_ptr<records::Records> records_;
};

/// Keeps what is said.
class Listener final : public Audience {
 public:
  void line(std::string_view text) override {
    const std::lock_guard lock(mutex_);
    text_ += std::string(text) + "\n";
  }
  void progress(std::string_view text) override {
    const std::lock_guard lock(mutex_);
    progress_ += std::string(text) + "\n";
  }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }
  std::string how_far() const {
    const std::lock_guard lock(mutex_);
    return progress_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_, progress_;
};

}  // namespace stoa::cli
