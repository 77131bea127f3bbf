#pragma once
#include "feed/pages_front.h"
#include "feed/votes.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stoa::feed {

/// What a viewer can do with a thing's votes. LogIn: the arrows lead there, and back again.
enum class Ballot { Open, LogIn, Closed };

/// As parts/vote.html takes them, but for `csrf`, which an open one needs, and `login`, where LogIn leads: a
/// page has those once for all.
/// `id` tells the controls of a page apart, `path` is where a vote is sent.
void add_vote(Fields&, Ballot, std::string id, std::string path, std::int64_t votes, Vote mine);

/// `csrf` or `login` for the controls of a page; the other is nothing.
void add_ballot_needs(Call&, Fields&);

/// Where a guest logs in who then goes on to `path`.
std::string login_before(std::string_view path);

/// What the viewer can do with an article's votes. Whether it is locked, the page knows.
Ballot ballot_of(const Call&, const Article&, Time now);
/// The same of a comment.
Ballot ballot_of(const Call&, const Comment&, Time now);

}  // namespace stoa::feed
