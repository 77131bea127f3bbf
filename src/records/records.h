#pragma once
// records/ is the port to documents in declared collections. The engine behind it is embedded/ (on disk, in
// process) or, on many machines, MongoDB. Documents are BSON bytes and the same on every engine.

#include "base/durability.h"
#include "base/result.h"
#include "records/collection.h"
#include "records/value.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace stoa::keyspace {
class Keyspace;
class Tx;
}  // namespace stoa::keyspace

namespace stoa::records {

/// BSON, complete and valid, with an `_id` (ObjectId, text or whole number).
using Document = std::string;

/// What is known of the bytes that are to be a document. Sound: write_bson() has made them, also out of parts
/// of a stored document, so that nobody has to look whether they are one.
enum class Form { Unknown, Sound };

/// A walk along one index: fields equal to `equal` first, then, in the next field, from `min` to `max` (each
/// end included unless excluded), in the index's own order or against it. Values compare as Value says, also
/// across kinds: from 5 on come texts, ids and moments too.
struct Query {
  enum class Walk { Along, Against };
  enum class End { Included, Excluded };
  struct Bound {
    Value value;
    End end = End::Included;
  };

  /// An index's name, or "_id".
  std::string_view index;
  std::vector<Value> equal = {};
  std::optional<Bound> min = std::nullopt;
  std::optional<Bound> max = std::nullopt;
  Walk walk = Walk::Along;
  std::size_t limit = 100;
  /// What the page before gave as `next`; empty for the first page.
  std::string cursor = {};
};

/// `next` continues after the last document of this page, wherever inserts and removals have gone since;
/// empty at the end. It is opaque, bound to its query, and safe to show and to take back from anybody.
struct Page {
  std::vector<Document> documents;
  std::string next;
};

/// Words to look for in a collection's text index, as somebody typed them: any text is good. A word is found
/// in all its forms, English or Russian by its letters; the last one, from two characters on, also as the
/// beginning of a word. Words after the sixteenth are passed over.
struct Search {
  std::string_view text;
  std::size_t limit = 24;
  /// What the page before gave as `next`; empty for the first page.
  std::string cursor = {};
};

/// A missing document reads as nullopt. Invalid (`records.cursor`) for a cursor that is not of this query;
/// an index or collection that was not declared, or a query with more values than its index has fields, is a
/// broken invariant and throws.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual Result<std::optional<Document>> get(const Collection&, const Value& id) = 0;
  /// In the ids' order.
  virtual Result<std::vector<std::optional<Document>>> get_many(const Collection&,
                                                                std::span<const Value> ids) = 0;
  /// Outside a transaction each document is one that matched at some moment of the call, at most once.
  virtual Result<Page> find(const Collection&, const Query&) = 0;
  /// How many documents a query without limit and cursor has, counted up to `most`.
  virtual Result<std::size_t> count(const Collection&, const Query&, std::size_t most) = 0;
  /// How many documents the collection holds; kept, not counted.
  virtual Result<std::uint64_t> size(const Collection&) = 0;
};

class Tx;

/// A keyspace transaction that goes with a record transaction.
class Passenger {
 public:
  virtual ~Passenger() = default;
  /// Reads the records as the transaction leaves them. It may have run in vain, so it has no other effects.
  virtual Result<void> aboard(keyspace::Tx&, Reader&) = 0;
  /// When it could not go along: part of the record transaction, which fails if this does.
  virtual Result<void> left_behind(Tx&) = 0;
};

/// Reads see one snapshot and this transaction's own writes.
class Tx : public Reader {
 public:
  /// Conflict (`records.exists`) when the id is taken; Conflict (`records.unique`) naming the index when
  /// another document has its unique values; Invalid when the bytes are no document (`records.document`), too
  /// many (`records.too_large`, over 16 MiB) or without a proper `_id` (`records.id`), or when what stands at
  /// an indexed path cannot be indexed (`records.not_indexable`). A write that fails changes nothing, and the
  /// transaction may go on.
  virtual Result<void> insert(const Collection&, const Document&, Form) = 0;
  Result<void> insert(const Collection& collection, const Document& document) {
    return insert(collection, document, Form::Unknown);
  }
  /// NotFound (`records.absent`) when there is none with this `_id`; fails otherwise as insert does.
  virtual Result<void> replace(const Collection&, const Document&, Form) = 0;
  Result<void> replace(const Collection& collection, const Document& document) {
    return replace(collection, document, Form::Unknown);
  }
  /// Whether there was one.
  virtual Result<bool> remove(const Collection&, const Value& id) = 0;
  /// Adds `delta` to the number at `path` if the sum is not below `floor`; and sets `touch`, if given, to a
  /// moment. Gives the sum; Conflict (`records.floor`) when it would be below: then nothing has changed;
  /// NotFound when there is no such document or number; Invalid when the number is not whole, when the sum is
  /// out of its type's range, and for `_id`. The number keeps its type, but an int32 that grows beyond its
  /// range becomes an int64.
  virtual Result<std::int64_t> increment_if(
      const Collection&, const Value& id, std::string_view path, std::int64_t delta, std::int64_t floor,
      std::optional<std::pair<std::string_view, Time>> touch = std::nullopt) = 0;

  /// Takes the passenger along where the engine shares its store with this keyspace: when the body has ended
  /// well, `aboard` runs and both commit as one. If one of a transaction's passengers fails, all are
  /// `left_behind`. False where the two cannot commit as one; then nothing was kept of it.
  virtual bool carry(keyspace::Keyspace&, const std::shared_ptr<Passenger>&) { return false; }
};

/// All methods are safe from any thread.
class Records {
 public:
  virtual ~Records() = default;

  virtual Reader& read() = 0;

  /// Runs `body(Tx&)`, a function that gives a Result, all or nothing. May run it again on a write conflict,
  /// so the body has no other effects. Durable returns when it is on disk, or as DeferredDurability says.
  template <class Body>
  std::invoke_result_t<Body&, Tx&> transact(Body&& body, Durability durability = Durability::Durable) {
    using Outcome = std::invoke_result_t<Body&, Tx&>;
    std::optional<Outcome> outcome;
    const TransactionBody run_body = [&](Tx& tx) -> Result<void> {
      outcome.emplace(body(tx));
      if (!outcome->ok()) return outcome->error();
      return {};
    };
    STOA_TRY(run(durability, run_body));
    return *std::move(outcome);
  }

  /// The documents that have all the words, best first; where none has, those that have some. None for a text
  /// without words. A change is found within a second of being durable; what is gone or changed to
  /// TextIndex::unless is never given. Pages follow the order of ranks at their time: a document that moves
  /// between two pages may be missed or come twice. At most the first thousand can be reached; where more
  /// match than can be ranked in a few milliseconds, they are of the newest. Invalid (`records.cursor`) for a
  /// cursor of another search; a collection without a text index throws.
  virtual Result<Page> search(const Collection&, const Search&) = 0;

  /// Removes documents whose time is over by their TTL index, at most `most` of them; gives how many it
  /// removed.
  virtual Result<std::size_t> sweep_expired(Time now, std::size_t most) = 0;

  virtual Result<void> ping() = 0;

 protected:
  using TransactionBody = std::function<Result<void>(Tx&)>;
  virtual Result<void> run(Durability, const TransactionBody&) = 0;
};

}  // namespace stoa::records
