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
    return Compression::applies({.content_type = std::move(type), .body = std::string(size, 'x')});
  };
  EXPECT_TRUE(applies("text/html; charset=utf-8", 5000));
  EXPECT_TRUE(applies("application/problem+json", 5000));
  EXPECT_TRUE(applies("image/svg+xml", 5000));
  EXPECT_FALSE(applies("image/png", 5000));
  EXPECT_FALSE(applies("", 5000));
  EXPECT_FALSE(applies("text/html; charset=utf-8", 500));
  EXPECT_FALSE(Compression::applies({.content_type = "text/css", .body = FilePart{"x", 0, 5000}}));
  EXPECT_FALSE(Compression::applies({.content_type = "text/css",
                                     .headers = {{"Content-Encoding", "gzip"}},
                                     .body = std::string(5000, 'x')}));
  EXPECT_FALSE(
      Compression::applies({.status = 206, .content_type = "text/css", .body = std::string(5000, 'x')}));
}

TEST(Compression, OfWhatWasMadeForOneAnswerIsNotKept) {
  Compression compression;
  const auto made = std::make_shared<const std::string>(page());
  for (int i = 0; i < 2; ++i) {
    Response response{.content_type = "text/html", .body = made, .seams = std::make_shared<const Seams>()};
    compression.apply(response, Coding::Zstd);
    EXPECT_EQ(unzstd(std::get<std::string>(response.body)), *made);
  }
}

TEST(Compression, OfWhatIsSharedIsDoneOnceAndAgainForANewOne) {
  Compression compression;
  auto shared = std::make_shared<const std::string>(page());
  const auto answer = [&](Coding coding) {
    Response response{.content_type = "text/html", .body = shared};
    compression.apply(response, coding);
    return std::get<std::shared_ptr<const std::string>>(response.body);
  };
  const auto first = answer(Coding::Gzip);
  EXPECT_EQ(answer(Coding::Gzip), first);
  EXPECT_EQ(unzstd(*answer(Coding::Zstd)), *shared);
  shared = std::make_shared<const std::string>(page() + "more");
  EXPECT_EQ(gunzipped(*answer(Coding::Gzip)), *shared);
}

TEST(Compression, ForgetsTheOldestWhenItsMemoryIsUsedUp) {
  Compression compression(16 * 4096);
  std::vector<std::shared_ptr<const std::string>> pages;
  for (int i = 0; i < 300; ++i) {
    pages.push_back(std::make_shared<const std::string>(page() + std::to_string(i)));
    Response response{.content_type = "text/html", .body = pages.back()};
    compression.apply(response, Coding::Zstd);
    EXPECT_EQ(unzstd(test::body_of(response)), *pages.back());
  }
}

TEST(Compression, WorksFromManyThreads) {
  Compression compression(16 * 8192);
  const auto shared = std::make_shared<const std::string>(page());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 50; ++n) {
        Response response{.content_type = "text/html", .body = shared};
        compression.apply(response, n % 2 ? Coding::Gzip : Coding::Zstd);
        EXPECT_LT(response.body_size(), shared->size());
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
