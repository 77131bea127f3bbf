#pragma once
#include "feed/pages_thing.h"

#include <string>
#include <vector>

namespace stoa::feed {

/// What stands in the form of measures about a thing: as it was sent, or before that a ban of a week.
struct MeasuresForm {
  std::string reason = {};
  /// A date: `2026-11-23`.
  std::string until = {};
  http::Value wrong_reason = {}, wrong_until = {};
};

MeasuresForm blank_measures(const Front&);

/// A thing, what is said against it and the form of measures, as admin/thing.html takes them. `place` tells
/// the things of a page apart. Two reads more than look_at().
Result<Fields> desk_fields(Call&, const Front&, const ShownThing&, const MeasuresForm&, std::int64_t place);

/// Where desk_fields() are a page of their own.
std::string desk_address(const Thing&);

/// What was done, newest first, as feed/entries.html takes it: the things that all may see by their title.
/// One round trip.
Result<List> entries_of(Call&, const Front&, const std::vector<ModerationEntry>&);

/// A page for admins.
http::Route desk_page(const Front&, std::string path, std::string summary, http::PageWork<Front>);
/// As admin/more.html takes it.
void add_more(const Call&, const std::string& next, Fields&);

// The tables that the pages of the moderation are made of.
std::vector<http::Route> queue_pages(const Front&);
std::vector<http::Route> measure_pages(const Front&);
std::vector<http::Route> ban_pages(const Front&);
std::vector<http::Route> log_pages(const Front&);

}  // namespace stoa::feed
