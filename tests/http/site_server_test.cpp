// The site behind the real server: what a client sees on the wire.
#include "base/fields.h"
#include "http/server.h"
#include "http/site.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/typed.h"
#include "store/small_store.h"
#include "support/http_client.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace {
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

struct Note {
  ObjectId id;
  std::string text;
};
StructDescription describe(Described<Note>) {
  return fields("Note", field("id", &Note::id).stored_as("_id"),
                field("text", &Note::text).length(1, 10'000));
}

struct NewNote {
  std::string text;
};
StructDescription describe(Described<NewNote>) {
  return fields("NewNote", field("text", &NewNote::text).length(1, 10'000));
}

const records::Collection& notes() {
  static const records::Collection collection{"notes", {}};
  return collection;
}

/// A domain in miniature.
std::vector<Route> note_routes(records::Records& records) {
  return {
      {.path = "/api/notes/{note:id}",
       .summary = "One note",
       .handler = [&records](Call& call) -> Result<Response> {
         const auto note =
             STOA_TRY(records::get<Note>(records.read(), notes(), call.parameter<ObjectId>("note")));
         if (!note) return Error{Error::Kind::NotFound, "note.absent", "there is no such note"};
         return json(*note);
       },
       .returns = &schema_of<Note>(),
       .caching = Caching::Revalidate},
      {.method = Method::Post,
       .path = "/api/notes",
       .summary = "Writes a note",
       .handler = [&records](Call& call) -> Result<Response> {
         const auto asked = STOA_TRY(call.json<NewNote>());
         return once(call, records, [&](records::Tx& tx) -> Result<Response> {
           const Note note{ObjectId::make(Clock::system().now()), asked.text};
           STOA_TRY(records::insert(tx, notes(), note));
           Response answer = json(note, 201);
           answer.headers.push_back({"Location", "/api/notes/" + note.id.hex()});
           return answer;
         });
       },
       .takes = &schema_of<NewNote>(),
       .returns = &schema_of<Note>(),
       .success = 201,
       .idempotency = Idempotency::Required,
       .keep = Keep::InTransaction,
       .plan = {.body_bytes = 20'000}},
  };
}

class SiteServerTest : public testing::Test {
 protected:
  SiteServerTest() {
    store_ = *store::open(stoa::test::small_store(directory_.path()));
    const std::array collections{&records::collections::idempotency(), &notes()};
    records_ = *records::open_embedded_records(*store_, Clock::system(), collections);
    site_ = std::make_unique<Site>(
        SiteOptions{.secret = Secret::random(), .routes = note_routes(*records_), .records = records_.get()});
    ServerOptions options;
    options.port = 0;
    options.upload_directory = directory_.path();
    server_ = *start_server(options, *site_, store_->progress());
    client_ = std::make_unique<stoa::test::HttpClient>(server_->port());
  }

  std::string post(std::string_view headers, std::string_view body) {
    client_->send("POST /api/notes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" +
                  std::string(headers) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                  std::string(body));
    return client_->receive();
  }
  std::string get(std::string_view path, std::string_view headers = "") {
    client_->send("GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n" + std::string(headers) + "\r\n");
    return client_->receive();
  }
  static std::string header(const std::string& answer, const std::string& name) {
    const std::size_t at = answer.find("\r\n" + name + ": ");
    if (at == answer.npos) return "";
    const std::size_t value = at + name.size() + 4;
    return answer.substr(value, answer.find("\r\n", value) - value);
  }

  stoa::test::TemporaryDirectory directory_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Records> records_;
  std::unique_ptr<Site> site_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<stoa::test::HttpClient> client_;
};

TEST_F(SiteServerTest, WritesANoteOnceAndShowsIt) {
  const std::string first = post("Idempotency-Key: k1\r\n", R"({"text":"hello"})");
  EXPECT_THAT(first, AllOf(StartsWith("HTTP/1.1 201 Created\r\n"), HasSubstr(R"("text":"hello")")));
  const std::string second = post("Idempotency-Key: k1\r\n", R"({"text":"hello"})");
  EXPECT_EQ(header(second, "Location"), header(first, "Location"));
  EXPECT_EQ(header(second, "Idempotent-Replayed"), "true");
  const std::string shown = get(header(first, "Location"));
  EXPECT_THAT(shown, AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr(R"("text":"hello")")));
  EXPECT_THAT(get(header(first, "Location"), "If-None-Match: " + header(shown, "ETag") + "\r\n"),
              AllOf(StartsWith("HTTP/1.1 304 "), EndsWith("\r\n\r\n")));
}

TEST_F(SiteServerTest, SendsSecurityHeadersAndTheRequestsId) {
  const std::string answer = get("/api/notes/0123456789abcdef01234567", "X-Request-Id: my-id-1\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 404 "));
  EXPECT_EQ(header(answer, "Content-Type"), "application/problem+json");
  EXPECT_EQ(header(answer, "X-Content-Type-Options"), "nosniff");
  EXPECT_THAT(header(answer, "Content-Security-Policy"), HasSubstr("frame-ancestors 'none'"));
  EXPECT_EQ(header(answer, "X-Request-Id"), "my-id-1");
  EXPECT_THAT(answer, HasSubstr(R"("request_id":"my-id-1")"));
  EXPECT_THAT(header(get("/nowhere"), "X-Request-Id"), MatchesRegex("[A-Za-z0-9_-]{6,}"));
}

TEST_F(SiteServerTest, CompressesOnTheWire) {
  const std::string made = post("Idempotency-Key: k1\r\n", R"({"text":")" + std::string(5000, 'x') + "\"}");
  const std::string answer = get(header(made, "Location"), "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(header(answer, "Content-Encoding"), "gzip");
  EXPECT_LT(answer.size(), 2000u);
}

TEST_F(SiteServerTest, RefusesWhatTheRouteDoesNotTakeAndGoesOn) {
  EXPECT_THAT(post("", R"({"text":"a"})"),
              AllOf(StartsWith("HTTP/1.1 400 "), HasSubstr("idempotency.key_missing")));
  EXPECT_THAT(post("Idempotency-Key: k2\r\n", R"({"text":""})"), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(get("/api/notes"), AllOf(StartsWith("HTTP/1.1 405 "), HasSubstr("Allow: POST, OPTIONS\r\n")));
  EXPECT_THAT(get("/api/%2e%2e/x"), AllOf(StartsWith("HTTP/1.1 400 "), HasSubstr("\"code\":")));
  EXPECT_THAT(get("/openapi.json"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(SiteServerTest, RefusesABodyThatIsTooLongAsAProblemWithSecurityHeaders) {
  client_->send("POST /api/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 30000\r\n\r\n");
  const std::string answer = client_->receive();
  EXPECT_THAT(answer, AllOf(StartsWith("HTTP/1.1 413 "), HasSubstr("application/problem+json")));
  EXPECT_EQ(header(answer, "X-Content-Type-Options"), "nosniff");
}

}  // namespace
}  // namespace stoa::http
