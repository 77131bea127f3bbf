#include "shop/picture.h"

#include "base/fields.h"

#include <sodium.h>

#include <algorithm>
#include <array>

namespace stoa::shop {
namespace {

constexpr std::size_t kHashBytes = 16;
constexpr std::string_view kFolder = "/pictures/";

}  // namespace

PictureId PictureId::of(std::string_view content) {
  std::array<unsigned char, kHashBytes> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(content.data()),
                     content.size(), nullptr, 0);
  std::string hex(2 * kHashBytes + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
  hex.pop_back();  // the NUL
  return PictureId(std::move(hex));
}

Result<PictureId> PictureId::parse(std::string_view text) {
  if (text.size() != 2 * kHashBytes || text.find_first_not_of("0123456789abcdef") != text.npos)
    return Error{Error::Kind::Invalid, "picture.id", "a picture's id is 32 hex digits in lower case"};
  return PictureId(std::string(text));
}

EnumDescription describe(Described<PictureType>) {
  return names({{"jpeg", PictureType::Jpeg},
                {"png", PictureType::Png},
                {"webp", PictureType::WebP},
                {"svg", PictureType::Svg}});
}

std::string_view media_type(PictureType type) {
  switch (type) {
    case PictureType::Jpeg:
      return "image/jpeg";
    case PictureType::Png:
      return "image/png";
    case PictureType::WebP:
      return "image/webp";
    case PictureType::Svg:
      return "image/svg+xml";
  }
  return "application/octet-stream";
}

std::optional<PictureType> recognise_picture(std::string_view content) {
  using namespace std::string_view_literals;
  if (content.starts_with("\xFF\xD8\xFF"sv)) return PictureType::Jpeg;
  if (content.starts_with("\x89PNG\r\n\x1A\n"sv)) return PictureType::Png;
  if (content.size() >= 16 && content.starts_with("RIFF"sv) && content.substr(8, 7) == "WEBPVP8"sv)
    return PictureType::WebP;
  return std::nullopt;
}

StructDescription describe(Described<Picture>) {
  return fields("Picture", field("id", &Picture::id).stored_as("_id"), field("type", &Picture::type),
                field("content", &Picture::content), field("created_at", &Picture::created_at));
}

StructDescription describe(Described<PictureUse>) {
  return fields("PictureUse", field("id", &PictureUse::id).stored_as("_id"), field("uses", &PictureUse::uses),
                field("unused_since", &PictureUse::unused_since));
}

std::string picture_path(const PictureId& id) {
  return std::string(kFolder) + id.text();
}

std::optional<PictureId> picture_of_path(std::string_view path) {
  if (!path.starts_with(kFolder)) return std::nullopt;
  auto id = PictureId::parse(path.substr(kFolder.size()));
  if (!id.ok()) return std::nullopt;
  return *std::move(id);
}

}  // namespace stoa::shop
