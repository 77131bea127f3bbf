#pragma once
#include "http/escaping.h"
#include "http/page_fields.h"
#include "http/patchwork.h"
#include "http/value_text.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// Fields, and those around them, which are asked for what these lack.
struct Frame {
  const Fields& fields;
  const Frame* outer = nullptr;

  const Value* find(std::string_view name) const;
};

/// A flattened template as the steps of writing it. Safe from any thread.
class TemplateProgram {
 public:
  /// As TemplateSources::flatten gives it.
  explicit TemplateProgram(std::string_view flat);
  ~TemplateProgram();

  /// What it says with these fields; `missing` gets the names that there is no field for. The first time
  /// takes some milliseconds more: what the template itself says is packed then, and what comes out is taken
  /// for what usually does.
  Patchwork run(const Frame&, ValueText&, std::vector<std::string>& missing) const;

  /// All of it, each section once, and each value, by its name and view, as `value` gives it.
  std::string spelled_out(const std::function<std::string(std::string_view name)>& value) const;

 private:
  struct Step {
    enum class Kind { Text, Value, Section } kind;
    /// Text: the piece's number.
    std::uint32_t piece = 0;
    /// Section: the step behind its last one.
    std::uint32_t end = 0;
    Escaping escaping = Escaping::Text;
    std::string field = {};
    std::string view = {};
  };
  class Run;

  void add_text(std::string_view);
  void add_value(std::string_view mark);
  std::shared_ptr<const PatchPacking> packing(std::string_view sample, const Seams&) const;

  std::vector<Step> steps_;
  std::vector<std::string> pieces_;
  /// How long what came out last was.
  mutable std::atomic<std::size_t> usual_bytes_ = 0;
  mutable std::once_flag packed_;
  mutable std::shared_ptr<const PatchPacking> packing_;
};

}  // namespace stoa::http
