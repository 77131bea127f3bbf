#include "http/templates.h"

#include "gunzipped.h"
#include "http/patch_packing.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace stoa::http {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using namespace std::chrono_literals;

constexpr const char* kHostile = "\"'><script>alert(1)</script>&amp;";

/// Template files and two small languages.
class TemplatesTest : public testing::Test {
 protected:
  void file(const std::string& name, std::string text) { files_["templates/" + name] = std::move(text); }

  Result<std::unique_ptr<const Templates>> parse() {
    files_["translations/en.txt"] =
        "hi = Hello, {name}!\nquote = \"It's\" <b>\nitems[one] = {count} item\nitems[other] = {count} items\n"
        "time.now = just now\n";
    files_["translations/ru.txt"] =
        "hi = Привет, {name}!\nquote = «Это» <b>\nitems[one] = {count} вещь\nitems[few] = {count} вещи\n"
        "items[many] = {count} вещей\ntime.now = только что\n";
    auto translations = std::make_shared<const Translations>(*Translations::read(files_));
    return Templates::parse(files_, translations, {{"app.css", "/static/app.0123456789.css"}}, settled_);
  }

  /// The template's output for `page.html`, or another name.
  std::string render(const Fields& fields, Language language = Language::English,
                     std::string_view name = "page.html") {
    const auto templates = parse();
    if (!templates.ok()) return "error: " + templates.error().message;
    auto rendered = (*templates)->render(name, {.language = language, .now = now_}, layout_, fields);
    missing_ = std::move(rendered.missing);
    return std::move(rendered.work.text);
  }
  std::string of(std::string text, const Fields& fields, Language language = Language::English) {
    file("page.html", std::move(text));
    return render(fields, language);
  }
  std::string fault(std::string text) {
    file("page.html", std::move(text));
    const auto templates = parse();
    return templates.ok() ? "nothing" : templates.error().message;
  }

  PageFiles files_;
  Settled settled_;
  Fields layout_;
  Time now_{1'700'000'000s};
  std::vector<std::string> missing_;
};

TEST_F(TemplatesTest, TextIsEscapedBetweenTags) {
  EXPECT_EQ(of("<p>{{x}}</p>", {{"x", kHostile}}),
            "<p>&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;</p>");
}

TEST_F(TemplatesTest, TextIsEscapedInAttributesOfBothQuotes) {
  const std::string out = of("<p title=\"{{x}}\" class='{{x}}'>", {{"x", kHostile}});
  EXPECT_THAT(out, Not(HasSubstr("<script>")));
  EXPECT_EQ(std::count(out.begin(), out.end(), '"'), 2);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\''), 2);
}

TEST_F(TemplatesTest, LineBreaksOfATextSurvive) {
  EXPECT_EQ(of("<textarea>{{x}}</textarea>", {{"x", "a\n\tb"}}), "<textarea>a\n\tb</textarea>");
  EXPECT_EQ(of("<p title=\"{{x}}\">", {{"x", "a\nb"}}), "<p title=\"a\nb\">");
}

TEST_F(TemplatesTest, AnAddressWithAHarmfulSchemeIsReplaced) {
  for (const char* bad :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)",
        "\x01javascript:alert(1)", "data:text/html,x", "vbscript:x"})
    for (const char* attribute : {"href", "src", "action", "formaction", "hx-get", "poster", "xlink:href"})
      EXPECT_EQ(of("<a " + std::string(attribute) + "=\"{{x}}\">", {{"x", bad}}),
                "<a " + std::string(attribute) + "=\"#\">")
          << bad;
}

TEST_F(TemplatesTest, HarmlessAddressesStay) {
  for (const char* good : {"/shop", "https://example.org/a?b=c", "http://x/", "#here", "a/b:c"})
    EXPECT_EQ(of("<a href=\"{{x}}\">", {{"x", good}}), "<a href=\"" + std::string(good) + "\">");
}

TEST_F(TemplatesTest, AValueWithinAnAddressCannotAddToIt) {
  EXPECT_EQ(of("<a href=\"/find?q={{x}}&amp;page={{n}}\">", {{"x", "a&b=c#d/../\"e"}, {"n", 1'234}}),
            "<a href=\"/find?q=a%26b%3Dc%23d%2F..%2F%22e&amp;page=1234\">");
  EXPECT_EQ(of("<a href=\"{{p}}?q={{x}}\">", {{"p", "/find"}, {"x", "a b"}}), "<a href=\"/find?q=a%20b\">");
  EXPECT_EQ(of("<div hx-post=\"/v/{{x}}\">", {{"x", "a/b"}}), "<div hx-post=\"/v/a%2Fb\">");
}

TEST_F(TemplatesTest, AValueWhereNoEscapingHelpsIsRefusedWithItsLine) {
  EXPECT_THAT(fault("<p>\n<script>var x = {{x}};</script>"),
              HasSubstr("templates/page.html:2: 'x' stands within <script>"));
  for (const char* bad :
       {"<p onclick=\"f('{{x}}')\">", "<p style=\"color:{{x}}\">", "<style>p{color:{{x}}}</style>",
        "<p {{x}}>", "<p title={{x}}>", "<{{x}}>", "<iframe srcdoc=\"{{x}}\">",
        "<p hx-vals='{\"a\":\"{{x}}\"}'>", "<p hx-on:click=\"{{x}}\">", "<!-- {{x}} -->", "<p {{x}}=\"a\">"})
    EXPECT_THAT(fault(bad), HasSubstr("templates/page.html:1:")) << bad;
}

TEST_F(TemplatesTest, PlacesAfterScriptsAndCommentsAreTextAgain) {
  EXPECT_EQ(of("<script src=\"/a.js\"></script><!-- <p> -->{{x}}", {{"x", "<"}}),
            "<script src=\"/a.js\"></script><!-- <p> -->&lt;");
}

TEST_F(TemplatesTest, ModifiersThatWouldTurnEscapingOffAreRefused) {
  EXPECT_THAT(fault("{{x:none}}"), HasSubstr("templates/page.html:1: 'x:none'"));
}

TEST_F(TemplatesTest, OnlyWhatATemplateMadeIsMarkup) {
  EXPECT_EQ(of("<div>{{%html x}}</div>", {{"x", "<b>text</b>"}}), "<div></div>");
  EXPECT_THAT(fault("<p title=\"{{%html x}}\">"), HasSubstr("markup can only stand between tags"));
}

TEST_F(TemplatesTest, SectionsShowAndHide) {
  const std::string text = "{{#x}}yes{{/x}}{{^x}}no{{/x}}";
  for (const Value& shown : {Value(true), Value(1), Value("a"), Value(Money()), Value(List{Fields()})})
    EXPECT_EQ(of(text, {{"x", shown}}), "yes");
  for (const Value& hidden : {Value(false), Value(0), Value(""), Value(), Value(List())})
    EXPECT_EQ(of(text, {{"x", hidden}}), "no");
  EXPECT_EQ(of(text, {}), "no");
}

TEST_F(TemplatesTest, ListsRepeatAndSeeOutwards) {
  EXPECT_EQ(
      of("{{#rows}}{{name}}-{{shared}} {{#inner}}{{name}}{{/inner}};{{/rows}}",
         {{"shared", "s"},
          {"rows", List{{{"name", "a"}, {"inner", List{{{"name", "x"}}, Fields()}}}, {{"name", "b"}}}}}),
      "a-s xa;b-s ;");
}

TEST_F(TemplatesTest, AFieldThatIsMissingIsReported) {
  EXPECT_EQ(of("<p>{{x}}{{y}}</p>", {{"x", "a"}}), "<p>a</p>");
  EXPECT_THAT(missing_, ElementsAre("y"));
}

TEST_F(TemplatesTest, TranslationsAreEscapedAndFilledIn) {
  EXPECT_EQ(of("<p title=\"{{%t quote}}\">{{%t hi name=who}}</p>", {{"who", "<Ann>"}}),
            "<p title=\"&quot;It&#39;s&quot; &lt;b&gt;\">Hello, &lt;Ann&gt;!</p>");
  EXPECT_EQ(of("{{%t hi name=who}}", {{"who", "Анна"}}, Language::Russian), "Привет, Анна!");
}

TEST_F(TemplatesTest, PluralFormsFollowTheNumber) {
  const auto said = [&](std::int64_t count) {
    return of("{{%t items count=n}}", {{"n", count}}, Language::Russian);
  };
  EXPECT_EQ(said(1), "1 вещь");
  EXPECT_EQ(said(2), "2 вещи");
  EXPECT_EQ(said(5), "5 вещей");
  EXPECT_EQ(said(11), "11 вещей");
  EXPECT_EQ(said(21), "21 вещь");
  EXPECT_EQ(of("{{%t items count=n}}", {{"n", List{Fields(), Fields()}}}), "2 items");
}

TEST_F(TemplatesTest, ValuesAreWrittenInTheLanguageAndInTheirViews) {
  const Fields fields{{"n", 12'345}, {"m", Money::literal(123'450)}, {"t", now_}, {"d", 0.5}};
  EXPECT_EQ(of("{{n}} {{n.raw}} {{m.raw}} {{d}}", fields), "12,345 12345 1234.50 0.5");
  EXPECT_EQ(of("{{m}} {{d}}", fields, Language::Russian), "1\u00a0234,50\u00a0₽ 0,5");
  EXPECT_EQ(of("<time datetime=\"{{t.iso}}\">{{t.ago}}</time>", fields),
            "<time datetime=\"2023-11-14T22:13:20Z\">just now</time>");
}

TEST_F(TemplatesTest, APageStandsInItsLayoutAndFillsItsBlocks) {
  file("layout.html",
       "<title>{{%block title}}Stoa{{%end}}</title>{{%content}}|{{%block end}}none{{%end}}|{{who}}");
  layout_ = {{"who", "layout"}};
  EXPECT_EQ(of("{{%layout layout.html}}\n{{%block title}}{{x}}{{%end}}<p>{{%block part}}in {{x}}{{%end}}</p>",
               {{"x", "a"}}),
            "<title>a</title>\n<p>in a</p>|none|layout");
  EXPECT_EQ(render({{"x", "b"}}, Language::English, "page.html#part"), "in b");
}

TEST_F(TemplatesTest, PartsTakeFieldsUnderOtherNames) {
  file("parts/price.html", "{{#price}}<b>{{price}}</b>{{/price}}");
  EXPECT_EQ(of("{{>parts/price.html price=total}}", {{"total", 5}, {"price", 1}}), "<b>5</b>");
}

TEST_F(TemplatesTest, AssetsGetTheirHashedName) {
  EXPECT_EQ(of("<link href=\"{{%asset app.css}}\">", {}), "<link href=\"/static/app.0123456789.css\">");
}

TEST_F(TemplatesTest, IndentationIsNotSentButWhereItIsSeen) {
  EXPECT_EQ(of("<p>\n    a\n\n    b\n</p>\n<pre>\n  c\n</pre>", {}), "<p>\na\nb\n</p>\n<pre>\n  c\n</pre>");
}

TEST_F(TemplatesTest, CommentsAreNotSent) {
  EXPECT_EQ(of("a{{! a secret }}b", {}), "ab");
}

TEST_F(TemplatesTest, FaultsNameFileAndLine) {
  EXPECT_EQ(fault("a\n{{#x}}\n"), "templates/page.html:2: 'x' is never closed");
  EXPECT_EQ(fault("{{#x}}\n{{#y}}\n{{/x}}{{/y}}"),
            "templates/page.html:3: {{/x}} stands where 'y' of line 2 must be closed first");
  EXPECT_EQ(fault("a\n{{/x}}"), "templates/page.html:2: {{/x}} closes nothing");
  EXPECT_EQ(fault("\n\n{{x"), "templates/page.html:3: '{{' without '}}'");
  EXPECT_EQ(fault("\n{{%t no.such}}"), "templates/page.html:2: no translation 'no.such'");
  EXPECT_EQ(fault("\n{{%t hi}}"), "templates/page.html:2: translation 'hi' needs name=field");
  EXPECT_EQ(fault("\n{{>parts/none.html}}"), "templates/page.html:2: there is no templates/parts/none.html");
  EXPECT_EQ(fault("{{%layout none.html}}"), "templates/page.html:1: there is no templates/none.html");
  EXPECT_EQ(fault("\n<link href=\"{{%asset no.css}}\">"), "templates/page.html:2: there is no static/no.css");
  EXPECT_THAT(fault("{{%frobnicate}}"), HasSubstr("there is no '{{%frobnicate}}'"));
  EXPECT_THAT(fault("{{Upper}}"), HasSubstr("'Upper' is no name"));
  EXPECT_THAT(fault("{{a__b}}"), HasSubstr("is no name"));
  EXPECT_THAT(fault("x{{%layout layout.html}}"), HasSubstr("a layout is named once"));
  EXPECT_THAT(fault("{{>page.html}}"), HasSubstr("includes itself"));
}

TEST_F(TemplatesTest, AFaultInAPartNamesThePart) {
  file("parts/bad.html", "fine\n{{%t no.such}}");
  EXPECT_EQ(fault("{{>parts/bad.html}}"), "templates/parts/bad.html:2: no translation 'no.such'");
}

TEST_F(TemplatesTest, ATemplateThatIsNotThereIsABrokenInvariant) {
  file("page.html", "");
  EXPECT_THROW(render({}, Language::English, "none.html"), std::logic_error);
}

TEST_F(TemplatesTest, WhatIsSettledIsDecidedBeforeAnyPage) {
  settled_ = {{"open", true}, {"shut", false}};
  const std::string source =
      "{{#open}}a{{#x}}b{{/x}}{{/open}}{{^open}}c{{#x}}d{{/x}}{{/open}}{{#shut}}e{{x}}{{#open}}f{{/open}}{{/"
      "shut}}"
      "{{^shut}}g{{x}}{{/shut}}";
  EXPECT_EQ(of(source, {{"x", "!"}, {"open", false}, {"shut", true}}), "abg!");
  EXPECT_EQ(of(source, {{"x", ""}}), "ag");
}

TEST_F(TemplatesTest, TheLanguageIsSettled) {
  const std::string source = "{{#in_english}}E{{/in_english}}{{#in_russian}}R{{/in_russian}}";
  EXPECT_EQ(of(source, {}, Language::English), "E");
  EXPECT_EQ(of(source, {}, Language::Russian), "R");
}

TEST_F(TemplatesTest, WhatComesOutIsPackedFromItsPieces) {
  file("page.html",
       "<ul class=\"list\">{{#rows}}<li class=\"row\">{{name}}</li>{{/rows}}</ul>{{%html part}}<hr>");
  file("part.html", "<p class=\"list\">{{x}}</p>");
  const auto templates = parse();
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  const auto rendered = [&](std::string_view name, const Fields& fields) {
    return (*templates)->render(name, {.now = now_}, layout_, fields).work;
  };
  for (int many : {3, 0, 200}) {
    List rows;
    for (int i = 0; i < many; ++i) rows.push_back({{"name", "lamp & <" + std::to_string(i) + ">"}});
    const Patchwork page =
        rendered("page.html", {{"rows", std::move(rows)}, {"part", Html::trusted("<b>new</b>")}});
    ASSERT_TRUE(page.seams);
    EXPECT_EQ(gunzipped(page.seams->packing->gzip(page.text, *page.seams)), page.text) << many;
  }
}

}  // namespace
}  // namespace stoa::http
