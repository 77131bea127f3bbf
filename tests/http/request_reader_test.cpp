#include "http/request_reader.h"

#include "request_stream.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kStream =
    "GET /one?two HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n"
    "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab\r\nc"
    "POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
    "chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: u\r\n\r\n"
    "\r\nPUT /empty HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
    "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n";

TEST(RequestReader, MakesTheSameOfAStreamHoweverItIsCut) {
  const auto whole = read_stream(kStream, kStream.size());
  ASSERT_THAT(whole,
              ElementsAre("GET /one?two\nHost=a\nX=y\n", "POST /length\nHost=a\nContent-Length=5\nab\r\nc",
                          "POST /chunked\nHost=a\nTransfer-Encoding=chunked\nabcde",
                          "PUT /empty\nHost=a\nContent-Length=0\n", "HEAD /\nHost=a\n"));
  for (std::size_t piece = 1; piece < kStream.size(); ++piece)
    EXPECT_EQ(read_stream(kStream, piece), whole) << piece;
}

TEST(RequestReader, WaitsForTheRestOfEveryPrefix) {
  for (std::size_t size = 0; size < kStream.size(); ++size) {
    const auto read = read_stream(std::string_view(kStream).substr(0, size), 7);
    EXPECT_LT(read.size(), 5u);
    for (const std::string& each : read) EXPECT_FALSE(each.starts_with("4")) << size << ": " << each;
  }
}

TEST(RequestReader, RefusesTheSameHoweverItIsCut) {
  const std::string body(5000, 'x');
  for (const std::string& bad :
       {"GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n" + std::string(),
        std::string("GET / HTTP/1.1\nHost: a\n\n"), "GET /" + body + " HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nX: " + body,
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n" + body,
        std::string("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n")}) {
    const auto whole = read_stream(bad, bad.size());
    ASSERT_EQ(whole.size(), 1u);
    for (const std::size_t piece : {1, 2, 3, 64, 4096})
      EXPECT_EQ(read_stream(bad, piece), whole) << bad.substr(0, 60);
  }
}

TEST(RequestReader, KeepsViewsOfTheHeadWhileALargeBodyComes) {
  RequestReader reader({});
  const std::string head = "PUT /kept HTTP/1.1\r\nHost: kept\r\nContent-Length: 1000000\r\n\r\n";
  std::ranges::copy(head, reader.room().begin());
  reader.filled(head.size());
  ASSERT_EQ(reader.step(), RequestReader::Step::HeadDone);
  ASSERT_EQ(reader.take_body(1 << 20, std::nullopt), RequestReader::Step::More);
  while (reader.step() == RequestReader::Step::More) {
    const auto room = reader.room();
    std::ranges::fill(room, 'x');
    reader.filled(room.size());
  }
  ASSERT_EQ(reader.step(), RequestReader::Step::Whole);
  EXPECT_EQ(reader.head().target, "/kept");
  EXPECT_EQ(reader.head().headers[0].value, "kept");
  EXPECT_EQ(reader.body(), std::string(1'000'000, 'x'));
}

TEST(RequestReader, HasNotStartedBetweenRequests) {
  RequestReader reader({});
  EXPECT_FALSE(reader.started());
  const std::string request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  std::ranges::copy(request, reader.room().begin());
  reader.filled(request.size());
  EXPECT_TRUE(reader.started());
  reader.step();
  reader.take_body(0, std::nullopt);
  reader.next();
  EXPECT_FALSE(reader.started());
}

}  // namespace
}  // namespace stoa::http
