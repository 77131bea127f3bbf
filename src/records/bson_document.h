#pragma once
#include "base/bson_type.h"
#include "base/function_ref.h"
#include "base/result.h"
#include "records/collection.h"
#include "records/value.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stoa::records {

inline constexpr std::size_t kMaxDocumentBytes = 16 * 1024 * 1024;
inline constexpr int kMaxDocumentDepth = 100;

/// Whether the bytes are one whole BSON document with well-formed text, at most kMaxDocumentDepth deep.
/// Invalid `records.too_large` or `records.document`. All functions below expect a document that has passed.
Result<void> check_document(std::string_view document);
/// What is_plain_document does not accept is judged by this; the two never differ on what it does.
Result<void> check_by_libbson(std::string_view document);

/// Invalid (`records.id`) unless `_id` is an ObjectId, text or a whole number.
Result<Value> document_id(std::string_view document);
/// The same rule for an id that a caller names.
Result<void> encode_id(const Value& id, std::string& out);

/// Appends the encoded form of what stands at a dotted path, null for what is missing.
/// Invalid (`records.not_indexable`) for what is no Value: an array (also on the way), a document, bytes.
Result<void> encode_at(std::string_view document, const IndexField&, std::string& out);

/// What stands at a dotted path, as bytes of the document.
struct AtPath {
  enum class Found : std::uint8_t { Missing, There, InArray } found = Found::Missing;
  BsonType type = BsonType::Null;
  std::string_view value = {};

  /// Then what encode() gives is the same, too.
  bool operator==(const AtPath&) const = default;
};
/// In the paths' order; in one walk along the document for all of them, 64 at most.
void find_all(std::string_view document, std::span<const std::string_view> paths, std::span<AtPath> found);
/// The encoded id of a document that has this at `_id`. Invalid as document_id.
Result<void> encode_document_id(const AtPath&, std::string& out);
/// As encode_at, of what was found at the field's path.
Result<void> encode(const AtPath&, const IndexField&, std::string& out);

/// What stands at a dotted path; nullopt when it is missing or no Value.
std::optional<Value> value_at(std::string_view document, std::string_view path);

/// The text at a dotted path, or every text in the document or array there, in order.
void each_text_at(std::string_view document, std::string_view path, FunctionRef<void(std::string_view)> take);

}  // namespace stoa::records
