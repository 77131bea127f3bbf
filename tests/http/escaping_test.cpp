#include "http/escaping.h"

#include "http/escaping_check.h"

#include <gtest/gtest.h>

namespace stoa::http {
namespace {

std::string escaped(std::string_view value, Escaping escaping) {
  std::string to = "|";
  append_escaped(to, value, escaping);
  return to;
}

TEST(Escaping, LeavesNothingThatEndsAPlaceOrBeginsAnother) {
  EXPECT_EQ(escaped("a&b<c>d\"e'f\n", Escaping::Text), "|a&amp;b&lt;c&gt;d&quot;e&#39;f\n");
  EXPECT_EQ(escaped("/a?b=c&d\te\"", Escaping::Address), "|/a?b=c&amp;d e&quot;");
  EXPECT_EQ(escaped("<b>", Escaping::None), "|<b>");
  EXPECT_EQ(escaped("", Escaping::Text), "|");
  EXPECT_EQ(escaped("&", Escaping::Text), "|&amp;");
  EXPECT_EQ(escaped("Привет", Escaping::Text), "|Привет");
}

bool is_good(const std::string& flat, const std::string& program) {
  return is_escaped_well(flat, TemplateProgram(program));
}

TEST(EscapingCheck, TakesWhatBothWriteAlike) {
  for (const char* flat : {"<p>{{x:p}}</p>", "<p title=\"{{x:p}}\">{{#y}}<b>{{z__raw:p}}</b>{{/y}}</p>",
                           "<a href=\"{{x__href}}\">{{y:p}}</a>", "<a href=\"/feed/{{x__url}}\">y</a>",
                           "<p>{{x__html:none}}</p>", "no value at all"})
    EXPECT_TRUE(is_good(flat, flat)) << flat;
}

TEST(EscapingCheck, RefusesAProgramThatWritesAValueInAnotherWay) {
  EXPECT_FALSE(is_good("<p>{{x:p}}</p>", "<p>{{x:none}}</p>"));
  EXPECT_FALSE(is_good("<p>{{#y}}{{x:p}}{{/y}}</p>", "<p>{{#y}}{{x}}{{/y}}</p>"));
}

TEST(EscapingCheck, RefusesAValueWhereTextIsNoText) {
  for (const char* flat :
       {"<script>var x = {{x:p}};</script>", "<p onclick=\"f({{x:p}})\">y</p>",
        "<style>p { color: {{x:p}} }</style>", "<a href=\"{{x:p}}\">y</a>", "<p title={{x:p}}>y</p>"})
    EXPECT_FALSE(is_good(flat, flat)) << flat;
}

}  // namespace
}  // namespace stoa::http
