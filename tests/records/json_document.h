#pragma once
#include "records/records.h"

#include <bson/bson.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace stoa::records::test {

/// BSON from MongoDB's extended JSON, so that a test shows its documents: `{"_id": 1, "at": {"$date": …}}`.
inline Document from_json(const std::string& json) {
  bson_error_t error;
  bson_t* const bson = bson_new_from_json(reinterpret_cast<const std::uint8_t*>(json.data()),
                                          static_cast<ssize_t>(json.size()), &error);
  if (bson == nullptr) throw std::invalid_argument(json + ": " + error.message);
  Document document(reinterpret_cast<const char*>(bson_get_data(bson)), bson->len);
  bson_destroy(bson);
  return document;
}

inline std::string to_json(const Document& document) {
  bson_t bson;
  if (!bson_init_static(&bson, reinterpret_cast<const std::uint8_t*>(document.data()), document.size()))
    throw std::invalid_argument("not BSON");
  const std::unique_ptr<char, decltype(&bson_free)> json(bson_as_canonical_extended_json(&bson, nullptr),
                                                         &bson_free);
  return json ? json.get() : "damaged";
}

}  // namespace stoa::records::test
