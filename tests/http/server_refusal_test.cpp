#include "server_fixture.h"

namespace stoa::http {
namespace {
using namespace testing;

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

/// What a client hears, and all that it hears it for.
struct Refusal {
  int status;
  std::string code;
  std::vector<std::pair<std::string, std::string>> shapes;
};

std::vector<Refusal> refusals() {
  using namespace std::string_literals;
  return {
      {400,
       "http.malformed",
       {
           {"Nonsense", "hello\r\n\r\n"},
           {"CodingNameWithSpace", kPost + "Transfer-Encoding : chunked\r\n\r\n"},
           {"SpaceBeforeColon", headers("X : a\r\n")},
           {"TabBeforeColon", headers("X\t: a\r\n")},
           {"NoColon", headers("Nothing\r\n")},
           {"EmptyName", headers(": a\r\n")},
           {"NameWithSpecials", headers("X(y): a\r\n")},
           {"TwoSpacesInTheFirstLine", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"SpaceInTheTarget", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"TabInTheFirstLine", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"NoVersion", "GET /\r\nHost: a\r\n\r\n"},
           {"NoTarget", "GET HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"LowerCaseVersion", "GET / http/1.1\r\nHost: a\r\n\r\n"},
       }},
      {400,
       "http.framing",
       {
           {"LengthThenCoding", kPost + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc"},
           {"CodingThenLength", kPost + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc"},
           {"TwoEqualLengths", kPost + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"},
           {"TwoUnequalLengths", kPost + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc"},
           {"ListOfLengths", kPost + "Content-Length: 5, 5\r\n\r\nabcde"},
           {"LengthWithSign", kPost + "Content-Length: +5\r\n\r\nabcde"},
           {"NegativeLength", kPost + "Content-Length: -5\r\n\r\nabcde"},
           {"HexadecimalLength", kPost + "Content-Length: 0x5\r\n\r\nabcde"},
           {"EmptyLength", kPost + "Content-Length:\r\n\r\n"},
           {"LengthWithSpaceInside", kPost + "Content-Length: 1 1\r\n\r\nabcdefghijk"},
           {"LengthBeyondAllNumbers", kPost + "Content-Length: 99999999999999999999\r\n\r\n"},
           {"TwoCodings", kPost + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"},
       }},
      {400,
       "http.transfer_coding",
       {
           {"UnknownCoding", kPost + "Transfer-Encoding: gzip\r\n\r\n"},
           {"CodingList", kPost + "Transfer-Encoding: gzip, chunked\r\n\r\n"},
           {"IdentityCoding", kPost + "Transfer-Encoding: identity\r\n\r\n"},
           {"CodingNotQuiteChunked", kPost + "Transfer-Encoding: xchunked\r\n\r\n"},
           {"CodingInHttp10", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"},
       }},
      {400,
       "http.control_character",
       {
           {"CodingWithVerticalTab", kPost + "Transfer-Encoding: \x0b"
                                             "chunked\r\n\r\n"},
           {"NulInAValue", headers("X: a\0b\r\n"s)},
           {"NulInTheTarget", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"s},
           {"ControlCharacter", headers("X: \x01\r\n")},
           {"Delete", headers("X: \x7f\r\n")},
       }},
      {400,
       "http.host",
       {
           {"TwoHosts", headers("Host: b\r\n")},
           {"NoHost", "GET / HTTP/1.1\r\n\r\n"},
           {"EmptyHost", "GET / HTTP/1.1\r\nHost:\r\n\r\n"},
           {"HostWithPath", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"},
           {"HostWithUser", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"},
           {"HostList", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"},
           {"HostWithBadPort", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"},
       }},
      {400,
       "http.line_end",
       {
           {"BareLineFeeds", "GET / HTTP/1.1\nHost: a\n\n"},
           {"BareLineFeedInAValue", headers("X: a\nY: b\r\n")},
           {"BareReturn", headers("X: a\rY: b\r\n")},
       }},
      {400,
       "http.folded_header",
       {
           {"FoldedLine", headers("X: a\r\n b\r\n")},
           {"FoldedWithTab", headers("X: a\r\n\tTransfer-Encoding: chunked\r\n")},
           {"FirstHeaderFolded", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"},
       }},
      {505,
       "http.version",
       {
           {"Http2Preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
           {"LaterVersion", "GET / HTTP/1.2\r\nHost: a\r\n\r\n"},
       }},
      {501,
       "http.method_unknown",
       {
           {"UnknownMethod", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"Connect", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"LowerCaseMethod", "get / HTTP/1.1\r\nHost: a\r\n\r\n"},
       }},
      {400,
       "http.target",
       {
           {"TargetWithoutSlash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"AsteriskOfGet", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"TargetOfAnotherScheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"TargetWithUser", "GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"TargetWithFragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"TargetWithRawUtf8", "GET /\xd1\x8f HTTP/1.1\r\nHost: a\r\n\r\n"},
       }},
      {400,
       "http.percent_encoding",
       {
           {"PercentAtTheEnd", "GET /a% HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"PercentWithOneDigit", "GET /a%2 HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"PercentWithoutDigits", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"PercentInTheQuery", "GET /?a=%z HTTP/1.1\r\nHost: a\r\n\r\n"},
       }},
      {400,
       "http.nul",
       {
           {"EncodedNul", "GET /a%00.jpg HTTP/1.1\r\nHost: a\r\n\r\n"},
       }},
      {414,
       "http.target_too_long",
       {
           {"OverlongTarget", "GET /" + std::string(9000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n"},
           {"TargetWithoutEnd", "GET /" + std::string(9000, 'a')},
       }},
      {431,
       "http.head_too_large",
       {
           {"OversizedHead", headers("X: " + std::string(17000, 'x') + "\r\n")},
           {"HeadWithoutEnd", "GET / HTTP/1.1\r\nX: " + std::string(17000, 'x')},
       }},
      {431,
       "http.too_many_headers",
       {
           {"TooManyHeaders", headers([] {
              std::string lines;
              for (int i = 0; i < 120; ++i) lines += "X: y\r\n";
              return lines;
            }())},
       }},
      {417,
       "http.expectation",
       {
           {"UnknownExpectation", headers("Expect: miracles\r\n")},
       }},
      {413,
       "http.body_too_large",
       {
           {"AnnouncedBodyTooLarge", kPost + "Content-Length: 1048577\r\n\r\n"},
           {"ChunkedBodyTooLarge", kChunked + "100001\r\n" + std::string(0x100001, 'x')},
       }},
      {400,
       "http.chunk",
       {
           {"ChunkWithoutSize", kChunked + "\r\nabc"},
           {"ChunkSizeWithPrefix", kChunked + "0x3\r\nabc\r\n0\r\n\r\n"},
           {"ChunkSizeWithSign", kChunked + "+3\r\nabc\r\n0\r\n\r\n"},
           {"NegativeChunkSize", kChunked + "-1\r\nabc\r\n0\r\n\r\n"},
           {"ChunkSizeWithSpace", kChunked + "3 \r\nabc\r\n0\r\n\r\n"},
           {"ChunkSizeThatOverflows", kChunked + "10000000000000003\r\nabc\r\n0\r\n\r\n"},
           {"ChunkSizeWithManyZeros", kChunked + std::string(40, '0') + "3\r\nabc\r\n0\r\n\r\n"},
           {"ChunkLongerThanItsSize", kChunked + "3\r\nabcd\r\n0\r\n\r\n"},
           {"ChunkSizeEndsInLineFeed", kChunked + "3\nabc\r\n0\r\n\r\n"},
           {"ChunkEndsInLineFeed", kChunked + "3\r\nabc\n0\r\n\r\n"},
           {"ExtensionEndsInLineFeed", kChunked + "3;a\nabc\r\n0\r\n\r\n"},
           {"ExtensionWithBareReturn", kChunked + "3;a\rb\r\nabc\r\n0\r\n\r\n"},
           {"ExtensionWithNul", kChunked + "3;a\0\r\nabc\r\n0\r\n\r\n"s},
           {"OverlongExtension", kChunked + "3;" + std::string(9000, 'a') + "\r\nabc\r\n0\r\n\r\n"},
           {"OverlongTrailers", kChunked + "0\r\nX: " + std::string(9000, 'a') + "\r\n\r\n"},
           {"FoldedTrailer", kChunked + "0\r\nX: a\r\n b\r\n\r\n"},
           {"TrailerEndsInLineFeed", kChunked + "0\r\nX: a\n\r\n"},
           {"LastLineEndsWrongly", kChunked + "0\r\n\rX"},
       }},
  };
}

std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (const Refusal& refusal : refusals())
    for (const auto& [name, bytes] : refusal.shapes)
      all.push_back({name, bytes, refusal.status, refusal.code});
  return all;
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
