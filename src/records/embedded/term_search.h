#pragma once
#include "records/embedded/text_hits.h"
#include "records/embedded/text_words.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace Xapian {
class Database;
}

namespace stoa::records::embedded {

/// The term under which a document has all forms of a word.
std::string stem_term(const std::string& stem);

struct SearchBounds {
  /// How deep a ranked list can be gone into.
  std::size_t deepest;
  /// Of very many documents that match only about so many are ranked, the newest: going through all that have
  /// a word which is everywhere takes a tenth of a second for each million.
  std::size_t most_ranked;
};

/// What a text finds in a database of terms, best first; documents that have some of the words only where
/// none has all. Throws what Xapian throws.
TextHits search_terms(Xapian::Database&, TextWords&, std::string_view text, TextPlace, std::size_t limit,
                      const SearchBounds&);

}  // namespace stoa::records::embedded
