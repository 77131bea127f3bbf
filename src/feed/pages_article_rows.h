#pragma once
#include "feed/comment_thread.h"
#include "feed/pages_front.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::feed {

/// How many comments each has, in their order; one read.
Result<std::vector<Thread>> threads_of(const Front&, std::span<const Article>);

/// As feed/row.html takes it, for the one who asks and has voted so. `login` is where a guest's vote leads.
Fields row_of(const Call&, const Article&, const Thread&, Vote mine, Time now, std::string_view login);

/// What the one who asks has voted, in the articles' order; one read, and none for a guest.
Result<std::vector<Vote>> votes_of_viewer(const Call&, const Front&, const BallotBoxes&);

/// "example.org"; empty for an article that is only text.
std::string_view host_of(const Article&);

/// As tags.
List group_tags(const Article&);

}  // namespace stoa::feed
