#pragma once
#include "http/patchwork.h"

#include <ctemplate/template.h>
#include <ctemplate/template_dictionary_interface.h>

#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace stoa::http {

/// Markup with seams that a dictionary has just given out, so that the text that follows is known for it.
struct Inset {
  const char* at = nullptr;
  std::shared_ptr<const Seams> seams = {};
};

/// A parsed template that knows which parts of its output are its own. Safe from any thread.
class SewnTemplate {
 public:
  explicit SewnTemplate(std::unique_ptr<ctemplate::Template> parsed);
  ~SewnTemplate();

  /// The first time takes some milliseconds more: what the template says is packed then, and what comes out
  /// is taken for what usually does.
  Patchwork expand(const ctemplate::TemplateDictionaryInterface&, const Inset& latest) const;

 private:
  class Pieces;
  const Pieces& pieces() const;
  std::shared_ptr<const PatchPacking> packing(std::string_view sample, const Seams&) const;

  const std::unique_ptr<ctemplate::Template> template_;
  mutable std::once_flag gathered_, packed_;
  mutable std::unique_ptr<const Pieces> pieces_;
  mutable std::shared_ptr<const PatchPacking> packing_;
};

}  // namespace stoa::http
