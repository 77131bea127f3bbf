#pragma once
#include "base/demo_random.h"
#include "base/ids.h"
#include "feed/article_draft.h"
#include "feed/demo_topics.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stoa::feed {

/// A product that articles of the demo may name. The category is one that DemoTopic knows.
struct DemoProduct {
  ProductId id;
  std::string name;
  std::string category;
};

/// Makes up what people of the demo write; the same for the same seed and products. For one thread.
class DemoWriting {
 public:
  DemoWriting(std::uint64_t seed, std::vector<DemoProduct> products);

  struct Written {
    ArticleDraft draft;
    const DemoTopic* topic;
  };
  /// Of the first two thousand no two have one title; no two ever have one link.
  Written article();

  enum class Place { OnArticle, Answer };
  std::string comment(const DemoTopic&, Place);

 private:
  using Title = std::pair<std::string_view, std::string_view>;

  const DemoTopic& some_topic();
  std::string title_of(const DemoTopic&);
  const DemoProduct* some_product(const DemoTopic&);
  std::string link_to(std::string_view title);
  std::string text_of(const DemoTopic&, const DemoProduct*);
  GroupName second_group(const DemoTopic&);

  /// Of articles and of comments, so that the articles are the same however much is said between them.
  DemoRandom random_, talk_;
  std::map<std::string, std::vector<DemoProduct>, std::less<>> products_;
  /// What is left of them, by group.
  std::map<std::string_view, std::vector<Title>> titles_;
  std::set<std::string> product_titles_;
  std::uint64_t written_ = 0;
};

}  // namespace stoa::feed
