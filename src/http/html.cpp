#include "http/page_fields.h"

namespace stoa::http {
namespace {

/// Null when they were not all made by one template.
std::shared_ptr<const Seams> joined_seams(std::span<const Html* const> parts) {
  const auto seams = std::make_shared<Seams>();
  for (const Html* part : parts) {
    const Seams* own = part->seams().get();
    if (own == nullptr || (seams->packing && seams->packing != own->packing)) return nullptr;
    seams->packing = own->packing;
    seams->patches.insert(seams->patches.end(), own->patches.begin(), own->patches.end());
    seams->insets.insert(seams->insets.end(), own->insets.begin(), own->insets.end());
  }
  return seams->packing ? seams : nullptr;
}

}  // namespace

Html Html::joined(std::span<const Html* const> parts) {
  auto seams = joined_seams(parts);
  std::size_t size = 0;
  for (const Html* part : parts) size += part->work()->text.size();
  std::string text;
  text.reserve(size);
  for (const Html* part : parts) text += seams ? part->work()->text : part->text();
  return Html(Patchwork{std::move(text), std::move(seams)});
}

}  // namespace stoa::http
