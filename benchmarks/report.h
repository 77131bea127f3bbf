#pragma once
#include <functional>
#include <string>
#include <vector>

namespace stoa::bench {

/// One line of the table. `goal` is for the ratio to the reference, or for the value itself where there is
/// none; 0 is for information only.
struct Figure {
  enum class Better { Higher, Lower };

  std::string name;
  double value;
  std::string unit;
  std::string reference;
  double reference_value = 0;
  double goal = 0;
  Better better = Better::Higher;

  bool has_reference() const { return !reference.empty(); }
  bool has_goal() const { return goal > 0; }
  double ratio() const { return has_reference() ? value / reference_value : 0; }
  bool holds() const;
};

/// A piece of work that gives one or more figures.
struct Benchmark {
  std::string name;
  std::function<std::vector<Figure>()> run;
};

/// All of them, in the order they run.
std::vector<Benchmark> benchmarks();

std::string table_of(const std::vector<Figure>&);
std::string json_of(const std::vector<Figure>&);

}  // namespace stoa::bench
