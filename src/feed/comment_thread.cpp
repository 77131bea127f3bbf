#include "feed/comment_thread.h"

#include "base/fields.h"
#include "records/collections.h"
#include "records/typed.h"

namespace stoa::feed {
using records::collections::threads;

StructDescription describe(Described<Thread>) {
  return fields("Thread", field("article", &Thread::article).stored_as("_id"),
                field("comments", &Thread::comments), field("locked_at", &Thread::locked_at),
                field("hidden_at", &Thread::hidden_at));
}

Result<Thread> thread_of(records::Reader& reader, ArticleId article) {
  auto found = STOA_TRY(records::get<Thread>(reader, threads(), article));
  return found ? *std::move(found) : Thread{.article = article};
}

Result<std::vector<Thread>> threads_of(records::Reader& reader, std::span<const ArticleId> articles) {
  const std::vector<records::Value> ids(articles.begin(), articles.end());
  const auto documents = STOA_TRY(reader.get_many(threads(), ids));
  std::vector<Thread> found;
  found.reserve(articles.size());
  for (std::size_t i = 0; i < documents.size(); ++i)
    found.push_back(documents[i] ? STOA_TRY(read_bson<Thread>(*documents[i]))
                                 : Thread{.article = articles[i]});
  return found;
}

Result<void> check_open(records::Reader& reader, ArticleId article) {
  const Thread thread = STOA_TRY(thread_of(reader, article));
  if (thread.hidden_at) return article_absent(article);
  if (thread.locked_at) return article_locked();
  return {};
}

Result<void> count_comments(records::Tx& tx, ArticleId article, std::int64_t more) {
  const auto counted = tx.increment_if(threads(), article, "comments", more, 0);
  if (counted.ok()) return {};
  if (counted.error().kind != Error::Kind::NotFound) return counted.error();
  return records::insert(tx, threads(), Thread{.article = article, .comments = more});
}

Result<void> put_thread(records::Tx& tx, const Thread& thread) {
  auto replaced = records::replace(tx, threads(), thread);
  if (replaced.ok() || replaced.error().kind != Error::Kind::NotFound) return replaced;
  return records::insert(tx, threads(), thread);
}

}  // namespace stoa::feed
