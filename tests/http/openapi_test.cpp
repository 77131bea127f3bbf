#include "http/openapi.h"

#include "asked.h"
#include "base/fields.h"
#include "http/site.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

namespace stoa::http {
namespace {
using testing::HasSubstr;
using testing::Not;

struct Parcel {
  ObjectId id;
  std::string title;
  std::optional<std::int32_t> weight;
  std::vector<std::string> tags;
};
StructDescription describe(Described<Parcel>) {
  return fields("Parcel", field("id", &Parcel::id),
                field("title", &Parcel::title).length(1, 80).help("Its label."),
                field("weight", &Parcel::weight).range(1, 1000), field("tags", &Parcel::tags).items(0, 5));
}

struct NewParcel {
  std::string title;
};
StructDescription describe(Described<NewParcel>) {
  return fields("NewParcel", field("title", &NewParcel::title).length(1, 80));
}

/// A row of each kind, with everything a row can say.
std::vector<Route> parcels() {
  const Handler handler = [](Call&) { return no_content(); };
  return {
      {.path = "/api/parcels",
       .summary = "Parcels",
       .handler = handler,
       .returns = &schema_of<std::vector<Parcel>>(),
       .queries = {{.name = "after", .help = "The cursor of the page before."},
                   {.name = "limit",
                    .help = "How many.",
                    .schema = &schema_of<std::int32_t>(),
                    .presence = QueryParameter::Presence::Required}},
       .caching = Caching::Revalidate},
      {.method = Method::Post,
       .path = "/api/parcels",
       .access = Access::Member,
       .summary = "Sends a parcel",
       .handler = handler,
       .takes = &schema_of<NewParcel>(),
       .returns = &schema_of<Parcel>(),
       .success = 201,
       .idempotency = Idempotency::Required,
       .bucket = "parcels"},
      {.path = "/api/parcels/{parcel:id}",
       .summary = "One parcel",
       .handler = handler,
       .returns = &schema_of<Parcel>()},
      {.method = Method::Delete,
       .path = "/api/parcels/{parcel:id}",
       .access = Access::Admin,
       .summary = "Loses a parcel",
       .handler = handler,
       .success = 204,
       .idempotency = Idempotency::Optional},
      {.path = "/api/people/{name:name}/shelves/{shelf:int}/{path*}",
       .summary = "A thing on a shelf",
       .handler = handler},
      {.path = "/parcels", .kind = Kind::Page, .handler = handler},
  };
}

TEST(OpenApi, DescribesTheApiAndNothingElse) {
  const std::string document = openapi_document(parcels(), "1.2.3");
  EXPECT_THAT(document, HasSubstr(R"("openapi":"3.1.0")"));
  EXPECT_THAT(document, HasSubstr(R"("/api/parcels/{parcel}")"));
  EXPECT_THAT(document, HasSubstr(R"("/api/people/{name}/shelves/{shelf}/{path}")"));
  EXPECT_THAT(document, HasSubstr(R"("operationId":"post_api_parcels")"));
  EXPECT_THAT(document, HasSubstr(R"("#/components/schemas/NewParcel")"));
  EXPECT_THAT(document, HasSubstr(R"("#/components/parameters/RequiredIdempotencyKey")"));
  EXPECT_THAT(document, HasSubstr(R"("in":"cookie","name":"stoa_session")"));
  EXPECT_THAT(document, HasSubstr(R"("application/problem+json")"));
  EXPECT_THAT(document, Not(HasSubstr(R"("/parcels")")));
}

TEST(OpenApi, IsServedBySites) {
  Site site({.secret = Secret::random(), .version = "1.2.3"});
  test::Asked asked(Method::Get, "/openapi.json");
  const Response answer = site.handle(asked.request());
  EXPECT_EQ(answer.content_type, "application/json");
  EXPECT_THAT(test::body_of(answer), HasSubstr(R"("version":"1.2.3")"));
  EXPECT_NE(answer.header("ETag"), nullptr);
}

/// The exit status of the validator; what it complains about goes to the test's output.
int validate(const std::string& document) {
  stoa::test::TemporaryDirectory directory;
  const auto path = directory.path() / "openapi.json";
  std::ofstream(path) << document;
  const std::string command =
      "node '" STOA_TESTS_DIRECTORY "/http/validate_openapi.mjs' '" + path.string() + "'";
  return std::system(command.c_str());
}

TEST(OpenApi, IsValidByAValidator) {
  EXPECT_EQ(validate(openapi_document(parcels(), "1.2.3")), 0);
  EXPECT_EQ(validate(openapi_document({}, "1.2.3")), 0);
}

TEST(OpenApi, ThatIsNotValidIsNotValidByTheValidator) {
  std::string document = openapi_document(parcels(), "1.2.3");
  document.replace(document.find(R"("in":"query")"), 12, R"("in":"cloud")");
  EXPECT_NE(validate(document), 0);
  EXPECT_NE(validate("{}"), 0);
}

}  // namespace
}  // namespace stoa::http
