#pragma once
#include <span>
#include <string_view>

namespace stoa::http {

/// A file of templates/, static/ or translations/ as it was when the program was built.
struct EmbeddedFile {
  /// `templates/layout.html`.
  std::string_view name;
  std::string_view text;
};

/// What the program brings with it, so that it works alone. The build writes the definition.
std::span<const EmbeddedFile> embedded_files();

}  // namespace stoa::http
