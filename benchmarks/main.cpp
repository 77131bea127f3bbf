// benchmarks/ measures what DESIGN.md gives a number for, each against a reference in the same run.

#include "report.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>

namespace {

bool wanted(const std::string& name, int count, char** parts) {
  if (count == 0) return true;
  for (int i = 0; i < count; ++i)
    if (name.find(parts[i]) != std::string::npos) return true;
  return false;
}

int run(int argc, char** argv) {
  std::vector<stoa::bench::Figure> figures;
  for (const auto& benchmark : stoa::bench::benchmarks()) {
    if (!wanted(benchmark.name, argc - 1, argv + 1)) continue;
    fmt::print(stderr, "{} …\n", benchmark.name);
    for (auto& figure : benchmark.run()) figures.push_back(std::move(figure));
  }
  if (figures.empty()) {
    fmt::print(stderr, "no benchmark has such a name; there are:\n");
    for (const auto& benchmark : stoa::bench::benchmarks()) fmt::print(stderr, "  {}\n", benchmark.name);
    return 2;
  }
  fmt::print("{}", table_of(figures));
  std::ofstream("build/bench.json") << json_of(figures);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "stoa_bench: {}\n", error.what());
    return 1;
  }
}
