#pragma once
#include "feed/comment.h"
#include "records/records.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace stoa::feed {

/// Comments with the first replies to each, the first replies to those, and so on, read level by level until
/// there are none or the page is full.
class Unfolding {
 public:
  /// `tops` are the page's uppermost, in their order.
  Unfolding(std::vector<Comment> tops, std::size_t most)
      : comments_(std::move(tops)), tops_(comments_.size()), most_(most) {}

  /// One read for each level.
  Result<void> read_below(records::Reader&);

  /// Each before its replies.
  std::vector<Comment> in_reading_order() &&;

 private:
  /// The first replies to what stands from `begin` on, as many as the page has room for.
  std::vector<records::Value> replies_to(std::size_t begin) const;
  void take(std::size_t index, std::vector<Comment>& out);

  std::vector<Comment> comments_;
  const std::size_t tops_;
  const std::size_t most_;
  std::unordered_map<CommentId, std::vector<std::size_t>> replies_;
};

}  // namespace stoa::feed
