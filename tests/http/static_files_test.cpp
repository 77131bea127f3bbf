#include "http/static_files.h"

#include "asked.h"
#include "gunzipped.h"

#include <gmock/gmock.h>
#include <zstd.h>

namespace stoa::http {
namespace {
using test::Asked;
using test::body_of;
using test::header_of;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

const std::string kCss(4'000, 'a');

StaticFiles packed() {
  return StaticFiles::pack({{"static/app.css", kCss},
                            {"static/app.js", "ours();"},
                            {"static/htmx.js", "theirs();"},
                            {"static/deep/cat.png", std::string("\x89PNG\0x", 6)},
                            {"templates/secret.html", "no"}});
}

Result<Response> get(const StaticFiles& files, std::string_view path, std::vector<HeaderView> headers = {}) {
  Asked asked(Method::Get, path);
  for (const auto& [name, value] : headers) asked.header(name, value);
  return files.serve(asked.request(), path.substr(std::string_view("/static/").size()));
}

TEST(StaticFiles, AreNamedAfterTheirContent) {
  const auto files = packed();
  const std::string path = files.paths().at("app.css");
  EXPECT_THAT(path, MatchesRegex("/static/app\\.[0-9a-f]{10}\\.css"));
  const auto other = StaticFiles::pack({{"static/app.css", "b"}});
  EXPECT_NE(other.paths().at("app.css"), path);
  EXPECT_EQ(packed().paths().at("app.css"), path);
}

TEST(StaticFiles, UnderTheirHashedNameAreKeptForEver) {
  const auto files = packed();
  const auto response = get(files, files.paths().at("app.css"));
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(header_of(*response, "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(response->content_type, "text/css; charset=utf-8");
  EXPECT_EQ(body_of(*response), kCss);
}

TEST(StaticFiles, UnderAnotherNameAreAskedForAgain) {
  const auto files = packed();
  for (const char* name : {"/static/app.css", "/static/app.0000000000.css"}) {
    const auto response = get(files, name);
    ASSERT_TRUE(response.ok()) << name;
    EXPECT_EQ(header_of(*response, "Cache-Control"), "no-cache");
    EXPECT_EQ(body_of(*response), kCss);
  }
}

TEST(StaticFiles, OneScriptHoldsHtmxAndOurs) {
  const auto files = packed();
  EXPECT_EQ(body_of(*get(files, "/static/app.js")), "theirs();\nours();");
  EXPECT_FALSE(get(files, "/static/htmx.js").ok());
}

TEST(StaticFiles, AreSentInTheCodingThatWasAskedFor) {
  const auto files = packed();
  const auto gzip = get(files, "/static/app.css", {{"Accept-Encoding", "gzip, deflate"}});
  EXPECT_EQ(header_of(*gzip, "Content-Encoding"), "gzip");
  EXPECT_EQ(header_of(*gzip, "Vary"), "Accept-Encoding");
  EXPECT_EQ(gunzipped(body_of(*gzip)), kCss);
  const auto zstd = get(files, "/static/app.css", {{"Accept-Encoding", "gzip, zstd"}});
  EXPECT_EQ(header_of(*zstd, "Content-Encoding"), "zstd");
  std::string text(kCss.size(), '\0');
  const std::string bytes = body_of(*zstd);
  EXPECT_EQ(ZSTD_decompress(text.data(), text.size(), bytes.data(), bytes.size()), kCss.size());
  EXPECT_EQ(text, kCss);
  EXPECT_NE(header_of(*gzip, "ETag"), header_of(*zstd, "ETag"));
}

TEST(StaticFiles, APictureIsNotCompressedAgain) {
  const auto files = packed();
  const auto response = get(files, "/static/deep/cat.png", {{"Accept-Encoding", "zstd"}});
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(header_of(*response, "Content-Encoding"), "");
  EXPECT_EQ(response->content_type, "image/png");
}

TEST(StaticFiles, AnswerRangesOfThePlainBytes) {
  const auto files = packed();
  const auto response = get(files, "/static/app.css", {{"Accept-Encoding", "zstd"}, {"Range", "bytes=0-9"}});
  EXPECT_EQ(response->status, 206);
  EXPECT_EQ(body_of(*response), std::string(10, 'a'));
  EXPECT_EQ(header_of(*response, "Content-Encoding"), "");
}

TEST(StaticFiles, AClientThatHasItGets304) {
  const auto files = packed();
  const std::string tag = header_of(*get(files, "/static/app.css", {{"Accept-Encoding", "gzip"}}), "ETag");
  const auto response = get(files, "/static/app.css", {{"Accept-Encoding", "gzip"}, {"If-None-Match", tag}});
  EXPECT_EQ(response->status, 304);
  EXPECT_EQ(response->body_size(), 0u);
}

TEST(StaticFiles, NothingElseIsReached) {
  const auto files = packed();
  for (const char* path :
       {"/static/../templates/secret.html", "/static/..%2ftemplates/secret.html", "/static//etc/passwd",
        "/static/", "/static/.", "/static/app", "/static/app.css/", "/static/app.css%00", "/static/."})
    EXPECT_FALSE(get(files, path).ok()) << path;
}

TEST(StaticFiles, TheStylesheetIsUnder20KilobytesAndHoldsNothingInline) {
  const auto files = StaticFiles::pack(*read_page_files({}));
  const auto css = get(files, "/static/app.css", {{"Accept-Encoding", "gzip"}});
  EXPECT_LT(css->body_size(), 20'000u);
  const PageFiles all = *read_page_files({});
  for (const auto& [name, text] : all) {
    if (!name.starts_with("templates/")) continue;
    EXPECT_THAT(text, Not(HasSubstr("style="))) << name;
    EXPECT_THAT(text, Not(HasSubstr("<style"))) << name;
    EXPECT_THAT(text, Not(HasSubstr("onclick"))) << name;
  }
}

TEST(StaticFiles, NoOutsideHostIsNamedInStylesheetOrOurScript) {
  const PageFiles all = *read_page_files({});
  for (const char* name : {"static/app.css", "static/app.js"}) {
    EXPECT_THAT(all.at(name), Not(HasSubstr("http://"))) << name;
    EXPECT_THAT(all.at(name), Not(HasSubstr("https://"))) << name;
  }
}

}  // namespace
}  // namespace stoa::http
