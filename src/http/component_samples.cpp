#include "http/component_samples.h"

namespace stoa::http {
namespace {
using namespace std::chrono_literals;

List products() {
  return {
      {{"name", "Chess set, walnut and maple"},
       {"price", Money::literal(1'200'000)},
       {"price_before", Money::literal(1'490'000)},
       {"stock", 12},
       {"low", false},
       {"zone", "Moscow"},
       {"sold", 1'284}},
      {{"name", "Enamel mug"},
       {"price", Money::literal(59'050)},
       {"stock", 2},
       {"low", true},
       {"zone", "Kazan"},
       {"sold", 17}},
      {{"name", "A hand-bound notebook with a very long name that does not end where one expects it to"},
       {"price", Money::literal(123'456'789)},
       {"stock", 0},
       {"low", false},
       {"zone", "Moscow"},
       {"sold", 100'000}},
  };
}

Fields article(std::string_view title, int votes, Time posted) {
  return {{"title", title},
          {"link", "https://example.org/"},
          {"author", "anna_k"},
          {"letter", "a"},
          {"posted", posted},
          {"votes", votes},
          {"vote_open", true},
          {"vote_id", votes},
          {"up", "up"},
          {"up_pressed", votes > 100 ? "true" : "false"},
          {"down", "down"},
          {"down_pressed", "false"},
          {"csrf", "none"},
          {"vote_path", "/docs/components"},
          {"tags", List{{{"tag", "programming"}}, {{"tag", "slow food"}}}}};
}

List form_fields() {
  return {
      {{"name", "username"},
       {"label", "User name"},
       {"type", "text"},
       {"value", "Анна!"},
       {"autocomplete", "username"},
       {"help", "3 to 30 of a-z, 0-9 and _"},
       {"error", "Only small Latin letters, digits and _ are possible."}},
      {{"name", "about"},
       {"label", "About you"},
       {"lines", true},
       {"value", "I paint."},
       {"error", Value()},
       {"help", "Everybody can read it."}},
  };
}

List heat_map() {
  List days;
  for (int day = 0; day < 26 * 7; ++day) days.push_back({{"level", day * day % 5}});
  return days;
}

}  // namespace

Fields component_samples(Time now) {
  return {{"total", Money::literal(1'200'000)},
          {"cart_count", 3},
          {"products", products()},
          {"articles",
           List{article("Why the last piece is never sold twice", 1'234, now - 5min),
                article("<script>alert(1)</script> & other words that pages must survive", -1, now - 3h)}},
          {"previous", "#lists"},
          {"next", "#lists"},
          {"numbers", List{{{"number", 1}, {"address", "#lists"}},
                           {{"number", 2}, {"current", true}},
                           {{"number", 3}, {"address", "#lists"}}}},
          {"any_errors", true},
          {"errors",
           List{{{"field", "username"}, {"text", "User name: only small Latin letters, digits and _."}}}},
          {"fields", form_fields()},
          {"empty_title", "No orders yet"},
          {"empty_text", "What you buy will be here, with where it is on its way."},
          {"empty_path", "#empties"},
          {"empty_action", "Look around the shop"},
          {"days", heat_map()}};
}

}  // namespace stoa::http
