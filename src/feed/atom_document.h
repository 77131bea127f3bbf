#pragma once
#include "base/clock.h"
#include "feed/article.h"

#include <string>
#include <string_view>
#include <vector>

namespace stoa::feed {

/// What a feed reader is told of a list.
struct AtomFeed {
  /// The path of the list's page; this document is its `atom.xml`.
  std::string page = {};
  /// The site's address, `https://example.org`.
  std::string origin = {};
  /// What makes the ids this site's and no other's; the same at all of its addresses.
  std::string site = {};
  std::string title = {};
  /// Of the title.
  std::string language = {};
  /// When nothing has been posted.
  Time updated{};
  std::vector<Article> articles = {};
};

/// An Atom 1.0 document, well-formed whatever stands in the articles. The same feed gives the same bytes.
std::string atom_document(const AtomFeed&);

}  // namespace stoa::feed
