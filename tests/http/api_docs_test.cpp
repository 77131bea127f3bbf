#include "http/api_docs.h"

#include "asked.h"
#include "base/fields.h"
#include "http/schema_text.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace api_docs_test {

enum class Size { Small, Large };
EnumDescription describe(Described<Size>) {
  return names({{"small", Size::Small}, {"large", Size::Large}});
}

struct Line {
  std::string name;
  int quantity;
};
StructDescription describe(Described<Line>) {
  return fields("Line", field("name", &Line::name).length(6, 30),
                field("quantity", &Line::quantity).range(2, 9));
}

struct Basket {
  Size size;
  std::vector<Line> lines;
  std::optional<Money> amount;
};
StructDescription describe(Described<Basket>) {
  return fields("Basket", field("size", &Basket::size).help("How <large>"),
                field("lines", &Basket::lines).items(1, 3), field("amount", &Basket::amount));
}

}  // namespace api_docs_test

namespace {
using api_docs_test::Basket;
using api_docs_test::Line;
using test::Asked;
using test::body_of;
using testing::HasSubstr;
using testing::Not;

Response nothing(Call&) {
  return no_content();
}

std::string document(const std::vector<Route>& routes, Language language = Language::English) {
  PagesOptions options{.secret = Secret::random()};
  options.missing = PagesOptions::Missing::Throw;
  const auto pages = *Pages::open(options);
  Asked asked(Method::Get, "/docs/api");
  asked.header("Host", "stoa.example:8080");
  Call call(asked.request());
  call.language = language;
  return body_of(*api_docs_routes(*pages, routes).at(0).handler(call));
}

const std::vector<Route>& table() {
  static const std::vector<Route> routes = {
      {.method = Method::Post,
       .path = "/api/baskets/{basket:id}/lines",
       .access = Access::Member,
       .summary = "Adds a line & more",
       .handler = nothing,
       .takes = &schema_of<Line>(),
       .returns = &schema_of<Basket>(),
       .success = 201,
       .queries = {{"dry", "Only tries"}},
       .idempotency = Idempotency::Required},
      {.method = Method::Get, .path = "/shop", .kind = Kind::Page, .summary = "a page", .handler = nothing},
  };
  return routes;
}

TEST(ApiDocs, TellEverythingOfAnEndpoint) {
  const std::string page = document(table());
  for (const char* told :
       {"POST", "/api/baskets/{basket}/lines", "Adds a line &amp; more", "members", "24 hex digits",
        "Only tries", "Idempotency-Key", "length 6 … 30", "2 … 9", "array of Line", "items 1 … 3",
        "small | large", "How &lt;large&gt;", "<code>201</code>", "id=\"baskets\"", "1 endpoint"})
    EXPECT_THAT(page, HasSubstr(told)) << told;
}

TEST(ApiDocs, ShowACommandThatCanBeTried) {
  const std::string page = document(table());
  EXPECT_THAT(page, HasSubstr("curl -X POST http://stoa.example:8080/api/baskets/{basket}/lines \\\n"));
  EXPECT_THAT(page, HasSubstr("Authorization: Bearer $TOKEN"));
}

TEST(ApiDocs, LeavePagesOut) {
  EXPECT_THAT(document(table()), Not(HasSubstr("a page")));
}

TEST(ApiDocs, AnEmptyTableSaysSo) {
  EXPECT_THAT(document({}), HasSubstr("There are no endpoints yet."));
}

TEST(ApiDocs, SpeakRussianToo) {
  EXPECT_THAT(document(table(), Language::Russian), HasSubstr("1 точка входа"));
}

TEST(SchemaText, AnExampleIsJsonThatItsOwnSchemaTakes) {
  const auto basket = read_json<Basket>(example_json(schema_of<Basket>()));
  ASSERT_TRUE(basket.ok()) << basket.error().message << "\n" << example_json(schema_of<Basket>());
  EXPECT_EQ(basket->lines.size(), 1u);
}

TEST(SchemaText, StructsAreListedOutermostFirstAndOnce) {
  const auto structs = structs_of(schema_of<std::vector<Basket>>());
  ASSERT_EQ(structs.size(), 2u);
  EXPECT_EQ(structs[0]->structure.name, "Basket");
  EXPECT_EQ(structs[1]->structure.name, "Line");
}

}  // namespace
}  // namespace stoa::http
