#pragma once
#include "feed_house.h"
#include "http_script.h"
#include "keyspace/embedded/random.h"

#include <cstdint>
#include <string>

namespace stoa::bench {

/// What the visitors of a feed that build_feed() made ask for, drawn anew at every call.
class FeedVisits {
 public:
  explicit FeedVisits(const FeedSize& size) : size_(size) {}

  /// One page, by guests without a session or by members, who see their votes in it.
  Script by_guests(const std::string& path);
  Script by_members(const std::string& path);
  /// The page of a group of all alike, by members.
  Script groups();
  /// Up, down and taken back, by all members, on all articles whose voting is open.
  Script votes();

 private:
  const FeedSize size_;
  keyspace::embedded::Random random_{5};
};

}  // namespace stoa::bench
