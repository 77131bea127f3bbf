#pragma once
#include "http_script.h"
#include "keyspace/embedded/random.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::bench {

/// What the visitors of a shop that build_shop() made ask for, drawn anew at every call.
class Visits {
 public:
  Visits(std::vector<std::string> products, std::uint64_t guests)
      : products_(std::move(products)), guests_(guests) {}

  /// Of all products alike, by guests with a session.
  Script pages(std::string_view query) { return pages_of(products_.size(), query); }
  /// The same of the first so many products.
  Script pages_of(std::uint64_t products, std::string_view query);
  /// Each product once, by a program; then it ends.
  Script every_product();
  Script lists();
  /// For some hundreds of things, looked for again and again, as people do; or in words that nobody has used
  /// before. Each finds more than a page.
  Script searches();
  Script new_searches();
  Script additions();
  /// One order each, by members who have not ordered yet: another `turn`, other members.
  Script checkouts(std::uint64_t orders, std::uint64_t turn);
  Script log_ins();

 private:
  template <class Make>
  Script by_guests(Make make);
  std::string search_text();
  const std::string& any_product() { return products_[random_.below(products_.size())]; }

  const std::vector<std::string> products_;
  const std::uint64_t guests_;
  keyspace::embedded::Random random_{5};
};

}  // namespace stoa::bench
