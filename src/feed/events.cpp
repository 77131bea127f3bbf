#include "feed/events.h"

#include "base/fields.h"
#include "feed/article_keys.h"
#include "feed/articles.h"
#include "feed/comment_thread.h"

namespace stoa::feed {
namespace {

// An event does not say what is so: those of two moderators may come here in any order, and one that a crash
// left behind comes late. What counts is the thread, read after the article has been. It is written also when
// it says the same already: on an engine that several nodes share that is what makes another who read before
// read again.
Result<void> follow_thread(keyspace::Tx& tx, records::Reader& reader, ArticleId id) {
  const std::string wanted[] = {"title", "state", "voting"};
  const auto found = STOA_TRY(tx.hget_many(article_key(id), wanted));
  if (!found[0] || found[1] == "removed") return {};
  const Thread thread = STOA_TRY(thread_of(reader, id));
  tx.hset(article_key(id), "state", thread.hidden_at ? "hidden" : "live");
  if (found[2] == "closed") return {};
  if (thread.locked_at)
    tx.hset(article_key(id), "voting", "locked");
  else
    tx.hdel(article_key(id), "voting");
  return {};
}

Result<void> remove(keyspace::Tx& tx, const ArticleRemoved& removed) {
  const auto article = read_article(removed.article, STOA_TRY(tx.hgetall(article_key(removed.article))));
  if (article && article->state != ArticleState::Removed) make_stone(tx, *article, removed.at);
  return {};
}

}  // namespace

StructDescription describe(Described<ThreadChanged>) {
  return fields("ThreadChanged", field("article", &ThreadChanged::article));
}

StructDescription describe(Described<ArticleRemoved>) {
  return fields("ArticleRemoved", field("article", &ArticleRemoved::article),
                field("at", &ArticleRemoved::at));
}

std::map<std::string, records::Outbox::Listener, std::less<>> listeners() {
  using keyspace::Tx;
  using records::Event;
  using records::Reader;
  return {
      {std::string(kThreadChanged),
       [](Tx& tx, Reader& reader, const Event& event) -> Result<void> {
         return follow_thread(tx, reader, STOA_TRY(event.told<ThreadChanged>()).article);
       }},
      {std::string(kArticleRemoved),
       [](Tx& tx, Reader&, const Event& event) -> Result<void> {
         return remove(tx, STOA_TRY(event.told<ArticleRemoved>()));
       }},
  };
}

}  // namespace stoa::feed
