#include "http/plot.h"

namespace stoa::http {
namespace {

/// A moment in seconds, so that days stand as far apart as they are; a name where its turn is.
std::int64_t place_of(const Value& at, std::int64_t turn) {
  if (const auto* moment = std::get_if<Time>(&at.state()))
    return std::chrono::floor<std::chrono::seconds>(moment->time_since_epoch()).count();
  return turn;
}

}  // namespace

Fields plot_fields(Plot plot) {
  List series, rows;
  for (std::string& name : plot.series) series.push_back({{"series", std::move(name)}});
  std::int64_t turn = 0;
  for (Plot::Row& row : plot.rows) {
    List cells;
    for (Value& value : row.values) cells.push_back({{"value", std::move(value)}});
    const bool is_moment = std::holds_alternative<Time>(row.at.state());
    rows.push_back({{"place", place_of(row.at, ++turn)},
                    {is_moment ? "day" : "name", std::move(row.at)},
                    {"cells", std::move(cells)}});
  }
  return {{"plot_id", plot.id},
          {"plot_title", std::move(plot.title)},
          {"plot_kind", plot.kind == Plot::Kind::Lines ? "lines" : "bars"},
          {"plot_axis", std::move(plot.axis)},
          {"plot_empty", rows.empty()},
          {"plot_series", std::move(series)},
          {"plot_rows", std::move(rows)}};
}

}  // namespace stoa::http
