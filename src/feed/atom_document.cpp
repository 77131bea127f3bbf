#include "feed/atom_document.h"

#include "base/rfc3339.h"
#include "base/utf8.h"
#include "feed/addresses.h"
#include "feed/link.h"
#include "feed/markdown.h"
#include "feed/markdown_characters.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::feed {
namespace {

/// The year from which on tags of feeds count; those of articles have the day of posting.
constexpr std::string_view kFeedsSince = "2026";

/// What XML cannot hold, and what a reader had better not see, is left out.
std::string escaped(std::string_view text) {
  std::string out;
  std::string plain = without_hidden_controls(repair_utf8(text));
  for (const std::string_view no_character : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    for (std::size_t at; (at = plain.find(no_character)) != std::string::npos;)
      plain.erase(at, no_character.size());
  append_escaped(plain, out);
  return out;
}

/// Attributes come as `name="value"`, escaped.
void append(std::string& out, std::string_view name, std::string_view attributes, std::string_view text) {
  fmt::format_to(std::back_inserter(out), "<{}{}{}>{}</{}>\n", name, attributes.empty() ? "" : " ",
                 attributes, escaped(text), name);
}

void append_link(std::string& out, std::string_view relation, std::string_view type,
                 std::string_view address) {
  fmt::format_to(std::back_inserter(out), "<link rel=\"{}\"{}{}{} href=\"{}\"/>\n", relation,
                 type.empty() ? "" : " type=\"", type, type.empty() ? "" : "\"", escaped(address));
}

/// Who gives out the tags: the host without its port.
std::string authority_of(std::string_view origin) {
  std::string_view host = origin.substr(origin.find("://") + 3);
  host = host.substr(0, host.find(':'));
  std::string name;
  for (const char c : host) name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  };
  return !name.empty() && std::ranges::all_of(name, fits) ? name : "localhost";
}

std::string tag(const AtomFeed& feed, std::string_view since, std::string_view path) {
  return fmt::format("tag:{},{}:{}", authority_of(feed.origin), since, path);
}

Time updated(const Article& article) {
  return std::max(article.time, article.edited.value_or(article.time));
}

/// What another program put into the store may be no link that we would have taken.
std::string link_of(const Article& article) {
  const auto link = Link::parse(article.link);
  return link.ok() ? link->text() : "";
}

std::string content_of(const Article& article) {
  std::string html;
  if (const std::string link = link_of(article); !link.empty()) {
    std::string shown;
    append_escaped(link, shown);
    html = fmt::format("<p><a href=\"{}\" rel=\"nofollow ugc\">{}</a></p>\n", shown, shown);
  }
  html += shown_markdown(article.text);
  return html;
}

void append_author(std::string& out, const AtomFeed& feed, const Article& article) {
  out += "<author>\n";
  // One that another program wrote may have none, and an entry must.
  append(out, "name", "", article.author ? article.author->text() : "?");
  if (article.author) append(out, "uri", "", feed.origin + "/feed/by/" + article.author->text());
  out += "</author>\n";
}

void append_entry(std::string& out, const AtomFeed& feed, const Article& article) {
  const std::string posted = to_rfc3339(article.time);
  out += "<entry>\n";
  append(out, "id", "", tag(feed, posted.substr(0, 10), address_of(article.id)));
  append(out, "title", "type=\"text\"", article.title);
  append(out, "published", "", posted);
  append(out, "updated", "", to_rfc3339(updated(article)));
  append_author(out, feed, article);
  append_link(out, "alternate", "text/html", feed.origin + address_of(article.id));
  if (const std::string link = link_of(article); !link.empty()) append_link(out, "related", "", link);
  for (const GroupName& group : article.groups)
    fmt::format_to(std::back_inserter(out), "<category term=\"{}\"/>\n", escaped(group.text()));
  append(out, "content", "type=\"html\"", content_of(article));
  out += "</entry>\n";
}

}  // namespace

std::string atom_document(const AtomFeed& feed) {
  Time newest = feed.updated;
  for (const Article& article : feed.articles) newest = std::max(newest, updated(article));
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n",
      escaped(feed.language));
  append(out, "id", "", tag(feed, kFeedsSince, feed.page));
  append(out, "title", "type=\"text\"", feed.title);
  append(out, "updated", "", to_rfc3339(newest));
  append_link(out, "self", "application/atom+xml", feed.origin + feed.page + "/atom.xml");
  append_link(out, "alternate", "text/html", feed.origin + feed.page);
  append(out, "generator", "", "Stoa");
  for (const Article& article : feed.articles) append_entry(out, feed, article);
  out += "</feed>\n";
  return out;
}

}  // namespace stoa::feed
