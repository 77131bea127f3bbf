#include "feed/group_position.h"

#include "feed/group_name.h"
#include "feed/groups.h"

#include <algorithm>

namespace stoa::feed {
namespace {
using keyspace::Scored;

/// After so many it goes by name, so that a cursor fits into an address.
constexpr std::size_t kEnoughBySize = 200;
constexpr std::size_t kMostShownBySize = kEnoughBySize + kMostGroupsAPage;

Error bad_cursor() {
  return {Error::Kind::Invalid, "records.cursor",
          "this is no cursor of the list of groups; begin at the first page, without a cursor"};
}

}  // namespace

Result<GroupPosition> GroupPosition::parse(std::string_view cursor) {
  const auto point = cursor.find('.');
  auto shown = ShownMarks::parse(cursor.substr(0, point), kMostShownBySize);
  if (!shown) return bad_cursor();
  GroupPosition position;
  position.shown_ = *std::move(shown);
  if (point == cursor.npos) return position;
  position.after_ = cursor.substr(point + 1);
  if (!position.after_->empty() && !GroupName::parse(*position.after_).ok()) return bad_cursor();
  return position;
}

// Of so many at least one more than the page has was not shown, or there are no others.
std::int64_t GroupPosition::last_rank(std::size_t limit) const {
  return after_ ? -1 : static_cast<std::int64_t>(shown_.size() + limit);
}

bool GroupPosition::pass(std::vector<Scored>& sizes, std::size_t limit) {
  std::erase_if(sizes, [&](const Scored& size) { return shown_.has(size.member); });
  if (after_) leave_unseen_by_name(sizes, limit + 1);
  const bool more = sizes.size() > limit;
  if (more) sizes.resize(limit);
  if (sizes.empty()) return more;
  if (after_) {
    after_ = sizes.back().member;
    return more;
  }
  for (const Scored& size : sizes) shown_.show(size.member);
  if (shown_.size() >= kEnoughBySize) after_.emplace();
  return more;
}

void GroupPosition::leave_unseen_by_name(std::vector<Scored>& sizes, std::size_t most) const {
  std::erase_if(sizes, [&](const Scored& size) {
    return size.member <= *after_ || !GroupName::parse(size.member).ok();
  });
  const auto end = sizes.begin() + static_cast<std::ptrdiff_t>(std::min(most, sizes.size()));
  std::ranges::partial_sort(sizes, end, {}, &Scored::member);
  sizes.erase(end, sizes.end());
}

std::string GroupPosition::cursor() const {
  return shown_.text() + (after_ ? "." + *after_ : std::string());
}

}  // namespace stoa::feed
