#include "http/sewn_template.h"

#include "http/patch_packing.h"

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {
namespace {

using ctemplate::TemplateString;

/// Most pages need no more.
constexpr std::size_t kUsualPatches = 512;
constexpr std::size_t kUsualBytes = 16 << 10;

/// Shows every section once, and every value as nothing: what comes out then is what the template itself
/// says.
class Silence final : public ctemplate::TemplateDictionaryInterface {
 protected:
  TemplateString GetValue(const TemplateString&) const override { return {"", 0}; }
  bool IsHiddenSection(const TemplateString&) const override { return false; }
  bool IsUnhiddenSection(const TemplateString&) const override { return true; }
  bool IsHiddenTemplate(const TemplateString&) const override { return true; }
  const char* GetIncludeTemplateName(const TemplateString&, int) const override { return nullptr; }
  Iterator* CreateTemplateIterator(const TemplateString&) const override { return new NoRows; }
  Iterator* CreateSectionIterator(const TemplateString&) const override { return new NoRows; }
  void DumpToString(std::string*, int) const override {}

 private:
  class NoRows final : public Iterator {
   public:
    bool HasNext() const override { return false; }
    const TemplateDictionaryInterface& Next() override { throw std::logic_error("there is no next row"); }
  };
};

/// Calls back with the bytes of each part.
template <class Take>
class Emitter final : public ctemplate::ExpandEmitter {
 public:
  explicit Emitter(Take take) : take_(std::move(take)) {}
  void Emit(char byte) override { take_(std::string_view(&byte, 1)); }
  void Emit(const std::string& text) override { take_(std::string_view(text)); }
  void Emit(const char* text) override { take_(std::string_view(text)); }
  void Emit(const char* text, size_t size) override { take_(std::string_view(text, size)); }

 private:
  Take take_;
};

}  // namespace

/// The engine hands out its own text in place, so where a part lies tells which piece it is. An address that
/// something else has come to lie at does no harm: the packing looks at what it says.
class SewnTemplate::Pieces {
 public:
  explicit Pieces(const std::vector<std::string_view>& parts)
      : mask_(std::bit_ceil(parts.size() * 2 + 1) - 1), slots_(mask_ + 1) {
    for (const std::string_view part : parts) {
      Slot& slot = slot_of(part.data());
      if (slot.at != nullptr) continue;
      slot = {part.data(), part.size(), static_cast<std::uint32_t>(texts_.size())};
      texts_.emplace_back(part);
    }
  }

  /// kNew when it is none.
  std::uint32_t number_of(std::string_view part) const {
    const Slot& slot = const_cast<Pieces*>(this)->slot_of(part.data());
    return slot.at != nullptr && slot.size == part.size() ? slot.piece : Patch::kNew;
  }

  const std::vector<std::string>& texts() const { return texts_; }

 private:
  struct Slot {
    const char* at = nullptr;
    std::size_t size = 0;
    std::uint32_t piece = Patch::kNew;
  };

  /// The one with that address, or the empty one where it would stand.
  Slot& slot_of(const char* at) {
    std::size_t place = reinterpret_cast<std::uintptr_t>(at) * 0x9e3779b97f4a7c15U >> 32;
    while (slots_[place & mask_].at != nullptr && slots_[place & mask_].at != at) ++place;
    return slots_[place & mask_];
  }

  const std::size_t mask_;
  std::vector<Slot> slots_;
  std::vector<std::string> texts_;
};

SewnTemplate::SewnTemplate(std::unique_ptr<ctemplate::Template> parsed) : template_(std::move(parsed)) {}
SewnTemplate::~SewnTemplate() = default;

const SewnTemplate::Pieces& SewnTemplate::pieces() const {
  std::call_once(gathered_, [this] {
    std::vector<std::string_view> parts;
    Emitter gather([&](std::string_view part) {
      if (!part.empty()) parts.push_back(part);
    });
    const Silence silence;
    template_->Expand(&gather, &silence);
    pieces_ = std::make_unique<const Pieces>(parts);
  });
  return *pieces_;
}

std::shared_ptr<const PatchPacking> SewnTemplate::packing(std::string_view sample, const Seams& seams) const {
  std::call_once(packed_, [&] {
    packing_ = std::make_shared<const PatchPacking>(pieces_->texts(), sample, seams.patches);
  });
  return packing_;
}

Patchwork SewnTemplate::expand(const ctemplate::TemplateDictionaryInterface& dictionary,
                               const Inset& latest) const {
  const Pieces& pieces = this->pieces();
  const auto seams = std::make_shared<Seams>();
  std::vector<Patch>& patches = seams->patches;
  patches.reserve(kUsualPatches);
  std::string text;
  text.reserve(kUsualBytes);
  Emitter sew([&](std::string_view part) {
    if (part.empty()) return;
    const auto size = static_cast<std::uint32_t>(part.size());
    std::uint32_t piece = pieces.number_of(part);
    if (latest.at == part.data()) {
      piece = Patch::kInset;
      seams->insets.push_back(latest.seams);
    }
    if (piece == Patch::kNew && !patches.empty() && patches.back().piece == Patch::kNew)
      patches.back().size += size;
    else
      patches.push_back({piece, size});
    text += part;
  });
  template_->Expand(&sew, &dictionary);
  seams->packing = packing(text, *seams);
  return {std::move(text), seams};
}

}  // namespace stoa::http
