#include "accounts/user.h"
#include "base/bson.h"
#include "cli/check.h"
#include "records/collections.h"
#include "records/typed.h"

#include <fmt/format.h>

namespace stoa::cli {
namespace {
using accounts::State;
using accounts::User;
using keyspace::keys::user;
using records::Query;

/// The keyspace hears of a change by an event. After a crash the newest may still wait to be applied.
Result<bool> keyspace_may_lag(Examination& examination, const User& document) {
  if (!document.last_event) return false;
  return STOA_TRY(examination.records().get(records::collections::outbox(), *document.last_event))
      .has_value();
}

Result<std::optional<User>> document_of(Examination& examination, std::string_view name) {
  auto found =
      STOA_TRY(records::find<User>(examination.records(), records::collections::users(),
                                   {.index = "shortcode", .equal = {std::string(name)}, .limit = 1}));
  return found.documents.empty() ? std::nullopt : std::optional(std::move(found.documents.front()));
}

Result<Fault> account_has_its_document(const Subject& subject) {
  const auto id = STOA_TRY(subject.keys().hget(subject.as<keyspace::HashKey>(), "ObjectId"));
  if (!id) return Fault();
  const auto document = STOA_TRY(document_of(subject.examination, subject.tag));
  if (!document) return Fault(fmt::format("{} has no document in `users`", subject.name));
  if (STOA_TRY(keyspace_may_lag(subject.examination, *document))) return Fault();
  if (document->state == State::Removed)
    return Fault(fmt::format("{} is there, and its document says that it was removed", subject.name));
  if (document->id.hex() == *id) return Fault();
  return Fault(
      fmt::format("{} has the ObjectId {}, and its document {}", subject.name, *id, document->id.hex()));
}

// The page may be older than the keyspace, so the document is asked for again.
Result<Fault> document_has_its_account(Examination& examination, const Shortcode& name) {
  if (STOA_TRY(examination.keys().exists(user(name)))) return Fault();
  const auto document = STOA_TRY(document_of(examination, name.text()));
  if (!document || document->state == State::Removed) return Fault();
  if (STOA_TRY(keyspace_may_lag(examination, *document))) return Fault();
  return Fault(fmt::format("the document {} of `users` has no {}", document->id.hex(), user(name).name()));
}

Result<void> documents_have_their_accounts(Examination& examination) {
  Query query{.index = "_id", .limit = 200};
  do {
    const auto page =
        STOA_TRY(records::find<User>(examination.records(), records::collections::users(), query));
    for (const User& document : page.documents)
      STOA_TRY(
          examination.examine([&] { return document_has_its_account(examination, document.shortcode); }));
    query.cursor = page.next;
  } while (!query.cursor.empty());
  return {};
}

}  // namespace

std::vector<Check> account_checks() {
  constexpr std::string_view kMeaning = "Accounts in the keyspace and in `users` are the same";
  return {
      {"accounts.document", kMeaning, "users:{sc}", account_has_its_document, nullptr, Check::Spans::Both},
      {"accounts.document", kMeaning, "", nullptr, documents_have_their_accounts, Check::Spans::Both}};
}

}  // namespace stoa::cli
