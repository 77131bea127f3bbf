#include "support/child_process.h"
#include "support/temporary_directory.h"
#include "workloads.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <stdexcept>

namespace stoa::bench {
namespace {

constexpr int kProducts = 100'000;

void write_products(const std::filesystem::path& file) {
  std::ofstream csv(file);
  csv << "name,category,price,description,attributes.color,attributes.material,stock_by_zone.MSK,stock_by_"
         "zone."
         "SPB\n";
  for (int i = 0; i < kProducts; ++i)
    csv << fmt::format(
        "\"Lamp, model {}\",Lamps {},{}.90,\"A lamp for a desk or a shelf, made of brass and oak, with a "
        "linen shade. Model {} of a series; the cord is two metres long.\",{},brass,{},{}\n",
        i, i % 20, 10 + i % 500, i, i % 2 ? "red" : "green", i % 100, i % 7);
}

}  // namespace

/// As somebody with a new shop does it: the command, on an empty data directory, until it has ended.
std::vector<Figure> bench_import() {
  const test::TemporaryDirectory directory;
  write_products(directory.path() / "products.csv");
  std::filesystem::create_directory(directory.path() / "data");
  const auto start = std::chrono::steady_clock::now();
  test::ChildProcess import({STOA_PROGRAM, "import", "products", "products.csv"}, {}, directory.path());
  const int exit_code = import.wait(std::chrono::seconds(300));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (exit_code != 0 || import.output().find(": 100,000 new, ") == std::string::npos)
    throw std::runtime_error("the import failed: " + import.output());
  return {{"import of 100,000 products", seconds, "s", "", 0, 60, Figure::Better::Lower}};
}

}  // namespace stoa::bench
