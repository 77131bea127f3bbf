#pragma once
#include "feed/addresses.h"
#include "feed/pages_front.h"

#include <optional>
#include <string>

namespace stoa::feed {

/// A thing as pages about moderation show it, also what is hidden.
struct ShownThing {
  Thing thing;
  /// What is hidden is seen by its author and admins, what was deleted by nobody.
  enum class Sight { All, Few, Nobody } sight = Sight::All;
  /// Of an article.
  std::string title = {};
  std::string link = {};
  /// As they were written.
  std::string words = {};
  /// The person, or who wrote it; nullopt of what was deleted.
  std::optional<Shortcode> author = std::nullopt;
  std::optional<Time> posted = std::nullopt;
  bool locked = false;
  /// Of the author.
  std::optional<PostingBan> ban = std::nullopt;
};

/// What is not there any more comes as deleted. Two or three reads.
Result<ShownThing> look_at(const Front&, const Thing&);

/// As feed/thing.html and admin/measures.html take it.
Fields fields_of(const ShownThing&);

}  // namespace stoa::feed
