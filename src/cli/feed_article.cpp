#include "cli/feed_article.h"

#include "cli/check.h"

#include <charconv>

namespace stoa::cli {

bool ExaminedArticle::is_in(std::string_view group) const {
  const std::string all = "," + groups + ",";
  return all.find("," + std::string(group) + ",") != all.npos;
}

std::optional<double> real_number(const std::optional<std::string>& text) {
  double value = 0;
  if (!text) return std::nullopt;
  const auto [end, failure] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (failure != std::errc{} || end != text->data() + text->size()) return std::nullopt;
  return value;
}

Result<std::optional<ExaminedArticle>> examined_article(keyspace::Reader& keys, const std::string& name) {
  const std::string wanted[] = {"time", "votes", "author", "groups", "state", "product", "voting", "link"};
  auto values = STOA_TRY(keys.hget_many(keyspace::HashKey(name), wanted));
  const auto time = real_number(values[0]);
  const auto votes = values[1] ? whole_number(*values[1]) : std::nullopt;
  if (!time || !votes) return std::optional<ExaminedArticle>();
  ExaminedArticle article;
  article.time = *time;
  article.votes = *votes;
  if (values[4]) article.origin = ExaminedArticle::Origin::Ours;
  std::string* const texts[] = {&article.author,  &article.groups, &article.state,
                                &article.product, &article.voting, &article.link};
  for (std::size_t i = 0; i < std::size(texts); ++i) *texts[i] = std::move(values[i + 2]).value_or("");
  return std::optional(std::move(article));
}

}  // namespace stoa::cli
