#pragma once
#include <span>
#include <string_view>
#include <vector>

namespace stoa::http {

/// One figure that the program exports. The table below is the only place that names them.
struct MetricRow {
  enum class Kind { Counter, Gauge, Histogram };
  std::string_view name;
  Kind kind;
  std::string_view help;
  std::vector<std::string_view> labels = {};
};

std::span<const MetricRow> metric_table();

/// std::logic_error when the table has none of that name.
const MetricRow& metric_row(std::string_view name);

}  // namespace stoa::http
