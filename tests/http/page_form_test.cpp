#include "http/page_form.h"

#include "base/fields.h"
#include "http/asked.h"
#include "keyspace/engines.h"

#include <gmock/gmock.h>

namespace stoa::http {

struct Order {
  std::string name;
  std::int64_t pieces = 0;
  Money price;
  std::optional<std::string> note;
};
StructDescription describe(Described<Order>) {
  return fields("FormOrder", field("name", &Order::name).length(2, 10),
                field("pieces", &Order::pieces).range(1, 5'000),
                field("price", &Order::price).range(Money::literal(0), Money::literal(1'000'00)),
                field("note", &Order::note).length(0, 5));
}

namespace {
using keyspace::must;
using test::Asked;
using testing::ElementsAre;
using testing::IsEmpty;

class PageForms : public testing::Test {
 protected:
  PageForms() {
    PagesOptions options{.secret = secret_};
    options.missing = PagesOptions::Missing::Throw;
    pages_ = must(Pages::open(options));
  }
  struct Outcome {
    std::optional<Order> order;
    std::vector<std::string> errors;
    std::vector<std::string> values;
    int status;
  };
  static std::string text_in(const Fields& fields, std::string_view name) {
    const auto* text = std::get_if<std::string>(&fields.find(name)->state());
    return text ? *text : "";
  }
  static const List& list_in(const Fields& fields, std::string_view name) {
    return std::get<List>(fields.find(name)->state());
  }
  Outcome read(std::string_view body, Language language = Language::English) {
    Asked asked(Method::Post, "/");
    asked.form(body);
    Call call(asked.request());
    call.csrf_tokens = &csrf_;
    call.language = language;
    must(call.open_form());
    PageForm form(call, *pages_,
                  {{"name", "desk.name", "", "before", "xx"},
                   {"pieces", "desk.pieces", "", "", "1"},
                   {"price", "desk.price", "", "", "1"},
                   {"note", "desk.note", "", "", ""}});
    Outcome outcome{must(form.read<Order>()), {}, {}, form.status()};
    const Fields fields = form.fields();
    for (const Fields& error : list_in(fields, "errors"))
      outcome.errors.push_back(text_in(error, "field") + ": " + text_in(error, "text"));
    for (const Fields& row : list_in(fields, "fields")) outcome.values.push_back(text_in(row, "value"));
    return outcome;
  }

  const Secret secret_ = Secret::random();
  const Csrf csrf_{secret_};
  std::unique_ptr<Pages> pages_;
};

TEST_F(PageForms, AreReadIntoAStructByItsOwnRules) {
  const auto outcome = read("name=Lamp&pieces=3&price=12.50&note=");
  EXPECT_THAT(outcome.errors, IsEmpty());
  EXPECT_EQ(outcome.status, 200);
  ASSERT_TRUE(outcome.order);
  EXPECT_EQ(outcome.order->price.text(), "12.50");
  EXPECT_EQ(outcome.order->note, std::nullopt);
}

TEST_F(PageForms, TakeNumbersAsPeopleWriteThem) {
  const auto outcome = read("name=Lamp&pieces=1+200&price=%C2%A012,5&note=");
  ASSERT_TRUE(outcome.order);
  EXPECT_EQ(outcome.order->pieces, 1200);
  EXPECT_EQ(outcome.order->price.text(), "12.50");
}

TEST_F(PageForms, SayEverythingThatIsWrongAtOnceAndKeepWhatWasTyped) {
  const auto outcome = read("name=x&pieces=0&price=abc&note=too+long");
  EXPECT_FALSE(outcome.order);
  EXPECT_EQ(outcome.status, 422);
  EXPECT_THAT(outcome.errors, ElementsAre("name: 2 to 10 characters.", "pieces: From 1 to 5,000.",
                                          "price: A number belongs here.", "note: 0 to 5 characters."));
  EXPECT_THAT(outcome.values, ElementsAre("x", "0", "abc", "too long"));
}

TEST_F(PageForms, SpeakTheVisitorsLanguage) {
  const auto outcome = read("name=&pieces=9999&price=1&note=", Language::Russian);
  EXPECT_THAT(outcome.errors, ElementsAre("name: Это нужно заполнить.", "pieces: От 1 до 5\u00a0000."));
}

TEST_F(PageForms, ShowWhatStoodThereBeforeUntilSomebodyTypes) {
  EXPECT_THAT(read("pieces=1").values, ElementsAre("before", "1", "", ""));
}

}  // namespace
}  // namespace stoa::http
