#include "store/store_fixture.h"

#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <map>
#include <system_error>
#include <thread>

namespace stoa::store {
namespace {

using Model = std::map<std::string, std::string>;

/// In memory where there is such a place: this opens hundreds of stores, and what is asked is not what a disk
/// keeps.
class QuickDirectory {
 public:
  QuickDirectory() {
    const std::filesystem::path memory = "/dev/shm";
    const auto parent = std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
    std::string pattern = (parent / "stoa-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), pattern);
    path_ = pattern;
  }
  ~QuickDirectory() { std::filesystem::remove_all(path_); }
  QuickDirectory(const QuickDirectory&) = delete;
  QuickDirectory& operator=(const QuickDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

Options tiny(const std::filesystem::path& directory) {
  Options options;
  options.directory = directory;
  options.relaxed_delay = std::chrono::milliseconds{1};
  options.row_cache_bytes = 2000;  // rows are evicted and read again all the time
  options.segment_bytes = 3000;    // and move into tables
  return options;
}

std::string any_key() {
  return std::to_string(*rc::gen::inRange(0, 30));
}

std::vector<Row> read(Store& store, const std::string& from, const std::string& to, Direction direction) {
  std::vector<Row> rows;
  auto scan = store.scan(from, to, direction);
  for (; scan->valid(); scan->next()) rows.emplace_back(scan->key(), scan->value());
  RC_ASSERT(scan->status().ok());
  return rows;
}

std::vector<Row> read(const Model& model, const std::string& from, const std::string& to,
                      Direction direction) {
  std::vector<Row> rows;
  if (from < to) rows.assign(model.lower_bound(from), model.lower_bound(to));
  if (direction == Direction::Backward) std::reverse(rows.begin(), rows.end());
  return rows;
}

/// Keys of records that begin with 2 are of bare rows.
bool is_bare(Family family, const std::string& key) {
  return family == Family::Records && key.starts_with('2');
}

void submit_something(Store& store, Model& records, Model& keys) {
  Changes changes;
  const auto rows = *rc::gen::inRange(1, 6);
  for (int i = 0; i < rows; ++i) {
    const auto family = *rc::gen::element(Family::Records, Family::Keyspace);
    auto& model = family == Family::Records ? records : keys;
    const auto key = any_key();
    const auto what = *rc::gen::inRange(0, 10);
    if (is_bare(family, key)) {
      if (what < 6) {
        changes.put_bare(key);
        model[key] = "";
      } else {
        changes.remove_bare(key);
        model.erase(key);
      }
    } else if (what < 6) {
      const auto value = std::string(*rc::gen::inRange<std::size_t>(0, 40), 'a') + std::to_string(what);
      changes.put(family, key, what == 0 ? "" : value);
      model[key] = what == 0 ? "" : value;
    } else if (what < 9 || family == Family::Records) {
      changes.remove(family, key);
      model.erase(key);
    } else {
      const auto to = any_key();
      if (!(key < to)) continue;
      changes.remove_range(family, key, to);
      model.erase(model.lower_bound(key), model.lower_bound(to));
    }
  }
  store.submit(changes, *rc::gen::element(Durability::Relaxed, Durability::Durable));
}

RC_GTEST_PROP(StoreModel, AgreesWithAMapWhateverIsDoneWhileTheCommitterWorks, ()) {
  const QuickDirectory directory;
  const auto options = tiny(directory.path() / "data");
  auto store = *store::open(options);
  Model records;
  Model keys;
  const auto steps = *rc::gen::inRange(1, 60);
  for (int step = 0; step < steps; ++step) {
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
      case 1:
      case 2:
      case 3:
        submit_something(*store, records, keys);
        break;
      case 4: {
        const auto key = any_key();
        if (is_bare(Family::Records, key)) break;
        const auto value = *store->get(key);
        const auto at = records.find(key);
        RC_ASSERT(value == (at == records.end() ? std::nullopt : std::optional(at->second)));
        break;
      }
      case 5:
      case 6: {
        const auto from = any_key();
        const auto to = any_key();
        const auto direction = *rc::gen::element(Direction::Forward, Direction::Backward);
        RC_ASSERT(read(*store, from, to, direction) == read(records, from, to, direction));
        break;
      }
      default:
        if (*rc::gen::inRange(0, 4) == 0)
          RC_ASSERT(store->wait_durable(store->figures().submitted).ok());
        else if (*rc::gen::inRange(0, 8) == 0)
          store = *store::open((store.reset(), options));
    }
  }
  store = *store::open((store.reset(), options));
  RC_ASSERT(read(*store, "", "~", Direction::Forward) == std::vector<Row>(records.begin(), records.end()));
  std::vector<Row> loaded;
  RC_ASSERT(
      store->load([&](std::string_view key, std::string_view value) { loaded.emplace_back(key, value); })
          .ok());
  RC_ASSERT(loaded == std::vector<Row>(keys.begin(), keys.end()));
}

}  // namespace
}  // namespace stoa::store
