#pragma once
#include <string_view>
#include <vector>

namespace stoa::feed {

/// What one group of the demo talks about. In titles and questions `{}` stands for a subject, in talk about
/// products for a product's name.
struct DemoTopic {
  std::string_view group;
  std::string_view description;
  enum class Language { English, Russian } language;
  /// How many of a hundred articles are of this group.
  int share;
  /// Of the shop's demo: its products are what articles of this group name.
  std::vector<std::string_view> categories;
  /// Each fits into every title.
  std::vector<std::string_view> subjects;
  std::vector<std::string_view> titles;
  /// Of texts; any of them may follow any other.
  std::vector<std::string_view> sentences;
};

/// Fifteen.
const std::vector<DemoTopic>& demo_topics();

/// What people write under articles, whatever they are about; in the topic's language.
struct DemoTalk {
  std::vector<std::string_view> product_titles;
  std::vector<std::string_view> product_sentences;
  std::vector<std::string_view> remarks;
  std::vector<std::string_view> answers;
  /// Short ones that end a branch.
  std::vector<std::string_view> nods;
};
const DemoTalk& demo_talk(DemoTopic::Language);

/// Where links lead: names that belong to nobody.
const std::vector<std::string_view>& demo_hosts();

}  // namespace stoa::feed
