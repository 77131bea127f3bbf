#include "feed/markdown.h"

#include "base/utf8.h"
#include "feed/markdown_characters.h"
#include "feed/markdown_link.h"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <vector>

namespace stoa::feed {
namespace {

constexpr std::size_t kDeepest = 24;
constexpr std::size_t kMostHtml = 800'000;
/// A page's own headings are h1 and h2.
constexpr std::size_t kFirstHeading = 3;
constexpr std::size_t kLastHeading = 6;

Error invalid(std::string_view code, std::string message) {
  return {Error::Kind::Invalid, std::string(code), std::move(message)};
}

/// Empty for a block that is shown by its content alone.
std::string_view name_of(MD_BLOCKTYPE type) {
  switch (type) {
    case MD_BLOCK_QUOTE:
      return "blockquote";
    case MD_BLOCK_UL:
      return "ul";
    case MD_BLOCK_OL:
      return "ol";
    case MD_BLOCK_LI:
      return "li";
    case MD_BLOCK_P:
      return "p";
    default:
      return {};
  }
}

/// Empty for a span that is shown by its content alone.
std::string_view name_of(MD_SPANTYPE type) {
  switch (type) {
    case MD_SPAN_EM:
      return "em";
    case MD_SPAN_STRONG:
      return "strong";
    case MD_SPAN_CODE:
      return "code";
    case MD_SPAN_DEL:
      return "del";
    default:
      return {};
  }
}

/// The address with its entities resolved; nullopt when one has a name that is not known here, as a browser
/// might know it for a colon.
std::optional<std::string> resolved(const MD_ATTRIBUTE& address) {
  std::string text;
  for (std::size_t i = 0; address.size > 0 && address.substr_offsets[i] < address.size; ++i) {
    const std::string_view piece(address.text + address.substr_offsets[i],
                                 address.substr_offsets[i + 1] - address.substr_offsets[i]);
    if (address.substr_types[i] != MD_TEXT_ENTITY) {
      text += piece;
    } else if (const auto code_point = numeric_entity(piece)) {
      append_utf8(*code_point, text);
    } else if (piece == "&amp;") {
      text += '&';
    } else {
      return std::nullopt;
    }
  }
  return text;
}

/// Takes what the parser finds and writes it down. Every tag comes from here and every text goes through
/// append_escaped, so that what is safe does not depend on the parser.
class Writer {
 public:
  /// Null, or what is wrong with the text, so that parsing ends.
  const Error* fault() const { return fault_ ? &*fault_ : nullptr; }
  std::string html() && { return std::move(html_); }

  int enter(MD_BLOCKTYPE type, const void* detail) {
    if (type == MD_BLOCK_HR) {
      html_ += "<hr>\n";
    } else if (type == MD_BLOCK_H) {
      enter_heading(static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level);
      fmt::format_to(std::back_inserter(html_), "<h{}>", heading());
    } else if (type == MD_BLOCK_CODE) {
      html_ += "<pre><code>";
    } else if (const unsigned start = first_number(type, detail); start != 1) {
      fmt::format_to(std::back_inserter(html_), "<ol start=\"{}\">", start);
    } else if (const auto name = name_of(type); !name.empty()) {
      open(name);
    }
    ++depth_;
    return checked();
  }

  int leave(MD_BLOCKTYPE type) {
    while (!spans_.empty()) close_span();
    if (depth_ > 0) --depth_;
    if (type == MD_BLOCK_H) {
      fmt::format_to(std::back_inserter(html_), "</h{}>\n", heading());
    } else if (type == MD_BLOCK_CODE) {
      html_ += "</code></pre>\n";
    } else if (const auto name = name_of(type); !name.empty()) {
      close(name);
      html_ += '\n';
    }
    return checked();
  }

  int enter(MD_SPANTYPE type, const void* detail) {
    if (type == MD_SPAN_A) {
      enter_link(type, static_cast<const MD_SPAN_A_DETAIL*>(detail)->href);
    } else if (type == MD_SPAN_IMG) {
      enter_link(type, static_cast<const MD_SPAN_IMG_DETAIL*>(detail)->src);
    } else {
      spans_.push_back({type, name_of(type)});
      if (!spans_.back().name.empty()) open(spans_.back().name);
    }
    return checked();
  }

  /// The parser may leave what it has not entered, or nothing where a bare link swallowed the mark.
  int leave(MD_SPANTYPE type) {
    if (std::ranges::find(spans_, type, &Span::type) == spans_.end()) return 0;
    while (spans_.back().type != type) close_span();
    close_span();
    return checked();
  }

  int text(MD_TEXTTYPE type, std::string_view text) {
    if (type == MD_TEXT_BR) {
      html_ += "<br>\n";
    } else if (type == MD_TEXT_SOFTBR) {
      html_ += '\n';
    } else if (type == MD_TEXT_ENTITY) {
      entity(text);
    } else {
      append_escaped(text, html_);
    }
    return checked();
  }

 private:
  static unsigned first_number(MD_BLOCKTYPE type, const void* detail) {
    return type == MD_BLOCK_OL ? static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start : 1;
  }
  /// Who writes begins with any level and leaves some out; a page where a level is missing cannot be gone
  /// along by its headings.
  void enter_heading(unsigned level) {
    while (!headings_.empty() && headings_.back() >= level) headings_.pop_back();
    headings_.push_back(level);
  }
  std::size_t heading() const { return std::min(kFirstHeading + headings_.size() - 1, kLastHeading); }
  void open(std::string_view name) { html_.append("<").append(name).append(">"); }
  void close(std::string_view name) { html_.append("</").append(name).append(">"); }

  void close_span() {
    if (!spans_.back().name.empty()) close(spans_.back().name);
    spans_.pop_back();
  }

  /// A link within a link would end the outer one in a browser.
  void enter_link(MD_SPANTYPE type, const MD_ATTRIBUTE& address) {
    const bool within = std::ranges::find(spans_, kLink, &Span::name) != spans_.end();
    const auto target = within ? std::nullopt : resolved(address);
    const auto href = target ? href_of(*target) : std::nullopt;
    if (href) html_.append("<a href=\"").append(*href).append("\" rel=\"nofollow ugc\">");
    spans_.push_back({type, href ? kLink : std::string_view()});
  }

  void entity(std::string_view text) {
    const auto code_point = numeric_entity(text);
    if (!code_point) {
      html_ += text;
      return;
    }
    std::string character;
    append_utf8(*code_point, character);
    append_escaped(character, html_);
  }

  int checked() {
    if (depth_ + spans_.size() > kDeepest)
      return fail("markdown.too_deep",
                  "quotes, lists or emphasis stand too deep in one another; write it flatter");
    if (html_.size() > kMostHtml)
      return fail("markdown.too_large", "the text becomes too large when shown; use fewer links and marks");
    return 0;
  }
  int fail(std::string_view code, std::string message) {
    fault_ = invalid(code, std::move(message));
    return 1;
  }

  static constexpr std::string_view kLink = "a";
  struct Span {
    MD_SPANTYPE type;
    /// Empty for one that is shown by its content alone.
    std::string_view name;
  };
  std::string html_;
  /// Blocks in one another.
  std::size_t depth_ = 0;
  /// The levels, as written, of the headings that the text is below.
  std::vector<unsigned> headings_;
  /// Those that are open in this block, outermost first.
  std::vector<Span> spans_;
  std::optional<Error> fault_;
};

Writer& writer(void* data) {
  return *static_cast<Writer*>(data);
}

MD_PARSER parser() {
  MD_PARSER made{};
  made.flags = MD_FLAG_NOHTML | MD_FLAG_STRIKETHROUGH | MD_FLAG_PERMISSIVEURLAUTOLINKS;
  made.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    return writer(data).enter(type, detail);
  };
  made.leave_block = [](MD_BLOCKTYPE type, void*, void* data) { return writer(data).leave(type); };
  made.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
    return writer(data).enter(type, detail);
  };
  made.leave_span = [](MD_SPANTYPE type, void*, void* data) { return writer(data).leave(type); };
  made.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) {
    return writer(data).text(type, {text, size});
  };
  return made;
}

}  // namespace

Result<std::string> render_markdown(std::string_view text, std::size_t most) {
  if (text.size() > most)
    return invalid("markdown.too_long",
                   fmt::format("the text has {} bytes, and {} are allowed; shorten it", text.size(), most));
  if (!is_utf8(text)) return invalid("markdown.not_text", "the text is no UTF-8; send it in that encoding");
  const std::string shown = without_hidden_controls(text);
  static const MD_PARSER kParser = parser();
  Writer out;
  const int ended = md_parse(shown.data(), static_cast<MD_SIZE>(shown.size()), &kParser, &out);
  if (out.fault() != nullptr) return *out.fault();
  if (ended != 0)
    return Error{Error::Kind::Unavailable, "markdown.memory", "no memory is left; try again later"};
  return std::move(out).html();
}

std::string shown_markdown(std::string_view text) {
  auto html = render_markdown(text);
  return html.ok() ? *std::move(html) : std::string();
}

bool is_blank(std::string_view text) {
  const auto is_seen = [](std::uint32_t c) {
    const bool space = c <= ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200F) ||
                       (c >= 0x2028 && c <= 0x202F) || c == 0x205F || (c >= 0x2060 && c <= 0x2064) ||
                       c == 0x3000 || c == 0xFEFF || c == 0xAD || c == 0x34F || c == 0x115F || c == 0x1160 ||
                       c == 0x180E || c == 0x2800 || c == 0x3164 || c == 0xFFA0;
    return !space && may_be_shown(c);
  };
  while (!text.empty())
    if (is_seen(take_code_point(text))) return false;
  return true;
}

}  // namespace stoa::feed
