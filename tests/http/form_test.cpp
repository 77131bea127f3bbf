#include "http/form.h"

#include "asked.h"
#include "base/fields.h"
#include "http/call.h"
#include "http/percent.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace stoa::http {
namespace {
using test::Asked;
using testing::ElementsAre;
using testing::HasSubstr;

enum class Size { Small, Large };
EnumDescription describe(Described<Size>) {
  return names({{"small", Size::Small}, {"large", Size::Large}});
}

struct Line {
  std::string title;
  std::int32_t quantity = 0;
  std::optional<std::int32_t> limit;
  bool gift = false;
  Size size = Size::Small;
  std::vector<std::string> tags;
  Money price;
};
StructDescription describe(Described<Line>) {
  return fields("Line", field("title", &Line::title).length(1, 10),
                field("quantity", &Line::quantity).range(1, 9), field("limit", &Line::limit),
                field("gift", &Line::gift), field("size", &Line::size),
                field("tags", &Line::tags).otherwise({}), field("price", &Line::price).otherwise(Money()));
}

Result<Line> read(std::string_view form) {
  Asked asked(Method::Post, "/");
  asked.form(form);
  Call call(asked.request());
  return call.form_as<Line>();
}

TEST(Percent, EncodesAndDecodesAnything) {
  rc::check([](const std::string& text) {
    std::string decoded;
    RC_ASSERT(percent_decode(percent_encoded(text), Plus::Space, decoded));
    RC_ASSERT(decoded == text);
  });
}

TEST(Form, GivesTheFirstValueDecoded) {
  EXPECT_EQ(find_field("a=1&b=x+y%26z&a=2", "b"), "x y&z");
  EXPECT_EQ(find_field("a=1&b=x&a=2", "a"), "1");
  EXPECT_EQ(find_field("a&b=", "a"), "");
  EXPECT_EQ(find_field("a=1", "b"), std::nullopt);
  EXPECT_EQ(find_field("%61=1", "a"), "1");
  EXPECT_EQ(find_field("a=b=c", "a"), "b=c");
  EXPECT_THAT(find_fields("a=1&b=x&a=2", "a"), ElementsAre("1", "2"));
}

TEST(Form, IsWellFormedOnlyWhenEverythingDecodesToText) {
  for (const std::string_view good : {"", "a=1", "a=%C3%BC&b=+", "&&", "=", "a=\xC3\xBC"})
    EXPECT_TRUE(is_well_formed_form(good)) << good;
  for (const std::string_view bad : {"a=%", "a=%2", "a=%zz", "a=%00", "a=%ff", "%c3=1", "a=\xff"})
    EXPECT_FALSE(is_well_formed_form(bad)) << bad;
}

TEST(Form, IsReadAsADescribedStruct) {
  const auto line = read("title=A+b&quantity=3&gift=on&size=large&tags=x&tags=y&price=12.50&csrf=unknown");
  ASSERT_TRUE(line.ok()) << line.error().message;
  EXPECT_EQ(line->title, "A b");
  EXPECT_EQ(line->quantity, 3);
  EXPECT_EQ(line->limit, std::nullopt);
  EXPECT_TRUE(line->gift);
  EXPECT_EQ(line->size, Size::Large);
  EXPECT_THAT(line->tags, ElementsAre("x", "y"));
  EXPECT_EQ(line->price.minor(), 1250);
}

TEST(Form, TakesAnEmptyFieldForAbsentAndAMissingCheckBoxForNo) {
  const auto line = read("title=a&quantity=1&limit=&size=small&price=");
  ASSERT_TRUE(line.ok()) << line.error().message;
  EXPECT_EQ(line->limit, std::nullopt);
  EXPECT_FALSE(line->gift);
}

TEST(Form, SaysWhichFieldIsWrongAndWhy) {
  EXPECT_THAT(read("title=a&quantity=12&size=small").error().message, HasSubstr("quantity: must be 1 to 9"));
  EXPECT_THAT(read("title=a&quantity=many&size=small").error().message, HasSubstr("quantity"));
  EXPECT_THAT(read("title=a&quantity=1").error().message, HasSubstr("size"));
  EXPECT_THAT(read("title=&quantity=1&size=small").error().message, HasSubstr("title"));
}

TEST(Query, IsReadAsAType) {
  Asked asked(Method::Get, "/?page=3&size=large&empty=&word=x%20y&on=true&id=0123456789abcdef01234567");
  const Call call(asked.request());
  EXPECT_EQ(**call.query<std::int32_t>("page"), 3);
  EXPECT_EQ(**call.query<Size>("size"), Size::Large);
  EXPECT_EQ(**call.query<bool>("on"), true);
  EXPECT_EQ((**call.query<ProductId>("id")).hex(), "0123456789abcdef01234567");
  EXPECT_EQ(*call.query<std::int32_t>("empty"), std::nullopt);
  EXPECT_EQ(*call.query<std::int32_t>("none"), std::nullopt);
  EXPECT_EQ(call.query("word"), "x y");
  const auto wrong = call.query<std::int32_t>("word");
  EXPECT_EQ(wrong.error().code, "request.query");
  EXPECT_EQ(wrong.error().message, "word: must be a whole number");
}

TEST(Query, OfHostileNumbersIsRefusedAndNeverThrows) {
  for (const char* text : {"1e9", "99999999999999999999", "-", "+1", "0x10", "1.5", "NaN", "--1", "%5B%5D"}) {
    Asked asked(Method::Get, std::string("/?n=") + text);
    EXPECT_FALSE(Call(asked.request()).query<std::int32_t>("n").ok()) << text;
  }
}

TEST(Addresses, GetTheirFieldsOneByOne) {
  std::string address = "/shop";
  append_query("order", "newest", address);
  append_query("attribute", "цвет:red & blue", address);
  EXPECT_EQ(address, "/shop?order=newest&attribute=%D1%86%D0%B2%D0%B5%D1%82%3Ared%20%26%20blue");
  std::string form;
  append_field("a b", "?", form);
  append_field("c", "", form);
  EXPECT_EQ(form, "a%20b=%3F&c=");
}

}  // namespace
}  // namespace stoa::http
