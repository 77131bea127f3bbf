#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace stoa::http {

/// One step of writing a piece: a byte as it is, or a copy of what a piece said before.
struct PieceToken {
  /// 0: the byte stands for itself.
  std::uint32_t length = 0;
  unsigned char byte = 0;
  /// What is copied: of the same piece, or of one before it.
  std::uint32_t piece = 0;
  std::uint32_t offset = 0;
};

/// The cheapest steps it can find for each piece. What is copied from another piece lies wholly within that,
/// and that is one that pages usually say; what is copied from the same piece begins before it. Takes a
/// microsecond a byte.
std::vector<std::vector<PieceToken>> tokens_of(const std::vector<std::string>& pieces,
                                               const std::vector<bool>& usually_said);

}  // namespace stoa::http
