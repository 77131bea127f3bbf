#pragma once
// Judges HTML that was made from somebody's Markdown, without a word of the code that made it.

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::feed::test {

class SafeHtml {
 public:
  /// Empty, or what in `html` could do harm in a page.
  static std::string fault_of(std::string_view html) { return SafeHtml(html).judge(); }

 private:
  explicit SafeHtml(std::string_view html) : rest_(html) {}

  std::string judge() {
    while (!rest_.empty()) {
      const std::string_view at = rest_.substr(0, 40);
      const char c = rest_.front();
      if (c == '<') {
        if (!take_tag()) return "a tag that is not on the list: " + std::string(at);
      } else if (c == '&') {
        if (!take_entity()) return "a bare ampersand: " + std::string(at);
      } else if (c == '>' || c == '"' || c == '\'') {
        return "not escaped: " + std::string(at);
      } else if (is_hidden_control()) {
        return "a character that hides: " + std::string(at);
      } else {
        rest_.remove_prefix(1);
      }
    }
    return open_.empty() ? "" : "left open: " + open_.back();
  }

  bool is_hidden_control() const {
    const auto byte = static_cast<unsigned char>(rest_.front());
    if (byte == 0x7F || (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r')) return true;
    const auto within = [&](std::string_view lead, unsigned char first, unsigned char last) {
      if (!rest_.starts_with(lead) || rest_.size() <= lead.size()) return false;
      const auto next = static_cast<unsigned char>(rest_[lead.size()]);
      return next >= first && next <= last;
    };
    return within("\xE2\x80", 0xAA, 0xAE) || within("\xE2\x81", 0xA6, 0xA9);
  }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  bool take_entity() {
    const auto end = rest_.find(';');
    if (end == std::string_view::npos || end < 2) return false;
    const auto name = rest_.substr(1, end - 1);
    const bool proper =
        std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '#'; });
    rest_.remove_prefix(end + 1);
    return proper;
  }

  bool take_tag() {
    static constexpr auto kPaired = std::to_array<std::string_view>(
        {"p", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "pre", "code", "em", "strong", "del"});
    if (take("<br>") || take("<hr>")) return true;
    for (const auto name : kPaired)
      if (take("<" + std::string(name) + ">")) return open_.emplace_back(name), true;
    if (take("<ol start=\"")) return take_number() && take("\">") && (open_.emplace_back("ol"), true);
    if (take("<a href=\"")) return take_link();
    if (open_.empty() || !take("</" + open_.back() + ">")) return false;
    open_.pop_back();
    return true;
  }

  bool take_number() {
    const auto digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(digits);
    return digits > 0;
  }

  bool take_link() {
    if (std::ranges::find(open_, "a") != open_.end()) return false;
    const auto end = rest_.find('"');
    if (end == std::string_view::npos) return false;
    std::string address(rest_.substr(0, end));
    std::ranges::transform(address, address.begin(), [](unsigned char c) { return std::tolower(c); });
    const bool led =
        address.starts_with("http://") || address.starts_with("https://") || address.starts_with("mailto:");
    const bool plain = std::ranges::all_of(
        address, [](unsigned char c) { return c > ' ' && c < 0x7F && c != '<' && c != '>' && c != '\''; });
    rest_.remove_prefix(end);
    open_.emplace_back("a");
    return led && plain && take("\" rel=\"nofollow ugc\">");
  }

  std::string_view rest_;
  std::vector<std::string> open_;
};

}  // namespace stoa::feed::test
