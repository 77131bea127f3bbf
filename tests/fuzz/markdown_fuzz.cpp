// Markdown comes from anybody and is shown to everybody: whatever the bytes, an error in words or HTML that
// does no harm.

#include "feed/markdown.h"
#include "feed/markdown_safety.h"
#include "fuzz/require.h"

#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto html = stoa::feed::render_markdown(text);
  if (!html.ok()) {
    stoa::test::require_refusal(html.error(), stoa::Error::Kind::Invalid, "markdown.");
    return 0;
  }
  stoa::test::require(stoa::feed::test::SafeHtml::fault_of(*html).empty());
  (void)stoa::feed::is_blank(text);
  return 0;
}
