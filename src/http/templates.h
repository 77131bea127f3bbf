#pragma once
#include "base/result.h"
#include "http/page_fields.h"
#include "http/page_files.h"
#include "http/patchwork.h"
#include "http/rendering.h"
#include "http/template_source.h"
#include "http/translations.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// Every template in every language, parsed, with context-aware escaping on. Immutable; safe from any thread.
class Templates {
 public:
  /// `translations` is copied. Invalid (`templates.syntax`) naming file and line. `in_english` and
  /// `in_russian` are settled by the language.
  static Result<std::unique_ptr<const Templates>> parse(const PageFiles&, std::shared_ptr<const Translations>,
                                                        const AssetPaths&, Settled = {});
  ~Templates();

  struct Rendered {
    Patchwork work;
    /// Names that there was no field for; they are written as nothing.
    std::vector<std::string> missing;
  };
  /// The page `front.html`, within its layout, or a block of it alone, `front.html#engines`. A name is looked
  /// up in the section's fields, then outwards, then in `page`, then in `layout`. std::logic_error when there
  /// is no such template.
  Rendered render(std::string_view name, const Rendering&, const Fields& layout, const Fields& page) const;

 private:
  struct Parsed;
  explicit Templates(std::shared_ptr<const Translations>);

  const std::shared_ptr<const Translations> translations_;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace stoa::http
