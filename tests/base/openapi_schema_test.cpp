#include "base/openapi_schema.h"

#include "base/sample_cart.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>

namespace stoa {
namespace {
namespace json = boost::json;

json::value components() {
  const Schema* roots[] = {&schema_of<sample::Cart>()};
  return json::parse(openapi_components(roots));
}

TEST(OpenApiSchema, OfAStructIsAReferenceByItsName) {
  EXPECT_EQ(openapi_schema(schema_of<sample::Item>()), R"({"$ref":"#/components/schemas/Item"})");
  EXPECT_EQ(openapi_schema(schema_of<std::vector<sample::Item>>()),
            R"({"type":"array","items":{"$ref":"#/components/schemas/Item"}})");
}

TEST(OpenApiSchema, ShowsEveryStructThatIsReached) {
  EXPECT_EQ(components().as_object().size(), 2u);
  EXPECT_TRUE(components().as_object().contains("Item"));
}

TEST(OpenApiSchema, ShowsTheRulesAndTheHelpOfAField) {
  auto item = components().at("Item");
  EXPECT_EQ(item.at("properties").at("quantity"),
            json::parse(R"({"type":"integer","format":"int32","minimum":1,"maximum":999,)"
                        R"("description":"How many, \"packs\" count as one"})"));
  EXPECT_EQ(item.at("properties").at("name"),
            json::parse(R"({"type":"string","minLength":1,"maxLength":20})"));
  EXPECT_EQ(item.at("properties").at("price"),
            json::parse(R"({"type":"number","multipleOf":0.01,"minimum":0.00,"maximum":99999.99})"));
  EXPECT_EQ(item.at("required"), json::parse(R"(["product_id","name","price","quantity"])"));
  EXPECT_EQ(item.at("additionalProperties"), json::value(false));
}

TEST(OpenApiSchema, ShowsDefaultsEnumsMapsAndTimes) {
  auto properties = components().at("Cart").at("properties");
  EXPECT_EQ(properties.at("zone"), json::parse(R"({"type":"string","pattern":"^[A-Z]*$","default":"MSK"})"));
  EXPECT_EQ(properties.at("type"), json::parse(R"({"type":"string","enum":["user","guest"]})"));
  EXPECT_EQ(properties.at("attributes"),
            json::parse(R"({"type":"object","minProperties":0,"maxProperties":5,)"
                        R"("additionalProperties":{"type":"string"},"default":{}})"));
  EXPECT_EQ(properties.at("expires_at"), json::parse(R"({"type":"string","format":"date-time"})"));
}

TEST(OpenApiSchema, HidesWhatIsOnlyForDocuments) {
  EXPECT_FALSE(components().at("Cart").at("properties").as_object().contains("secret"));
}
}  // namespace
}  // namespace stoa
