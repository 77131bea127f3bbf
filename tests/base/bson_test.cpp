#include "base/bson.h"

#include "base/fields.h"
#include "base/sample_cart_gen.h"

#include <gmock/gmock.h>
#include <libbson-1.0/bson/bson.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace stoa {
namespace {

struct Attachment {
  Bytes content;
  std::optional<Bytes> more;
};
StructDescription describe(Described<Attachment>) {
  return fields("Attachment", field("content", &Attachment::content), field("more", &Attachment::more));
}
struct TextAttachment {
  std::string content;
};
StructDescription describe(Described<TextAttachment>) {
  return fields("TextAttachment", field("content", &TextAttachment::content));
}

using sample::Cart;
using sample::Item;

/// A document as another program's driver would make it.
class Document {
 public:
  Document() { bson_init(&bson_); }
  explicit Document(std::string_view bytes) {
    bson_init(&bson_);
    bson_destroy(&bson_);
    if (!bson_init_static(&bson_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()))
      bson_init(&bson_);
  }
  ~Document() { bson_destroy(&bson_); }
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  bson_t* operator&() { return &bson_; }
  std::string bytes() const { return {reinterpret_cast<const char*>(bson_get_data(&bson_)), bson_.len}; }

 private:
  bson_t bson_;
};

std::string document_of(const char* json) {
  bson_error_t error;
  bson_t* bson = bson_new_from_json(reinterpret_cast<const std::uint8_t*>(json), -1, &error);
  if (!bson) throw std::invalid_argument(error.message);
  std::string bytes(reinterpret_cast<const char*>(bson_get_data(bson)), bson->len);
  bson_destroy(bson);
  return bytes;
}

std::string item_with(const std::string& more) {
  return document_of(
      (R"({"product_id":{"$oid":"672a1b2c3d4e5f6a7b8c9d0e"},"name":"x")" + more + "}").c_str());
}

Error refused_document(const std::string& bytes) {
  auto item = read_bson<Item>(bytes);
  return item.ok() ? Error{Error::Kind::NotFound, "it was taken", ""} : item.error();
}

TEST(BsonDocuments, HaveTheTypesThatTheSchemasShow) {
  Cart cart;
  cart.id = CartId::parse("17fa191e810c19729de860ea").value();
  cart.owner_id = UserId::parse("46fa191e814f19729de860ea").value();
  cart.items.push_back(
      {ProductId::parse("672a1b2c3d4e5f6a7b8c9d0e").value(), "Лампа", Money::literal(1'200'000), 1, {}});
  cart.expires_at = Time{std::chrono::milliseconds{1'762'346'096'789}};
  cart.stock_by_zone["MSK"] = 34;
  cart.zone = "MSK";
  std::string bytes = write_bson(cart);
  Document document(bytes);
  ASSERT_TRUE(bson_validate(&document, BSON_VALIDATE_UTF8, nullptr));
  char* json = bson_as_canonical_extended_json(&document, nullptr);
  std::string text(json);
  bson_free(json);
  EXPECT_EQ(
      text,
      R"({ "_id" : { "$oid" : "17fa191e810c19729de860ea" }, "owner_id" : { "$oid" : "46fa191e814f19729de860ea" }, )"
      R"("type" : "user", "zone" : "MSK", "items" : [ { "product_id" : { "$oid" : "672a1b2c3d4e5f6a7b8c9d0e" }, )"
      R"("name" : "Лампа", "price" : { "$numberDouble" : "12000.0" }, "quantity" : { "$numberInt" : "1" } } ], )"
      R"("attributes" : {  }, "stock_by_zone" : { "MSK" : { "$numberLong" : "34" } }, "samples" : [  ], )"
      R"("expires_at" : { "$date" : { "$numberLong" : "1762346096789" } }, "weight" : { "$numberDouble" : "0.0" }, )"
      R"("revision" : { "$numberLong" : "0" }, "gift" : false, "secret" : "" })");
}

TEST(BsonDocuments, WriteAGuestsOwnerAsText) {
  Cart cart;
  cart.owner_id = "sess_0123456789abcdef01234567";
  std::string bytes = write_bson(cart);
  Document document(bytes);
  bson_iter_t at;
  ASSERT_TRUE(bson_iter_init_find(&at, &document, "owner_id"));
  EXPECT_EQ(bson_iter_type(&at), BSON_TYPE_UTF8);
}

TEST(BsonDocuments, HoldBytesAsBinary) {
  Attachment attachment;
  attachment.content.content = std::string("\0\xFF\x80 bytes", 9);
  const std::string bytes = write_bson(attachment);
  Document document(bytes);
  ASSERT_TRUE(bson_validate(&document, BSON_VALIDATE_UTF8, nullptr));
  bson_iter_t at;
  ASSERT_TRUE(bson_iter_init_find(&at, &document, "content"));
  EXPECT_EQ(bson_iter_type(&at), BSON_TYPE_BINARY);
  const auto read = read_bson<Attachment>(bytes);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->content, attachment.content);
  EXPECT_FALSE(read->more);
  EXPECT_EQ(read_bson<Attachment>(write_bson(TextAttachment{"text"})).error().code, "document.wrong_type");
}

TEST(BsonDocuments, MayHaveFieldsThatAreNotDescribed) {
  auto item = read_bson<Item>(item_with(R"(,"price":12.5,"colour":{"deep":[1,{"x":null}]},"quantity":2)"));
  ASSERT_TRUE(item.ok()) << item.error().message;
  EXPECT_EQ(item->price.minor(), 1250);
}

TEST(BsonDocuments, MayHaveAFieldWithoutANameBehindTheirOwn) {
  auto item = read_bson<Item>(item_with(R"(,"price":12.5,"quantity":2,"note":"x","":7)"));
  ASSERT_TRUE(item.ok()) << item.error().message;
  EXPECT_EQ(item->note, "x");
}

TEST(BsonDocuments, TakeNumbersOfAnyTypeThatLosesNothing) {
  auto item =
      read_bson<Item>(item_with(R"(,"price":{"$numberLong":"12"},"quantity":{"$numberDouble":"2.0"})"));
  ASSERT_TRUE(item.ok()) << item.error().message;
  EXPECT_EQ(item->price.minor(), 1200);
  EXPECT_EQ(item->quantity, 2);
  EXPECT_EQ(refused_document(item_with(R"(,"price":1,"quantity":2.5)")).message,
            "quantity: must be a whole number of 32 bits");
  EXPECT_EQ(refused_document(item_with(R"(,"price":1,"quantity":4294967297)")).code, "document.wrong_type");
  EXPECT_EQ(refused_document(item_with(R"(,"price":{"$numberDouble":"NaN"},"quantity":2)")).code,
            "document.wrong_type");
  EXPECT_EQ(refused_document(item_with(R"(,"price":1.005,"quantity":2)")).code, "document.bad_value");
}

TEST(BsonDocuments, DoNotAskTheRulesOfRequests) {
  EXPECT_TRUE(read_bson<Item>(item_with(R"(,"price":-5,"quantity":5000)")).ok());
}

TEST(BsonDocuments, UnderstandTheVariantsOfTheSeeds) {
  auto cart = read_bson<Cart>(document_of(
      R"({"_id":{"$oid":"17fa191e810c19729de860ea"},"owner_id":"sess_1","type":"quest","items":[],"stock_by_zones":{"MSK":34}})"));
  ASSERT_TRUE(cart.ok()) << cart.error().message;
  EXPECT_EQ(cart->type, sample::CartType::Guest);
  EXPECT_EQ(cart->stock_by_zone.at("MSK"), 34);
  EXPECT_EQ(cart->zone, "MSK");
}

TEST(BsonDocuments, SayThePathOfWhatIsWrong) {
  Error error = refused_document(item_with(R"(,"price":"1.00","quantity":2)"));
  EXPECT_EQ(error.kind, Error::Kind::Corrupt);
  EXPECT_EQ(error.message, "price: must be a number with two decimals");
  auto cart = read_bson<Cart>(document_of(
      R"({"_id":{"$oid":"17fa191e810c19729de860ea"},"owner_id":"s","type":"user","items":[{"product_id":7}]})"));
  EXPECT_EQ(cart.error().message, "items[0].product_id: must be an ObjectId");
  EXPECT_EQ(refused_document(item_with(R"(,"price":1)")).message, "quantity: is missing");
  EXPECT_EQ(refused_document(item_with(R"(,"price":1,"price":1,"quantity":2)")).message,
            "price: stands there twice");
}

TEST(BsonDocuments, ThatAreNoneAreCorrupt) {
  std::string good = item_with(R"(,"price":1,"quantity":2)");
  for (const std::string& bad :
       {std::string(), std::string("x"), good + "x", good.substr(1), good.substr(0, good.size() - 1)}) {
    EXPECT_EQ(refused_document(bad).kind, Error::Kind::Corrupt);
    EXPECT_EQ(refused_document(bad).message, "document: not a BSON document");
  }
}

TEST(BsonDocuments, WithBadUtf8AreCorrupt) {
  std::string bytes = item_with(R"(,"price":1,"quantity":2)");
  bytes[bytes.find("x\0", 0, 2)] = '\xff';
  EXPECT_EQ(refused_document(bytes).message, "name: must be a text in UTF-8");
}

TEST(BsonDocuments, NestedAHundredThousandDeepDoNotOverflowTheStack) {
  std::string inner("\5\0\0\0\0", 5);
  std::string heads, tails;
  constexpr int kDeep = 100'000;
  for (int i = kDeep; i > 0; --i) {
    auto length = static_cast<std::int32_t>(inner.size() + 8 * i);
    heads.append(reinterpret_cast<const char*>(&length), 4).append("\3x\0", 3);
    tails += '\0';
  }
  EXPECT_EQ(refused_document(heads + inner + tails).code, "document.missing_field");
}

TEST(BsonDocuments, RefuseToWriteWhatTheyCannotHold) {
  Cart cart;
  cart.attributes[std::string("a\0b", 3)] = "x";
  EXPECT_THROW(write_bson(cart), std::invalid_argument);
  cart.attributes.clear();
  cart.weight = std::nan("");
  EXPECT_THROW(write_bson(cart), std::invalid_argument);
}

RC_GTEST_PROP(BsonCarts, ComeBackAsTheyWere, ()) {
  Cart cart = sample::any_cart();
  cart.secret = sample::text_of(0, 10);
  std::string bytes = write_bson(cart);
  Document document(bytes);
  RC_ASSERT(bson_validate(&document, BSON_VALIDATE_UTF8, nullptr));
  auto back = read_bson<Cart>(bytes);
  if (!back.ok()) RC_FAIL(back.error().message);
  RC_ASSERT(*back == cart);
  RC_ASSERT(write_bson(*back) == bytes);
}

RC_GTEST_PROP(BsonCarts, WhenGarbledAreAnErrorOrAValidCart, ()) {
  auto result = read_bson<Cart>(sample::any_mutation(write_bson(sample::any_cart())));
  if (result.ok())
    RC_ASSERT(read_bson<Cart>(write_bson(*result)).ok());
  else
    RC_ASSERT(result.error().kind == Error::Kind::Corrupt && result.error().code.starts_with("document."));
}
}  // namespace
}  // namespace stoa
