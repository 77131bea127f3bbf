#include "base/fields.h"
#include "shop/api.h"

namespace stoa::shop {

struct KeptPicture {
  PictureId id;
  std::string path;
};
StructDescription describe(Described<KeptPicture>) {
  return fields("KeptPicture", field("id", &KeptPicture::id),
                field("path", &KeptPicture::path).help("What a product's `pictures` name it by"));
}

namespace {
using http::Call;
using http::Response;

/// An SVG that is opened by itself is a document: it may draw, and nothing else.
constexpr std::string_view kDrawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/// A form around the picture.
constexpr std::size_t kFormBytes = 16 << 10;

Result<Response> show(Call& call, Shop& shop) {
  const auto id = PictureId::parse(call.parameter("picture"));
  if (!id.ok()) return Error{Error::Kind::NotFound, "picture.absent", "there is no such picture"};
  Picture picture = STOA_TRY(shop.pictures.picture(*id));
  Response answer{.content_type = std::string(media_type(picture.type))};
  answer.body = std::move(picture.content.content);
  // The name is made of the bytes, so under this name they never change.
  answer.headers.push_back({"Cache-Control", "public, max-age=31536000, immutable"});
  answer.headers.push_back({"ETag", '"' + id->text() + '"'});
  if (picture.type == PictureType::Svg)
    answer.headers.push_back({"Content-Security-Policy", std::string(kDrawingPolicy)});
  return answer;
}

Result<Response> upload(Call& call, Shop& shop) {
  const http::FormPart* file = call.file("picture");
  if (!file)
    return Error{Error::Kind::Invalid, "picture.missing",
                 "send a form (multipart/form-data) with the file in its field `picture`"};
  const PictureId id = STOA_TRY(shop.pictures.add(file->content));
  Response answer = http::json(KeptPicture{id, picture_path(id)}, 201);
  answer.headers.push_back({"Location", picture_path(id)});
  return answer;
}

}  // namespace

std::vector<http::Route> picture_routes(const Api& api) {
  using enum http::Method;
  Shop& shop = api.shop;
  return {
      {.method = Get,
       .path = "/pictures/{picture}",
       .kind = http::Kind::Plumbing,
       .summary = "A product's picture",
       .handler = [&shop](Call& call) { return show(call, shop); },
       .caching = http::Caching::Revalidate},
      {.method = Post,
       .path = "/api/admin/pictures",
       .access = http::Access::Admin,
       .summary = "Keeps a picture (JPEG, PNG or WebP, at most 2 MB) that products may name then",
       .handler = [&shop](Call& call) { return upload(call, shop); },
       .returns = &schema_of<KeptPicture>(),
       .success = 201,
       .plan = {.place = http::Plan::Place::Pool,
                .body = http::Plan::Body::ToFile,
                .body_bytes = kMostPictureBytes + kFormBytes}},
  };
}

}  // namespace stoa::shop
