#pragma once
#include "http/page_routes.h"
#include "shop/pages_parts.h"

#include <filesystem>

namespace stoa::shop {

/// What the shop's pages for administrators need. All that is referred to outlives the routes.
struct DeskPages {
  Shop& shop;
  records::Records& records;
  const Clock& clock;
  const http::Pages& pages;
  /// Where a download is written before it is sent; see http::Spool.
  std::filesystem::path spool;
};

/// The shop's pages below `/admin`.
std::vector<http::Route> desk_pages(const DeskPages&);

// The tables that it is made of.
std::vector<http::Route> product_desk(const DeskPages&);
std::vector<http::Route> one_product_desk(const DeskPages&);
std::vector<http::Route> stock_desk(const DeskPages&);
std::vector<http::Route> order_desk(const DeskPages&);
std::vector<http::Route> figures_desk(const DeskPages&);
std::vector<http::Route> cart_desk(const DeskPages&);
std::vector<http::Route> cache_desk(const DeskPages&);

using DeskHandler = http::PageWork<DeskPages>;

/// A page for administrators.
http::Route desk_page(const DeskPages&, std::string path, std::string summary, DeskHandler);
/// A form of theirs, with the fields it may have.
http::Route desk_form(const DeskPages&, std::string path, std::string summary, DeskHandler,
                      std::vector<std::string> fields = {});

/// What a page of the desk has in any case; `at` is the place in the navigation that lights up:
/// `at_products`.
Fields desk_fields(Call&, std::string_view at);

/// The addresses of the list's next page and of its beginning, for parts/more.html, with the other fields of
/// the query left as they are.
void add_more(const Call&, const std::string& next, Fields& to);

/// The categories to choose from, for a form; `chosen` is empty for none.
Result<http::List> category_choices(const DeskPages&, std::string_view chosen);

/// How many rows a list of the desk has.
inline constexpr std::size_t kDeskRows = 50;

}  // namespace stoa::shop
