// Any bytes as a request's body: an Invalid error, or a value that comes back the same from what it is
// written as.
#include "base/json.h"
#include "base/sample_cart.h"
#include "fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stoa::sample::Cart, stoa::test::require, stoa::test::require_refusal;
  auto cart = stoa::read_json<Cart>({reinterpret_cast<const char*>(data), size});
  if (!cart.ok()) {
    require_refusal(cart.error(), stoa::Error::Kind::Invalid, "request.");
    return 0;
  }
  std::string written = stoa::to_json(*cart);
  // What was just under the limit may be over it when numbers and times are written out.
  auto again = stoa::read_json<Cart>(written, {.bytes = written.size()});
  require(again.ok());
  require(stoa::to_json(*again) == written);
  return 0;
}
