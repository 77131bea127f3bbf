#pragma once
#include "http/page_fields.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// Figures as templates/parts/plot.html shows them: a table for everybody, and, where there is JavaScript, a
/// drawing made of that table by static/plot.js. A page with one brings the script and its style sheet in by
/// `{{%block head}}{{>parts/plot_head.html}}{{%end}}`.
struct Plot {
  enum class Kind { Lines, Bars };
  struct Row {
    /// Where it stands on the horizontal axis: a moment, or a name.
    Value at;
    /// One for each series.
    std::vector<Value> values;
  };

  /// Unique on its page.
  std::string_view id;
  std::string title;
  Kind kind = Kind::Lines;
  /// What the horizontal axis has.
  std::string axis;
  std::vector<std::string> series;
  /// In the order of the axis.
  std::vector<Row> rows;
};

Fields plot_fields(Plot);

}  // namespace stoa::http
