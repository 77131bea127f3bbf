#include "feed/lists.h"

#include "base/fields.h"
#include "feed/article_keys.h"
#include "feed/time_walk.h"
#include "keyspace/integer.h"

#include <algorithm>

namespace stoa::feed {
namespace keys = keyspace::keys;
using keyspace::Scored;

namespace {

/// Read at once of what comes by time, most of which may have been shown.
constexpr std::size_t kRestAtOnce = 250;

std::size_t bounded(std::size_t limit) {
  return std::clamp<std::size_t>(limit, 1, kMostArticlesAPage);
}

}  // namespace

EnumDescription describe(Described<ListOrder>) {
  return names({{"score", ListOrder::Score}, {"newest", ListOrder::Newest}});
}

Result<ArticlePage> Lists::by_score(std::size_t limit, std::string_view cursor) {
  const auto by_rank = [&](std::int64_t start, std::int64_t stop) {
    return keyspace_.read().zrange(keys::score(), start, stop, keyspace::Order::Descending);
  };
  return page_by_score({"feed.score", by_rank, keys::time()}, limit, cursor);
}

Result<ArticlePage> Lists::of_group_by_score(const GroupName& group, std::size_t limit,
                                             std::string_view cursor) {
  const auto by_rank = [&](std::int64_t start, std::int64_t stop) {
    return ranking_.range(group, start, stop);
  };
  return page_by_score({"feed.group.score:" + group.text(), by_rank, keys::time(group.text())}, limit,
                       cursor);
}

Result<ArticlePage> Lists::newest(std::size_t limit, std::string_view cursor) {
  return page_by_time(keys::time(), "feed.time", limit, cursor);
}

Result<ArticlePage> Lists::of_group_newest(const GroupName& group, std::size_t limit,
                                           std::string_view cursor) {
  return page_by_time(keys::time(group.text()), "feed.group.time:" + group.text(), limit, cursor);
}

Result<ArticlePage> Lists::of_author(const Shortcode& author, std::size_t limit, std::string_view cursor) {
  return page_by_time(keys::user_articles(author), "feed.author:" + author.text(), limit, cursor);
}

Result<ArticlePage> Lists::about(const ProductId& product, std::size_t limit, std::string_view cursor) {
  return page_by_time(keys::product_articles(product), "feed.product:" + product.hex(), limit, cursor);
}

Result<ArticlePage> Lists::page_by_time(const keyspace::SortedSetKey& key, std::string_view binding,
                                        std::size_t limit, std::string_view cursor) {
  TimePosition position;
  if (!cursor.empty()) {
    const auto bytes = STOA_TRY(records::read_cursor(cursor_key_, binding, cursor));
    position = STOA_TRY(read_time_position(bytes));
  }
  PageGathering gathering(articles_, bounded(limit));
  const auto all = [](ArticleId) { return true; };
  const More more = STOA_TRY(gather_by_time(key, all, position, gathering));
  ArticlePage page;
  if (more == More::MayCome) page.next = records::write_cursor(cursor_key_, binding, to_bytes(position));
  page.articles = std::move(gathering).page();
  return page;
}

Result<ArticlePage> Lists::page_by_score(const Ranked& list, std::size_t limit, std::string_view cursor) {
  ScorePosition position = STOA_TRY(score_position(list, cursor));
  PageGathering gathering(articles_, bounded(limit));
  if (!position.rest) STOA_TRY(gather_by_score(list, position, gathering));
  More more = More::MayCome;
  if (position.rest) {
    const auto unseen = [&](ArticleId id) { return id <= position.newest && !position.has_shown(id); };
    more = STOA_TRY(gather_by_time(list.by_time, unseen, *position.rest, gathering));
  }
  ArticlePage page;
  if (more == More::MayCome) page.next = records::write_cursor(cursor_key_, list.binding, to_bytes(position));
  page.articles = std::move(gathering).page();
  return page;
}

Result<ScorePosition> Lists::score_position(const Ranked& list, std::string_view cursor) {
  if (!cursor.empty()) {
    const auto bytes = STOA_TRY(records::read_cursor(cursor_key_, list.binding, cursor));
    return read_score_position(bytes);
  }
  const auto given = STOA_TRY(keyspace_.read().get(keys::article_counter()));
  ScorePosition start;
  start.newest = given ? keyspace::parse_integer(*given).value_or(0) : 0;
  return start;
}

Result<void> Lists::gather_by_score(const Ranked& list, ScorePosition& position, PageGathering& gathering) {
  const auto most = options_.most_by_score;
  for (std::size_t rank = 0; rank < options_.most_looked_at && position.shown.size() < most;) {
    const std::size_t asked = (rank == 0 ? position.shown.size() : 0) + gathering.wanted();
    const auto found =
        STOA_TRY(list.by_rank(static_cast<std::int64_t>(rank), static_cast<std::int64_t>(rank + asked) - 1));
    rank += found.size();
    std::vector<ArticleId> unseen;
    for (const Scored& entry : found)
      if (const auto id = article_of(entry.member); id && *id <= position.newest &&
                                                    !position.has_shown(*id) &&
                                                    unseen.size() + position.shown.size() < most)
        unseen.push_back(*id);
    const std::size_t dealt = STOA_TRY(gathering.take(unseen));
    for (std::size_t i = 0; i < dealt; ++i) position.show(unseen[i]);
    if (gathering.overfull()) return {};
    if (found.size() < asked) break;
  }
  position.rest.emplace();
  return {};
}

Result<Lists::More> Lists::gather_by_time(const keyspace::SortedSetKey& key,
                                          FunctionRef<bool(ArticleId)> wanted, TimePosition& position,
                                          PageGathering& gathering) {
  TimeWalk walk(keyspace_.read(), key, position);
  for (std::size_t looked_at = 0; looked_at < options_.most_looked_at;) {
    const auto entries = STOA_TRY(walk.next(looked_at == 0 ? gathering.wanted() : kRestAtOnce));
    if (entries.empty()) return More::Ended;
    looked_at += entries.size();
    std::vector<ArticleId> ids;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!wanted(entries[i].article)) continue;
      ids.push_back(entries[i].article);
      places.push_back(i);
    }
    const std::size_t dealt = STOA_TRY(gathering.take(ids));
    const std::size_t passed = dealt < ids.size() ? places[dealt] : entries.size();
    if (passed > 0) position = entries[passed - 1];
    if (gathering.overfull()) return More::MayCome;
  }
  return More::MayCome;
}

}  // namespace stoa::feed
