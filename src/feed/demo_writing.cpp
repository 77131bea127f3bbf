#include "feed/demo_writing.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::feed {
namespace {

/// The demo's own words are right, or it is broken.
GroupName group_on(const DemoTopic& topic) {
  return GroupName::parse(topic.group).value();
}

std::string filled(std::string_view pattern, std::string_view with) {
  std::string text(pattern);
  if (const auto at = text.find("{}"); at != text.npos) text.replace(at, 2, with);
  return text;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

/// `what-i-learned-from-a-year`; empty when the title has no Latin letters.
std::string slug_of(std::string_view title) {
  std::string slug;
  for (const char c : title) {
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool kept = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9');
    if (kept)
      slug += low;
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  while (slug.ends_with('-')) slug.pop_back();
  return slug;
}

}  // namespace

DemoWriting::DemoWriting(std::uint64_t seed, std::vector<DemoProduct> products)
    : random_(seed), talk_(seed + 1) {
  for (DemoProduct& product : products) products_[product.category].push_back(std::move(product));
}

const DemoTopic& DemoWriting::some_topic() {
  auto at = static_cast<int>(random_.below(100));
  for (const DemoTopic& topic : demo_topics())
    if ((at -= topic.share) < 0) return topic;
  return demo_topics().front();
}

std::string DemoWriting::title_of(const DemoTopic& topic) {
  auto& left = titles_[topic.group];
  if (left.empty()) {
    for (const auto pattern : topic.titles)
      for (const auto subject : topic.subjects) left.emplace_back(pattern, subject);
    random_.shuffle(left);
  }
  const auto [pattern, subject] = left.back();
  left.pop_back();
  return capitalised(filled(pattern, subject));
}

const DemoProduct* DemoWriting::some_product(const DemoTopic& topic) {
  const auto found = products_.find(random_.pick(topic.categories));
  if (found == products_.end() || !random_.chance(13)) return nullptr;
  return &found->second[random_.popular(found->second.size())];
}

std::string DemoWriting::link_to(std::string_view title) {
  const auto slug = slug_of(title);
  return fmt::format("https://{}/{}{}{}", random_.pick(demo_hosts()), written_, slug.empty() ? "" : "-",
                     slug);
}

std::string DemoWriting::text_of(const DemoTopic& topic, const DemoProduct* product) {
  const DemoTalk& talk = demo_talk(topic.language);
  std::vector<std::string> sentences;
  for (const auto sentence : topic.sentences) sentences.emplace_back(sentence);
  random_.shuffle(sentences);
  sentences.resize(std::min<std::size_t>(sentences.size(), 2 + random_.below(4)));
  if (product)
    sentences.insert(sentences.begin(), filled(random_.pick(talk.product_sentences), product->name));
  const bool listed = random_.chance(12);
  std::string text;
  for (const std::string& sentence : sentences) {
    const std::string_view before = text.empty() ? "" : random_.chance(45) ? "\n\n" : " ";
    text += fmt::format("{}{}{}", listed && !text.empty() ? "\n" : before, listed ? "- " : "", sentence);
  }
  return text;
}

GroupName DemoWriting::second_group(const DemoTopic& first) {
  const auto* topic = &first;
  while (topic->group == first.group || topic->language != DemoTopic::Language::English)
    topic = &random_.pick(demo_topics());
  return group_on(*topic);
}

DemoWriting::Written DemoWriting::article() {
  ++written_;
  const DemoTopic& topic = some_topic();
  const DemoProduct* product = some_product(topic);
  ArticleDraft draft;
  if (product) draft.title = filled(random_.pick(demo_talk(topic.language).product_titles), product->name);
  // A popular product is written about more than once, and not in the same words.
  if (product && !product_titles_.insert(draft.title).second) product = nullptr;
  if (!product) draft.title = title_of(topic);
  if (random_.chance(64)) draft.link = link_to(draft.title);
  if (draft.link.empty() || product || random_.chance(25)) draft.text = text_of(topic, product);
  draft.groups = {group_on(topic)};
  if (random_.chance(18)) draft.groups.push_back(second_group(topic));
  if (product) draft.product = product->id;
  return {std::move(draft), &topic};
}

std::string DemoWriting::comment(const DemoTopic& topic, Place place) {
  const DemoTalk& talk = demo_talk(topic.language);
  if (place == Place::OnArticle)
    return std::string(talk_.chance(35) ? talk_.pick(topic.sentences) : talk_.pick(talk.remarks));
  if (talk_.chance(20)) return std::string(talk_.pick(talk.nods));
  const std::string first(talk_.pick(talk.answers));
  return talk_.chance(30) ? first + " " + std::string(talk_.pick(topic.sentences)) : first;
}

}  // namespace stoa::feed
