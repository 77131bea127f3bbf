#include "feed/atom_document.h"

#include "base/rfc3339.h"
#include "base/utf8.h"
#include "feed/addresses.h"
#include "feed/link.h"
#include "feed/markdown.h"
#include "feed/markdown_characters.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>

namespace stoa::feed {
namespace {

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

/// The same under whatever name the site is asked: a reader that knows an entry knows it from all of them.
std::string id_of(const AtomFeed& feed, std::string_view path) {
  const std::string text = fmt::format("{}\n{}", feed.site, path);
  std::array<unsigned char, 16> id;
  crypto_generichash(id.data(), id.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     nullptr, 0);
  // Version 8: made by rules of one's own.
  id[6] = (id[6] & 0x0F) | 0x80;
  id[8] = (id[8] & 0x3F) | 0x80;
  const std::string_view hex = "0123456789abcdef";
  std::string urn = "urn:uuid:";
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) urn += '-';
    urn += hex[id[i] >> 4];
    urn += hex[id[i] & 15];
  }
  return urn;
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
  append(out, "id", "", id_of(feed, address_of(article.id)));
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
  append(out, "id", "", id_of(feed, feed.page));
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
