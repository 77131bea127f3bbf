#pragma once
#include "base/clock.h"
#include "records/records.h"
#include "shop/picture.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

inline constexpr std::size_t kMostPictureBytes = 2 << 20;

/// Part of the transaction that gives a product other pictures: counts the uses that end and those that
/// begin. Paths that lead elsewhere are passed over.
Result<void> change_picture_uses(records::Tx&, const std::vector<std::string>& before,
                                 const std::vector<std::string>& after, Time now);

/// The products' pictures. Safe from any thread.
class Pictures {
 public:
  /// How long a picture that no product names stays.
  static constexpr std::chrono::hours kGrace{24};

  /// All outlive it.
  Pictures(records::Records& records, const Clock& clock) : records_(records), clock_(clock) {}

  /// The picture is then under picture_path(); adding the same bytes again changes nothing but the grace.
  /// Invalid: `picture.too_large` over kMostPictureBytes, `picture.unknown` for what is no JPEG, PNG or WebP.
  Result<PictureId> add(std::string_view content);
  /// An SVG of our own making; what strangers send never comes here, as an SVG can hold scripts.
  Result<PictureId> add_drawing(std::string_view svg);

  /// NotFound (`picture.absent`).
  Result<Picture> picture(const PictureId&);

  /// Removes pictures that no product has named for longer than kGrace, at most `most`; gives how many.
  /// Walks along an index to those alone.
  Result<std::size_t> remove_unused(std::size_t most);

 private:
  Result<PictureId> keep(std::string_view content, PictureType);
  Result<bool> remove_if_unused(const PictureId&, Time before);

  records::Records& records_;
  const Clock& clock_;
};

}  // namespace stoa::shop
