#include "http/piece_tokens.h"

#include "http/deflate_symbols.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace stoa::http {
namespace {

/// A copy from another piece names a distance that only the page knows; shorter ones are dearer than bytes.
constexpr std::uint32_t kLeastFromOthers = 5;
constexpr std::uint32_t kLeastFromItself = 4;
/// Looking farther back finds little more.
constexpr int kMostLooks = 64;

class Tokenizer {
 public:
  Tokenizer(const std::vector<std::string>& pieces, const std::vector<bool>& usually_said)
      : pieces_(pieces), usually_said_(usually_said) {}

  std::vector<PieceToken> next() {
    const std::string_view text = pieces_[piece_];
    std::vector<PieceToken> tokens;
    std::uint32_t at = 0;
    while (at < text.size()) {
      const auto copy = longest(at);
      remember(at);
      // A byte first, when that lets a longer copy begin behind it.
      const auto later = copy && at + 1 < text.size() ? longest(at + 1) : std::nullopt;
      if (!copy || (later && later->length > copy->length + 1)) {
        tokens.push_back({.byte = static_cast<unsigned char>(text[at++])});
        continue;
      }
      tokens.push_back(*copy);
      for (std::uint32_t i = 1; i < copy->length; ++i) remember(at + i);
      at += copy->length;
    }
    ++piece_;
    return tokens;
  }

 private:
  struct Place {
    std::uint32_t piece;
    std::uint32_t offset;
  };

  /// Four bytes from there; nullopt where there are fewer.
  std::optional<std::uint32_t> head(std::uint32_t at) const {
    const std::string_view text = pieces_[piece_];
    if (at + kLeastFromItself > text.size()) return std::nullopt;
    std::uint32_t bytes = 0;
    for (std::uint32_t i = 0; i < kLeastFromItself; ++i)
      bytes = bytes << 8 | static_cast<unsigned char>(text[at + i]);
    return bytes;
  }

  void remember(std::uint32_t at) {
    if (const auto bytes = head(at)) places_[*bytes].push_back({piece_, at});
  }

  std::optional<PieceToken> longest(std::uint32_t at) const {
    const auto bytes = head(at);
    const auto found = bytes ? places_.find(*bytes) : places_.end();
    if (found == places_.end()) return std::nullopt;
    PieceToken best;
    const auto& places = found->second;
    int looks = kMostLooks;
    for (auto place = places.rbegin(); place != places.rend() && looks > 0; ++place, --looks) {
      if (place->piece != piece_ && !usually_said_[place->piece]) continue;
      const std::uint32_t length = common(*place, at);
      const std::uint32_t least = place->piece == piece_ ? kLeastFromItself : kLeastFromOthers;
      if (length >= least && length > best.length)
        best = {.length = length, .piece = place->piece, .offset = place->offset};
    }
    return best.length > 0 ? std::optional(best) : std::nullopt;
  }

  std::uint32_t common(const Place& place, std::uint32_t at) const {
    const std::string_view from = std::string_view(pieces_[place.piece]).substr(place.offset);
    const std::string_view to = std::string_view(pieces_[piece_]).substr(at);
    const std::size_t most = std::min({from.size(), to.size(), kLongestCopy});
    return static_cast<std::uint32_t>(
        std::mismatch(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(most), from.begin()).first -
        to.begin());
  }

  const std::vector<std::string>& pieces_;
  const std::vector<bool>& usually_said_;
  std::uint32_t piece_ = 0;
  std::unordered_map<std::uint32_t, std::vector<Place>> places_;
};

}  // namespace

std::vector<std::vector<PieceToken>> tokens_of(const std::vector<std::string>& pieces,
                                               const std::vector<bool>& usually_said) {
  Tokenizer tokenizer(pieces, usually_said);
  std::vector<std::vector<PieceToken>> tokens;
  for (std::size_t i = 0; i < pieces.size(); ++i) tokens.push_back(tokenizer.next());
  return tokens;
}

}  // namespace stoa::http
