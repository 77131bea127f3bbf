#include "feed/comment_unfolding.h"

#include "base/bson.h"
#include "records/collections.h"

namespace stoa::feed {

std::vector<records::Value> Unfolding::replies_to(std::size_t begin) const {
  std::vector<records::Value> ids;
  for (std::size_t i = begin; i < comments_.size(); ++i)
    for (const CommentId& reply : comments_[i].first_replies)
      if (comments_.size() + ids.size() < most_) ids.emplace_back(reply);
  return ids;
}

Result<void> Unfolding::read_below(records::Reader& reader) {
  for (std::size_t level = 0;;) {
    const auto ids = replies_to(level);
    if (ids.empty()) break;
    const auto documents = STOA_TRY(reader.get_many(records::collections::comments(), ids));
    level = comments_.size();
    for (const auto& document : documents)
      if (document) comments_.push_back(STOA_TRY(read_bson<Comment>(*document)));
  }
  for (std::size_t i = tops_; i < comments_.size(); ++i)
    if (comments_[i].parent) replies_[*comments_[i].parent].push_back(i);
  return {};
}

void Unfolding::take(std::size_t index, std::vector<Comment>& out) {
  const CommentId id = comments_[index].id;
  out.push_back(std::move(comments_[index]));
  if (const auto replies = replies_.find(id); replies != replies_.end())
    for (const std::size_t reply : replies->second) take(reply, out);
}

std::vector<Comment> Unfolding::in_reading_order() && {
  std::vector<Comment> ordered;
  ordered.reserve(comments_.size());
  for (std::size_t top = 0; top < tops_; ++top) take(top, ordered);
  return ordered;
}

}  // namespace stoa::feed
