#include "server_fixture.h"

namespace stoa::http {
namespace {
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// What a client sends that must not be taken for a request, and what it hears.
struct Shape {
  std::string name;
  std::string bytes;
  int status;
  std::string code;
};

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  return out << shape.name;
}

const std::string kPost = "POST / HTTP/1.1\r\nHost: a\r\n";
const std::string kChunked = kPost + "Transfer-Encoding: chunked\r\n\r\n";

std::string headers(const std::string& lines) {
  return "GET / HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n";
}

std::vector<Shape> shapes() {
  using namespace std::string_literals;
  return {
      {"Nonsense", "hello\r\n\r\n", 400, "http.malformed"},
      {"LengthThenCoding", kPost + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", 400,
       "http.framing"},
      {"CodingThenLength", kPost + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc", 400,
       "http.framing"},
      {"TwoEqualLengths", kPost + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400, "http.framing"},
      {"TwoUnequalLengths", kPost + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400, "http.framing"},
      {"ListOfLengths", kPost + "Content-Length: 5, 5\r\n\r\nabcde", 400, "http.framing"},
      {"LengthWithSign", kPost + "Content-Length: +5\r\n\r\nabcde", 400, "http.framing"},
      {"NegativeLength", kPost + "Content-Length: -5\r\n\r\nabcde", 400, "http.framing"},
      {"HexadecimalLength", kPost + "Content-Length: 0x5\r\n\r\nabcde", 400, "http.framing"},
      {"EmptyLength", kPost + "Content-Length:\r\n\r\n", 400, "http.framing"},
      {"LengthWithSpaceInside", kPost + "Content-Length: 1 1\r\n\r\nabcdefghijk", 400, "http.framing"},
      {"LengthBeyondAllNumbers", kPost + "Content-Length: 99999999999999999999\r\n\r\n", 400, "http.framing"},
      {"TwoCodings", kPost + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
       "http.framing"},
      {"UnknownCoding", kPost + "Transfer-Encoding: gzip\r\n\r\n", 400, "http.transfer_coding"},
      {"CodingList", kPost + "Transfer-Encoding: gzip, chunked\r\n\r\n", 400, "http.transfer_coding"},
      {"IdentityCoding", kPost + "Transfer-Encoding: identity\r\n\r\n", 400, "http.transfer_coding"},
      {"CodingNotQuiteChunked", kPost + "Transfer-Encoding: xchunked\r\n\r\n", 400, "http.transfer_coding"},
      {"CodingWithVerticalTab",
       kPost + "Transfer-Encoding: \x0b"
               "chunked\r\n\r\n",
       400, "http.control_character"},
      {"CodingNameWithSpace", kPost + "Transfer-Encoding : chunked\r\n\r\n", 400, "http.malformed"},
      {"CodingInHttp10", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
       "http.transfer_coding"},
      {"TwoHosts", headers("Host: b\r\n"), 400, "http.host"},
      {"NoHost", "GET / HTTP/1.1\r\n\r\n", 400, "http.host"},
      {"EmptyHost", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400, "http.host"},
      {"HostWithPath", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "http.host"},
      {"HostWithUser", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "http.host"},
      {"HostList", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400, "http.host"},
      {"HostWithBadPort", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", 400, "http.host"},
      {"BareLineFeeds", "GET / HTTP/1.1\nHost: a\n\n", 400, "http.line_end"},
      {"BareLineFeedInAValue", headers("X: a\nY: b\r\n"), 400, "http.line_end"},
      {"BareReturn", headers("X: a\rY: b\r\n"), 400, "http.line_end"},
      {"FoldedLine", headers("X: a\r\n b\r\n"), 400, "http.folded_header"},
      {"FoldedWithTab", headers("X: a\r\n\tTransfer-Encoding: chunked\r\n"), 400, "http.folded_header"},
      {"FirstHeaderFolded", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400, "http.folded_header"},
      {"SpaceBeforeColon", headers("X : a\r\n"), 400, "http.malformed"},
      {"TabBeforeColon", headers("X\t: a\r\n"), 400, "http.malformed"},
      {"NoColon", headers("Nothing\r\n"), 400, "http.malformed"},
      {"EmptyName", headers(": a\r\n"), 400, "http.malformed"},
      {"NameWithSpecials", headers("X(y): a\r\n"), 400, "http.malformed"},
      {"NulInAValue", headers("X: a\0b\r\n"s), 400, "http.control_character"},
      {"NulInTheTarget", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"s, 400, "http.control_character"},
      {"ControlCharacter", headers("X: \x01\r\n"), 400, "http.control_character"},
      {"Delete", headers("X: \x7f\r\n"), 400, "http.control_character"},
      {"TwoSpacesInTheFirstLine", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.malformed"},
      {"SpaceInTheTarget", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.malformed"},
      {"TabInTheFirstLine", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.malformed"},
      {"NoVersion", "GET /\r\nHost: a\r\n\r\n", 400, "http.malformed"},
      {"NoTarget", "GET HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.malformed"},
      {"LowerCaseVersion", "GET / http/1.1\r\nHost: a\r\n\r\n", 400, "http.malformed"},
      {"Http2Preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "http.version"},
      {"LaterVersion", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505, "http.version"},
      {"UnknownMethod", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "http.method_unknown"},
      {"Connect", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 501, "http.method_unknown"},
      {"LowerCaseMethod", "get / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "http.method_unknown"},
      {"TargetWithoutSlash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.target"},
      {"AsteriskOfGet", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.target"},
      {"TargetOfAnotherScheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.target"},
      {"TargetWithUser", "GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.target"},
      {"TargetWithFragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.target"},
      {"TargetWithRawUtf8", "GET /\xd1\x8f HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.target"},
      {"PercentAtTheEnd", "GET /a% HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.percent_encoding"},
      {"PercentWithOneDigit", "GET /a%2 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.percent_encoding"},
      {"PercentWithoutDigits", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.percent_encoding"},
      {"PercentInTheQuery", "GET /?a=%z HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.percent_encoding"},
      {"EncodedNul", "GET /a%00.jpg HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.nul"},
      {"OverlongTarget", "GET /" + std::string(9000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", 414,
       "http.target_too_long"},
      {"TargetWithoutEnd", "GET /" + std::string(9000, 'a'), 414, "http.target_too_long"},
      {"OversizedHead", headers("X: " + std::string(17000, 'x') + "\r\n"), 431, "http.head_too_large"},
      {"HeadWithoutEnd", "GET / HTTP/1.1\r\nX: " + std::string(17000, 'x'), 431, "http.head_too_large"},
      {"TooManyHeaders", headers([] {
         std::string lines;
         for (int i = 0; i < 120; ++i) lines += "X: y\r\n";
         return lines;
       }()),
       431, "http.too_many_headers"},
      {"UnknownExpectation", headers("Expect: miracles\r\n"), 417, "http.expectation"},
      {"AnnouncedBodyTooLarge", kPost + "Content-Length: 1048577\r\n\r\n", 413, "http.body_too_large"},
      {"ChunkedBodyTooLarge", kChunked + "100001\r\n" + std::string(0x100001, 'x'), 413,
       "http.body_too_large"},
      {"ChunkWithoutSize", kChunked + "\r\nabc", 400, "http.chunk"},
      {"ChunkSizeWithPrefix", kChunked + "0x3\r\nabc\r\n0\r\n\r\n", 400, "http.chunk"},
      {"ChunkSizeWithSign", kChunked + "+3\r\nabc\r\n0\r\n\r\n", 400, "http.chunk"},
      {"NegativeChunkSize", kChunked + "-1\r\nabc\r\n0\r\n\r\n", 400, "http.chunk"},
      {"ChunkSizeWithSpace", kChunked + "3 \r\nabc\r\n0\r\n\r\n", 400, "http.chunk"},
      {"ChunkSizeThatOverflows", kChunked + "10000000000000003\r\nabc\r\n0\r\n\r\n", 400, "http.chunk"},
      {"ChunkSizeWithManyZeros", kChunked + std::string(40, '0') + "3\r\nabc\r\n0\r\n\r\n", 400,
       "http.chunk"},
      {"ChunkLongerThanItsSize", kChunked + "3\r\nabcd\r\n0\r\n\r\n", 400, "http.chunk"},
      {"ChunkSizeEndsInLineFeed", kChunked + "3\nabc\r\n0\r\n\r\n", 400, "http.chunk"},
      {"ChunkEndsInLineFeed", kChunked + "3\r\nabc\n0\r\n\r\n", 400, "http.chunk"},
      {"ExtensionEndsInLineFeed", kChunked + "3;a\nabc\r\n0\r\n\r\n", 400, "http.chunk"},
      {"ExtensionWithBareReturn", kChunked + "3;a\rb\r\nabc\r\n0\r\n\r\n", 400, "http.chunk"},
      {"ExtensionWithNul", kChunked + "3;a\0\r\nabc\r\n0\r\n\r\n"s, 400, "http.chunk"},
      {"OverlongExtension", kChunked + "3;" + std::string(9000, 'a') + "\r\nabc\r\n0\r\n\r\n", 400,
       "http.chunk"},
      {"OverlongTrailers", kChunked + "0\r\nX: " + std::string(9000, 'a') + "\r\n\r\n", 400, "http.chunk"},
      {"FoldedTrailer", kChunked + "0\r\nX: a\r\n b\r\n\r\n", 400, "http.chunk"},
      {"TrailerEndsInLineFeed", kChunked + "0\r\nX: a\n\r\n", 400, "http.chunk"},
      {"LastLineEndsWrongly", kChunked + "0\r\n\rX", 400, "http.chunk"},
  };
}

class RefusedShape : public ServerTest, public testing::WithParamInterface<Shape> {};

TEST_P(RefusedShape, IsAnsweredAndTheConnectionCloses) {
  HttpClient client(start());
  // Behind it stands what a smuggler wants to be taken for a request.
  client.try_send(GetParam().bytes + (GetParam().status == 400 ? request("GET", "/smuggled") : ""));
  EXPECT_THAT(client.receive(),
              AllOf(StartsWith("HTTP/1.1 " + std::to_string(GetParam().status) + " "),
                    HasSubstr("\r\nConnection: close\r\n"), EndsWith("\r\n\r\n" + GetParam().code)));
  EXPECT_TRUE(client.closed());
  for (const std::string& seen : application_.seen())
    EXPECT_THAT(seen, StartsWith(std::to_string(GetParam().status)));
}

INSTANTIATE_TEST_SUITE_P(Every, RefusedShape, testing::ValuesIn(shapes()),
                         [](const auto& each) { return each.param.name; });

using ServerRefusal = ServerTest;

TEST_F(ServerRefusal, AnswersABodyThatIsTooLargeWhileItsClientStillSends) {
  HttpClient client(start());
  client.send(request("PUT", "/", "Content-Length: 8000000\r\n"));
  client.try_send(std::string(8'000'000, 'x'));
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 413 "));
}

TEST_F(ServerRefusal, SkipsOneEmptyLineBeforeARequestAndNoMore) {
  HttpClient client(start());
  client.send("\r\n" + request("GET", "/"));
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 200 "));
  client.send("\r\n\r\n" + request("GET", "/"));
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 400 "));
}

TEST_F(ServerRefusal, RefusesPipelinedNonsenseAfterTheAnswersBeforeIt) {
  HttpClient client(start());
  client.send(request("GET", "/one") + "nonsense\r\n\r\n");
  EXPECT_THAT(client.receive(), EndsWith("GET /one"));
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 400 "));
  EXPECT_TRUE(client.closed());
}

}  // namespace
}  // namespace stoa::http
