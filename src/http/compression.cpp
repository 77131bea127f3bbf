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

bool Compression::applies(const Response& response) {
  return !std::holds_alternative<FilePart>(response.body) && response.body_size() >= kLeastBytes &&
         response.status != 206 && is_compressible(response.content_type) &&
         response.header("Content-Encoding") == nullptr;
}

Coding Compression::favourite(const Response& response) {
  return response.seams ? Coding::Gzip : Coding::Zstd;
}

void Compression::apply(Response& response, Coding coding) {
  if (coding != Coding::Gzip) make_whole(response);
  if (coding == Coding::Gzip && response.seams)
    response.body = response.seams->packing->gzip(text_of(response.body), *response.seams);
  else if (response.seams || std::holds_alternative<std::string>(response.body))
    response.body = compressed(coding, text_of(response.body));
  else
    response.body = shared_form(std::get<Shared>(response.body), coding);
  response.seams.reset();
  response.headers.push_back({"Content-Encoding", std::string(name_of(coding))});
}

Compression::Shared Compression::shared_form(const Shared& original, Coding coding) {
  const Key key{original.get(), coding};
  auto& guarded = shards_[KeyHash{}(key) / 64 % kShards];
  {
    const auto shard = guarded.lock();
    const auto found = shard->entries.find(key);
    if (found != shard->entries.end() && found->second.original.lock() == original)
      return found->second.compressed;
  }
  std::string form = compressed(coding, *original, Effort::Thorough);
  // It was made in room for the worst case.
  form.shrink_to_fit();
  auto made = std::make_shared<const std::string>(std::move(form));
  keep(*guarded.lock(), key, {original, made});
  return made;
}

void Compression::keep(Shard& shard, const Key& key, Entry entry) const {
  const std::size_t size = entry.compressed->size();
  if (size > shard_bytes_) return;
  if (const auto before = shard.entries.find(key); before != shard.entries.end()) {
    shard.bytes -= before->second.compressed->size();
    before->second = std::move(entry);
  } else {
    shard.entries.emplace(key, std::move(entry));
    shard.oldest_first.push_back(key);
  }
  shard.bytes += size;
  while (shard.bytes > shard_bytes_) drop_oldest(shard);
}

void Compression::drop_oldest(Shard& shard) {
  const auto oldest = shard.entries.find(shard.oldest_first.front());
  shard.oldest_first.pop_front();
  shard.bytes -= oldest->second.compressed->size();
  shard.entries.erase(oldest);
}

}  // namespace stoa::http
