#pragma once
#include "base/clock.h"
#include "feed/feed.h"
#include "http/page.h"
#include "http/page_routes.h"
#include "records/records.h"

#include <string>
#include <vector>

namespace stoa::feed {

// What every page of the feed is made of.
using http::Call;
using http::Fields;
using http::Flash;
using http::List;
using http::Response;

/// What the feed's pages need. All that is referred to outlives the routes.
struct Front {
  Feed& feed;
  http::Pages& pages;
  records::Records& records;
  const Clock& clock;
  /// Any text that this site has and no other, the same on all nodes and after every start.
  std::string site = {};
};

/// Lists, articles, posting, votes, comments, groups, moderation and Atom feeds, with their fragments.
std::vector<http::Route> front_pages(const Front&);

// The tables that it is made of.
std::vector<http::Route> list_pages(const Front&);
std::vector<http::Route> article_pages(const Front&);
std::vector<http::Route> vote_pages(const Front&);
std::vector<http::Route> talk_pages(const Front&);
std::vector<http::Route> posting_pages(const Front&);
std::vector<http::Route> group_pages(const Front&);
std::vector<http::Route> report_pages(const Front&);
std::vector<http::Route> moderation_pages(const Front&);
std::vector<http::Route> atom_feeds(const Front&);

}  // namespace stoa::feed
