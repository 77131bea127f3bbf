#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace stoa::shop {

/// A picture of the demo as it grows, 400 by 300, in the tints of one colour. Fills and strokes are colours
/// as SVG writes them, `d` is a path's data.
class DemoSheet {
 public:
  /// `colour` as `#rrggbb`; `number` tells pictures of one shape apart.
  DemoSheet(std::string_view colour, std::size_t number);

  /// Of something that stands on the ground.
  void shadow(int x, int width);
  void rect(int x, int y, int width, int height, int round, std::string_view fill);
  void circle(int x, int y, int radius, std::string_view fill);
  void oval(int x, int y, int wide, int high, std::string_view fill);
  void path(std::string_view d, std::string_view fill);
  void line(std::string_view d, std::string_view stroke, int width);
  /// The whole SVG document.
  std::string done() const { return svg_ + "</svg>"; }

  const std::size_t variant;
  const std::string main, dark, deep, light, pale;

 private:
  std::string svg_;
};

}  // namespace stoa::shop
