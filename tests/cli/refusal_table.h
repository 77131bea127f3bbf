#pragma once
// Every route that changes something, with a request that it accepts. A route without a row fails the test.

#include "http/request.h"

#include <string_view>
#include <vector>

namespace stoa::cli {

/// `$product` is one on sale that lies in the asker's cart, `$order` the asker's own, still pending;
/// `$their_…` are another's. `$picture` is one of `$product`'s, `$name` the asker's name, `$fresh` one that
/// nobody has, `$key` one for idempotency. `$article` stands in `$group`, which the asker has created, and in
/// another; `$comment` is the asker's own, under it.
struct AcceptedRequest {
  http::Method method;
  /// As the route's row has it.
  std::string_view route;
  std::string_view path;
  /// JSON for the API, a form without its `csrf` for a page; kUpload: a form with a picture.
  std::string_view body = {};
  /// The same path of somebody else's thing: not there, as far as the asker can tell.
  std::string_view foreign = {};
  /// A field of the form that anything may stand in.
  std::string_view free = {};
  /// Removing what is not there is fine, and changes nothing.
  enum class Absent { NotFound, Fine } absent = Absent::NotFound;
  enum class By { Viewer, Guest } by = By::Viewer;
};

inline AcceptedRequest by_guest(AcceptedRequest row) {
  row.by = AcceptedRequest::By::Guest;
  return row;
}
inline AcceptedRequest fine_if_absent(AcceptedRequest row) {
  row.absent = AcceptedRequest::Absent::Fine;
  return row;
}

inline constexpr std::string_view kUpload = "a picture";

inline std::vector<AcceptedRequest> accepted_api_requests() {
  using enum http::Method;
  return {
      by_guest({Post, "/api/users", "/api/users", R"({"name":"$fresh","password":"correct horse battery"})"}),
      by_guest(
          {Post, "/api/session", "/api/session", R"({"name":"$name","password":"correct horse battery"})"}),
      {Delete, "/api/session", "/api/session"},
      {Delete, "/api/sessions", "/api/sessions"},
      {Put, "/api/account/password", "/api/account/password",
       R"({"current_password":"correct horse battery","new_password":"a stapler and a horse"})"},
      {Post, "/api/account/removal", "/api/account/removal", R"({"password":"correct horse battery"})"},
      {Put, "/api/admin/users/{name:name}/role", "/api/admin/users/$their_name/role", R"({"role":"admin"})"},
      {Delete, "/api/admin/users/{name:name}/sessions", "/api/admin/users/$their_name/sessions"},
      {Post, "/api/admin/jobs/{job}/run", "/api/admin/jobs/records.ttl/run"},

      {Post, "/api/cart/items", "/api/cart/items", R"({"product_id":"$product","quantity":2})"},
      {Put, "/api/cart/items/{product:id}", "/api/cart/items/$product", R"({"quantity":3})",
       "/api/cart/items/$their_product"},
      fine_if_absent({Delete, "/api/cart/items/{product:id}", "/api/cart/items/$product", "",
                      "/api/cart/items/$their_product"}),
      {Delete, "/api/cart", "/api/cart"},
      {Put, "/api/cart/zone", "/api/cart/zone", R"({"zone":"MSK"})"},
      {Post, "/api/orders", "/api/orders",
       R"({"zone":"MSK","delivery":{"name":"Anna","address":"Nevsky 1","contact":"a@example.org"},)"
       R"("agreed":[{"product_id":"$product","price":1.5}]})"},
      {Post, "/api/orders/{order:id}/cancel", "/api/orders/$order/cancel", "",
       "/api/orders/$their_order/cancel"},

      {Post, "/api/admin/orders/{order:id}/status", "/api/admin/orders/$their_order/status",
       R"({"status":"confirmed"})"},
      {Post, "/api/admin/products", "/api/admin/products",
       R"({"name":"torch","description":"bright","category":"Lamps","price":12.5,)"
       R"("attributes":{"colour":"red"}})"},
      {Put, "/api/admin/products/{product:id}", "/api/admin/products/$product",
       R"({"name":"torch","description":"bright","category":"Lamps","price":12.5,)"
       R"("attributes":{"colour":"red"}})"},
      {Post, "/api/admin/products/{product:id}/retire", "/api/admin/products/$product/retire"},
      {Post, "/api/admin/products/{product:id}/bring_back", "/api/admin/products/$product/bring_back"},
      {Put, "/api/admin/products/{product:id}/stock/{zone}", "/api/admin/products/$product/stock/MSK",
       R"({"quantity":5})"},
      {Post, "/api/admin/products/{product:id}/stock/{zone}/adjust",
       "/api/admin/products/$product/stock/MSK/adjust", R"({"delta":5})"},
      {Put, "/api/admin/rows/{product:id}", "/api/admin/rows/$product", R"({"seconds":5.5})"},
      {Delete, "/api/admin/page_cache/{product:id}", "/api/admin/page_cache/$product"},
      {Post, "/api/admin/pictures", "/api/admin/pictures", kUpload},

      {Post, "/api/articles", "/api/articles",
       R"({"title":"A lamp","link":"https://example.org/$fresh","text":"*fine*","groups":["$group"],)"
       R"("product":"$product"})"},
      {Put, "/api/articles/{article:int}", "/api/articles/$article", R"({"title":"A lamp","text":"fine"})"},
      {Delete, "/api/articles/{article:int}", "/api/articles/$article"},
      {Put, "/api/articles/{article:int}/groups/{group}", "/api/articles/$article/groups/$their_group"},
      fine_if_absent(
          {Delete, "/api/articles/{article:int}/groups/{group}", "/api/articles/$article/groups/$group"}),
      {Put, "/api/articles/{article:int}/vote", "/api/articles/$their_article/vote", R"({"vote":"up"})"},
      {Post, "/api/groups", "/api/groups", R"({"name":"$fresh","description":"of lamps"})"},
      {Put, "/api/groups/{group}", "/api/groups/$group", R"({"description":"of lamps"})"},
      {Post, "/api/articles/{article:int}/comments", "/api/articles/$their_article/comments",
       R"({"text":"fine"})"},
      {Post, "/api/comments/{comment:id}/replies", "/api/comments/$their_comment/replies",
       R"({"text":"fine"})"},
      {Put, "/api/comments/{comment:id}", "/api/comments/$comment", R"({"text":"fine"})"},
      {Delete, "/api/comments/{comment:id}", "/api/comments/$comment"},
      {Put, "/api/comments/{comment:id}/vote", "/api/comments/$their_comment/vote", R"({"vote":"down"})"},
      {Post, "/api/reports", "/api/reports",
       R"({"thing":"article:$their_article","reason":"other","note":"not fine"})"},
      {Post, "/api/admin/moderation", "/api/admin/moderation",
       R"({"thing":"user:$their_name","measure":"ban","reason":"spam","until":"2030-01-01T00:00:00Z"})"},
  };
}

inline std::vector<AcceptedRequest> accepted_forms() {
  using enum http::Method;
  return {
      by_guest({Post, "/login", "/login", "name=$name&password=correct+horse+battery&next=%2F", "", "next"}),
      by_guest({Post, "/register", "/register", "name=$fresh&password=correct+horse+battery&next=%2F", "",
                "next"}),
      {Post, "/logout", "/logout"},
      {Post, "/logout/everywhere", "/logout/everywhere"},
      {Post, "/account/password", "/account/password",
       "current_password=correct+horse+battery&new_password=a+stapler+and+a+horse"},
      {Post, "/account/removal", "/account/removal", "removal_password=correct+horse+battery"},
      {Post, "/admin/sessions/{name:name}/end", "/admin/sessions/$their_name/end"},
      {Post, "/admin/jobs/{job}/run", "/admin/jobs/records.ttl/run"},

      {Post, "/cart/items", "/cart/items", "product=$product&quantity=2"},
      {Post, "/cart/items/{product:id}", "/cart/items/$product", "quantity=3", "/cart/items/$their_product"},
      fine_if_absent({Post, "/cart/items/{product:id}/remove", "/cart/items/$product/remove", "",
                      "/cart/items/$their_product/remove"}),
      {Post, "/cart/clear", "/cart/clear"},
      {Post, "/cart/zone", "/cart/zone", "zone=MSK"},
      {Post, "/checkout", "/checkout",
       "zone=MSK&name=Anna&address=Nevsky+1&contact=a%40example.org&agreed=$product%3A1.50&idempotency_key=$"
       "key"},
      {Post, "/orders/{order:id}/cancel", "/orders/$order/cancel", "", "/orders/$their_order/cancel"},

      {Post, "/admin/products", "/admin/products",
       "name=torch&category=Lamps&price=12.50&description=bright&attributes=colour%3A+red"},
      {Post, "/admin/products/{product:id}", "/admin/products/$product",
       "name=torch&category=Lamps&price=12.50&description=bright&attributes=colour%3A+red"},
      {Post, "/admin/products/{product:id}/retire", "/admin/products/$product/retire"},
      {Post, "/admin/products/{product:id}/bring_back", "/admin/products/$product/bring_back"},
      {Post, "/admin/products/{product:id}/pictures", "/admin/products/$product/pictures", kUpload},
      {Post, "/admin/products/{product:id}/pictures/remove", "/admin/products/$product/pictures/remove",
       "picture=$picture"},
      {Post, "/admin/products/{product:id}/stock/set", "/admin/products/$product/stock/set",
       "set_zone=MSK&quantity=5&set_note=counted"},
      {Post, "/admin/products/{product:id}/stock/adjust", "/admin/products/$product/stock/adjust",
       "zone=MSK&delta=5&note=found"},
      {Post, "/admin/orders/{order:id}/status", "/admin/orders/$their_order/status", "status=confirmed"},
      {Post, "/admin/caches/rows", "/admin/caches/rows", "product=$product&seconds=5.5"},
      {Post, "/admin/caches/rows/{product:id}/drop", "/admin/caches/rows/$product/drop"},
      {Post, "/admin/caches/pages", "/admin/caches/pages", "page_product=$product"},

      {Post, "/feed/new", "/feed/new",
       "title=A+lamp&link=https%3A%2F%2Fexample.org%2F$fresh&text=fine&group=$group&product=$product"},
      {Post, "/feed/new/preview", "/feed/new/preview", "text=fine"},
      {Post, "/feed/{article:int}/edit", "/feed/$article/edit", "title=A+lamp&text=fine"},
      {Post, "/feed/{article:int}/delete", "/feed/$article/delete"},
      {Post, "/feed/{article:int}/groups", "/feed/$article/groups", "put=$their_group"},
      {Post, "/feed/{article:int}/vote", "/feed/$their_article/vote", "vote=up"},
      {Post, "/feed/{article:int}/comments", "/feed/$their_article/comments",
       "text=fine&answered=$their_comment"},
      {Post, "/feed/comments/{comment:id}/edit", "/feed/comments/$comment/edit", "text=fine"},
      {Post, "/feed/comments/{comment:id}/delete", "/feed/comments/$comment/delete"},
      {Post, "/feed/comments/{comment:id}/vote", "/feed/comments/$their_comment/vote", "vote=down"},
      {Post, "/feed/groups/new", "/feed/groups/new", "name=$fresh&description=of+lamps"},
      {Post, "/feed/groups/{group}/edit", "/feed/groups/$group/edit", "description=of+lamps"},
      {Post, "/feed/report", "/feed/report", "thing=article%3A$their_article&reason=spam&note=not+fine"},
      {Post, "/admin/moderate", "/admin/moderate",
       "thing=user%3A$their_name&action=ban&reason=spam&until=2030-01-01&back=%2F", "", "back"},
  };
}

}  // namespace stoa::cli
