#include "server_fixture.h"
#include "support/text_of.h"

#include <fstream>

namespace stoa::http {
namespace {
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class ServerUpload : public ServerTest {
 protected:
  ServerUpload() {
    application_.planned = [](const Request&) {
      return Plan{.body = Plan::Body::ToFile, .body_bytes = 16 << 20};
    };
    application_.answer = [this](Request& r) -> Response {
      if (!r.upload) return {.body = std::string("no upload")};
      taken_ = stoa::test::text_of(*r.upload);
      if (r.path == "/keep") std::filesystem::rename(*r.upload, kept_.path() / "kept");
      return {.body = std::to_string(taken_.size()) + "/" + std::to_string(r.body.size())};
    };
    for (int i = 0; i < 3'000'000; ++i) body_ += static_cast<char>('a' + i % 26);
  }

  std::string upload(HttpClient& client, std::string_view path) {
    client.send(request("PUT", path, "Content-Length: " + std::to_string(body_.size()) + "\r\n", body_));
    return client.receive();
  }

  const stoa::test::TemporaryDirectory kept_;
  std::string body_;
  std::string taken_;
};

TEST_F(ServerUpload, GoesToAFileThatIsRemovedWithTheRequest) {
  HttpClient client(start());
  EXPECT_THAT(upload(client, "/look"), EndsWith("\r\n\r\n3000000/0"));
  EXPECT_EQ(taken_, body_);
  EXPECT_TRUE(eventually([&] { return files_in_upload_directory() == 0; }));
}

TEST_F(ServerUpload, StaysWhereItWasMovedTo) {
  HttpClient client(start());
  EXPECT_THAT(upload(client, "/keep"), StartsWith("HTTP/1.1 200 "));
  EXPECT_TRUE(eventually([&] { return files_in_upload_directory() == 0; }));
  EXPECT_EQ(stoa::test::text_of(kept_.path() / "kept"), body_);
}

TEST_F(ServerUpload, ComesInChunksTooAndTheNextRequestBehindIt) {
  HttpClient client(start());
  client.send(request("PUT", "/look", "Transfer-Encoding: chunked\r\n"));
  for (std::size_t at = 0; at < body_.size(); at += 100'000)
    client.send("186A0\r\n" + body_.substr(at, 100'000) + "\r\n");
  client.send("0\r\n\r\n" + request("GET", "/next"));
  EXPECT_THAT(client.receive(), EndsWith("\r\n\r\n3000000/0"));
  EXPECT_EQ(taken_, body_);
  EXPECT_THAT(client.receive(), EndsWith("no upload"));
}

TEST_F(ServerUpload, LeavesNoFileWhenItsClientGoes) {
  HttpClient client(start());
  client.send(request("PUT", "/look", "Content-Length: 3000000\r\n", body_.substr(0, 500'000)));
  ASSERT_TRUE(eventually([&] { return files_in_upload_directory() == 1; }));
  client.reset();
  EXPECT_TRUE(eventually([&] { return files_in_upload_directory() == 0; }));
}

TEST_F(ServerUpload, LeavesNoFileWhenItIsTooLarge) {
  HttpClient client(start());
  client.send(request("PUT", "/look", "Transfer-Encoding: chunked\r\n", "1312D00\r\n"));
  client.try_send(std::string(20'000'000, 'x'));
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 413 "));
  EXPECT_TRUE(eventually([&] { return files_in_upload_directory() == 0; }));
}

TEST_F(ServerUpload, LeavesNoFileWhenTheServerStops) {
  HttpClient client(start());
  client.send(request("PUT", "/look", "Content-Length: 3000000\r\n", body_.substr(0, 500'000)));
  ASSERT_TRUE(eventually([&] { return files_in_upload_directory() == 1; }));
  client.reset();
  server_.reset();
  EXPECT_EQ(files_in_upload_directory(), 0u);
}

TEST_F(ServerUpload, IsRefusedWhenItsDirectoryIsGone) {
  options_.upload_directory = directory_.path() / "made" / "here";
  HttpClient client(start());
  EXPECT_THAT(upload(client, "/look"), StartsWith("HTTP/1.1 200 "));
  std::filesystem::remove_all(directory_.path() / "made");
  client.send(request("PUT", "/look", "Content-Length: 3\r\n", "abc"));
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 507 "));
}

TEST_F(ServerUpload, IsRemovedAtTheNextStartWhenACrashLeftIt) {
  std::ofstream(directory_.path() / "upload-Ab3dEf") << "half";
  std::ofstream(directory_.path() / "something else") << "whole";
  start();
  EXPECT_EQ(files_in_upload_directory(), 1u);
}

}  // namespace
}  // namespace stoa::http
