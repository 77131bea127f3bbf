#include "http/multipart.h"

#include "asked.h"
#include "http/call.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <fstream>

namespace stoa::http {
namespace {
using test::Asked;
using testing::HasSubstr;

constexpr std::string_view kPicture("\x89PNG\0\r\n--Xy\r\n\xff", 14);

std::string form() {
  std::string text =
      "--XyZ\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\ntoken&=\r\n"
      "--XyZ\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a;b.png\"\r\nContent-Type: "
      "image/png\r\n\r\n";
  text += kPicture;
  text +=
      "\r\n--XyZ\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n"
      "--XyZ\r\nContent-Disposition: form-data; name=\"none\"; filename=\"\"\r\n\r\n\r\n"
      "--XyZ--\r\n";
  return text;
}

void expect_the_form(Call& call) {
  const auto opened = call.open_form();
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  EXPECT_EQ(call.form("csrf"), "token&=");
  EXPECT_EQ(call.form("empty"), "");
  EXPECT_EQ(call.form("picture"), std::nullopt);
  EXPECT_EQ(call.file("csrf"), nullptr);
  EXPECT_EQ(call.file("none"), nullptr);
  const FormPart* picture = call.file("picture");
  ASSERT_NE(picture, nullptr);
  EXPECT_EQ(picture->file_name, "a;b.png");
  EXPECT_EQ(picture->content_type, "image/png");
  EXPECT_EQ(picture->content, kPicture);
}

TEST(Multipart, GivesFieldsAndFiles) {
  Asked asked(Method::Post, "/");
  asked.body("multipart/form-data; boundary=XyZ", form());
  Call call(asked.request());
  expect_the_form(call);
}

TEST(Multipart, IsReadFromTheFileThatItWasStreamedTo) {
  stoa::test::TemporaryDirectory directory;
  const auto path = directory.path() / "upload";
  std::ofstream(path, std::ios::binary) << form();
  Asked asked(Method::Post, "/");
  asked.header("Content-Type", "Multipart/Form-Data; charset=x; boundary=\"XyZ\"").request().upload = path;
  Call call(asked.request());
  expect_the_form(call);
}

TEST(Multipart, ThatIsNotWellFormedIsRefused) {
  const auto code_of = [](std::string_view body, std::string_view boundary = "XyZ") {
    const auto parts = read_multipart(body, boundary);
    return parts.ok() ? "" : parts.error().code;
  };
  const std::string head = "Content-Disposition: form-data; name=\"a\"\r\n\r\n";
  EXPECT_EQ(code_of("--XyZ--"), "");
  EXPECT_EQ(code_of("--XyZ\r\n" + head + "1\r\n--XyZ--"), "");
  for (const std::string& body :
       {std::string(), std::string("--XyZ"), std::string("x--XyZ--"), "--XyZ\r\n" + head + "1",
        "--XyZ\r\n" + head + "1\r\n--XyZ", "--XyZ" + head + "1\r\n--XyZ--",
        "--XyZ\r\n" + head + "\xff\r\n--XyZ--",
        std::string("--XyZ\r\nContent-Disposition: form-data\r\n\r\n1\r\n--XyZ--"),
        std::string("--XyZ\r\n\r\n--XyZ--"), "--XyZ\r\n" + std::string(5000, 'x') + "\r\n\r\n1\r\n--XyZ--"})
    EXPECT_EQ(code_of(body), "http.form") << body;
  EXPECT_EQ(code_of("----", ""), "http.form");
  EXPECT_EQ(code_of("--" + std::string(71, 'a') + "--", std::string(71, 'a')), "http.form");
}

TEST(Multipart, WithTooManyPartsIsRefused) {
  std::string body = "--b";
  for (int i = 0; i < 201; ++i) body += "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b";
  EXPECT_FALSE(read_multipart(body + "--", "b").ok());
}

RC_GTEST_PROP(MultipartProperty, OfAnyBytesEndsWithPartsOrAnError, (const std::string& bytes)) {
  const std::string head = "\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n";
  RC_PRE(bytes.find("\r\n--b") == std::string::npos);
  const std::string body = "--b" + head + bytes + "\r\n--b--";
  const auto parts = read_multipart(body, "b");
  RC_ASSERT(parts.ok());
  RC_ASSERT(parts->front().content == bytes);
  (void)read_multipart(bytes, "b");
  (void)read_multipart("--b" + bytes, "b");
}

}  // namespace
}  // namespace stoa::http
