#pragma once
// What text indexes have yet to hear of. A transaction that changes what can be searched writes one row for
// each such document, under a running number of its collection; when the index has it, the row goes.
//   T  collection, number (eight bytes, big endian)  -> the document's encoded id
//   T  collection, 0                                 -> the number of the last row that has gone

#include "records/embedded/layout.h"
#include "store/store.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::records::embedded {

struct TextChange {
  std::uint64_t number;
  std::string encoded_id;
};

std::string text_change_key(Number collection, std::uint64_t number);

/// Rows up to `gone` are gone, and `newest` is the last that was given.
struct TextNumbers {
  std::uint64_t gone = 0;
  std::uint64_t newest = 0;
};
Result<TextNumbers> text_numbers(store::Store&, Number collection);

/// At most `most` behind `after`, in their order.
Result<std::vector<TextChange>> text_changes(store::Store&, Number collection, std::uint64_t after,
                                             std::size_t most);

/// The rows in (after, upto] go. Relaxed: one that comes back after a crash is heard of twice, which is
/// harmless.
Result<void> drop_text_changes(store::Store&, Number collection, std::uint64_t after, std::uint64_t upto);

/// Whether what can be searched of a document differs between the two.
bool text_differs(const TextIndex&, std::string_view old_document, std::string_view new_document);

}  // namespace stoa::records::embedded
