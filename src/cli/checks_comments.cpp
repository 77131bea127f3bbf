#include "base/bson.h"
#include "base/described.h"
#include "base/fields.h"
#include "cli/check.h"
#include "feed/comment.h"
#include "feed/comment_thread.h"
#include "feed/comment_votes.h"
#include "records/collections.h"
#include "records/typed.h"

#include <fmt/format.h>

namespace stoa::cli {

// Of each document only by what it is found again.

struct NumberedComment {
  feed::CommentId id;
};
StructDescription describe(Described<NumberedComment>) {
  return fields("NumberedComment", field("id", &NumberedComment::id).stored_as("_id"));
}

struct NumberedThread {
  feed::ArticleId id = 0;
};
StructDescription describe(Described<NumberedThread>) {
  return fields("NumberedThread", field("id", &NumberedThread::id).stored_as("_id"));
}

namespace {
using feed::Comment;
using feed::CommentState;
using records::Query;
using records::collections::comment_votes;
using records::collections::comments;
using records::collections::threads;

constexpr std::size_t kDocumentsAPage = 200;

/// A page in memory at a time, until `look` has seen enough.
enum class Seen { GoOn, Enough };
Result<void> for_each(records::Reader& reader, const records::Collection& collection, Query query,
                      const std::function<Result<Seen>(const records::Document&)>& look) {
  query.limit = kDocumentsAPage;
  do {
    const auto page = STOA_TRY(reader.find(collection, query));
    for (const auto& document : page.documents)
      if (STOA_TRY(look(document)) == Seen::Enough) return {};
    query.cursor = page.next;
  } while (!query.cursor.empty());
  return {};
}

/// Each is read again for every look at it; one that is gone by then has no fault.
template <class Numbered, class Document>
Result<void> examine_each(Examination& examination, const records::Collection& collection,
                          const std::function<Result<Fault>(records::Reader&, const Document&)>& fault_of) {
  records::Reader& reader = examination.records();
  return for_each(reader, collection, {.index = "_id"}, [&](const records::Document& bytes) -> Result<Seen> {
    const auto look = [&]() -> Result<Fault> {
      const auto numbered = STOA_TRY(read_bson<Numbered>(bytes));
      const auto document = STOA_TRY(records::get<Document>(reader, collection, numbered.id));
      return document ? fault_of(reader, *document) : Fault();
    };
    STOA_TRY(examination.examine(look));
    return Seen::GoOn;
  });
}

Fault fault(const Comment& comment, std::string_view what) {
  return fmt::format("comment {} {}", comment.id.hex(), what);
}

Fault fault_of_stone(const Comment& comment) {
  if (comment.state != CommentState::Deleted)
    return comment.author ? Fault() : fault(comment, "has no author");
  if (comment.replies == 0) return fault(comment, "is a stone with no replies");
  if (comment.author || !comment.text.empty()) return fault(comment, "was deleted and still says something");
  return {};
}

Result<Fault> fault_of_place(records::Reader& reader, const Comment& comment) {
  if (comment.depth > feed::kDeepestComment) return fault(comment, "stands too deep");
  if (!comment.parent) return comment.depth == 0 ? Fault() : fault(comment, "has a depth and no parent");
  const auto parent = STOA_TRY(records::get<Comment>(reader, comments(), *comment.parent));
  if (!parent) return fault(comment, "replies to one that is not there");
  if (parent->article != comment.article) return fault(comment, "replies to one of another article");
  if (comment.depth != parent->depth + 1)
    return fault(comment, fmt::format("has depth {}, and the one above it {}", comment.depth, parent->depth));
  return Fault();
}

Result<Fault> fault_of_replies(records::Reader& reader, const Comment& comment) {
  const Query query{
      .index = "article_parent_id", .equal = {comment.article, comment.id}, .limit = feed::kFirstReplies};
  const auto first = STOA_TRY(records::find<Comment>(reader, comments(), query));
  std::vector<feed::CommentId> ids;
  for (const Comment& reply : first.documents) ids.push_back(reply.id);
  if (ids != comment.first_replies) return fault(comment, "knows other first replies than it has");
  const auto most = static_cast<std::size_t>(std::max<std::int64_t>(comment.replies, 0)) + 1;
  const std::size_t count = first.next.empty() ? ids.size() : STOA_TRY(reader.count(comments(), query, most));
  if (static_cast<std::int64_t>(count) == comment.replies) return Fault();
  return fault(comment, fmt::format("says {} replies, and has {}{}", comment.replies,
                                    count == most ? "at least " : "", count));
}

Result<Fault> fault_of_comment(records::Reader& reader, const Comment& comment) {
  if (auto found = fault_of_stone(comment)) return found;
  if (auto found = STOA_TRY(fault_of_place(reader, comment))) return found;
  if (auto found = STOA_TRY(fault_of_replies(reader, comment))) return found;
  if (STOA_TRY(reader.get(threads(), comment.article))) return Fault();
  return fault(comment, fmt::format("is of article {}, which has no thread", comment.article));
}

Result<void> comments_hang_together(Examination& examination) {
  return examine_each<NumberedComment, Comment>(examination, comments(), fault_of_comment);
}

Result<Fault> fault_of_thread(records::Reader& reader, const feed::Thread& thread) {
  std::int64_t shown = 0;
  const auto count = [&](const records::Document& document) -> Result<Seen> {
    const auto comment = STOA_TRY(read_bson<Comment>(document));
    if (comment.state == CommentState::Shown) ++shown;
    return Seen::GoOn;
  };
  STOA_TRY(for_each(reader, comments(), {.index = "article_parent_id", .equal = {thread.article}}, count));
  if (shown == thread.comments) return Fault();
  return Fault(fmt::format("the thread of article {} says {} comments, and {} are shown", thread.article,
                           thread.comments, shown));
}

Result<void> threads_count_comments(Examination& examination) {
  return examine_each<NumberedThread, feed::Thread>(examination, threads(), fault_of_thread);
}

// The ids of a comment's votes begin with its own. When voting has closed they go, and the count stays.
Result<Fault> fault_of_votes(records::Reader& reader, const Comment& comment) {
  const Query query{.index = "_id",
                    .min = Query::Bound{comment.id.hex() + ':'},
                    .max = Query::Bound{comment.id.hex() + ';', Query::End::Excluded}};
  std::int64_t sum = 0;
  const auto add = [&](const records::Document& document) -> Result<Seen> {
    const auto vote = STOA_TRY(read_bson<feed::CastVote>(document));
    sum += vote.vote == feed::Vote::Up ? 1 : vote.vote == feed::Vote::Down ? -1 : 0;
    return Seen::GoOn;
  };
  STOA_TRY(for_each(reader, comment_votes(), query, add));
  if (sum == comment.votes || Clock::system().now() >= comment.posted_at + feed::kVotingLasts) return Fault();
  return fault(comment, fmt::format("says {} votes, and those cast are {}", comment.votes, sum));
}

Result<void> comment_votes_add_up(Examination& examination) {
  return examine_each<NumberedComment, Comment>(examination, comments(), fault_of_votes);
}

/// Events that wait have not told the keyspace yet.
Result<Fault> article_follows_its_thread(const Subject& subject) {
  const auto id = whole_number(subject.tag);
  const auto state = STOA_TRY(subject.keys().hget(subject.as<keyspace::HashKey>(), "state"));
  if (!id || !state || *state == "removed") return Fault();
  records::Reader& reader = subject.examination.records();
  const auto thread = STOA_TRY(feed::thread_of(reader, *id));
  const auto voting = STOA_TRY(subject.keys().hget(subject.as<keyspace::HashKey>(), "voting"));
  const bool in_sight = thread.hidden_at.has_value() == (*state == "hidden");
  const bool in_voting = voting == "closed" || thread.locked_at.has_value() == (voting == "locked");
  if (in_sight && in_voting) return Fault();
  if (STOA_TRY(reader.size(records::collections::outbox())) > 0) return Fault();
  if (in_sight)
    return Fault(fmt::format("the voting on {} is {}; its thread says that it is {}", subject.name,
                             voting.value_or("open"), thread.locked_at ? "locked" : "open"));
  return Fault(fmt::format("{} is {}; its thread says that it is {}", subject.name, *state,
                           thread.hidden_at ? "hidden" : "live"));
}

}  // namespace

std::vector<Check> comment_checks() {
  return {
      {"feed.sight", "An article is hidden and locked when its thread says so", "article:{id}",
       article_follows_its_thread},
      {"feed.comments", "Comments, replies and stones hang together", "", nullptr, comments_hang_together},
      {"feed.threads", "A thread counts the comments that are shown", "", nullptr, threads_count_comments},
      {"feed.comment_votes", "A comment's votes are those cast, while voting is open", "", nullptr,
       comment_votes_add_up},
  };
}

}  // namespace stoa::cli
