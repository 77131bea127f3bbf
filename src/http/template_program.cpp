#include "http/template_program.h"

#include "http/patch_packing.h"

#include <stdexcept>

namespace stoa::http {
namespace {

/// Most pages need no more.
constexpr std::size_t kUsualPatches = 256;

constexpr std::string_view kOpen = "{{", kClose = "}}";

/// `price__raw` is the view `raw` of `price`.
std::pair<std::string_view, std::string_view> field_and_view(std::string_view name) {
  const auto at = name.find("__");
  if (at == std::string_view::npos) return {name, {}};
  return {name.substr(0, at), name.substr(at + 2)};
}

}  // namespace

const Value* Frame::find(std::string_view name) const {
  for (const Frame* frame = this; frame; frame = frame->outer)
    if (const Value* value = frame->fields.find(name)) return value;
  return nullptr;
}

TemplateProgram::TemplateProgram(std::string_view flat) {
  std::vector<std::size_t> open;
  while (!flat.empty()) {
    const auto at = flat.find(kOpen);
    add_text(flat.substr(0, at));
    if (at == std::string_view::npos) break;
    const auto end = flat.find(kClose, at);
    if (end == std::string_view::npos) throw std::logic_error("a mark in a flattened template does not end");
    const std::string_view mark = flat.substr(at + kOpen.size(), end - at - kOpen.size());
    flat.remove_prefix(end + kClose.size());
    if (mark.starts_with('/')) {
      steps_.at(open.back()).end = static_cast<std::uint32_t>(steps_.size());
      open.pop_back();
      continue;
    }
    if (mark.starts_with('#')) open.push_back(steps_.size());
    add_value(mark);
  }
  if (!open.empty()) throw std::logic_error("a section in a flattened template does not end");
}

TemplateProgram::~TemplateProgram() = default;

void TemplateProgram::add_text(std::string_view text) {
  if (text.empty()) return;
  steps_.push_back({.kind = Step::Kind::Text, .piece = static_cast<std::uint32_t>(pieces_.size())});
  pieces_.emplace_back(text);
}

void TemplateProgram::add_value(std::string_view mark) {
  const bool is_section = mark.starts_with('#');
  if (is_section) mark.remove_prefix(1);
  const auto colon = mark.find(':');
  const std::string_view modifier = colon == std::string_view::npos ? "" : mark.substr(colon + 1);
  const auto [field, view] = field_and_view(mark.substr(0, colon));
  steps_.push_back({.kind = is_section ? Step::Kind::Section : Step::Kind::Value,
                    .escaping = modifier == "none" ? Escaping::None
                                : modifier == "p"  ? Escaping::Text
                                                   : Escaping::Address,
                    .field = std::string(field),
                    .view = std::string(view)});
}

/// One writing of a template.
class TemplateProgram::Run {
 public:
  Run(const TemplateProgram& program, ValueText& values, std::vector<std::string>& missing, Seams& seams)
      : program_(program), values_(values), missing_(missing), seams_(seams) {
    seams_.patches.reserve(kUsualPatches);
    // A page is about as long as the one before.
    text.reserve(program.usual_bytes_.load(std::memory_order_relaxed) * 9 / 8);
  }

  void steps(std::uint32_t first, std::uint32_t end, const Frame& frame) {
    for (std::uint32_t i = first; i < end; ++i) {
      const Step& step = program_.steps_[i];
      switch (step.kind) {
        case Step::Kind::Text:
          add_piece(step.piece);
          break;
        case Step::Kind::Value:
          add_value(step, frame);
          break;
        case Step::Kind::Section:
          section(i, step, frame);
          i = step.end - 1;
          break;
      }
    }
  }

  std::string text;

 private:
  void add_piece(std::uint32_t piece) {
    const std::string& said = program_.pieces_[piece];
    text += said;
    seams_.patches.push_back({piece, static_cast<std::uint32_t>(said.size())});
  }

  void add_value(const Step& step, const Frame& frame) {
    const Value* value = frame.find(step.field);
    if (!value) {
      missing_.push_back(step.field);
      return;
    }
    std::vector<Patch>& patches = seams_.patches;
    const Html* markup = std::get_if<Html>(&value->state());
    if (markup && markup->seams() && step.view == "html") {
      if (markup->empty()) return;
      patches.push_back({Patch::kInset, 0});
      seams_.insets.push_back(markup->work());
      return;
    }
    const std::size_t before = text.size();
    append_escaped(text, values_(*value, step.view), step.escaping);
    const auto size = static_cast<std::uint32_t>(text.size() - before);
    if (size == 0) return;
    if (!patches.empty() && patches.back().piece == Patch::kNew) {
      patches.back().size += size;
    } else {
      patches.push_back({Patch::kNew, size});
    }
  }

  void section(std::uint32_t at, const Step& step, const Frame& frame) {
    const Value* value = frame.find(step.field);
    if (step.view.empty()) {
      if (const List* list = value ? std::get_if<List>(&value->state()) : nullptr) {
        for (const Fields& row : *list) steps(at + 1, step.end, {row, &frame});
        return;
      }
    }
    const bool is_shown = step.view.empty()     ? ValueText::is_shown(value)
                          : step.view == "none" ? !ValueText::is_shown(value)
                                                : values_.has_plural(value, step.view);
    if (is_shown) steps(at + 1, step.end, frame);
  }

  const TemplateProgram& program_;
  ValueText& values_;
  std::vector<std::string>& missing_;
  Seams& seams_;
};

std::shared_ptr<const PatchPacking> TemplateProgram::packing(std::string_view sample,
                                                             const Seams& seams) const {
  std::call_once(packed_,
                 [&] { packing_ = std::make_shared<const PatchPacking>(pieces_, sample, seams.patches); });
  return packing_;
}

Patchwork TemplateProgram::run(const Frame& frame, ValueText& values,
                               std::vector<std::string>& missing) const {
  const auto seams = std::make_shared<Seams>();
  Run run(*this, values, missing, *seams);
  run.steps(0, static_cast<std::uint32_t>(steps_.size()), frame);
  seams->packing = packing(run.text, *seams);
  usual_bytes_.store(run.text.size(), std::memory_order_relaxed);
  return {std::move(run.text), seams};
}

std::string TemplateProgram::spelled_out(const std::function<std::string(std::string_view)>& value) const {
  std::string text;
  for (const Step& step : steps_) {
    if (step.kind == Step::Kind::Text) text += pieces_[step.piece];
    if (step.kind == Step::Kind::Value)
      append_escaped(text, value(step.view.empty() ? step.field : step.field + "__" + step.view),
                     step.escaping);
  }
  return text;
}

}  // namespace stoa::http
