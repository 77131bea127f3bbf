#include "http/compression.h"

#include "http/ascii.h"
#include "http/patch_packing.h"
#include "http/quality.h"

#include <libdeflate.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

namespace stoa::http {
namespace {

/// Below it the answer fits one packet anyway.
constexpr std::size_t kLeastBytes = 1024;
/// By effort, quick and thorough.
constexpr std::array kGzipLevels{1, 6};
constexpr std::array kZstdLevels{1, 6};

constexpr auto kTextTypes = std::to_array<std::string_view>(
    {"application/json", "application/problem+json", "application/javascript", "application/xml",
     "application/atom+xml", "application/manifest+json", "image/svg+xml"});

/// `pack(space)` gives how much of the space it has used: a fraction, so that clearing it first would cost
/// more than copying that.
template <class Pack>
std::string used_of(std::size_t most, Pack&& pack) {
  const auto space = std::make_unique_for_overwrite<char[]>(most);
  return std::string(space.get(), pack(space.get()));
}

struct FreeCompressor {
  void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
};
using Compressor = std::unique_ptr<libdeflate_compressor, FreeCompressor>;

std::string gzip(std::string_view text, std::size_t effort) {
  thread_local std::array<Compressor, kGzipLevels.size()> compressors;
  Compressor& compressor = compressors[effort];
  if (!compressor) compressor.reset(libdeflate_alloc_compressor(kGzipLevels[effort]));
  if (!compressor) throw std::bad_alloc();
  const std::size_t most = libdeflate_gzip_compress_bound(compressor.get(), text.size());
  return used_of(most, [&](char* space) {
    const std::size_t size =
        libdeflate_gzip_compress(compressor.get(), text.data(), text.size(), space, most);
    if (size == 0) throw std::logic_error("gzip needs more than its own bound");
    return size;
  });
}

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

std::string zstd(std::string_view text, std::size_t effort) {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  const std::size_t most = ZSTD_compressBound(text.size());
  return used_of(most, [&](char* space) {
    const std::size_t size =
        ZSTD_compressCCtx(context.get(), space, most, text.data(), text.size(), kZstdLevels[effort]);
    if (ZSTD_isError(size)) throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(size));
    return size;
  });
}

/// What comes back keeps the text with all its forms.
std::shared_ptr<const std::string> form_of(std::shared_ptr<const SharedText> shared, Coding coding) {
  const std::string* form = &shared->text();
  if (coding != Coding::Identity)
    form = &shared->form(static_cast<std::size_t>(coding), [coding](std::string_view text) {
      std::string packed = compressed(coding, text, Effort::Thorough);
      // It was made in room for the worst case.
      packed.shrink_to_fit();
      return packed;
    });
  return {std::move(shared), form};
}

}  // namespace

std::string_view name_of(Coding coding) {
  switch (coding) {
    case Coding::Gzip:
      return "gzip";
    case Coding::Zstd:
      return "zstd";
    case Coding::Identity:
      break;
  }
  return "identity";
}

Coding preferred_coding(std::string_view accepted, Coding favourite) {
  constexpr int kUnsaid = -1;
  int gzip = kUnsaid, zstd = kUnsaid, identity = kUnsaid, others = 0;
  while (!accepted.empty()) {
    std::string_view parameters = cut(accepted, ',');
    const std::string_view name = trimmed(cut(parameters, ';'));
    const int weight = quality_of(parameters);
    if (equal_ignoring_case(name, "gzip") || equal_ignoring_case(name, "x-gzip")) gzip = weight;
    if (equal_ignoring_case(name, "zstd")) zstd = weight;
    if (equal_ignoring_case(name, "identity")) identity = weight;
    if (name == "*") others = weight;
  }
  if (gzip == kUnsaid) gzip = others;
  if (zstd == kUnsaid) zstd = others;
  const int best = std::max(gzip, zstd);
  if (best <= 0 || identity > best) return Coding::Identity;
  if (gzip == zstd) return favourite;
  return zstd == best ? Coding::Zstd : Coding::Gzip;
}

bool is_compressible(std::string_view content_type) {
  const std::string_view type = trimmed(cut(content_type, ';'));
  return type.starts_with("text/") || std::ranges::find(kTextTypes, type) != kTextTypes.end();
}

std::string compressed(Coding coding, std::string_view text, Effort effort) {
  const auto place = static_cast<std::size_t>(effort);
  switch (coding) {
    case Coding::Zstd:
      return zstd(text, place);
    case Coding::Gzip:
      return gzip(text, place);
    case Coding::Identity:
      break;
  }
  return std::string(text);
}

bool is_encodable(const Response& response) {
  // Without its insets it may be long enough, and how long these are need not be asked.
  const bool is_long = text_of(response.body).size() >= kLeastBytes || response.body_size() >= kLeastBytes;
  return is_long && !std::holds_alternative<FilePart>(response.body) && response.status != 206 &&
         is_compressible(response.content_type) && response.header("Content-Encoding") == nullptr;
}

Coding favourite_coding(const Response& response) {
  return response.seams ? Coding::Gzip : Coding::Zstd;
}

void encode(Response& response, Coding coding) {
  if (coding != Coding::Gzip) make_whole(response);
  if (auto* shared = std::get_if<std::shared_ptr<const SharedText>>(&response.body))
    response.body = form_of(std::move(*shared), coding);
  else if (coding == Coding::Gzip && response.seams)
    response.body = response.seams->packing->gzip(text_of(response.body), *response.seams);
  else if (coding != Coding::Identity)
    response.body = compressed(coding, text_of(response.body));
  if (coding == Coding::Identity) return;
  response.seams.reset();
  response.headers.push_back({"Content-Encoding", std::string(name_of(coding))});
}

}  // namespace stoa::http
