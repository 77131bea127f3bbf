#pragma once
#include "base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stoa::http {

/// A piece of a template file.
struct TemplateToken {
  enum class Kind {
    Text,
    Variable,  // {{name}} {{name.view}}
    Section,   // {{#name}}: shown when the field is there, repeated when it is a list
    Inverted,  // {{^name}}: shown when it is not
    Close,     // {{/name}}
    Include,   // {{>parts/price.html price=total}}
    Layout,    // {{%layout layout.html}}, first in a file
    Content,   // {{%content}}: where a layout puts the page
    Block,     // {{%block name}} … {{%end}}
    End,
    Translate,  // {{%t cart.items count=items}}
    Asset,      // {{%asset app.css}}
    Markup      // {{%html name}}
  };

  Kind kind;
  /// The text, or the word after the mark.
  std::string text;
  std::vector<std::pair<std::string, std::string>> arguments;
  int line;
};

/// Invalid (`templates.syntax`) naming file and line; sections and blocks are closed in what comes back.
Result<std::vector<TemplateToken>> tokenize_template(const std::string& file, std::string_view source);

/// The same everywhere: "templates/x.html:12: what".
Error template_error(const std::string& file, int line, std::string_view what);

}  // namespace stoa::http
