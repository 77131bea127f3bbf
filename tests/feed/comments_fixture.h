#pragma once
// People who talk about articles: a feed with records beside its keyspace.

#include "feed/comment_pages.h"
#include "feed/comment_votes.h"
#include "feed/comments.h"
#include "feed/events.h"
#include "feed/moderation.h"
#include "feed/reports.h"
#include "feed_fixture.h"
#include "records/collections.h"
#include "records/open_records.h"
#include "records/records_between.h"
#include "records/typed.h"

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace stoa::feed::test {

/// Hands reads on and counts them.
class CountedReader final : public records::Reader {
 public:
  explicit CountedReader(records::Reader& inner) : inner_(inner) {}

  Result<std::optional<records::Document>> get(const records::Collection& collection,
                                               const records::Value& id) override {
    ++count_;
    return inner_.get(collection, id);
  }
  Result<std::vector<std::optional<records::Document>>> get_many(
      const records::Collection& collection, std::span<const records::Value> ids) override {
    ++count_;
    return inner_.get_many(collection, ids);
  }
  Result<records::Page> find(const records::Collection& collection, const records::Query& query) override {
    ++count_;
    return inner_.find(collection, query);
  }
  Result<std::size_t> count(const records::Collection& collection, const records::Query& query,
                            std::size_t most) override {
    ++count_;
    return inner_.count(collection, query, most);
  }
  Result<std::uint64_t> size(const records::Collection& collection) override {
    ++count_;
    return inner_.size(collection);
  }

  int counted() const { return count_; }

 private:
  records::Reader& inner_;
  std::atomic<int> count_ = 0;
};

/// Records whose reads outside transactions are counted.
class CountedRecords final : public stoa::test::RecordsBetween {
 public:
  explicit CountedRecords(records::Records& inner) : RecordsBetween(inner), reader_(inner.read()) {}
  records::Reader& read() override { return reader_; }
  int counted() const { return reader_.counted(); }

 private:
  CountedReader reader_;
};

class Talk : public World {
 public:
  explicit Talk(std::unique_ptr<keyspace::OpenEngine> engine)
      : World(std::move(engine)),
        open_(clock()),
        records(open_.records()),
        comments(records, keyspace(), clock()),
        comment_votes(records, clock()),
        pages(records),
        reports(records, keyspace(), clock()),
        moderation(records, outbox, articles, clock()) {}

  /// Most tests do with names alone.
  void open_account(const Shortcode& name, accounts::State state = accounts::State::Active) {
    accounts::User user;
    user.id = UserId(ObjectId::make(clock().now()));
    user.shortcode = name;
    user.state = state;
    user.created_at = clock().now();
    must(records.transact(
        [&](records::Tx& tx) { return records::insert(tx, records::collections::users(), user); }));
  }

  CommentId say(ArticleId article, const std::optional<CommentId>& answered = std::nullopt,
                const accounts::Identity& who = kAnna, std::string text = "well said") {
    return must(comments.post(who.name, article, answered, std::move(text))).id;
  }
  std::int64_t count(ArticleId article) { return must(thread_of(records.read(), article)).comments; }
  /// Stones too.
  std::optional<Comment> stored(const CommentId& id) {
    return must(records::get<Comment>(records.read(), records::collections::comments(), id));
  }
  template <class T>
  std::vector<T> all(const records::Collection& collection) {
    return stoa::test::all_of<T>(records.read(), collection);
  }
  std::vector<Comment> all_comments() { return all<Comment>(records::collections::comments()); }

  /// What a reader finds who follows every "more", each comment as often as it was shown.
  std::multiset<CommentId> read_all(ArticleId article, CommentOrder order) {
    std::multiset<CommentId> seen;
    std::string cursor;
    do {
      const auto page = must(pages.page(article, order, cursor, std::nullopt));
      EXPECT_LE(page.comments.size(), kMostCommentsAPage);
      for (const ShownComment& each : page.comments) seen.insert(each.comment.id);
      for (const ShownComment& each : page.comments) read_more(each, seen);
      cursor = page.next;
    } while (!cursor.empty());
    return seen;
  }

  /// What must hold of all comments and counts, whatever was done to them.
  void expect_comments_agree() {
    const auto comments_now = all_comments();
    std::map<ArticleId, std::int64_t> shown;
    std::map<CommentId, std::vector<CommentId>> replies;
    for (const Comment& comment : comments_now) {
      if (comment.state == CommentState::Shown) ++shown[comment.article];
      if (comment.parent) replies[*comment.parent].push_back(comment.id);
    }
    for (const Comment& comment : comments_now) {
      auto below = replies[comment.id];
      EXPECT_EQ(comment.replies, static_cast<std::int64_t>(below.size()));
      below.resize(std::min(below.size(), kFirstReplies));
      EXPECT_EQ(comment.first_replies, below);
      if (comment.state == CommentState::Deleted) {
        EXPECT_GT(comment.replies, 0);
        EXPECT_EQ(comment.text, "");
        EXPECT_EQ(comment.author, std::nullopt);
      }
      if (comment.parent) {
        EXPECT_EQ(comment.depth, parent_depth(*comment.parent) + 1);
      }
    }
    for (const Thread& thread : all<Thread>(records::collections::threads()))
      EXPECT_EQ(thread.comments, shown[thread.article]);
  }

 private:
  std::int32_t parent_depth(const CommentId& id) {
    const auto parent = stored(id);
    return parent ? parent->depth : -100;
  }
  void read_more(const ShownComment& top, std::multiset<CommentId>& seen) {
    std::optional<CommentId> after = top.last_reply;
    for (bool more = top.more > 0; more;) {
      const auto page = must(pages.branch(top.comment.id, after, std::nullopt));
      EXPECT_LE(page.comments.size(), kMostCommentsAPage);
      for (std::size_t i = 1; i < page.comments.size(); ++i) seen.insert(page.comments[i].comment.id);
      for (std::size_t i = 1; i < page.comments.size(); ++i) read_more(page.comments[i], seen);
      more = page.comments[0].more > 0;
      after = page.comments[0].last_reply;
    }
  }

  stoa::test::OpenRecords open_;

 public:
  CountedRecords records;
  records::Outbox outbox{records, keyspace(), clock(), listeners()};
  Comments comments;
  CommentVotes comment_votes;
  CommentPages pages;
  Reports reports;
  Moderation moderation;
};

class TalkOnEveryEngine : public testing::TestWithParam<keyspace::Engine>, protected Talk {
 protected:
  TalkOnEveryEngine() : Talk(GetParam().open()) {}
};

}  // namespace stoa::feed::test
