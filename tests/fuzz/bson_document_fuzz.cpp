// Any bytes as a stored document: a Corrupt error, or a value that comes back the same from what it is
// written as.
#include "base/bson.h"
#include "base/json.h"
#include "base/sample_cart.h"

#include <cstdlib>

namespace {
void require(bool holds) {
  if (!holds) std::abort();
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stoa::sample::Cart;
  auto cart = stoa::read_bson<Cart>({reinterpret_cast<const char*>(data), size});
  if (!cart.ok()) {
    require(cart.error().kind == stoa::Error::Kind::Corrupt && cart.error().code.starts_with("document."));
    require(!cart.error().message.empty());
    return 0;
  }
  std::string written = stoa::write_bson(*cart);
  auto again = stoa::read_bson<Cart>(written);
  require(again.ok());
  require(stoa::write_bson(*again) == written);
  require(!stoa::to_json(*cart).empty());
  return 0;
}
