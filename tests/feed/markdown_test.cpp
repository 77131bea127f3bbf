#include "feed/markdown.h"

#include "base/must.h"
#include "feed/markdown_bombs.h"
#include "feed/markdown_safety.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace stoa::feed::test {
namespace {
using stoa::test::code_of;
using stoa::test::must;
using testing::HasSubstr;
using testing::Not;

std::string html(std::string_view text) {
  return must(render_markdown(text));
}

TEST(Markdown, WhatPeopleWriteBecomesWhatTheyMean) {
  EXPECT_EQ(html("one *two* **three** ~~four~~ `five`"),
            "<p>one <em>two</em> <strong>three</strong> <del>four</del> <code>five</code></p>\n");
  EXPECT_EQ(html("- a\n- b"), "<ul><li>a</li>\n<li>b</li>\n</ul>\n");
  EXPECT_EQ(html("3. a"), "<ol start=\"3\"><li>a</li>\n</ol>\n");
  EXPECT_EQ(html("> q"), "<blockquote><p>q</p>\n</blockquote>\n");
  EXPECT_EQ(html("```\na < b\n```"), "<pre><code>a &lt; b\n</code></pre>\n");
  EXPECT_EQ(html("Привет, &#x2026; &copy;"), "<p>Привет, … &copy;</p>\n");
}

TEST(Markdown, HeadingsStayBelowThePagesOwn) {
  EXPECT_EQ(html("# a\n## b\n### c\n#### d\n##### e\n###### f\n## g"),
            "<h3>a</h3>\n<h4>b</h4>\n<h5>c</h5>\n<h6>d</h6>\n<h6>e</h6>\n<h6>f</h6>\n<h4>g</h4>\n");
}

TEST(Markdown, HeadingsBeginBelowThePagesOwnAndSkipNoLevelWhateverTheirMarks) {
  EXPECT_EQ(html("## a\n\nwords"), "<h3>a</h3>\n<p>words</p>\n");
  EXPECT_EQ(html("a\n---\n# b"), "<h3>a</h3>\n<h3>b</h3>\n");
  EXPECT_EQ(html("# a\n###### b\n### c\n## d\n###### e"),
            "<h3>a</h3>\n<h4>b</h4>\n<h4>c</h4>\n<h4>d</h4>\n<h5>e</h5>\n");
  EXPECT_EQ(html("> ### a\n\n# b"), "<blockquote><h3>a</h3>\n</blockquote>\n<h3>b</h3>\n");
}

RC_GTEST_PROP(MarkdownHeadings, GoDownOneLevelAtATime, ()) {
  const auto marks =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 7)));
  std::string text;
  for (const std::size_t level : marks) text += std::string(level, '#') + " a\n";
  const std::string shown = html(text);
  char last = '2';
  for (auto at = shown.find("<h"); at != shown.npos; at = shown.find("<h", at + 1)) {
    const char level = shown[at + 2];
    RC_ASSERT(level >= '3');
    RC_ASSERT(level <= last + 1);
    last = level;
  }
}

TEST(Markdown, RawHtmlIsShownAndNotObeyed) {
  EXPECT_EQ(html("<script>alert(1)</script>"), "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n");
  EXPECT_EQ(html("a <b onclick='x'>c</b>"), "<p>a &lt;b onclick=&#39;x&#39;&gt;c&lt;/b&gt;</p>\n");
}

TEST(Markdown, LinksLeadToTheWebAndSayWhoseTheyAre) {
  EXPECT_EQ(html("[a](http://example.org/?x=1&y=2)"),
            "<p><a href=\"http://example.org/?x=1&amp;y=2\" rel=\"nofollow ugc\">a</a></p>\n");
  EXPECT_EQ(html("[a](mailto:a@example.org)"),
            "<p><a href=\"mailto:a@example.org\" rel=\"nofollow ugc\">a</a></p>\n");
  EXPECT_EQ(html("see https://example.org/a"),
            "<p>see <a href=\"https://example.org/a\" rel=\"nofollow ugc\">https://example.org/a</a></p>\n");
  EXPECT_THAT(html("[a](<http://example.org/\"onx='1' b>)"),
              HasSubstr("href=\"http://example.org/%22onx=%271%27%20b\""));
}

TEST(Markdown, LinksThatLeadElsewhereStayText) {
  for (const char* address :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
        "//example.org", "/local", "http:", "http://", "https:///x", "javascript&colon;alert(1)",
        "javascript&#58;alert(1)", "&#106;avascript:alert(1)", "java&Tab;script:alert(1)", "java\x01script:x",
        "&#1;javascript:alert(1)",
        "jav\xE2\x80\xAE"
        "ascript:x"}) {
    const std::string shown = html("[a](" + std::string(address) + ")");
    EXPECT_THAT(shown, Not(HasSubstr("<a"))) << address;
    EXPECT_EQ(SafeHtml::fault_of(shown), "") << address;
  }
  EXPECT_THAT(html("<javascript:alert(1)>"), Not(HasSubstr("<a")));
  EXPECT_THAT(html("[a](http://example.org/" + std::string(2000, 'x') + ")"), Not(HasSubstr("<a")));
}

TEST(Markdown, AnImageIsALinkToIt) {
  EXPECT_EQ(html("![cat](http://example.org/cat.png)"),
            "<p><a href=\"http://example.org/cat.png\" rel=\"nofollow ugc\">cat</a></p>\n");
  EXPECT_EQ(html("[![cat](http://example.org/cat.png)](http://example.org/)"),
            "<p><a href=\"http://example.org/\" rel=\"nofollow ugc\">cat</a></p>\n");
  EXPECT_EQ(html("![x](data:image/png;base64,AA)"), "<p>x</p>\n");
}

TEST(Markdown, CharactersThatTurnTheDirectionOrHideAreLeftOut) {
  EXPECT_EQ(html("a\xE2\x80\xAE"
                 "b\xE2\x81\xA6"
                 "c\x07"
                 "d"),
            "<p>abcd</p>\n");
  EXPECT_EQ(html("a&#x202E;b&#7;c&#0;d&#xD800;e&#x110000;"), "<p>a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFD</p>\n");
  EXPECT_EQ(html("`a&#x202E;`"), "<p><code>a&amp;#x202E;</code></p>\n");
}

TEST(Markdown, WhatIsTooMuchIsRefusedInWords) {
  EXPECT_EQ(code_of(render_markdown(std::string(kMostMarkdown + 1, 'a'))), "markdown.too_long");
  EXPECT_TRUE(render_markdown(std::string(kMostMarkdown, 'a')).ok());
  EXPECT_EQ(code_of(render_markdown("abc", 2)), "markdown.too_long");
  EXPECT_EQ(code_of(render_markdown(std::string(1'000'000, '['))), "markdown.too_long");
  EXPECT_EQ(code_of(render_markdown(std::string(1000, '>') + "a")), "markdown.too_deep");
  EXPECT_EQ(code_of(render_markdown(repeated("- ", 1000) + "a")), "markdown.too_deep");
  EXPECT_EQ(code_of(render_markdown(repeated("*a _b ", 300) + repeated("b_ a* ", 300))), "markdown.too_deep");
  EXPECT_EQ(code_of(render_markdown("[a]: http://example.org/" + std::string(1900, 'x') + "\n\n" +
                                    repeated("[a] ", 60'000))),
            "markdown.too_large");
  EXPECT_EQ(code_of(render_markdown("a\xFF")), "markdown.not_text");
}

TEST(Markdown, BombsBecomeSafeHtmlOrAnErrorInWords) {
  for (const std::string_view piece : kBombs) {
    const auto rendered = render_markdown(repeated(piece, 5000));
    if (rendered.ok()) {
      EXPECT_EQ(SafeHtml::fault_of(*rendered), "") << piece;
    } else {
      EXPECT_EQ(rendered.error().code, "markdown.too_deep") << piece;
    }
  }
}

TEST(Markdown, BlankIsWhatNobodyCanSee) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank(" \t\n\x01\xC2\xA0\xE2\x80\x8B\xE2\x80\xAE\xEF\xBB\xBF"));
  EXPECT_FALSE(is_blank(" \xE2\x80\x8B."));
  EXPECT_FALSE(is_blank("ё"));
}

/// The parser takes the second mark for part of the link and never ends the emphasis.
TEST(Markdown, ABareLinkThatSwallowsAMarkLeavesNothingOpen) {
  EXPECT_EQ(SafeHtml::fault_of(html("**https://a.b/**'\n\nnext")), "");
}

RC_GTEST_PROP(Markdown, WhateverIsWrittenTheHtmlIsSafe, ()) {
  static const std::vector<std::string> kPieces{"[",           "]",
                                                "(",           ")",
                                                "![",          "](",
                                                "<",           ">",
                                                "\"",          "'",
                                                "&",           ";",
                                                "&#58;",       "&colon;",
                                                "&quot;",      "&#x22;",
                                                "*",           "**",
                                                "_",           "~~",
                                                "`",           "```\n",
                                                "\n",          "\n\n",
                                                "> ",          "- ",
                                                "7. ",         "# ",
                                                "---\n",       "\\",
                                                "javascript:", "data:",
                                                "http://",     "https://a.b/",
                                                "mailto:",     "a@b.c",
                                                "a",           " ",
                                                "    ",        "\t",
                                                "ё",           "\xE2\x80\xAE",
                                                "\x01",        "<script>",
                                                "<a href=",    "onclick=",
                                                "[a]: ",       "[a]",
                                                "|",           "<!--",
                                                "-->",         "<http://",
                                                "&#x202e;",    "\r"};
  const auto pieces =
      *rc::gen::scale(3, rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kPieces)));
  std::string text;
  for (const auto& piece : pieces) text += piece;
  const auto rendered = render_markdown(text);
  if (!rendered.ok()) RC_DISCARD("refused");
  const std::string fault = SafeHtml::fault_of(*rendered);
  if (!fault.empty()) RC_FAIL(fault + " in " + *rendered);
}

}  // namespace
}  // namespace stoa::feed::test
