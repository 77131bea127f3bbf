#pragma once
// Described structs (base/described.h) as documents, so that rules speak of carts and orders and not of
// bytes.

#include "base/bson.h"
#include "records/records.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::records {

/// As Reader::get. Corrupt (`document.wrong_type`) when the document is no T.
template <class T>
Result<std::optional<T>> get(Reader& reader, const Collection& collection, const Value& id) {
  const auto document = STOA_TRY(reader.get(collection, id));
  if (!document) return std::optional<T>();
  return std::optional<T>(STOA_TRY(read_bson<T>(*document)));
}

template <class T>
struct TypedPage {
  std::vector<T> documents;
  std::string next;
};

/// As Reader::find. Corrupt when one of the documents is no T.
template <class T>
Result<TypedPage<T>> find(Reader& reader, const Collection& collection, const Query& query) {
  auto page = STOA_TRY(reader.find(collection, query));
  TypedPage<T> typed{{}, std::move(page.next)};
  typed.documents.reserve(page.documents.size());
  for (const auto& document : page.documents) typed.documents.push_back(STOA_TRY(read_bson<T>(document)));
  return typed;
}

/// As Tx::insert. T describes a field `_id`.
template <class T>
Result<void> insert(Tx& tx, const Collection& collection, const T& value) {
  return tx.insert(collection, write_bson(value), Form::Sound);
}

/// As Tx::replace; fields that T does not describe are gone afterwards.
template <class T>
Result<void> replace(Tx& tx, const Collection& collection, const T& value) {
  return tx.replace(collection, write_bson(value), Form::Sound);
}

}  // namespace stoa::records
