#include "cli/house.h"
#include "http/asked.h"
#include "open_engines.h"
#include "support/child_process.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <fstream>

namespace stoa::cli {
namespace {
/// All routes of the house in one document.
TEST(TheHousesApiDocument, IsValidAndDescribesEveryRoute) {
  OpenEngines engines("Embedded");
  Settings settings;
  (void)option_table(settings);
  settings.data.directory = engines.data().string();
  settings.http.port = 0;
  settings.resp.mode = Settings::Resp::Mode::Off;
  settings.threads.loops = 1;
  const auto house = keyspace::must(House::open(settings, engines, Logger::silent(), std::nullopt));
  http::test::Asked asked(http::Method::Get, "/openapi.json");
  const std::string document = http::test::body_of(http::test::answer_of(house->site(), asked));

  const test::TemporaryDirectory directory;
  const auto path = directory.path() / "openapi.json";
  std::ofstream(path) << document;
  test::ChildProcess validator(
      {"/usr/bin/env", "node", STOA_TESTS_DIRECTORY "/http/validate_openapi.mjs", path.string()});
  EXPECT_EQ(validator.wait(), 0) << validator.output();

  const auto described = boost::json::parse(document);
  std::size_t routes = 0, operations = 0;
  for (const http::Route& route : house->site().routes())
    if (route.kind == http::Kind::Api) ++routes;
  for (const auto& entry : described.at("paths").as_object()) operations += entry.value().as_object().size();
  EXPECT_EQ(operations, routes);

  // A name stands for one type: what the rules keep and what the API shows must not both be called so.
  const auto& article = described.at("components").at("schemas").at("Article").at("properties").as_object();
  for (const char* field : {"title", "html", "comments", "yours"})
    EXPECT_TRUE(article.contains(field)) << field;
  const auto& comment = described.at("components").at("schemas").at("Comment").at("properties").as_object();
  for (const char* field : {"text", "html", "more", "yours"}) EXPECT_TRUE(comment.contains(field)) << field;
}

}  // namespace
}  // namespace stoa::cli
