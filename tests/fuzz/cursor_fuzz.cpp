// Cursors come back from anybody: no text may do harm, and only text that the server made may pass.

#include "fuzz/require.h"
#include "records/cursor.h"
#include "records/value_encoding.h"

#include <string>
#include <string_view>

namespace {

using namespace stoa::records;
using stoa::test::require;

void read_values(std::string_view bytes) {
  for (const auto direction : {IndexField::Direction::Ascending, IndexField::Direction::Descending})
    require(encoded_size(bytes, direction) <= bytes.size());
  while (const auto value = decode_value(bytes)) {
    std::string again;
    encode_value(*value, again);
    std::string_view rest = again;
    require(decode_value(rest).has_value() && rest.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto key = CursorKey::from(std::string(CursorKey::kSize, 'k'));
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);

  const auto position = read_cursor(key, "binding", bytes);
  if (position.ok()) require(write_cursor(key, "binding", *position) == bytes);

  const auto text = write_cursor(key, "binding", bytes);
  const auto back = read_cursor(key, "binding", text);
  require(back.ok() && *back == bytes);
  require(!read_cursor(key, "another", text).ok());

  read_values(bytes);
  return 0;
}
