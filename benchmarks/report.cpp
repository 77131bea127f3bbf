#include "report.h"

#include <fmt/format.h>

namespace stoa::bench {
namespace {

std::string number(double value) {
  if (value >= 1000) return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}f}", value, value >= 10 ? 1 : 2);
}

std::string goal_of(const Figure& figure) {
  if (!figure.has_goal()) return "–";
  const char* bound = figure.better == Figure::Better::Higher ? "at least" : "at most";
  return fmt::format("{} {}{}", bound, number(figure.goal), figure.has_reference() ? "×" : " " + figure.unit);
}

}  // namespace

bool Figure::holds() const {
  if (!has_goal()) return true;
  const double judged = has_reference() ? ratio() : value;
  return better == Better::Higher ? judged >= goal : judged <= goal;
}

std::string table_of(const std::vector<Figure>& figures) {
  std::string out = fmt::format("{:<34} {:>22} {:<34} {:>8} {:<16} {}\n", "work", "figure", "reference",
                                "ratio", "goal", "holds");
  for (const Figure& figure : figures) {
    const std::string reference =
        figure.has_reference() ? fmt::format("{}: {}", figure.reference, number(figure.reference_value))
                               : "–";
    out += fmt::format("{:<34} {:>22} {:<34} {:>8} {:<16} {}\n", figure.name,
                       number(figure.value) + " " + figure.unit, reference,
                       figure.has_reference() ? number(figure.ratio()) + "×" : "–", goal_of(figure),
                       figure.has_goal() ? (figure.holds() ? "yes" : "NO") : "–");
  }
  return out;
}

std::string json_of(const std::vector<Figure>& figures) {
  std::string out = "[";
  for (const Figure& figure : figures) {
    out += fmt::format(
        R"({}{{"name": "{}", "value": {}, "unit": "{}", "reference": {}, "reference_value": {}, "ratio": {}, "goal": {}, "holds": {}}})",
        out.size() > 1 ? ",\n " : "\n ", figure.name, figure.value, figure.unit,
        figure.has_reference() ? "\"" + figure.reference + "\"" : "null",
        figure.has_reference() ? fmt::format("{}", figure.reference_value) : "null",
        figure.has_reference() ? fmt::format("{}", figure.ratio()) : "null", figure.goal, figure.holds());
  }
  return out + "\n]\n";
}

}  // namespace stoa::bench
