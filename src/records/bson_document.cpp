#include "records/bson_document.h"

#include "base/utf8.h"
#include "records/plain_document.h"
#include "records/value_encoding.h"

#include <bson/bson.h>
#include <fmt/format.h>

#include <cmath>

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

enum class Found { Missing, There, InArray };

// Stands `iter` on the element at the path.
Found find(bson_iter_t& iter, std::string_view document, std::string_view path) {
  if (!init(iter, document)) return Found::Missing;
  for (;;) {
    const auto dot = path.find('.');
    const auto head = path.substr(0, dot);
    if (!bson_iter_find_w_len(&iter, head.data(), static_cast<int>(head.size()))) return Found::Missing;
    if (dot == std::string_view::npos) return Found::There;
    if (BSON_ITER_HOLDS_ARRAY(&iter)) return Found::InArray;
    bson_iter_t child;
    if (!BSON_ITER_HOLDS_DOCUMENT(&iter) || !bson_iter_recurse(&iter, &child)) return Found::Missing;
    iter = child;
    path.remove_prefix(dot + 1);
  }
}

// Whether the element is a Value.
bool encode_element(const bson_iter_t& iter, std::string& out) {
  switch (bson_iter_type(&iter)) {
    case BSON_TYPE_NULL:
      encode_null(out);
      return true;
    case BSON_TYPE_INT32:
      encode_whole(bson_iter_int32(&iter), out);
      return true;
    case BSON_TYPE_INT64:
      encode_whole(bson_iter_int64(&iter), out);
      return true;
    case BSON_TYPE_DOUBLE:
      encode_broken(bson_iter_double(&iter), out);
      return true;
    case BSON_TYPE_UTF8:
      encode_text(text_of(iter), out);
      return true;
    case BSON_TYPE_OID:
      encode_object_id(bson_iter_oid(&iter)->bytes, out);
      return true;
    case BSON_TYPE_BOOL:
      encode_bool(bson_iter_bool(&iter), out);
      return true;
    case BSON_TYPE_DATE_TIME:
      encode_moment(bson_iter_date_time(&iter), out);
      return true;
    default:
      return false;
  }
}

void each_text_in(const bson_iter_t& at, FunctionRef<void(std::string_view)> take) {
  bson_iter_t child;
  if (BSON_ITER_HOLDS_UTF8(&at))
    take(text_of(at));
  else if ((BSON_ITER_HOLDS_DOCUMENT(&at) || BSON_ITER_HOLDS_ARRAY(&at)) && bson_iter_recurse(&at, &child))
    while (bson_iter_next(&child)) each_text_in(child, take);
}

bool is_whole(double number) {
  return std::isfinite(number) && number == std::floor(number);
}

bool may_be_id(const bson_iter_t& iter) {
  switch (bson_iter_type(&iter)) {
    case BSON_TYPE_OID:
    case BSON_TYPE_UTF8:
    case BSON_TYPE_INT32:
    case BSON_TYPE_INT64:
      return true;
    case BSON_TYPE_DOUBLE:
      return is_whole(bson_iter_double(&iter));
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

Result<void> encode_document_id(std::string_view document, std::string& out) {
  bson_iter_t iter;
  if (find(iter, document, "_id") != Found::There) return wrong_id("the document has no _id");
  if (!may_be_id(iter)) return wrong_id("the document's _id is of another kind");
  encode_element(iter, out);
  return {};
}

Result<Value> document_id(std::string_view document) {
  std::string encoded;
  STOA_TRY(encode_document_id(document, encoded));
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

Result<void> encode_at(std::string_view document, const IndexField& field, std::string& out) {
  bson_iter_t iter;
  const auto from = out.size();
  const auto found = find(iter, document, field.path);
  const bool fits = found != Found::There || encode_element(iter, out);
  if (!fits || found == Found::InArray)
    return Error{
        Error::Kind::Invalid, "records.not_indexable",
        fmt::format("the field '{}' is indexed and cannot be (or be inside) an array, a document or bytes; "
                    "write a single value or leave it out",
                    field.path)};
  if (found == Found::Missing) encode_null(out);
  if (field.direction == IndexField::Direction::Descending) invert(out, from);
  return {};
}

std::optional<Value> value_at(std::string_view document, std::string_view path) {
  bson_iter_t iter;
  std::string encoded;
  if (find(iter, document, path) != Found::There || !encode_element(iter, encoded)) return std::nullopt;
  std::string_view bytes = encoded;
  return decode_value(bytes);
}

void each_text_at(std::string_view document, std::string_view path,
                  FunctionRef<void(std::string_view)> take) {
  bson_iter_t iter;
  if (find(iter, document, path) == Found::There) each_text_in(iter, take);
}

}  // namespace stoa::records
