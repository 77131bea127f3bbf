#pragma once
#include "store/store.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stoa::store {

using Row = std::pair<std::string, std::string>;

/// A store in a directory of its own, and short words for what tests do with one.
class StoreTest : public testing::Test {
 protected:
  Options options() const {
    Options options;
    options.directory = path();
    return options;
  }
  std::filesystem::path path() const { return directory_.path() / "data"; }
  std::filesystem::path beside(std::string_view name) const { return directory_.path() / name; }

  void open() { open(options()); }
  void open(const Options& options) {
    store_.reset();
    auto opened = store::open(options);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    store_ = *std::move(opened);
  }
  void close() { store_.reset(); }

  static Changes put(std::string_view key, std::string_view value, Family family = Family::Records) {
    Changes changes;
    changes.put(family, key, value);
    return changes;
  }
  static Changes remove(std::string_view key, Family family = Family::Records) {
    Changes changes;
    changes.remove(family, key);
    return changes;
  }
  /// Submits and waits until it is on disk.
  void commit(const Changes& changes) {
    const auto sequence = store_->submit(changes, Durability::Durable);
    const auto settled = store_->wait_durable(sequence);
    ASSERT_TRUE(settled.ok()) << settled.error().message;
  }
  std::optional<std::string> get(std::string_view key) { return store_->get(key).value(); }

  static std::vector<Row> rows(Scan& scan) {
    std::vector<Row> rows;
    for (; scan.valid(); scan.next()) rows.emplace_back(scan.key(), scan.value());
    EXPECT_TRUE(scan.status().ok());
    return rows;
  }
  std::vector<Row> scan(std::string_view from, std::string_view to,
                        Direction direction = Direction::Forward) {
    return rows(*store_->scan(from, to, direction));
  }
  std::vector<Row> keyspace() {
    std::vector<Row> rows;
    const auto loaded =
        store_->load([&](std::string_view key, std::string_view value) { rows.emplace_back(key, value); });
    EXPECT_TRUE(loaded.ok()) << loaded.error().message;
    return rows;
  }

  std::unique_ptr<Store> store_;

 private:
  test::TemporaryDirectory directory_;
};

/// Settings under which nothing reaches the disk by itself for the length of a test.
inline Options held_back(Options options) {
  options.relaxed_delay = std::chrono::hours{1};
  return options;
}

}  // namespace stoa::store
