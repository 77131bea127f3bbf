#pragma once
#include "base/result.h"
#include "http/page_files.h"
#include "http/template_tokens.h"
#include "http/translations.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stoa::http {

/// The name a page uses for a static file → the path a browser asks for.
using AssetPaths = std::map<std::string, std::string, std::less<>>;

/// What a site has settled once and for all: whether sections of these names are shown.
using Settled = std::map<std::string, bool, std::less<>>;

/// Template files, cut into tokens; by name without `templates/`.
class TemplateSources {
 public:
  /// Invalid (`templates.syntax`) naming file and line.
  static Result<TemplateSources> read(const PageFiles&);

  /// Null when there is none.
  const std::vector<TemplateToken>* find(std::string_view name) const;

  /// Those that can be shown by themselves: all but layouts. A block of a page has a name too:
  /// `page.html#block`.
  std::vector<std::string> names() const;

  /// One text for the template engine: layout, includes, blocks and everything the page says in `language`
  /// put in place, and what is settled decided, so that nothing of it is looked up while a page is rendered.
  /// Values within addresses get the view that makes them harmless there. Invalid (`templates.syntax`) naming
  /// file and line: a file, translation or asset that is not there, or a value where none is safe.
  Result<std::string> flatten(std::string_view name, Language, const Translations&, const AssetPaths&,
                              const Settled& = {}) const;

 private:
  std::map<std::string, std::vector<TemplateToken>, std::less<>> files_;
};

}  // namespace stoa::http
