#include "feed/api.h"
#include "feed/pages_article_rows.h"
#include "feed/pages_front.h"
#include "feed/pages_vote.h"
#include "feed/people.h"
#include "http/language.h"
#include "http/list_query.h"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>

namespace stoa::feed {

/// Safe from any thread.
struct RowMarkup {
  /// As whoever has voted so sees it; `make` when that is the first.
  class Row {
   public:
    const http::Html& seen_after(Vote vote, FunctionRef<http::Html()> make) const {
      Made& made = made_[static_cast<std::size_t>(vote)];
      std::call_once(made.once, [&] { made.html = make(); });
      return made.html;
    }

   private:
    struct Made {
      std::once_flag once;
      http::Html html;
    };
    mutable std::array<Made, 3> made_;
  };
  std::deque<Row> each;
  /// All as those see them who voted for none.
  http::Html all;
};

namespace {

/// What a list is, and the words for it when it is empty.
struct ListFrame {
  std::string heading;
  /// Its address, without a cursor.
  std::string path;
  /// Where its Atom feed stands; there is none when empty.
  std::string atom = {};
  std::string empty = {};
  http::Value lead = {};
  /// Where a new article for this list is written.
  std::string post = "/feed/new";
  /// What is chosen of the links between lists, or between the orders of a group.
  std::string_view tab = {};
};

void add_list(const Call& call, Fields& fields, const std::string& next) {
  fields.set("more", next.empty() ? http::Value() : http::Value(http::with_cursor(call, next)));
  fields.set("continued", call.query("cursor").has_value());
  fields.set("start", http::with_cursor(call, ""));
}

void add_tabs(const Call& call, const ListFrame& frame, Fields& fields) {
  for (const std::string_view tab : {"at_score", "at_newest", "at_groups", "at_mine"})
    fields.set(tab, tab == frame.tab);
  fields.set("is_member", call.viewer.role != http::Role::Guest);
}

using ReadPage = FunctionRef<Result<ArticlePage>(const std::string& cursor)>;

http::Html row_markup(const Call& call, const Front& front, const ListedArticles& listed, std::size_t i,
                      Vote mine, std::string_view login) {
  const Fields row = row_of(call, listed.articles[i], listed.threads[i], mine, front.clock.now(), login);
  return front.pages.html(call.language, "feed/row.html", row);
}

http::Html joined_rows(const Call& call, const Front& front, const ListedArticles& listed,
                       const std::vector<Vote>& votes, std::string_view login) {
  std::vector<const http::Html*> parts;
  for (std::size_t i = 0; i < votes.size(); ++i)
    parts.push_back(&listed.rows->each[i].seen_after(
        votes[i], [&] { return row_markup(call, front, listed, i, votes[i], login); }));
  return http::Html::joined(parts);
}

Result<ListedArticles> read_list(const Call& call, const Front& front, ReadPage read,
                                 std::string_view login) {
  ArticlePage page = STOA_TRY(read(http::page_cursor(call)));
  ListedArticles listed;
  listed.articles = std::move(page.articles);
  listed.next = std::move(page.next);
  listed.threads = STOA_TRY(threads_of(front, listed.articles));
  listed.boxes = BallotBoxes(ids_of(listed.articles));
  const auto rows = std::make_shared<RowMarkup>();
  rows->each.resize(listed.articles.size());
  listed.rows = rows;
  rows->all = joined_rows(call, front, listed, std::vector(listed.articles.size(), Vote::None), login);
  return listed;
}

/// Nothing on the page is theirs: they have no session, and no message waits for them. Who follows a link to
/// here is one of these.
bool is_anybody(const Call& call) {
  return !call.viewer.token && call.viewer.role == http::Role::Guest && call.request.query.empty() &&
         !call.request.header("Cookie") && !http::wants_part(call);
}

std::string name_of(const Call& call, const std::string& path, std::string_view whose) {
  return path + ' ' + std::string(http::tag_of(call.language)) + std::string(whose);
}

/// The first page is what most ask for.
Result<KeptLists::Kept> listed_at(const Call& call, const Front& front, const std::string& path,
                                  ReadPage read, std::string_view login) {
  const auto make = [&] { return read_list(call, front, read, login); };
  if (!http::page_cursor(call).empty()) return std::make_shared<const ListedArticles>(STOA_TRY(make()));
  const bool is_guest = call.viewer.role == http::Role::Guest;
  return front.feed.kept_lists.find(name_of(call, path, is_guest ? " guest" : ""), make);
}

Result<http::Html> rows_of(const Call& call, const Front& front, const ListedArticles& listed,
                           std::string_view login) {
  const auto votes = STOA_TRY(votes_of_viewer(call, front, listed.boxes));
  if (std::ranges::all_of(votes, [](Vote vote) { return vote == Vote::None; })) return listed.rows->all;
  return joined_rows(call, front, listed, votes, login);
}

Response whole_page(Call& call, const Front& front, const ListedArticles& listed, const ListFrame& frame,
                    Fields fields) {
  fields.set("csrf", call.viewer.role == http::Role::Guest ? http::Value() : http::Value(call.csrf()));
  fields.set("in_feed", true);
  fields.set("heading", frame.heading);
  fields.set("lead", frame.lead);
  fields.set("atom", frame.atom);
  fields.set("post", frame.post);
  fields.set("nothing", listed.articles.empty());
  fields.set("nothing_text", frame.empty);
  add_tabs(call, frame, fields);
  return front.pages.page(call, "feed/list.html", fields);
}

Result<Fields> with_rows(const Call& call, const Front& front, const ListedArticles& listed, Fields fields,
                         std::string_view login) {
  fields.set("rows", STOA_TRY(rows_of(call, front, listed, login)));
  add_list(call, fields, listed.next);
  return fields;
}

/// As bytes that are kept with their compressed form.
Result<Response> list_for_anybody(Call& call, const Front& front, ReadPage read, const ListFrame& frame,
                                  const Fields& fields) {
  const std::string login = login_before(frame.path);
  const auto make = [&]() -> Result<ListedArticles> {
    ListedArticles listed = STOA_TRY(read_list(call, front, read, login));
    Response made =
        whole_page(call, front, listed, frame, STOA_TRY(with_rows(call, front, listed, fields, login)));
    http::make_whole(made);
    listed.page = std::make_shared<const SharedText>(std::get<std::string>(std::move(made.body)));
    return listed;
  };
  const auto listed = STOA_TRY(front.feed.kept_lists.find(name_of(call, frame.path, " anybody"), make));
  Response answer{.content_type = "text/html; charset=utf-8", .body = listed->page};
  answer.headers.push_back({"Content-Language", std::string(http::tag_of(call.language))});
  answer.headers.push_back({"Cache-Control", "private, no-cache"});
  return answer;
}

Result<Response> list(Call& call, const Front& front, ReadPage read, const ListFrame& frame,
                      Fields fields = {}) {
  if (is_anybody(call)) return list_for_anybody(call, front, read, frame, fields);
  const std::string login = login_before(frame.path);
  const auto listed = STOA_TRY(listed_at(call, front, frame.path, read, login));
  fields = STOA_TRY(with_rows(call, front, *listed, std::move(fields), login));
  if (http::wants_part(call) && call.request.header("HX-Target") == "more")
    return front.pages.fragment(call, "feed/list.html#rows", fields);
  return whole_page(call, front, *listed, frame, std::move(fields));
}

Result<Response> by_score(Call& call, const Front& front) {
  return list(call, front,
              [&](const std::string& cursor) { return front.feed.lists.by_score(kArticlesAPage, cursor); },
              {.heading = front.pages.say(call.language, "feed.best"),
               .path = "/feed",
               .atom = "/feed/atom.xml",
               .empty = front.pages.say(call.language, "feed.nothing_text"),
               .tab = "at_score"});
}

Result<Response> newest(Call& call, const Front& front) {
  return list(call, front,
              [&](const std::string& cursor) { return front.feed.lists.newest(kArticlesAPage, cursor); },
              {.heading = front.pages.say(call.language, "feed.newest"),
               .path = "/feed/newest",
               .atom = "/feed/newest/atom.xml",
               .empty = front.pages.say(call.language, "feed.nothing_text"),
               .tab = "at_newest"});
}

Result<Response> of_author(Call& call, const Front& front) {
  const auto name = call.parameter<Shortcode>("name");
  // What somebody wrote stays when the account is gone, and there is no profile then.
  const bool has_profile = STOA_TRY(has_account(front.records.read(), name));
  if (!has_profile && STOA_TRY(front.feed.lists.of_author(name, 1, "")).articles.empty())
    return Error{Error::Kind::NotFound, "author.absent", "there is nobody called " + name.text()};
  return list(
      call, front,
      [&](const std::string& cursor) { return front.feed.lists.of_author(name, kArticlesAPage, cursor); },
      {.heading = front.pages.say(call.language, "feed.by", {{"name", name.text()}}),
       .path = "/feed/by/" + name.text(),
       .atom = "/feed/by/" + name.text() + "/atom.xml",
       .empty = front.pages.say(call.language, "feed.nothing_by", {{"name", name.text()}})},
      {{"author_name", has_profile ? http::Value(name) : http::Value()}});
}

Result<Response> mine(Call& call, const Front& front) {
  const Shortcode name = identity_of(call).name;
  return list(
      call, front,
      [&](const std::string& cursor) { return front.feed.lists.of_author(name, kArticlesAPage, cursor); },
      {.heading = front.pages.say(call.language, "feed.mine"),
       .path = "/feed/by/" + name.text(),
       .atom = "/feed/by/" + name.text() + "/atom.xml",
       .empty = front.pages.say(call.language, "feed.nothing_mine"),
       .tab = "at_mine"});
}

Result<Response> of_group(Call& call, const Front& front) {
  const GroupName name = STOA_TRY(group_of(call));
  const Group group = STOA_TRY(front.feed.groups.find(name));
  const bool by_time = STOA_TRY(call.query<ListOrder>("order")) == ListOrder::Newest;
  const auto who = viewer_of(call);
  const std::string path = "/feed/groups/" + group.name.text();
  return list(call, front,
              [&](const std::string& cursor) {
                return by_time ? front.feed.lists.of_group_newest(group.name, kArticlesAPage, cursor)
                               : front.feed.lists.of_group_by_score(group.name, kArticlesAPage, cursor);
              },
              {.heading = group.name.text(),
               .path = by_time ? path + "?order=newest" : path,
               .atom = path + "/atom.xml",
               .empty = front.pages.say(call.language, "feed.nothing_group"),
               .lead = group.description,
               .post = "/feed/new?group=" + group.name.text(),
               .tab = by_time ? "at_newest" : "at_score"},
              {{"of_group", Fields{{"group", group.name.text()},
                                   {"can_describe", who && may_describe(*who, group).ok()}}}});
}

Result<Response> about_product(Call& call, const Front& front) {
  const auto product = call.parameter<ProductId>("product");
  auto card = call.fragment("/fragments/product/" + product.hex());
  if (!card.ok() && card.error().kind != Error::Kind::NotFound) return std::move(card).error();
  if (!card.ok() && STOA_TRY(front.feed.lists.about(product, 1, "")).articles.empty())
    return Error{Error::Kind::NotFound, "product.absent", "there is no such product"};
  return list(
      call, front,
      [&](const std::string& cursor) { return front.feed.lists.about(product, kArticlesAPage, cursor); },
      {.heading = front.pages.say(call.language, "talk.title"),
       .path = "/feed/about/" + product.hex(),
       .empty = front.pages.say(call.language, "talk.nothing"),
       .post = "/feed/new?product=" + product.hex()},
      {{"card", card.ok() ? http::Value(http::Html::trusted(*std::move(card))) : http::Value()}});
}

}  // namespace

std::vector<http::Route> list_pages(const Front& front) {
  std::vector<http::Route> rows{
      http::page_route(front, "/feed", "Articles, the best of late first", by_score),
      http::page_route(front, "/feed/newest", "Articles, newest first", newest),
      http::page_route(front, "/feed/mine", "One's own articles", mine),
      http::page_route(front, "/feed/by/{name:name}", "What somebody has posted", of_author),
      http::page_route(front, "/feed/groups/{group}", "The articles of a group", of_group),
      http::page_route(front, "/feed/about/{product:id}", "What is said about a product", about_product)};
  rows[2].access = http::Access::Member;
  return rows;
}

}  // namespace stoa::feed
