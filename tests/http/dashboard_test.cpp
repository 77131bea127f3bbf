#include "http/metric_table.h"
#include "support/text_of.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <regex>
#include <set>

namespace stoa::http {
namespace {
namespace json = boost::json;

json::value dashboard() {
  return json::parse(stoa::test::text_of(STOA_SOURCE_DIRECTORY "/deploy/grafana/stoa.json"));
}

/// Every `expr` anywhere in the document.
void collect(const json::value& value, std::vector<std::string>& queries) {
  if (const auto* array = value.if_array())
    for (const json::value& one : *array) collect(one, queries);
  if (const auto* object = value.if_object())
    for (const auto& [key, one] : *object) {
      if (key == "expr") queries.emplace_back(one.as_string());
      collect(one, queries);
    }
}

std::set<std::string> exported_names() {
  std::set<std::string> names;
  for (const MetricRow& row : metric_table()) {
    const std::string name(row.name);
    if (row.kind == MetricRow::Kind::Histogram)
      names.insert({name + "_bucket", name + "_sum", name + "_count"});
    else
      names.insert(name);
  }
  return names;
}

TEST(Dashboard, QueriesOnlyMetricsThatTheProgramExports) {
  std::vector<std::string> queries;
  collect(dashboard(), queries);
  ASSERT_GT(queries.size(), 8u);
  const auto exported = exported_names();
  static const std::regex metric(R"((stoa|process)_[a-z_]+)");
  for (const std::string& query : queries) {
    int named = 0;
    for (std::sregex_iterator match(query.begin(), query.end(), metric), end; match != end; ++match, ++named)
      EXPECT_TRUE(exported.contains(match->str())) << match->str() << " in " << query;
    EXPECT_GT(named, 0) << query;
  }
}

TEST(Dashboard, ShowsEveryMetricOfOurOwn) {
  std::vector<std::string> queries;
  collect(dashboard(), queries);
  std::string all;
  for (const std::string& query : queries) all += query + "\n";
  for (const MetricRow& row : metric_table())
    EXPECT_NE(all.find(row.name), std::string::npos) << row.name << " is on no panel";
}

TEST(Dashboard, PanelsHaveDifferentIdsAndTitles) {
  std::set<std::int64_t> ids;
  std::set<std::string> titles;
  const json::value document = dashboard();
  for (const json::value& panel : document.at("panels").as_array()) {
    EXPECT_TRUE(ids.insert(panel.at("id").as_int64()).second);
    EXPECT_TRUE(titles.insert(std::string(panel.at("title").as_string())).second);
  }
}

}  // namespace
}  // namespace stoa::http
