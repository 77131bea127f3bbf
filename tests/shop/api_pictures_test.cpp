#include "api_fixture.h"
#include "base/json.h"

#include <chrono>
#include <thread>

namespace stoa::shop::test {
namespace {
using namespace std::string_literals;
using http::Method;
using http::Response;
using namespace http::test;
using namespace testing;

const std::string kPng = "\x89PNG\r\n\x1A\n a png"s;

class PictureApi : public ApiSite {
 protected:
  Response get(std::string_view target, std::string_view etag = {}) {
    Asked asked(Method::Get, target);
    if (!etag.empty()) asked.header("If-None-Match", etag);
    return ask(asked, std::nullopt);
  }
  Response upload(const std::optional<Token>& who, const std::string& content,
                  std::string_view field = "picture") {
    Asked asked(Method::Post, "/api/admin/pictures");
    asked.body("multipart/form-data; boundary=b",
               "--b\r\nContent-Disposition: form-data; name=\"" + std::string(field) +
                   "\"; filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n" + content + "\r\n--b--\r\n");
    return ask(asked, who);
  }
};

TEST_F(PictureApi, KeepsWhatAnAdminSendsAndServesItForEver) {
  const Response sent = upload(boss_, kPng);
  ASSERT_EQ(sent.status, 201) << body_of(sent);
  const std::string path = picture_path(PictureId::of(kPng));
  EXPECT_THAT(body_of(sent), HasSubstr(path));
  const Response shown = get(path);
  EXPECT_EQ(shown.status, 200);
  EXPECT_EQ(shown.content_type, "image/png");
  EXPECT_EQ(body_of(shown), kPng);
  EXPECT_THAT(header_of(shown, "Cache-Control"), AllOf(HasSubstr("immutable"), HasSubstr("public")));
  EXPECT_THAT(std::string(shown.fixed_headers), HasSubstr("X-Content-Type-Options: nosniff"));
  EXPECT_EQ(get(path, header_of(shown, "ETag")).status, 304);
}

TEST_F(PictureApi, LetsADrawingDoNothingButDraw) {
  const PictureId id = must(shop().pictures.add_drawing("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"));
  const Response shown = get(picture_path(id));
  EXPECT_EQ(shown.content_type, "image/svg+xml");
  EXPECT_THAT(header_of(shown, "Content-Security-Policy"),
              AllOf(HasSubstr("default-src 'none'"), HasSubstr("sandbox")));
}

TEST_F(PictureApi, RefusesStrangersAndWhatIsNoPicture) {
  EXPECT_EQ(upload(std::nullopt, kPng).status, 401);
  EXPECT_EQ(upload(anna_, kPng).status, 403);
  const Response svg =
      upload(boss_, "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>");
  EXPECT_EQ(svg.status, 400);
  EXPECT_THAT(body_of(svg), HasSubstr("picture.unknown"));
  EXPECT_THAT(body_of(upload(boss_, kPng, "other")), HasSubstr("picture.missing"));
}

TEST_F(PictureApi, KeepsAPictureOffTheLoopsThread) {
  Asked asked(Method::Post, "/api/admin/pictures");
  asked.cookie(http::kSessionCookie, boss_.text());
  const auto planned = site_->plan(asked.request());
  EXPECT_EQ(std::get<http::Plan>(planned).place, http::Plan::Place::Pool);
}

TEST_F(PictureApi, KnowsNoOtherNames) {
  for (const auto* path : {"/pictures/0123456789abcdef0123456789abcdef", "/pictures/x"})
    EXPECT_EQ(get(path).status, 404) << path;
}

TEST_F(PictureApi, SearchesProducts) {
  const Product lamp = product("Настольная лампа", 100);
  product("Chair", 100);
  std::string body;
  for (int i = 0; i < 2000 && body.find(lamp.id.hex()) == body.npos; ++i) {
    body = body_of(get("/api/search?q=%D0%BB%D0%B0%D0%BC%D0%BF%D1%8B"));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_THAT(body, HasSubstr(lamp.id.hex()));
  EXPECT_THAT(body_of(get("/api/search?q=")), HasSubstr("\"products\":[]"));
  EXPECT_EQ(get("/api/search?q=x&cursor=nonsense").status, 400);
  EXPECT_EQ(get("/api/search?q=" + std::string(300, 'x')).status, 400);
  EXPECT_EQ(get("/api/search?q=x&limit=0").status, 400);
}

}  // namespace
}  // namespace stoa::shop::test
