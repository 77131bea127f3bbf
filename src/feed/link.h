#pragma once
#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace stoa::feed {

inline constexpr std::size_t kLongestLink = 2000;

/// Where an article leads: an absolute http or https address in ASCII.
class Link {
 public:
  /// Takes blanks off the ends and writes scheme and host in lower case, without the scheme's own port, and
  /// what is not ASCII as percent signs. Invalid (`article.link`) for any other scheme, a name or password
  /// in it, a host that is none, blanks and control characters, and more than kLongestLink characters.
  static Result<Link> parse(std::string_view text);

  const std::string& text() const { return text_; }
  /// 32 hex digits, equal for links that lead to the same page: those that differ in what comes after `#`.
  std::string page_hash() const;

 private:
  explicit Link(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace stoa::feed
