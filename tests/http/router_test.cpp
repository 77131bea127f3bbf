#include "http/router.h"

#include "http/ascii.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace stoa::http {
namespace {
using testing::AllOf;
using testing::HasSubstr;
using Outcome = Router::Match::Outcome;

Route row(Method method, std::string path) {
  return {.method = method, .path = std::move(path), .handler = [](Call&) { return Response(); }};
}

class RouterTest : public testing::Test {
 protected:
  Router::Match match(std::string_view path, Method method = Method::Get) {
    parameters_.emplace();
    // Parameters are views into the path.
    path_ = path;
    return router_.match(method, path_, *parameters_);
  }
  std::string found(std::string_view path, Method method = Method::Get) {
    const auto outcome = match(path, method);
    return outcome.route ? outcome.route->path : "";
  }
  std::string_view text(std::string_view name) { return parameters_->text(name); }

  const std::vector<Route> routes_{
      row(Method::Get, "/"),
      row(Method::Get, "/products"),
      row(Method::Post, "/products"),
      row(Method::Get, "/products/new"),
      row(Method::Get, "/products/{product:id}"),
      row(Method::Delete, "/products/{product:id}"),
      row(Method::Get, "/products/{product:id}/zones/{zone}"),
      row(Method::Get, "/products/new/hints"),
      row(Method::Get, "/people/{name:name}"),
      row(Method::Get, "/pages/{page:int}"),
      row(Method::Get, "/static/{path*}"),
      row(Method::Get, "/static/robots.txt"),
      row(Method::Put, "/files/{name}"),
      row(Method::Post, "/files/upload"),
  };
  Router router_{routes_};
  std::string path_;
  std::optional<Parameters> parameters_;
};

constexpr std::string_view kId = "0123456789abcdef01234567";

TEST_F(RouterTest, FindsFixedPathsAndTheRoot) {
  EXPECT_EQ(found("/"), "/");
  EXPECT_EQ(found("/products"), "/products");
  EXPECT_EQ(found("/products/new/hints"), "/products/new/hints");
}

TEST_F(RouterTest, GivesTypedParameters) {
  EXPECT_EQ(found("/products/" + std::string(kId)), "/products/{product:id}");
  EXPECT_EQ(parameters_->as<ProductId>("product").hex(), kId);
  EXPECT_EQ(found("/people/ann_1"), "/people/{name:name}");
  EXPECT_EQ(parameters_->as<Shortcode>("name").text(), "ann_1");
  EXPECT_EQ(found("/pages/42"), "/pages/{page:int}");
  EXPECT_EQ(parameters_->as<std::int64_t>("page"), 42);
}

TEST_F(RouterTest, ReadsTheParametersOfARouteThatItFoundBefore) {
  const std::string id(kId);
  for (const std::string path : {"/", "/products/new", "/products/%6eew", "/pages/42", "/people/ann%5f1",
                                 "/static/css/app.css", "/static/%D0%B0/b"})
    for (const std::string& sent : {path, "/products/" + id, "/products/" + id + "/zones/M%20K"})
      for (const Method method : {Method::Get, Method::Head}) {
        const auto outcome = match(sent, method);
        ASSERT_NE(outcome.route, nullptr) << sent;
        Parameters again;
        router_.read(*outcome.route, path_, again);
        for (const PatternParameter& parameter : pattern_parameters(outcome.route->path))
          EXPECT_EQ(again.text(parameter.name), text(parameter.name)) << sent;
      }
}

TEST_F(RouterTest, FindsNothingForAValueThatIsNotOfTheParametersType) {
  EXPECT_EQ(match("/products/0123").outcome, Outcome::NotFound);
  EXPECT_EQ(match("/people/Ann").outcome, Outcome::NotFound);
  EXPECT_EQ(match("/pages/-1").outcome, Outcome::NotFound);
  EXPECT_EQ(match("/pages/99999999999999999999").outcome, Outcome::NotFound);
  EXPECT_EQ(match("/pages/1e3").outcome, Outcome::NotFound);
}

TEST_F(RouterTest, TellsAHandlerThatAsksForWhatThePatternDoesNotPromise) {
  match("/products/" + std::string(kId));
  EXPECT_THROW(parameters_->text("nothing"), std::logic_error);
  EXPECT_THROW(parameters_->as<Shortcode>("product"), std::logic_error);
}

TEST_F(RouterTest, PrefersAFixedSegmentAndGoesBackWhenThatLeadsNowhere) {
  EXPECT_EQ(found("/products/new"), "/products/new");
  EXPECT_EQ(found("/static/robots.txt"), "/static/robots.txt");
  EXPECT_EQ(found("/static/robots.txt/deeper"), "/static/{path*}");
  EXPECT_EQ(found("/files/upload", Method::Post), "/files/upload");
  EXPECT_EQ(found("/files/upload", Method::Put), "/files/{name}");
}

TEST_F(RouterTest, GivesTheRestWithItsSlashes) {
  EXPECT_EQ(found("/static/css/site.css"), "/static/{path*}");
  EXPECT_EQ(text("path"), "css/site.css");
  EXPECT_EQ(match("/static").outcome, Outcome::NotFound);
}

TEST_F(RouterTest, DecodesSegmentsAfterSplitting) {
  EXPECT_EQ(found("/products/" + std::string(kId) + "/zones/S%C3%BCd%20%26%2B"),
            "/products/{product:id}/zones/{zone}");
  EXPECT_EQ(text("zone"), "Süd &+");
  EXPECT_EQ(found("/pro%64ucts"), "/products");
  EXPECT_EQ(found("/products/" + std::string(kId) + "/zones/a+b"), "/products/{product:id}/zones/{zone}");
  EXPECT_EQ(text("zone"), "a+b");
}

TEST_F(RouterTest, RefusesPathsThatTwoReadersWouldReadDifferently) {
  for (const std::string_view path : {"",
                                      "products",
                                      "*",
                                      "//",
                                      "//products",
                                      "/products//new",
                                      "/.",
                                      "/..",
                                      "/a/../products",
                                      "/products/.",
                                      "/%2e%2e/products",
                                      "/%2E/",
                                      "/files/a%2Fb",
                                      "/files/a%2fb",
                                      "/files/a%5cb",
                                      "/files/%00",
                                      "/files/a%00b",
                                      "/files/%",
                                      "/files/%4",
                                      "/files/%zz",
                                      "/files/%c3",
                                      "/files/%c0%af",
                                      "/files/%ed%a0%80",
                                      "/files/%0d%0a",
                                      "/files/\x01",
                                      "/files/\xff",
                                      "/files/a\x7f"})
    EXPECT_EQ(match(path, Method::Put).outcome, Outcome::Malformed) << path;
}

TEST_F(RouterTest, SendsAReaderOfAPathWithASlashAtItsEndToTheOneWithout) {
  EXPECT_EQ(match("/products/").outcome, Outcome::Elsewhere);
  EXPECT_EQ(match("/products/", Method::Head).outcome, Outcome::Elsewhere);
  EXPECT_EQ(match("/products/", Method::Post).outcome, Outcome::NotFound);
  EXPECT_EQ(match("/nowhere/").outcome, Outcome::NotFound);
}

TEST_F(RouterTest, NamesTheMethodsThatAPathKnows) {
  const auto refused = match("/products", Method::Delete);
  EXPECT_EQ(refused.outcome, Outcome::MethodNotAllowed);
  EXPECT_EQ(refused.allowed, "GET, HEAD, POST, OPTIONS");
  EXPECT_EQ(match("/files/upload", Method::Patch).allowed, "POST, PUT, OPTIONS");
  EXPECT_EQ(router_.allowed("/products/new"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(router_.allowed("/nowhere"), "");
}

TEST_F(RouterTest, ServesHeadByGet) {
  EXPECT_EQ(found("/products", Method::Head), "/products");
  EXPECT_EQ(match("/files/x", Method::Head).allowed, "PUT, OPTIONS");
}

TEST_F(RouterTest, EndsQuicklyOnPathsOfThousandsOfSegments) {
  std::string path;
  while (path.size() < 16'000) path += "/a";
  EXPECT_EQ(match(path).outcome, Outcome::NotFound);
  EXPECT_EQ(found("/static" + path), "/static/{path*}");
}

std::string complaint(std::vector<Route> routes) {
  try {
    Router router(routes);
    return "none";
  } catch (const std::logic_error& error) {
    return error.what();
  }
}

TEST(Router, NamesBothPatternsThatConflict) {
  EXPECT_THAT(complaint({row(Method::Get, "/a/{x:id}/b"), row(Method::Get, "/a/{y}/b")}),
              AllOf(HasSubstr("'/a/{x:id}/b'"), HasSubstr("'/a/{y}/b'")));
  EXPECT_THAT(complaint({row(Method::Get, "/a/{x*}"), row(Method::Get, "/a/{y*}")}), HasSubstr("'/a/{y*}'"));
  EXPECT_EQ(complaint({row(Method::Get, "/a/{x}"), row(Method::Post, "/a/{y}")}), "none");
}

TEST(Router, RefusesPatternsThatAreNotWellFormed) {
  for (const char* pattern : {"", "a", "/a//b", "/a/", "/{x", "/x}", "/a{x}", "/{}", "/{x:colour}", "/{x*}/b",
                              "/{x}/{x}", "/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}/{i}"})
    EXPECT_NE(complaint({row(Method::Get, pattern)}), "none") << pattern;
}

/// The same question, asked of each pattern one after the other.
bool fits_slowly(std::string_view pattern, std::string_view path) {
  pattern.remove_prefix(1), path.remove_prefix(1);
  while (true) {
    if (pattern.ends_with("*}") && pattern.find('/') == pattern.npos) return !path.empty();
    if (pattern.empty() || path.empty()) return pattern.empty() && path.empty();
    const auto wanted = cut(pattern, '/'), segment = cut(path, '/');
    if (wanted.starts_with('{') ? segment.empty() : wanted != segment) return false;
  }
}

RC_GTEST_PROP(RouterProperty, FindsARouteExactlyWhenOneOfThePatternsFits, ()) {
  const auto segment = rc::gen::element<std::string>("a", "b", "{x}");
  const auto make = [&](const rc::Gen<std::string>& each) {
    std::string path;
    for (const auto& part : *rc::gen::resize(4, rc::gen::container<std::vector<std::string>>(each)))
      path += "/" + part;
    return path.empty() ? std::string("/") : path;
  };
  std::vector<Route> routes;
  std::set<std::string> taken;
  for (int i = *rc::gen::inRange(1, 8); i > 0; --i) {
    std::string pattern = make(segment);
    if (*rc::gen::inRange(0, 5) == 0) pattern = (pattern == "/" ? "" : pattern) + "/{rest*}";
    for (std::size_t at = 0, n = 0; (at = pattern.find("{x", at)) != pattern.npos; at += 3)
      pattern.replace(at, 3, "{" + std::string(1, static_cast<char>('p' + n++)) + "}");
    if (taken.insert(pattern).second) routes.push_back(row(Method::Get, pattern));
  }
  const Router router(routes);
  const std::string path = make(rc::gen::element<std::string>("a", "b", "c"));
  Parameters parameters;
  const auto match = router.match(Method::Get, path, parameters);
  const bool expected =
      std::ranges::any_of(routes, [&](const Route& route) { return fits_slowly(route.path, path); });
  RC_ASSERT((match.outcome == Outcome::Found) == expected);
  if (expected) RC_ASSERT(fits_slowly(match.route->path, path));
}

}  // namespace
}  // namespace stoa::http
