#include "http/packing.h"

#include <libdeflate.h>
#include <zstd.h>

#include <memory>
#include <new>
#include <stdexcept>

namespace stoa::http {

std::string pack_gzip(std::string_view text) {
  constexpr int level = 12;
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(level), &libdeflate_free_compressor);
  if (!compressor) throw std::bad_alloc();
  std::string packed(libdeflate_gzip_compress_bound(compressor.get(), text.size()), '\0');
  packed.resize(
      libdeflate_gzip_compress(compressor.get(), text.data(), text.size(), packed.data(), packed.size()));
  if (packed.empty()) throw std::logic_error("gzip needs more than its own bound");
  return packed;
}

std::string pack_zstd(std::string_view text) {
  constexpr int level = 19;
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), level);
  if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
  packed.resize(size);
  return packed;
}

}  // namespace stoa::http
