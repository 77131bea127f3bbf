// Any bytes as what a connection carries: the same requests and the same refusal however the network cuts
// them, every path well-formed, and no request after a refusal.
#include "fuzz/require.h"
#include "http/request_stream.h"

#include <cstdint>

namespace {
using stoa::test::require;

bool is_refusal(const std::string& line) {
  return !line.empty() && (line[0] == '4' || line[0] == '5');
}

void check(const std::string& line) {
  const auto target = line.find(' ') + 1;
  require(line[target] == '/' || line.substr(0, target + 2) == "OPTIONS *\n");
  const auto end = line.find('\n', target);
  for (std::size_t i = target; i < end; ++i) require(line[i] > ' ' && line[i] < 0x7f);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto whole = stoa::http::read_stream(bytes, bytes.size() + 1);
  require(whole == stoa::http::read_stream(bytes, 1 + data[0] % 64));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    require(whole[i] != "no room");
    if (is_refusal(whole[i]))
      require(i + 1 == whole.size());
    else
      check(whole[i]);
  }
  return 0;
}
