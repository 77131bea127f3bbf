#include "http/compression.h"

#include "asked.h"
#include "gunzipped.h"
#include "http/conditional.h"

#include <gmock/gmock.h>
#include <zstd.h>

#include <thread>

namespace stoa::http {
namespace {

std::string unzstd(std::string_view bytes) {
  std::string text(1 << 20, '\0');
  text.resize(ZSTD_decompress(text.data(), text.size(), bytes.data(), bytes.size()));
  return text;
}

std::string page() {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "<li>line " + std::to_string(i * i) + "</li>\n";
  return text;
}

TEST(PreferredCoding, IsTheOneThatTheClientLikesMost) {
  EXPECT_EQ(preferred_coding(""), Coding::Identity);
  EXPECT_EQ(preferred_coding("gzip, deflate, br, zstd"), Coding::Zstd);
  EXPECT_EQ(preferred_coding("gzip, deflate, br"), Coding::Gzip);
  EXPECT_EQ(preferred_coding("GZIP;Q=1"), Coding::Gzip);
  EXPECT_EQ(preferred_coding("zstd;q=0.4, gzip;q=0.5"), Coding::Gzip);
  EXPECT_EQ(preferred_coding("zstd;q=0, gzip;q=0"), Coding::Identity);
  EXPECT_EQ(preferred_coding("*"), Coding::Zstd);
  EXPECT_EQ(preferred_coding("zstd;q=0, *"), Coding::Gzip);
  EXPECT_EQ(preferred_coding("identity, gzip;q=0.5"), Coding::Identity);
  EXPECT_EQ(preferred_coding("br"), Coding::Identity);
}

TEST(PreferredCoding, IsNoneForWeightsThatAreNone) {
  for (const char* odd :
       {"gzip;q=", "gzip;q=x", "gzip;q=2", "gzip;q=-1", "gzip;q=1e400", ";;;,,,q=1", "gzipx"})
    EXPECT_EQ(preferred_coding(odd), Coding::Identity) << odd;
}

TEST(Compression, GivesTheSameTextBack) {
  for (const std::string& text : {std::string(), std::string("a"), page()}) {
    for (const Effort effort : {Effort::Quick, Effort::Thorough}) {
      EXPECT_EQ(gunzipped(compressed(Coding::Gzip, text, effort)), text);
      EXPECT_EQ(unzstd(compressed(Coding::Zstd, text, effort)), text);
    }
  }
}

TEST(Compression, AppliesToTextThatIsLongEnough) {
  const auto applies = [](std::string type, std::size_t size) {
    return is_encodable({.content_type = std::move(type), .body = std::string(size, 'x')});
  };
  EXPECT_TRUE(applies("text/html; charset=utf-8", 5000));
  EXPECT_TRUE(applies("application/problem+json", 5000));
  EXPECT_TRUE(applies("image/svg+xml", 5000));
  EXPECT_FALSE(applies("image/png", 5000));
  EXPECT_FALSE(applies("", 5000));
  EXPECT_FALSE(applies("text/html; charset=utf-8", 500));
  EXPECT_FALSE(is_encodable({.content_type = "text/css", .body = FilePart{"x", 0, 5000}}));
  EXPECT_FALSE(is_encodable({.content_type = "text/css",
                             .headers = {{"Content-Encoding", "gzip"}},
                             .body = std::string(5000, 'x')}));
  EXPECT_FALSE(is_encodable({.status = 206, .content_type = "text/css", .body = std::string(5000, 'x')}));
}

TEST(Compression, NamesTheCodingAndLeavesTheBytesOfOthersAlone) {
  const auto shared = std::make_shared<const std::string>(page());
  for (const Coding coding : {Coding::Gzip, Coding::Zstd}) {
    Response response{.content_type = "text/html", .body = shared};
    encode(response, coding);
    EXPECT_EQ(*response.header("Content-Encoding"), name_of(coding));
    EXPECT_LT(response.body_size(), shared->size());
  }
  EXPECT_EQ(*shared, page());
}

TEST(Compression, OfASharedTextIsDoneOnceAndGoesWithIt) {
  auto shared = std::make_shared<const SharedText>(page());
  const auto answer = [&](Coding coding) {
    Response response{.content_type = "text/html", .body = shared};
    encode(response, coding);
    return std::get<std::shared_ptr<const std::string>>(response.body);
  };
  const auto first = answer(Coding::Gzip);
  EXPECT_EQ(answer(Coding::Gzip), first);
  EXPECT_EQ(unzstd(*answer(Coding::Zstd)), shared->text());
  EXPECT_EQ(answer(Coding::Identity).get(), &shared->text());
  shared = std::make_shared<const SharedText>(page() + "more");
  EXPECT_EQ(gunzipped(*first), page());
  EXPECT_EQ(gunzipped(*answer(Coding::Gzip)), shared->text());
}

TEST(Compression, OfASharedTextIsTheSameForManyThreads) {
  const auto shared = std::make_shared<const SharedText>(page());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 50; ++n) {
        Response response{.content_type = "text/html", .body = shared};
        encode(response, n % 2 ? Coding::Gzip : Coding::Zstd);
        EXPECT_LT(response.body_size(), shared->text().size());
      }
    });
  for (auto& thread : threads) thread.join();
}

TEST(EntityTag, NamesBytesAndSoDiffersByCoding) {
  const std::string tag = content_tag("hello");
  EXPECT_EQ(tag, content_tag("hello"));
  EXPECT_NE(tag, content_tag("hellp"));
  EXPECT_EQ(tag.size(), 34u);
  EXPECT_EQ(tag_in_coding("\"a\"", Coding::Gzip), "\"a-gzip\"");
  EXPECT_EQ(tag_in_coding("\"a\"", Coding::Identity), "\"a\"");
}

TEST(EntityTag, IsFoundInIfNoneMatchInAnyCoding) {
  EXPECT_TRUE(names_content("\"a\"", "\"a\""));
  EXPECT_TRUE(names_content("\"x\", W/\"a-gzip\" ,\"y\"", "\"a\""));
  EXPECT_TRUE(names_content("\"a-zstd\"", "\"a-gzip\""));
  EXPECT_TRUE(names_content(" * ", "\"a\""));
  EXPECT_FALSE(names_content("\"b\"", "\"a\""));
  EXPECT_FALSE(names_content("a", "\"a\""));
  EXPECT_FALSE(names_content("\"", "\"a\""));
  EXPECT_FALSE(names_content("", "\"a\""));
}

}  // namespace
}  // namespace stoa::http
