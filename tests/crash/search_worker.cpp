// Changes documents of a collection with a text index until it is killed. Usage: search_worker DIRECTORY SEED
// Every document has the word `item`, and one that only its present version has.

#include "crash/search_goods.h"

#include <cstdio>
#include <cstdlib>
#include <random>

namespace stoa::test {
namespace {

int change_for_ever(const std::filesystem::path& directory, unsigned seed) {
  SearchGoods goods(directory);
  std::mt19937 random(seed);
  for (std::int64_t version = 1;; ++version) {
    const auto changed = goods.records().transact([&](records::Tx& tx) -> Result<void> {
      for (int i = 0; i < 5; ++i) {
        const Good good{
            static_cast<std::int64_t>(random() % 500),
            "item v" + std::to_string(seed) + "x" + std::to_string(version) + "x" + std::to_string(i),
            random() % 4 == 0 ? std::optional(Clock::system().now()) : std::nullopt};
        const auto known = STOA_TRY(tx.get(SearchGoods::collection(), good.id));
        if (known && random() % 5 == 0)
          STOA_TRY(tx.remove(SearchGoods::collection(), good.id));
        else if (known)
          STOA_TRY(records::replace(tx, SearchGoods::collection(), good));
        else
          STOA_TRY(records::insert(tx, SearchGoods::collection(), good));
      }
      return {};
    });
    if (!changed.ok()) return 1;
    if (version == 1) {
      std::puts("begun");
      std::fflush(stdout);
    }
  }
}

}  // namespace
}  // namespace stoa::test

int main(int count, char** words) {
  if (count != 3) return 2;
  return stoa::test::change_for_ever(words[1], static_cast<unsigned>(std::atoi(words[2])));
}
