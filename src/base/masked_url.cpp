#include "base/masked_url.h"

namespace stoa {
namespace {
constexpr std::string_view kMask = "***";

void mask_user_info(std::string& url) {
  std::size_t scheme = url.find("://");
  std::size_t begin = scheme == url.npos ? 0 : scheme + 3;
  // The last '@', as a password may have one in it that should have been escaped.
  std::size_t at = url.rfind('@');
  if (at == url.npos || at < begin) return;
  std::size_t colon = url.find(':', begin);
  if (colon < at) url.replace(colon + 1, at - colon - 1, kMask);
}

void mask_query(std::string& url) {
  constexpr std::string_view kName = "password=";
  for (std::size_t name = url.find(kName); name != url.npos; name = url.find(kName, name + 1)) {
    std::size_t value = name + kName.size();
    std::size_t end = url.find_first_of("&#", value);
    url.replace(value, end == url.npos ? end : end - value, kMask);
  }
}
}  // namespace

std::string masked_url(std::string_view url) {
  std::string masked(url);
  mask_query(masked);
  mask_user_info(masked);
  return masked;
}

}  // namespace stoa
