#pragma once
#include "base/clock.h"
#include "http/call.h"
#include "http/secret.h"
#include "records/records.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::http {

/// The field of a form that carries a key.
inline constexpr std::string_view kIdempotencyField = "idempotency_key";

struct IdempotencyOptions {
  std::chrono::seconds keep_for = std::chrono::hours(24);
  /// How long a request may be under way before its key can be claimed by a retry: what a crash left in
  /// flight is free again then.
  std::chrono::seconds lease{60};
};

/// Answers kept under the Idempotency-Key of their requests, so that a request that is sent twice is done
/// once. A key counts for one asker, method and path; of a form, all fields but its CSRF token are the
/// request. Safe from any thread.
class IdempotencyStore {
 public:
  /// Records and clock outlive it.
  IdempotencyStore(records::Records& records, const Clock& clock, const Secret& secret,
                   IdempotencyOptions options = {})
      : records_(records), clock_(clock), secret_(secret), options_(options) {}

  /// nullopt when the request carries no key: neither the header nor, for a page, the form field
  /// `idempotency_key`. Invalid (`idempotency.key`) when it is not 1 to 255 visible ASCII characters.
  static Result<std::optional<std::string>> key_of(const Call&);

 private:
  friend class KeptAnswer;

  // Fixed at construction.
  records::Records& records_;
  const Clock& clock_;
  const Secret secret_;
  const IdempotencyOptions options_;
};

/// The place where one request's answer is kept. Belongs to the request's thread.
class KeptAnswer {
 public:
  KeptAnswer(IdempotencyStore&, const Call&, std::string_view key);

  /// What to answer instead of doing the work: the earlier answer, with `Idempotent-Replayed: true`. nullopt:
  /// do the work. Conflict (`idempotency.in_flight`) while another request with the key is under way; Invalid
  /// (`idempotency.other_payload`) when the key came with another request.
  Result<std::optional<Response>> find(records::Reader&);
  /// As find(), and with nullopt the key is now marked as in flight for this request.
  Result<std::optional<Response>> claim();

  /// Part of the transaction that does the work: the answer is kept if and only if that commits. Conflict
  /// (`idempotency.in_flight`) when another request has taken the key meanwhile; let that end the
  /// transaction. The answer's Set-Cookie headers are not kept.
  Result<void> keep(records::Tx&, const Response&);
  /// keep() in a transaction of its own.
  Result<void> keep(const Response&);
  /// Whether there is an answer now, this request's or the one that find() gave.
  bool was_kept() const { return was_kept_; }

  /// Gives a claimed key free: the work was not done.
  Result<void> release();

 private:
  struct Stored;
  friend StructDescription describe(Described<Stored>);

  Result<std::optional<Stored>> read(records::Reader&);
  Result<std::optional<Response>> answer_of(const Stored&) const;
  /// What find() gives when that is stored.
  Result<std::optional<Response>> instead(const std::optional<Stored>&);
  Result<void> write(records::Tx&, const Stored&, const std::optional<Stored>& before);
  Stored blank() const;

  IdempotencyStore& store_;
  const std::string id_;
  const std::string payload_;
  const ObjectId claim_;
  bool was_kept_ = false;
};

/// Does `work(tx)`, which gives a Result<Response>, in one transaction with keeping its answer: whatever
/// crashes, the work is done once for a key. A second request gets the first one's answer. Without a key it
/// only does the work. For routes with Keep::InTransaction.
template <class Work>
Result<Response> once(Call& call, records::Records& records, Work&& work) {
  return records.transact([&](records::Tx& tx) -> Result<Response> {
    if (call.kept == nullptr) return work(tx);
    if (auto instead = STOA_TRY(call.kept->find(tx))) return *std::move(instead);
    Response answer = STOA_TRY(work(tx));
    STOA_TRY(call.kept->keep(tx, answer));
    return answer;
  });
}

}  // namespace stoa::http
