#include "base/durability.h"
#include "engines.h"
#include "shop/shop.h"
#include "workloads.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <limits>

namespace stoa::bench {
namespace {

constexpr int kRounds = 20;
constexpr int kChangesARound = 100;
constexpr std::size_t kFew = 10, kMany = shop::kMostLines;

/// Of this thread: what others do on the machine is not in it, but for the caches.
double cpu_microseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

/// A shop's rules without its doors.
class Counter {
 public:
  explicit Counter(const std::filesystem::path& directory)
      : engines_(directory),
        outbox_(*engines_.records, *engines_.keyspace, Clock::system(),
                shop::listeners([this]() -> shop::Shop& { return shop_; })),
        shop_(*engines_.keyspace, *engines_.records, outbox_, Clock::system(), shop::OwnerKey{}, {"en"}) {
    for (std::size_t i = 0; i < kMany; ++i) {
      shop::ProductDraft draft;
      draft.name = fmt::format("Brass lamp, model {}", i);
      draft.category = "Lamps";
      draft.price = must(Money::of_minor(static_cast<std::int64_t>(1'000 + i)));
      products_.push_back(must(shop_.catalogue.create(draft)).id);
    }
  }

  shop::Shopper with_lines(std::size_t lines) {
    const auto shopper = shop_.shopper(Token::make(), UserId::make(Clock::system().now()), std::nullopt);
    for (std::size_t i = 0; i < lines; ++i) must(shop_.carts.add(shopper, products_[i], 1));
    return shopper;
  }

  /// Of one change, somewhere among the first lines.
  double cost(const shop::Shopper& shopper) {
    const double before = cpu_microseconds();
    for (int i = 0; i < kChangesARound; ++i)
      must(shop_.carts.set(shopper, products_[static_cast<std::size_t>(i) % kFew], 1 + i));
    return (cpu_microseconds() - before) / kChangesARound;
  }

 private:
  DeferredDurability unhurried_;
  Engines engines_;
  records::Outbox outbox_;
  shop::Shop shop_;
  std::vector<ProductId> products_;
};

}  // namespace

std::vector<Figure> bench_cart_lines() {
  const test::TemporaryDirectory directory;
  Counter counter(directory.path() / "data");
  const auto small = counter.with_lines(kFew), large = counter.with_lines(kMany);
  // The least of many rounds, taken in turns: whatever disturbs one only ever adds.
  double few = std::numeric_limits<double>::max(), many = few;
  for (int round = 0; round < kRounds; ++round) {
    few = std::min(few, counter.cost(small));
    many = std::min(many, counter.cost(large));
  }
  return {{fmt::format("change in a cart of {} lines", kMany), many, "µs", fmt::format("of {}", kFew), few,
           3.0, Figure::Better::Lower}};
}

}  // namespace stoa::bench
