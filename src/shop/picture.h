#pragma once
#include "base/bytes.h"
#include "base/clock.h"
#include "base/described.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::shop {

/// Names a picture by its content: 32 hex digits.
class PictureId {
 public:
  /// The empty one is no picture's; it only fills a struct until the struct is read.
  PictureId() = default;
  /// The same for the same bytes, on every machine.
  static PictureId of(std::string_view content);
  /// Invalid (`picture.id`) unless it is 32 hex digits in lower case.
  static Result<PictureId> parse(std::string_view text);
  const std::string& text() const { return text_; }
  auto operator<=>(const PictureId&) const = default;

 private:
  explicit PictureId(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

enum class PictureType { Jpeg, Png, WebP, Svg };
EnumDescription describe(Described<PictureType>);
/// `image/jpeg`.
std::string_view media_type(PictureType);

/// By the first bytes, whatever its sender calls it; nullopt for what is none of JPEG, PNG and WebP.
std::optional<PictureType> recognise_picture(std::string_view content);

/// A document of `pictures`. It never changes.
struct Picture {
  PictureId id;
  PictureType type = PictureType::Jpeg;
  Bytes content;
  Time created_at;
};
StructDescription describe(Described<Picture>);

/// A document of `picture_uses`, under the picture's id: how many products name it. It may be there before
/// the picture is.
struct PictureUse {
  PictureId id;
  std::int64_t uses = 0;
  /// While there are none.
  std::optional<Time> unused_since;
};
StructDescription describe(Described<PictureUse>);

/// `/pictures/{id}`: what stands in a product's list.
std::string picture_path(const PictureId&);
/// nullopt for a path that leads elsewhere.
std::optional<PictureId> picture_of_path(std::string_view path);

}  // namespace stoa::shop
