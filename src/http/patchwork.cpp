#include "http/patchwork.h"

#include "http/patch_packing.h"

namespace stoa::http {
namespace {

/// Most texts have fewer bytes that no piece says.
constexpr std::size_t kUsuallyNew = 4096;

void append(std::string& to, const Digest& digest) {
  to.append(reinterpret_cast<const char*>(&digest), sizeof digest);
}

void append_whole(std::string& to, std::string_view text, const Seams& seams) {
  std::size_t at = 0;
  auto inset = seams.insets.begin();
  for (const Patch& patch : seams.patches) {
    if (patch.piece == Patch::kInset) {
      const Patchwork& work = **inset++;
      if (patch.size == 0) append_whole(to, work.text, *work.seams);
    }
    to += text.substr(at, patch.size);
    at += patch.size;
  }
}

}  // namespace

std::size_t Seams::whole_size(std::string_view text) const {
  std::size_t size = text.size();
  auto patch = patches.begin();
  for (const auto& inset : insets) {
    while (patch->piece != Patch::kInset) ++patch;
    if (patch++->size == 0) size += inset->seams->whole_size(inset->text);
  }
  return size;
}

std::string Seams::whole_text(std::string_view text) const {
  std::string whole;
  whole.reserve(whole_size(text));
  append_whole(whole, text, *this);
  return whole;
}

Digest Seams::digest(std::string_view text) const {
  // What the pieces say is told by their numbers and by who knows them.
  std::string told(reinterpret_cast<const char*>(patches.data()), patches.size() * sizeof(Patch));
  told.reserve(told.size() + kUsuallyNew);
  if (packing) append(told, packing->digest());
  std::size_t at = 0;
  auto inset = insets.begin();
  for (const Patch& patch : patches) {
    if (!patch.is_piece() || !packing) told.append(text, at, patch.size);
    at += patch.size;
    if (patch.piece != Patch::kInset) continue;
    const Patchwork& work = **inset++;
    if (patch.size == 0) append(told, work.seams->kept_digest(work.text));
  }
  return digest_of(told);
}

const Digest& Seams::kept_digest(std::string_view text) const {
  std::call_once(digested_, [&] { digest_ = digest(text); });
  return digest_;
}

std::shared_ptr<const Seams> Seams::of_whole() const {
  const auto seams = std::make_shared<Seams>();
  seams->packing = packing;
  seams->patches = patches;
  seams->insets = insets;
  auto inset = insets.begin();
  for (Patch& patch : seams->patches) {
    if (patch.piece != Patch::kInset) continue;
    const Patchwork& work = **inset++;
    if (patch.size == 0) patch.size = static_cast<std::uint32_t>(work.seams->whole_size(work.text));
  }
  return seams;
}

}  // namespace stoa::http
