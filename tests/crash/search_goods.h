#pragma once
#include "base/fields.h"
#include "base/must.h"
#include "records/embedded/embedded_records.h"
#include "records/typed.h"
#include "store/store.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace stoa::test {

struct Good {
  std::int64_t id = 0;
  std::string name;
  std::optional<Time> gone_at;
};
inline StructDescription describe(Described<Good>) {
  return fields("Good", field("id", &Good::id).stored_as("_id"), field("name", &Good::name),
                field("gone_at", &Good::gone_at));
}

/// Records with one collection that has a text index.
class SearchGoods {
 public:
  static const records::Collection& collection() {
    static const records::Collection goods{"goods", {}, "", records::TextIndex{{{"name"}}, "gone_at"}};
    return goods;
  }

  explicit SearchGoods(const std::filesystem::path& directory) {
    store::Options options;
    options.directory = directory;
    store_ = must(store::open(options));
    records::EmbeddedOptions engine;
    engine.sweep_every = {};
    engine.search_directory = directory / "search";
    static const records::Collection* const all[] = {&collection()};
    records_ = must(records::open_embedded_records(*store_, Clock::system(), all, engine));
  }
  records::Records& records() { return *records_; }

 private:
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Records> records_;
};

}  // namespace stoa::test
