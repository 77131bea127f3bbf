#include "http/ranges.h"

#include "asked.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace stoa::http {
namespace {
using test::Asked;
using test::header_of;

FileRange part(std::string_view header, std::uint64_t size) {
  const auto range = range_of(header, size);
  return std::holds_alternative<FileRange>(range) ? std::get<FileRange>(range) : FileRange{999, 999};
}
bool whole(std::string_view header, std::uint64_t size) {
  return std::holds_alternative<WholeFile>(range_of(header, size));
}
bool none(std::string_view header, std::uint64_t size) {
  return std::holds_alternative<NoSuchRange>(range_of(header, size));
}

TEST(Ranges, SingleOpenAndSuffix) {
  EXPECT_EQ(part("bytes=0-0", 10), (FileRange{0, 1}));
  EXPECT_EQ(part("bytes=2-5", 10), (FileRange{2, 4}));
  EXPECT_EQ(part("bytes=7-", 10), (FileRange{7, 3}));
  EXPECT_EQ(part("bytes=-3", 10), (FileRange{7, 3}));
  EXPECT_EQ(part("bytes=-30", 10), (FileRange{0, 10}));
  EXPECT_EQ(part("bytes=5-1000", 10), (FileRange{5, 5}));
  EXPECT_EQ(part("Bytes = 5-99999999999999999999999", 10), (FileRange{5, 5}));
}

TEST(Ranges, OutsideTheFileIsNoRange) {
  EXPECT_TRUE(none("bytes=10-", 10));
  EXPECT_TRUE(none("bytes=-0", 10));
  EXPECT_TRUE(none("bytes=0-0", 0));
  EXPECT_TRUE(none("bytes=99999999999999999999999-", 10));
}

TEST(Ranges, WhatIsNoRangeOrSeveralIsTheWhole) {
  for (const char* header : {"", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-2", "bytes=0-1,3-4",
                             "lines=0-1", "bytes=+1-2", "bytes=1-2-3", "bytes=0x1-2"})
    EXPECT_TRUE(whole(header, 10)) << header;
}

RC_GTEST_PROP(Ranges, APartLiesWithinTheFileAndIsNotEmpty, (std::string header, std::uint64_t size)) {
  for (const std::string& text : {header, "bytes=" + header}) {
    const auto range = range_of(text, size);
    if (const auto* found = std::get_if<FileRange>(&range)) {
      RC_ASSERT(found->length >= 1u);
      RC_ASSERT(found->first < size);
      RC_ASSERT(found->length <= size - found->first);
    }
  }
}

RC_GTEST_PROP(Ranges, FirstAndLastGiveExactlyTheirBytes, ()) {
  const auto size = *rc::gen::inRange<std::uint64_t>(1, 10'000);
  const auto first = *rc::gen::inRange<std::uint64_t>(0, size);
  const auto last = *rc::gen::inRange<std::uint64_t>(first, 2 * size);
  const auto found = part("bytes=" + std::to_string(first) + "-" + std::to_string(last), size);
  RC_ASSERT(found.first == first);
  RC_ASSERT(found.first + found.length == std::min(last + 1, size));
}

const FileFacts kFacts{1'000, "image/jpeg", "\"v1\""};

TEST(SendFile, GivesAPartWithItsPlace) {
  Asked asked(Method::Get, "/x");
  const Response response = send_file(asked.header("Range", "bytes=100-199").request(), "/tmp/file", kFacts);
  EXPECT_EQ(response.status, 206);
  EXPECT_EQ(header_of(response, "Content-Range"), "bytes 100-199/1000");
  const auto& body = std::get<FilePart>(response.body);
  EXPECT_EQ(body.path, "/tmp/file");
  EXPECT_EQ(body.offset, 100u);
  EXPECT_EQ(body.length, 100u);
}

TEST(SendFile, GivesTheWholeWithoutARange) {
  Asked asked(Method::Get, "/x");
  const Response response = send_file(asked.request(), "/tmp/file", kFacts);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(header_of(response, "Accept-Ranges"), "bytes");
  EXPECT_EQ(response.body_size(), 1'000u);
}

TEST(SendFile, ARangeBeyondTheEndIs416WithTheSize) {
  Asked asked(Method::Get, "/x");
  const Response response = send_file(asked.header("Range", "bytes=1000-").request(), "/tmp/file", kFacts);
  EXPECT_EQ(response.status, 416);
  EXPECT_EQ(header_of(response, "Content-Range"), "bytes */1000");
  EXPECT_EQ(response.body_size(), 0u);
}

TEST(SendFile, IfRangeOfAnotherVersionGivesTheWhole) {
  for (const auto& [tag, status] : {std::pair{"\"v1\"", 206}, {"\"v0\"", 200}, {"W/\"v1\"", 200}}) {
    Asked asked(Method::Get, "/x");
    asked.header("Range", "bytes=0-0").header("If-Range", tag);
    EXPECT_EQ(send_file(asked.request(), "/tmp/file", kFacts).status, status) << tag;
  }
}

TEST(SendFile, AClientThatHasItIsToldSo) {
  Asked asked(Method::Get, "/x");
  asked.header("If-None-Match", "\"v0\", \"v1\"").header("Range", "bytes=0-0");
  const Response response = send_file(asked.request(), "/tmp/file", kFacts);
  EXPECT_EQ(response.status, 304);
  EXPECT_EQ(header_of(response, "ETag"), "\"v1\"");
  EXPECT_EQ(response.body_size(), 0u);
}

}  // namespace
}  // namespace stoa::http
