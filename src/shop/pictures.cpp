#include "shop/pictures.h"

#include "records/collections.h"
#include "records/typed.h"

#include <map>

namespace stoa::shop {
namespace {
using records::collections::picture_uses;

Error absent() {
  return {Error::Kind::NotFound, "picture.absent", "there is no such picture"};
}

/// A product that names a picture twice uses it twice.
Result<void> count(records::Tx& tx, const PictureId& id, std::int64_t delta, Time now) {
  auto use = STOA_TRY(records::get<PictureUse>(tx, picture_uses(), id.text()));
  const bool known = use.has_value();
  if (!known) use = PictureUse{.id = id, .uses = 0, .unused_since = std::nullopt};
  use->uses = std::max<std::int64_t>(use->uses + delta, 0);
  use->unused_since.reset();
  if (use->uses == 0) use->unused_since = now;
  return known ? records::replace(tx, picture_uses(), *use) : records::insert(tx, picture_uses(), *use);
}

}  // namespace

Result<void> change_picture_uses(records::Tx& tx, const std::vector<std::string>& before,
                                 const std::vector<std::string>& after, Time now) {
  std::map<PictureId, std::int64_t> change;
  for (const auto& path : before)
    if (const auto id = picture_of_path(path)) --change[*id];
  for (const auto& path : after)
    if (const auto id = picture_of_path(path)) ++change[*id];
  for (const auto& [id, delta] : change)
    if (delta != 0) STOA_TRY(count(tx, id, delta, now));
  return {};
}

Result<PictureId> Pictures::add(std::string_view content) {
  const auto type = recognise_picture(content);
  if (!type)
    return Error{Error::Kind::Invalid, "picture.unknown",
                 "a picture is a JPEG, PNG or WebP file; save it as one of these and send that"};
  return keep(content, *type);
}

Result<PictureId> Pictures::add_drawing(std::string_view svg) {
  return keep(svg, PictureType::Svg);
}

Result<PictureId> Pictures::keep(std::string_view content, PictureType type) {
  if (content.size() > kMostPictureBytes)
    return Error{Error::Kind::Invalid, "picture.too_large",
                 "a picture is at most 2 MB; make it smaller and send that"};
  const Time now = clock_.now();
  const Picture picture{PictureId::of(content), type, {std::string(content)}, now};
  return records_.transact([&](records::Tx& tx) -> Result<PictureId> {
    if (!STOA_TRY(tx.get(records::collections::pictures(), picture.id.text())))
      STOA_TRY(records::insert(tx, records::collections::pictures(), picture));
    const auto use = STOA_TRY(records::get<PictureUse>(tx, picture_uses(), picture.id.text()));
    if (!use || use->uses == 0) STOA_TRY(count(tx, picture.id, 0, now));
    return picture.id;
  });
}

Result<Picture> Pictures::picture(const PictureId& id) {
  auto found = STOA_TRY(records::get<Picture>(records_.read(), records::collections::pictures(), id.text()));
  if (!found) return absent();
  return *std::move(found);
}

Result<bool> Pictures::remove_if_unused(const PictureId& id, Time before) {
  return records_.transact([&](records::Tx& tx) -> Result<bool> {
    const auto use = STOA_TRY(records::get<PictureUse>(tx, picture_uses(), id.text()));
    if (!use || use->uses > 0 || !use->unused_since || *use->unused_since > before) return false;
    STOA_TRY(tx.remove(picture_uses(), id.text()));
    STOA_TRY(tx.remove(records::collections::pictures(), id.text()));
    return true;
  });
}

// Only moments: the uses without one sort below them as null.
Result<std::size_t> Pictures::remove_unused(std::size_t most) {
  using records::Query;
  const Time before = clock_.now() - kGrace;
  const auto unused = STOA_TRY(records::find<PictureUse>(records_.read(), picture_uses(),
                                                         {.index = "unused_since",
                                                          .min = Query::Bound{true, Query::End::Excluded},
                                                          .max = Query::Bound{before, Query::End::Included},
                                                          .limit = most}));
  std::size_t removed = 0;
  for (const auto& use : unused.documents) removed += STOA_TRY(remove_if_unused(use.id, before)) ? 1 : 0;
  return removed;
}

}  // namespace stoa::shop
