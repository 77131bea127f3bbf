#include "base/json.h"
#include "base/sample_cart_gen.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace stoa {
namespace {
using sample::Cart;

const std::string kItem =
    R"({"product_id":"672a1b2c3d4e5f6a7b8c9d0e","name":"Лампа","price":12.50,"quantity":2})";

std::string cart_with(const std::string& more) {
  return R"({"id":"672a1b2c3d4e5f6a7b8c9d0e","owner_id":"sess_1","type":"guest","items":[)" + kItem + "]" +
         (more.empty() ? "" : "," + more) + "}";
}

std::string cart_of_items(const std::string& items) {
  return R"({"id":"672a1b2c3d4e5f6a7b8c9d0e","owner_id":"sess_1","type":"guest","items":)" + items + "}";
}

Error refused(const std::string& text, const JsonLimits& limits = {}) {
  auto result = read_json<Cart>(text, limits);
  if (result.ok()) return {Error::Kind::NotFound, "it was taken", text};
  return result.error();
}

void expect_refused(const std::string& text, const std::string& code, const std::string& message) {
  Error error = refused(text);
  EXPECT_EQ(error.kind, Error::Kind::Invalid) << text;
  EXPECT_EQ(error.code, code) << error.message;
  EXPECT_EQ(error.message, message) << text;
}

TEST(JsonRequests, BecomeTheStruct) {
  auto cart = read_json<Cart>(
      cart_with(R"("expires_at":"2025-11-05T12:34:56Z","author":"ada","attributes":{"color":"Чёрный"})"));
  ASSERT_TRUE(cart.ok()) << cart.error().message;
  EXPECT_EQ(cart->items[0].name, "Лампа");
  EXPECT_EQ(cart->items[0].price.minor(), 1250);
  EXPECT_EQ(cart->items[0].quantity, 2);
  EXPECT_EQ(std::get<std::string>(cart->owner_id), "sess_1");
  EXPECT_EQ(cart->author->text(), "ada");
  EXPECT_EQ(cart->attributes.at("color"), "Чёрный");
  EXPECT_EQ(to_unix_seconds(*cart->expires_at), 1762346096.0);
}

TEST(JsonRequests, TakeDefaultsForWhatIsAbsent) {
  auto cart = read_json<Cart>(cart_with(""));
  ASSERT_TRUE(cart.ok()) << cart.error().message;
  EXPECT_EQ(cart->zone, "MSK");
  EXPECT_EQ(cart->weight, 0.5);
  EXPECT_FALSE(cart->expires_at);
}

TEST(JsonRequests, UnderstandAliasesOfFieldsAndValues) {
  auto cart = read_json<Cart>(cart_with(R"("stock_by_zones":{"MSK":34})"));
  ASSERT_TRUE(cart.ok()) << cart.error().message;
  EXPECT_EQ(cart->stock_by_zone.at("MSK"), 34);
  EXPECT_EQ(read_json<sample::CartType>("\"quest\"").value(), sample::CartType::Guest);
}

TEST(JsonRequests, TellAnIdFromATextInAnOwner) {
  auto owner = read_json<std::variant<UserId, std::string>>("\"46fa191e814f19729de860ea\"");
  EXPECT_EQ(std::get<UserId>(*owner).hex(), "46fa191e814f19729de860ea");
}

TEST(JsonRequests, TakeNullForAnAbsentOptional) {
  EXPECT_FALSE(read_json<Cart>(cart_with(R"("author":null)"))->author);
  expect_refused(cart_with(R"("gift":null)"), "request.wrong_type", "gift: must be true or false");
}

TEST(JsonRequests, SayThePathOfWhatIsWrong) {
  std::string bad = R"({"product_id":"672a1b2c3d4e5f6a7b8c9d0e","name":"x","price":1,"quantity":1000})";
  expect_refused(cart_of_items("[" + kItem + "," + kItem + "," + bad + "]"), "request.out_of_range",
                 "items[2].quantity: must be 1 to 999");
  expect_refused(cart_with(R"("attributes":{"color":7})"), "request.wrong_type",
                 "attributes.color: must be a text");
  expect_refused(cart_with(R"("samples":[1,null,"x"])"), "request.wrong_type",
                 "samples[2]: must be a whole number");
  expect_refused("[]", "request.wrong_type", "body: must be an object");
}

TEST(JsonRequests, WithUnknownFieldsAreRefused) {
  expect_refused(cart_with(R"("colour":1)"), "request.unknown_field", "colour: unknown field");
  expect_refused(cart_with(R"("wieght":1)"), "request.unknown_field",
                 "wieght: unknown field; did you mean 'weight'?");
  expect_refused(cart_of_items(R"([{"quantty":1}])"), "request.unknown_field",
                 "items[0].quantty: unknown field; did you mean 'quantity'?");
  expect_refused(cart_with(R"("secret":"x")"), "request.unknown_field", "secret: unknown field");
}

TEST(JsonRequests, WithAFieldTwiceAreRefused) {
  expect_refused(cart_with(R"("gift":true,"gift":true)"), "request.duplicate_field",
                 "gift: stands here twice");
  expect_refused(cart_with(R"("stock_by_zone":{},"stock_by_zones":{})"), "request.duplicate_field",
                 "stock_by_zone: stands here twice");
  expect_refused(cart_with(R"("attributes":{"a":"1","a":"2"})"), "request.duplicate_field",
                 "attributes.a: stands here twice");
}

TEST(JsonRequests, WithoutARequiredFieldAreRefused) {
  expect_refused("{}", "request.missing_field", "id: is missing");
  expect_refused(cart_of_items(R"([{"product_id":"672a1b2c3d4e5f6a7b8c9d0e","name":"x","price":1}])"),
                 "request.missing_field", "items[0].quantity: is missing");
}

TEST(JsonRequests, WithNumbersOutOfTheirTypeAreRefused) {
  expect_refused(cart_with(R"("revision":9223372036854775808)"), "request.out_of_range",
                 "revision: must be -9223372036854775808 to 9223372036854775807");
  expect_refused(cart_with(R"("revision":1.0)"), "request.wrong_type", "revision: must be a whole number");
  expect_refused(cart_with(R"("revision":1e3)"), "request.wrong_type", "revision: must be a whole number");
  expect_refused(cart_with(R"("weight":1e999)"), "request.out_of_range",
                 "weight: must be a number that a double can hold");
  expect_refused(cart_with(R"("weight":1e99999999999)"), "request.out_of_range",
                 "weight: must be a number that a double can hold");
  expect_refused(cart_with(R"("weight":-1e10)"), "request.out_of_range",
                 "weight: must be -1000000000 to 1000000000");
  expect_refused(cart_of_items(R"([{"quantity":4294967297}])"), "request.out_of_range",
                 "items[0].quantity: must be 1 to 999");
  EXPECT_EQ(read_json<std::int32_t>("2147483648").error().message, "body: must be -2147483648 to 2147483647");
  EXPECT_EQ(read_json<std::int64_t>("-9223372036854775808").value(), INT64_MIN);
}

TEST(JsonRequests, WithAmountsThatAreNoCentsAreRefused) {
  expect_refused(cart_of_items(R"([{"price":1.005}])"), "request.bad_value",
                 "items[0].price: an amount has at most two decimals");
  expect_refused(cart_of_items(R"([{"price":-1}])"), "request.out_of_range",
                 "items[0].price: must be 0.00 to 99999.99");
  expect_refused(cart_of_items(R"([{"price":"1.00"}])"), "request.wrong_type",
                 "items[0].price: must be an amount, a number with at most two decimals");
}

TEST(JsonRequests, CountLengthsInCodePoints) {
  auto named = [](const std::string& name) { return cart_of_items(R"([{"name":")" + name + R"("}])"); };
  std::string twenty;
  for (int i = 0; i < 20; ++i) twenty += "ж";
  EXPECT_EQ(refused(named(twenty)).code, "request.missing_field");
  expect_refused(named(twenty + "ж"), "request.bad_length", "items[0].name: must be 1 to 20 characters long");
  expect_refused(named(""), "request.bad_length", "items[0].name: must be 1 to 20 characters long");
}

TEST(JsonRequests, CountItemsAndStopAtTheMost) {
  std::string many = "[" + kItem;
  for (int i = 1; i < 51; ++i) many += "," + kItem;
  expect_refused(cart_of_items(many + "]"), "request.item_count", "items: must have 0 to 50 items");
  expect_refused(cart_with(R"("attributes":{"a":"","b":"","c":"","d":"","e":"","f":""})"),
                 "request.item_count", "attributes: must have 0 to 5 items");
}

TEST(JsonRequests, KeepToCharactersValuesAndNames) {
  expect_refused(cart_with(R"("zone":"msk")"), "request.bad_characters",
                 "zone: may have only the characters A-Z");
  expect_refused(cart_with(R"("author":"A")"), "request.bad_value",
                 "author: a name is 3 to 30 letters from a to z, digits or underscores");
  expect_refused(cart_with(R"("expires_at":"2025-02-30T00:00:00Z")"), "request.bad_value",
                 "expires_at: must be a time, a text like 2025-11-05T12:34:56Z");
  expect_refused(R"({"id":"x"})", "request.bad_value", "id: must be an id, a text of 24 hex digits");
  expect_refused(R"({"type":"gues"})", "request.bad_value",
                 "type: must be one of user, guest; did you mean 'guest'?");
}

TEST(JsonRequests, WithKeysThatADocumentsPathCannotNameAreRefused) {
  for (const char* key : {"", "$set", "a.b", "a\\u0000b"})
    EXPECT_EQ(refused(cart_with(R"("attributes":{")" + std::string(key) + R"(":""})")).code,
              "request.bad_key")
        << key;
}

TEST(JsonRequests, WithANulInATextAreRefused) {
  expect_refused(cart_with(R"("attributes":{"a":"x\u0000y"})"), "request.nul",
                 "attributes.a: must not have a NUL character");
}

TEST(JsonRequests, ThatAreNotUtf8AreRefused) {
  for (const char* bad : {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"})
    EXPECT_EQ(refused(cart_with("\"attributes\":{\"a\":\"" + std::string(bad) + "\"}")).code,
              "request.bad_utf8")
        << bad;
  EXPECT_EQ(refused("{\"\xff").message, "body: not UTF-8 at line 1, column 3");
  EXPECT_EQ(refused(cart_with(R"("attributes":{"a":"\ud800"})")).code, "request.malformed");
}

TEST(JsonRequests, ThatAreNotJsonAreRefusedWithThePlace) {
  for (const char* bad :
       {"", " ", "{", "{]", "nul", R"({"id":NaN})", R"({"weight":Infinity})", R"({"weight":-})",
        R"({"weight":01})", R"({'id':1})", R"({"gift":true,})", "// x\n{}", "\xef\xbb\xbf{}"})
    EXPECT_EQ(refused(bad).code, "request.malformed") << bad;
  EXPECT_THAT(refused("{\n  \"gift\": tru }").message,
              testing::StartsWith("body: not JSON at line 2, column 11"));
  expect_refused(cart_with("") + " {}", "request.malformed",
                 "body: not JSON at line 1, column " + std::to_string(cart_with("").size() + 2) +
                     ": something follows the document");
  EXPECT_TRUE(read_json<Cart>(" " + cart_with("") + " \n").ok());
}

TEST(JsonRequests, TooDeepOrTooLargeAreRefused) {
  using Deep = std::vector<std::vector<std::vector<std::int64_t>>>;
  EXPECT_TRUE(read_json<Deep>("[[[1]]]", {.depth = 3}).ok());
  EXPECT_EQ(read_json<Deep>("[[[1]]]", {.depth = 2}).error().code, "request.too_deep");
  EXPECT_EQ(read_json<Deep>("[[[1]]]", {.bytes = 6}).error().code, "request.too_large");
  EXPECT_EQ(refused(std::string((1 << 20) + 1, ' ')).code, "request.too_large");
}

TEST(JsonRequests, DoNotPutAStrangersControlCharactersIntoMessages) {
  expect_refused(R"({"a\nb":1})", "request.unknown_field", "a?b: unknown field");
  EXPECT_LT(refused("{\"" + std::string(5000, 'x') + "\":1}").message.size(), 120u);
}

RC_GTEST_PROP(JsonCarts, ComeBackAsTheyWere, ()) {
  Cart cart = sample::any_cart();
  auto back = read_json<Cart>(to_json(cart));
  if (!back.ok()) RC_FAIL(back.error().message + " in " + to_json(cart));
  RC_ASSERT(*back == cart);
  RC_ASSERT(std::signbit(back->weight) == std::signbit(cart.weight));
}

RC_GTEST_PROP(JsonCarts, WhenGarbledAreAnErrorOrAValidCart, ()) {
  auto result = read_json<Cart>(sample::any_mutation(to_json(sample::any_cart())));
  if (result.ok())
    RC_ASSERT(read_json<Cart>(to_json(*result)).value() == *result);
  else
    RC_ASSERT(result.error().kind == Error::Kind::Invalid && result.error().code.starts_with("request."));
}
}  // namespace
}  // namespace stoa
