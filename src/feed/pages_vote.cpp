#include "feed/pages_vote.h"

#include "feed/addresses.h"
#include "feed/api.h"
#include "http/percent.h"
#include "http/problem.h"

namespace stoa::feed {
namespace {

/// The page that the form stood in, at the thing that was voted on. The Referer's host does not matter: only
/// a page of this site gets here, and no more than a path of this site is made of it.
std::string came_from(const Call& call, std::string_view anchor, std::string_view fallback) {
  std::string_view address = call.request.header("referer").value_or("");
  const auto authority = address.find("://");
  const auto path = authority == address.npos ? address.npos : address.find('/', authority + 3);
  if (path == address.npos) return std::string(fallback);
  address = address.substr(path);
  return http::local_path(address.substr(0, address.find('#')), fallback) + "#" + std::string(anchor);
}

Result<Vote> vote_in(const Call& call) {
  if (const auto vote = STOA_TRY(call.form<Vote>("vote"))) return *vote;
  return Error{Error::Kind::Invalid, "request.form", "vote: must be up, down or none"};
}

/// What is read aloud once the count has changed.
std::string_view word_of(Vote vote) {
  return vote == Vote::None ? "vote.taken_back" : vote == Vote::Up ? "vote.voted_up" : "vote.voted_down";
}

/// The control as it is now, for the place where it stood.
Response control(Call& call, const Front& front, Fields fields, std::string said) {
  add_ballot_needs(call, fields);
  fields.set("said", std::move(said));
  return front.pages.fragment(call, "feed/voted.html", fields);
}

Response article_control(Call& call, const Front& front, ArticleId id, Ballot ballot, const Voted& voted,
                         std::string said) {
  Fields fields;
  add_vote(fields, ballot, anchor_of(id), address_of(id) + "/vote", voted.votes, voted.yours);
  return control(call, front, std::move(fields), std::move(said));
}

/// Why there is no voting any more, where the arrows were; a page of trouble would not fit there.
Result<Response> closed_article(Call& call, const Front& front, ArticleId id, const Error& why) {
  const Article article = STOA_TRY(front.feed.articles.find(id));
  Response part = article_control(call, front, id, Ballot::Closed, {article.votes, Vote::None},
                                  front.pages.say(call.language, "vote.closed"));
  part.status = http::status_of(why);
  return part;
}

Result<Response> vote_on_article(Call& call, const Front& front) {
  const ArticleId id = article_of(call);
  const Vote vote = STOA_TRY(vote_in(call));
  const auto voted = front.feed.votes.cast(identity_of(call), id, vote);
  if (!http::wants_part(call)) {
    STOA_TRY(voted);
    return http::see_other(came_from(call, anchor_of(id), address_of(id)));
  }
  if (!voted.ok() && voted.error().kind == Error::Kind::Conflict)
    return closed_article(call, front, id, voted.error());
  if (!voted.ok()) return voted.error();
  return article_control(call, front, id, Ballot::Open, *voted,
                         front.pages.say(call.language, word_of(voted->yours), {{"count", voted->votes}}));
}

Response comment_control(Call& call, const Front& front, const Comment& comment, Ballot ballot, Vote mine,
                         std::string said) {
  Fields fields;
  add_vote(fields, ballot, anchor_of(comment.id), address_of(comment.id) + "/vote", comment.votes, mine);
  return control(call, front, std::move(fields), std::move(said));
}

Result<Response> vote_on_comment(Call& call, const Front& front) {
  const auto id = call.parameter<CommentId>("comment");
  const Vote vote = STOA_TRY(vote_in(call));
  const auto voted = front.feed.comment_votes.vote(identity_of(call).name, id, vote);
  if (!http::wants_part(call)) {
    STOA_TRY(voted);
    return http::see_other(came_from(call, anchor_of(id), address_of(id)));
  }
  if (!voted.ok() && voted.error().kind == Error::Kind::Conflict) {
    const Comment comment = STOA_TRY(front.feed.comments.comment(id));
    Response part = comment_control(call, front, comment, Ballot::Closed, Vote::None,
                                    front.pages.say(call.language, "vote.closed"));
    part.status = http::status_of(voted.error());
    return part;
  }
  if (!voted.ok()) return voted.error();
  return comment_control(call, front, *voted, Ballot::Open, vote,
                         front.pages.say(call.language, word_of(vote), {{"count", voted->votes}}));
}

}  // namespace

void add_vote(Fields& fields, Ballot ballot, std::string id, std::string path, std::int64_t votes,
              Vote mine) {
  const bool up = mine == Vote::Up;
  const bool down = mine == Vote::Down;
  fields.set("votes", votes);
  fields.set("vote_open", ballot == Ballot::Open);
  fields.set("vote_login", ballot == Ballot::LogIn);
  fields.set("vote_closed", ballot == Ballot::Closed);
  if (ballot != Ballot::Open) return;
  fields.set("vote_id", std::move(id));
  fields.set("vote_path", std::move(path));
  fields.set("up", up ? "none" : "up");
  fields.set("up_pressed", up ? "true" : "false");
  fields.set("down", down ? "none" : "down");
  fields.set("down_pressed", down ? "true" : "false");
}

void add_ballot_needs(Call& call, Fields& fields) {
  const bool is_guest = call.viewer.role == http::Role::Guest;
  fields.set("csrf", is_guest ? http::Value() : http::Value(call.csrf()));
  fields.set("login", is_guest ? http::Value(login_before(call.request.target)) : http::Value());
}

std::string login_before(std::string_view path) {
  return "/login?next=" + http::percent_encoded(path);
}

Ballot ballot_of(const Call& call, const Article& article, Time now) {
  const bool is_open = article.state == ArticleState::Live && article.voting == Voting::Open &&
                       now < article.time + kVotingLasts;
  if (!is_open) return Ballot::Closed;
  return call.viewer.role == http::Role::Guest ? Ballot::LogIn : Ballot::Open;
}

Ballot ballot_of(const Call& call, const Comment& comment, Time now) {
  const bool is_open = comment.state == CommentState::Shown && now < comment.posted_at + kVotingLasts &&
                       !(call.viewer.name && comment.author == call.viewer.name);
  if (!is_open) return Ballot::Closed;
  return call.viewer.role == http::Role::Guest ? Ballot::LogIn : Ballot::Open;
}

std::vector<http::Route> vote_pages(const Front& front) {
  std::vector<http::Route> rows{
      http::form_route(front, "/feed/{article:int}/vote", "Votes on an article, or takes the vote back",
                       {"vote"}, vote_on_article),
      http::form_route(front, "/feed/comments/{comment:id}/vote",
                       "Votes on a comment, or takes the vote back", {"vote"}, vote_on_comment)};
  for (http::Route& row : rows) {
    row.access = http::Access::Member;
    row.bucket = "vote";
  }
  return rows;
}

}  // namespace stoa::feed
