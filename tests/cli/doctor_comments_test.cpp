#include "doctor_fixture.h"
#include "feed/comment.h"
#include "feed/comment_thread.h"
#include "feed/comment_votes.h"
#include "records/collections.h"

namespace stoa::cli {
namespace {
using keyspace::must;
using testing::HasSubstr;

/// Two who talk about one article: a comment with a reply and a vote, and a stone with a reply.
class TalkAtTheDoctorsOnEveryEngine : public DoctorOnEveryEngine {
 protected:
  using Comment = feed::Comment;

  TalkAtTheDoctorsOnEveryEngine() {
    plant_all_that_is_right(engines_);
    top_.first_replies = {reply_.id};
    top_.replies = top_.votes = 1;
    stone_.first_replies = {last_.id};
    stone_.replies = 1;
    stone_.state = feed::CommentState::Deleted;
    stone_.author.reset();
    stone_.text.clear();
    for (const Comment* comment : {&top_, &stone_, &reply_, &last_})
      insert(records::collections::comments(), *comment);
    insert(records::collections::threads(), thread_);
    insert(records::collections::comment_votes(),
           feed::CastVote{top_.id.hex() + ":bob", feed::Vote::Up, top_.posted_at + feed::kVotingLasts});
  }
  static Comment comment(const std::optional<feed::CommentId>& parent = std::nullopt) {
    Comment made;
    made.posted_at = Clock::system().now();
    made.id = feed::CommentId::make(made.posted_at);
    made.article = 2;
    made.parent = parent;
    made.depth = parent ? 1 : 0;
    made.author = must(Shortcode::parse("ann"));
    made.text = "well said";
    return made;
  }
  template <class T>
  void replace(const records::Collection& collection, const T& document) {
    must(engines_.records().transact(
        [&](records::Tx& tx) { return records::replace(tx, collection, document); }));
  }
  /// What the doctor says of comments when this one is in the place of what was right.
  std::string findings_with(const Comment& spoiled, const std::string& check = "feed.comments") {
    replace(records::collections::comments(), spoiled);
    return visit().findings_of(check);
  }

  Comment top_ = comment(), stone_ = comment(), reply_ = comment(top_.id), last_ = comment(stone_.id);
  feed::Thread thread_{.article = 2, .comments = 3};
};

TEST_P(TalkAtTheDoctorsOnEveryEngine, IsFineWhereEverythingHolds) {
  const Visit seen = visit();
  EXPECT_EQ(*seen.outcome, ExitCode::Done) << seen.said;
  EXPECT_THAT(seen.said, HasSubstr("hang together (4 looked at)"));
}

TEST_P(TalkAtTheDoctorsOnEveryEngine, RepliesAreCounted) {
  top_.replies = 5;
  EXPECT_THAT(findings_with(top_), HasSubstr("says 5 replies, and has 1"));
  top_.replies = 1;
  top_.first_replies = {last_.id};
  EXPECT_THAT(findings_with(top_), HasSubstr("knows other first replies than it has"));
  reply_.replies = 1;
  EXPECT_THAT(findings_with(reply_), HasSubstr("says 1 replies, and has 0"));
}

TEST_P(TalkAtTheDoctorsOnEveryEngine, MoreRepliesThanAreKnownByIdAreCountedToo) {
  for (std::size_t i = 0; i < feed::kFirstReplies; ++i) {
    const Comment more = comment(top_.id);
    insert(records::collections::comments(), more);
    if (top_.first_replies.size() < feed::kFirstReplies) top_.first_replies.push_back(more.id);
  }
  top_.replies = 5;
  thread_.comments += static_cast<std::int64_t>(feed::kFirstReplies);
  replace(records::collections::threads(), thread_);
  EXPECT_EQ(findings_with(top_), "");
  top_.replies = 4;
  EXPECT_THAT(findings_with(top_), HasSubstr("says 4 replies, and has at least 5"));
  top_.replies = 9;
  EXPECT_THAT(findings_with(top_), HasSubstr("says 9 replies, and has 5"));
}

TEST_P(TalkAtTheDoctorsOnEveryEngine, EachStandsBelowWhatItAnswers) {
  Comment spoiled = reply_;
  spoiled.depth = 3;
  EXPECT_THAT(findings_with(spoiled), HasSubstr("has depth 3, and the one above it 0"));
  spoiled.depth = feed::kDeepestComment + 1;
  EXPECT_THAT(findings_with(spoiled), HasSubstr("stands too deep"));
  spoiled = reply_;
  spoiled.parent = comment().id;
  EXPECT_THAT(findings_with(spoiled), HasSubstr("replies to one that is not there"));
  spoiled = reply_;
  spoiled.article = 1;
  EXPECT_THAT(findings_with(spoiled), HasSubstr("replies to one of another article"));
  spoiled.parent.reset();
  EXPECT_THAT(findings_with(spoiled), HasSubstr("has a depth and no parent"));
  spoiled.depth = 0;
  EXPECT_THAT(findings_with(spoiled), HasSubstr("is of article 1, which has no thread"));
}

TEST_P(TalkAtTheDoctorsOnEveryEngine, StonesAreEmptyAndBearReplies) {
  Comment spoiled = stone_;
  spoiled.text = "still here";
  EXPECT_THAT(findings_with(spoiled), HasSubstr("was deleted and still says something"));
  spoiled = stone_;
  spoiled.replies = 0;
  EXPECT_THAT(findings_with(spoiled), HasSubstr("is a stone with no replies"));
  spoiled = top_;
  spoiled.author.reset();
  EXPECT_THAT(findings_with(spoiled), HasSubstr("has no author"));
}

TEST_P(TalkAtTheDoctorsOnEveryEngine, ThreadsCountWhatIsShown) {
  thread_.comments = 4;
  replace(records::collections::threads(), thread_);
  EXPECT_THAT(visit().findings_of("feed.threads"),
              HasSubstr("the thread of article 2 says 4 comments, and 3 are shown"));
  thread_.comments = 3;
  thread_.hidden_at = Clock::system().now();
  replace(records::collections::threads(), thread_);
  EXPECT_THAT(visit().findings_of("feed.sight"), HasSubstr("article:2 is live; its thread says"));
  thread_.hidden_at.reset();
  thread_.locked_at = Clock::system().now();
  replace(records::collections::threads(), thread_);
  EXPECT_THAT(visit().findings_of("feed.sight"),
              HasSubstr("the voting on article:2 is open; its thread says that it is locked"));
}

TEST_P(TalkAtTheDoctorsOnEveryEngine, VotesAddUpWhileVotingIsOpen) {
  top_.votes = 7;
  EXPECT_THAT(findings_with(top_, "feed.comment_votes"), HasSubstr("says 7 votes, and those cast are 1"));
  top_.posted_at -= feed::kVotingLasts;
  EXPECT_EQ(findings_with(top_, "feed.comment_votes"), "");
}

INSTANTIATE_TEST_SUITE_P(Doctor, TalkAtTheDoctorsOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         keyspace::engine_name);

}  // namespace
}  // namespace stoa::cli
