#include "shop_fixture.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <limits>

namespace stoa::shop::test {
namespace {

constexpr int kRounds = 15;
constexpr int kChangesARound = 40;

/// Of this thread: what others do on the machine is not in it, but for the caches.
double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

class CartCost : public testing::Test, protected World {
 protected:
  CartCost() : World(std::make_unique<keyspace::OpenEmbedded>()) {
    for (int i = 0; i < 201; ++i)
      products_.push_back(product(fmt::format("a lamp of brass, number {}", i), 100 + i, 1000).id);
  }
  Shopper with_lines(std::size_t lines) {
    const Shopper shopper = user();
    for (std::size_t i = 0; i < lines; ++i) must(shop().carts.add(shopper, products_[i], 1));
    return shopper;
  }
  /// Each kind of change, somewhere in the cart.
  double cost_of_changes(const Shopper& shopper) {
    const double before = cpu_seconds();
    for (int i = 0; i < kChangesARound; ++i) {
      must(shop().carts.add(shopper, products_[3], 1));
      must(shop().carts.set(shopper, products_[4], 1 + i));
      must(shop().carts.set(shopper, products_[3], 1));
      must(shop().carts.remove(shopper, products_[5]));
      must(shop().carts.add(shopper, products_[5], 1));
    }
    return (cpu_seconds() - before) / (5 * kChangesARound);
  }

  std::vector<ProductId> products_;
};

TEST_F(CartCost, ChangingACartOfTwoHundredLinesCostsAtMostThreeTimesOneOfTen) {
  const Shopper small = with_lines(10), large = with_lines(kMostLines);
  // The least of many rounds, taken in turns: whatever disturbs one only ever adds.
  double few = std::numeric_limits<double>::max(), many = few;
  for (int round = 0; round < kRounds; ++round) {
    few = std::min(few, cost_of_changes(small));
    many = std::min(many, cost_of_changes(large));
  }
  RecordProperty("microseconds_of_10", fmt::format("{:.1f}", few * 1e6));
  RecordProperty("microseconds_of_200", fmt::format("{:.1f}", many * 1e6));
  EXPECT_LE(many / few, 3.0) << few * 1e6 << " µs with 10 lines, " << many * 1e6 << " µs with 200";
}

}  // namespace
}  // namespace stoa::shop::test
