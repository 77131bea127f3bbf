#include "records/bson_document.h"

#include "base/bson_cursor.h"
#include "base/utf8.h"
#include "records/plain_document.h"
#include "records/value_encoding.h"

#include <bson/bson.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace stoa::records {
namespace {

Error broken(std::string_view what) {
  return {Error::Kind::Invalid, "records.document", fmt::format("not a BSON document: {}", what)};
}

Error wrong_id(std::string_view what) {
  return {Error::Kind::Invalid, "records.id",
          fmt::format("{}; a document's _id is an ObjectId, text or a whole number", what)};
}

bool init(bson_iter_t& iter, std::string_view document) {
  return bson_iter_init_from_data(&iter, reinterpret_cast<const std::uint8_t*>(document.data()),
                                  document.size());
}

std::string_view text_of(const bson_iter_t& iter) {
  std::uint32_t size = 0;
  const char* text = bson_iter_utf8(&iter, &size);
  return {text, size};
}

std::string_view inner_of(const bson_iter_t& iter) {
  std::uint32_t size = 0;
  const std::uint8_t* data = nullptr;
  BSON_ITER_HOLDS_ARRAY(&iter) ? bson_iter_array(&iter, &size, &data)
                               : bson_iter_document(&iter, &size, &data);
  return {reinterpret_cast<const char*>(data), size};
}

// libbson's own validation has no bound on its recursion: a few megabytes of nested brackets would end the
// stack.
Result<void> check_elements(bson_iter_t& iter, int depth) {
  if (depth > kMaxDocumentDepth) return broken(fmt::format("more than {} levels deep", kMaxDocumentDepth));
  while (bson_iter_next(&iter)) {
    if (!is_utf8({bson_iter_key(&iter), bson_iter_key_len(&iter)}))
      return broken("a field's name is not UTF-8");
    if (BSON_ITER_HOLDS_UTF8(&iter)) {
      if (!is_utf8(text_of(iter)))
        return broken(fmt::format("the text of '{}' is not UTF-8", bson_iter_key(&iter)));
    } else if (BSON_ITER_HOLDS_DOCUMENT(&iter) || BSON_ITER_HOLDS_ARRAY(&iter)) {
      bson_iter_t child;
      if (!init(child, inner_of(iter))) return broken(fmt::format("'{}' is cut short", bson_iter_key(&iter)));
      STOA_TRY(check_elements(child, depth + 1));
    }
  }
  if (iter.err_off != 0) return broken(fmt::format("the element at byte {} is damaged", iter.err_off));
  return {};
}

using Found = AtPath::Found;

/// The length in front of a text.
constexpr std::size_t kTextHead = 4;

// Stands `at` on the element at the path.
Found find(BsonCursor& at, std::string_view path);

// The same from the element of the path's first name on, on which it stands already.
Found find_below(BsonCursor& at, std::string_view path) {
  const auto dot = path.find('.');
  if (dot == std::string_view::npos) return Found::There;
  if (at.type() == BsonType::Array) return Found::InArray;
  if (at.type() != BsonType::Document) return Found::Missing;
  at = BsonCursor(at.value());
  return find(at, path.substr(dot + 1));
}

Found find(BsonCursor& at, std::string_view path) {
  if (!find_element(at, path.substr(0, path.find('.')))) return Found::Missing;
  return find_below(at, path);
}

bool begins_with_name(std::string_view path, std::string_view name) {
  if (path.size() < name.size() || (path.size() > name.size() && path[name.size()] != '.')) return false;
  return path.starts_with(name);
}

AtPath standing_at(const BsonCursor& at) {
  return {Found::There, at.type(), at.value()};
}

AtPath standing_below(BsonCursor at, std::string_view path) {
  const Found found = find_below(at, path);
  return found == Found::There ? standing_at(at) : AtPath{found};
}

AtPath find_at(std::string_view document, std::string_view path) {
  BsonCursor at(document);
  return find_element(at, path.substr(0, path.find('.'))) ? standing_below(at, path) : AtPath();
}

template <class Number>
Number number_of(std::string_view bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

// Whether what is there is a Value.
bool encode_there(const AtPath& at, std::string& out) {
  switch (at.type) {
    case BsonType::Null:
      encode_null(out);
      return true;
    case BsonType::Int32:
      encode_whole(number_of<std::int32_t>(at.value), out);
      return true;
    case BsonType::Int64:
      encode_whole(number_of<std::int64_t>(at.value), out);
      return true;
    case BsonType::Double:
      encode_broken(number_of<double>(at.value), out);
      return true;
    case BsonType::Text:
      encode_text(at.value.substr(kTextHead, at.value.size() - kTextHead - 1), out);
      return true;
    case BsonType::ObjectId:
      encode_object_id(reinterpret_cast<const std::uint8_t*>(at.value.data()), out);
      return true;
    case BsonType::Bool:
      encode_bool(at.value[0] != 0, out);
      return true;
    case BsonType::Moment:
      encode_moment(number_of<std::int64_t>(at.value), out);
      return true;
    default:
      return false;
  }
}

void each_text_in(const BsonCursor& at, FunctionRef<void(std::string_view)> take) {
  if (at.type() == BsonType::Text) return take(at.text());
  if (at.type() != BsonType::Document && at.type() != BsonType::Array) return;
  for (BsonCursor inside(at.value()); inside.next();) each_text_in(inside, take);
}

bool is_whole(double number) {
  return std::isfinite(number) && number == std::floor(number);
}

bool may_be_id(const AtPath& at) {
  switch (at.type) {
    case BsonType::ObjectId:
    case BsonType::Text:
    case BsonType::Int32:
    case BsonType::Int64:
      return true;
    case BsonType::Double:
      return is_whole(number_of<double>(at.value));
    default:
      return false;
  }
}

}  // namespace

Result<void> check_document(std::string_view document) {
  if (is_plain_document(document)) return {};
  return check_by_libbson(document);
}

Result<void> check_by_libbson(std::string_view document) {
  if (document.size() > kMaxDocumentBytes)
    return Error{
        Error::Kind::Invalid, "records.too_large",
        fmt::format("the document has {} bytes; at most {} are kept", document.size(), kMaxDocumentBytes)};
  bson_iter_t iter;
  if (!init(iter, document)) return broken("its length or its end is wrong");
  return check_elements(iter, 1);
}

Result<void> encode_document_id(const AtPath& at, std::string& out) {
  if (at.found != Found::There) return wrong_id("the document has no _id");
  if (!may_be_id(at)) return wrong_id("the document's _id is of another kind");
  encode_there(at, out);
  return {};
}

Result<Value> document_id(std::string_view document) {
  std::string encoded;
  STOA_TRY(encode_document_id(find_at(document, "_id"), encoded));
  std::string_view bytes = encoded;
  return *decode_value(bytes);
}

Result<void> encode_id(const Value& id, std::string& out) {
  const auto* broken_number = std::get_if<double>(&id);
  const bool fits = broken_number != nullptr
                        ? is_whole(*broken_number)
                        : std::holds_alternative<std::int64_t>(id) ||
                              std::holds_alternative<std::string>(id) || std::holds_alternative<ObjectId>(id);
  if (!fits) return wrong_id("this cannot be an id");
  encode_value(id, out);
  return {};
}

void find_all(std::string_view document, std::span<const std::string_view> paths, std::span<AtPath> found) {
  std::ranges::fill(found, AtPath());
  std::uint64_t met = 0;
  // Those before it are met: documents mostly have their fields in the order in which indexes name them.
  std::size_t first = 0;
  for (BsonCursor at(document); first < paths.size() && at.next();) {
    for (std::size_t i = first; i < paths.size(); ++i) {
      if (met >> i & 1 || !begins_with_name(paths[i], at.name())) continue;
      met |= std::uint64_t{1} << i;
      const bool is_whole_path = paths[i].size() == at.name().size();
      found[i] = is_whole_path ? standing_at(at) : standing_below(at, paths[i]);
    }
    while (first < paths.size() && (met >> first & 1)) ++first;
  }
}

Result<void> encode(const AtPath& at, const IndexField& field, std::string& out) {
  const auto from = out.size();
  const bool fits = at.found != Found::There || encode_there(at, out);
  if (!fits || at.found == Found::InArray)
    return Error{
        Error::Kind::Invalid, "records.not_indexable",
        fmt::format("the field '{}' is indexed and cannot be (or be inside) an array, a document or bytes; "
                    "write a single value or leave it out",
                    field.path)};
  if (at.found == Found::Missing) encode_null(out);
  if (field.direction == IndexField::Direction::Descending) invert(out, from);
  return {};
}

Result<void> encode_at(std::string_view document, const IndexField& field, std::string& out) {
  return encode(find_at(document, field.path), field, out);
}

std::optional<Value> value_at(std::string_view document, std::string_view path) {
  const AtPath at = find_at(document, path);
  std::string encoded;
  if (at.found != Found::There || !encode_there(at, encoded)) return std::nullopt;
  std::string_view bytes = encoded;
  return decode_value(bytes);
}

void each_text_at(std::string_view document, std::string_view path,
                  FunctionRef<void(std::string_view)> take) {
  BsonCursor at(document);
  if (find(at, path) == Found::There) each_text_in(at, take);
}

}  // namespace stoa::records
