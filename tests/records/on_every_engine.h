#pragma once
// The contract suite runs on every row of engines(); another engine adds one.

#include "base/must.h"
#include "json_document.h"
#include "records/bson_document.h"
#include "records/embedded/embedded_records.h"
#include "store/small_store.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace stoa::records::test {

using stoa::test::code_of;

using Collections = std::vector<const Collection*>;

/// An engine with data of its own, which goes with it.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Records& records() = 0;
  /// Leaves and comes back to the same data, perhaps with other declarations.
  virtual Result<void> reopen(const Collections&) = 0;
};

struct EngineRow {
  std::string name;
  std::function<std::unique_ptr<Engine>(const Clock&)> make;

  friend std::ostream& operator<<(std::ostream& out, const EngineRow& row) { return out << row.name; }
};

/// Documents expire when a test says so.
inline EmbeddedOptions no_sweeper() {
  EmbeddedOptions options;
  options.sweep_every = {};
  return options;
}

class EmbeddedEngine final : public Engine {
 public:
  explicit EmbeddedEngine(const Clock& clock, EmbeddedOptions options = no_sweeper())
      : clock_(clock), options_(options) {}

  Records& records() override { return *records_; }
  Result<void> reopen(const Collections& collections) override {
    records_.reset();
    store_.reset();
    const auto options = stoa::test::small_store(directory_.path());
    store_ = STOA_TRY(store::open(options));
    auto engine = options_;
    engine.search_directory = options.directory / "search";
    records_ = STOA_TRY(open_embedded_records(*store_, clock_, collections, engine));
    return {};
  }
  store::Store& store() { return *store_; }

 private:
  const Clock& clock_;
  const EmbeddedOptions options_;
  stoa::test::TemporaryDirectory directory_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Records> records_;
};

inline std::vector<EngineRow> engines() {
  return {{"Embedded", [](const Clock& clock) { return std::make_unique<EmbeddedEngine>(clock); }}};
}

inline std::string engine_name(const testing::TestParamInfo<EngineRow>& info) {
  return info.param.name;
}

/// Things with a colour and a width; `n` is left without an index.
inline const Collection& things() {
  static const Collection collection{
      "things",
      {{"colour", {{"colour"}}},
       {"width", {{"width"}}},
       {"colour_width", {{"colour"}, {"width", IndexField::Direction::Descending}}}}};
  return collection;
}

inline const Collection& badges() {
  static const Collection collection{
      "badges",
      {{"code", {{"code"}}, Index::Unique::Yes}, {"place", {{"hall"}, {"seat"}}, Index::Unique::Yes}}};
  return collection;
}

inline const Collection& leases() {
  static const Collection collection{
      "leases",
      {{"until", {{"until"}}, Index::Unique::No, std::chrono::seconds(0)},
       {"renewed", {{"renewed"}}, Index::Unique::No, std::chrono::seconds(60)}}};
  return collection;
}

/// One engine, opened with the collections above, and short words for what tests do with it.
class OnEveryEngine : public testing::TestWithParam<EngineRow> {
 protected:
  OnEveryEngine() { engine_ = GetParam().make(clock_); }
  void SetUp() override { reopen(); }

  void reopen(const Collections& collections = {&things(), &badges(), &leases()}) {
    const auto opened = engine_->reopen(collections);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
  }

  Records& records() { return engine_->records(); }
  Reader& read() { return engine_->records().read(); }

  Result<void> insert(const Collection& collection, const std::string& json) {
    return records().transact([&](Tx& tx) { return tx.insert(collection, from_json(json)); });
  }
  Result<void> replace(const Collection& collection, const std::string& json) {
    return records().transact([&](Tx& tx) { return tx.replace(collection, from_json(json)); });
  }
  Result<bool> remove(const Collection& collection, const Value& id) {
    return records().transact([&](Tx& tx) { return tx.remove(collection, id); });
  }
  void fill(const Collection& collection, const std::vector<std::string>& documents) {
    const auto filled = records().transact([&](Tx& tx) -> Result<void> {
      for (const auto& json : documents) STOA_TRY(tx.insert(collection, from_json(json)));
      return {};
    });
    ASSERT_TRUE(filled.ok()) << filled.error().message;
  }

  /// The ids that a query gives, in its order, each as JSON shows it.
  static std::vector<std::string> ids(Reader& reader, const Collection& collection, const Query& query) {
    const auto page = reader.find(collection, query);
    EXPECT_TRUE(page.ok()) << page.error().message;
    std::vector<std::string> ids;
    for (const auto& document : page->documents) ids.push_back(id_text(document));
    return ids;
  }
  std::vector<std::string> ids(const Collection& collection, const Query& query) {
    return ids(read(), collection, query);
  }
  static std::string id_text(const Document& document) {
    const auto id = document_id(document).value();
    if (const auto* number = std::get_if<std::int64_t>(&id)) return std::to_string(*number);
    if (const auto* text = std::get_if<std::string>(&id)) return *text;
    return std::get<ObjectId>(id).hex();
  }
  std::string json(const Collection& collection, const Value& id) {
    const auto document = read().get(collection, id);
    EXPECT_TRUE(document.ok());
    return *document ? to_json(**document) : "none";
  }

  FakeClock clock_;
  std::unique_ptr<Engine> engine_;
};

inline Value whole(std::int64_t number) {
  return number;
}
inline Value text(std::string_view characters) {
  return std::string(characters);
}
inline std::string canonical(const std::string& json) {
  return to_json(from_json(json));
}

}  // namespace stoa::records::test
