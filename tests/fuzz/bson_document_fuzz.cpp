// Any bytes as a stored document: a Corrupt error, or a value that comes back the same from what it is
// written as. And what the quick check takes for a document, libbson does too.
#include "base/bson.h"
#include "base/json.h"
#include "base/sample_cart.h"
#include "fuzz/require.h"
#include "records/bson_document.h"
#include "records/plain_document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stoa::sample::Cart, stoa::test::require, stoa::test::require_refusal;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  require(!stoa::records::is_plain_document(bytes) || stoa::records::check_by_libbson(bytes).ok());
  auto cart = stoa::read_bson<Cart>(bytes);
  if (!cart.ok()) {
    require_refusal(cart.error(), stoa::Error::Kind::Corrupt, "document.");
    return 0;
  }
  std::string written = stoa::write_bson(*cart);
  require(stoa::records::is_plain_document(written));
  auto again = stoa::read_bson<Cart>(written);
  require(again.ok());
  require(stoa::write_bson(*again) == written);
  require(!stoa::to_json(*cart).empty());
  return 0;
}
