#pragma once
#include "base/guarded.h"
#include "base/result.h"
#include "records/collection.h"
#include "records/embedded/text_hits.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::records::embedded {

/// How far a text index has followed its collection.
struct TextProgress {
  /// The last change that is in it; see text_changes.h.
  std::uint64_t applied = 0;
  /// While the documents are gone through from the first: the encoded id of the last one that is in, empty
  /// before the first. nullopt when all are.
  std::optional<std::string> rebuilt;

  bool operator==(const TextProgress&) const = default;
};

/// The words of one collection's documents, in a Xapian database. What is written is found after commit(),
/// and survives a crash from then on. Writing belongs to one thread at a time; search() is safe from any.
class TermIndex {
 public:
  /// How deep a ranked list can be gone into.
  static constexpr std::size_t kDeepest = 1000;
  /// Where more documents match, about so many of them are ranked: the newest. It takes a millisecond or so.
  static constexpr std::size_t kMostRanked = 2'000;

  /// Made anew, empty and with a TextProgress that is to be rebuilt from `newest` on, unless the directory
  /// holds one of the same declaration whose `applied` is in [oldest, newest]. Unavailable (`records.search`)
  /// when the directory cannot be written.
  static Result<std::unique_ptr<TermIndex>> open(const std::filesystem::path&, const TextIndex&,
                                                 std::uint64_t oldest, std::uint64_t newest,
                                                 std::size_t most_ranked = kMostRanked);
  virtual ~TermIndex() = default;

  virtual const TextProgress& progress() const = 0;

  /// What keeps Xapian from writing comes back as Unavailable (`records.search`), also from those below;
  /// discard() then.
  virtual Result<void> put(const std::string& encoded_id, std::string_view document) = 0;
  virtual Result<void> remove(const std::string& encoded_id) = 0;
  virtual Result<void> commit(const TextProgress&) = 0;
  /// Forgets what was not committed.
  virtual Result<void> discard() = 0;

  virtual Result<TextHits> search(std::string_view text, TextPlace, std::size_t limit) = 0;
};

/// Whether documents with these fields are found, as the declaration says.
bool is_searchable(const TextIndex&, std::string_view document);

}  // namespace stoa::records::embedded
