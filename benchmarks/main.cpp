// benchmarks/ measures what DESIGN.md gives a number for, each against a reference in the same run.

#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>

namespace {

/// A benchmark's whole name means that one only; a part of one means all that have it.
std::vector<stoa::bench::Benchmark> chosen(std::span<char*> words) {
  const auto all = stoa::bench::benchmarks();
  if (words.empty()) return all;
  const auto asked_for = [&](const stoa::bench::Benchmark& benchmark) {
    return std::ranges::any_of(words, [&](std::string_view word) {
      const bool whole = std::ranges::find(all, word, &stoa::bench::Benchmark::name) != all.end();
      return whole ? benchmark.name == word : benchmark.name.find(word) != std::string::npos;
    });
  };
  std::vector<stoa::bench::Benchmark> some;
  std::ranges::copy_if(all, std::back_inserter(some), asked_for);
  return some;
}

int run(int argc, char** argv) {
  std::vector<stoa::bench::Figure> figures;
  for (const auto& benchmark : chosen({argv + 1, static_cast<std::size_t>(argc - 1)})) {
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
