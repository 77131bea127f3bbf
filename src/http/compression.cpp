#include "http/compression.h"

#include "http/ascii.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

namespace stoa::http {
namespace {

/// Below it the answer fits one packet anyway.
constexpr std::size_t kLeastBytes = 1024;
/// Measured on pages of 15 KB: a step more costs as much time again and saves a hundredth.
constexpr int kGzipLevel = 4;
constexpr int kZstdLevel = 3;

constexpr auto kTextTypes =
    std::to_array<std::string_view>({"application/json", "application/problem+json", "application/javascript",
                                     "application/xml", "application/manifest+json", "image/svg+xml"});

/// In thousandths; a weight that is none counts as 0, so that nobody gets what was not asked for.
int weight_of(std::string_view parameters) {
  while (!parameters.empty()) {
    std::string_view parameter = trimmed(cut(parameters, ';'));
    if (!equal_ignoring_case(trimmed(cut(parameter, '=')), "q")) continue;
    double weight = 0;
    const std::string_view number = trimmed(parameter);
    const auto [end, fault] = std::from_chars(number.data(), number.data() + number.size(), weight);
    const bool good =
        fault == std::errc() && end == number.data() + number.size() && weight >= 0 && weight <= 1;
    return good ? static_cast<int>(weight * 1000 + 0.5) : 0;
  }
  return 1000;
}

class Gzip {
 public:
  Gzip() {
    // 16 more than the window asks zlib for gzip's frame.
    if (deflateInit2(&stream_, kGzipLevel, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::runtime_error("zlib does not start");
  }
  ~Gzip() { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  std::string operator()(std::string_view text) {
    deflateReset(&stream_);
    std::string out(deflateBound(&stream_, text.size()), '\0');
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    if (deflate(&stream_, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("zlib does not end");
    out.resize(stream_.total_out);
    return out;
  }

 private:
  z_stream stream_{};
};

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

std::string zstd(std::string_view text) {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compressCCtx(context.get(), out.data(), out.size(), text.data(), text.size(), kZstdLevel);
  if (ZSTD_isError(size)) throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(size));
  out.resize(size);
  return out;
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

Coding preferred_coding(std::string_view accepted) {
  constexpr int kUnsaid = -1;
  int gzip = kUnsaid, zstd = kUnsaid, identity = kUnsaid, others = 0;
  while (!accepted.empty()) {
    std::string_view parameters = cut(accepted, ',');
    const std::string_view name = trimmed(cut(parameters, ';'));
    const int weight = weight_of(parameters);
    if (equal_ignoring_case(name, "gzip") || equal_ignoring_case(name, "x-gzip")) gzip = weight;
    if (equal_ignoring_case(name, "zstd")) zstd = weight;
    if (equal_ignoring_case(name, "identity")) identity = weight;
    if (name == "*") others = weight;
  }
  if (gzip == kUnsaid) gzip = others;
  if (zstd == kUnsaid) zstd = others;
  const int best = std::max(gzip, zstd);
  if (best <= 0 || identity > best) return Coding::Identity;
  return zstd == best ? Coding::Zstd : Coding::Gzip;
}

bool is_compressible(std::string_view content_type) {
  const std::string_view type = trimmed(cut(content_type, ';'));
  return type.starts_with("text/") || std::ranges::find(kTextTypes, type) != kTextTypes.end();
}

std::string compressed(Coding coding, std::string_view text) {
  if (coding == Coding::Zstd) return zstd(text);
  if (coding == Coding::Identity) return std::string(text);
  thread_local Gzip gzip;
  return gzip(text);
}

bool Compression::applies(const Response& response) {
  return !std::holds_alternative<FilePart>(response.body) && response.body_size() >= kLeastBytes &&
         response.status != 206 && is_compressible(response.content_type) &&
         response.header("Content-Encoding") == nullptr;
}

void Compression::apply(Response& response, Coding coding) {
  if (auto* own = std::get_if<std::string>(&response.body))
    response.body = compressed(coding, *own);
  else
    response.body = shared_form(std::get<Shared>(response.body), coding);
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
  auto made = std::make_shared<const std::string>(compressed(coding, *original));
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
