#include "feed/article.h"

#include "base/fields.h"
#include "feed/article_keys.h"
#include "keyspace/integer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stoa::feed {
namespace {
using keyspace::Field;

constexpr std::string_view kArticle = "article:";

struct StateName {
  std::string_view name;
  ArticleState state;
};
constexpr auto kStates = std::to_array<StateName>(
    {{"live", ArticleState::Live}, {"hidden", ArticleState::Hidden}, {"removed", ArticleState::Removed}});

std::string_view name_of(ArticleState state) {
  return std::ranges::find(kStates, state, &StateName::state)->name;
}

std::optional<Time> read_time(std::string_view text) {
  double seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  // Beyond the year 9999 or before 1970 it is no time of posting.
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || !(seconds >= 0 && seconds < 253e9))
    return std::nullopt;
  return Time(Duration(std::llround(seconds * 1e6)));
}

/// Live when it says none that we know.
ArticleState read_state(std::string_view text) {
  const auto state = std::ranges::find(kStates, text, &StateName::name);
  return state != kStates.end() ? state->state : ArticleState::Live;
}

Voting read_voting(std::string_view text) {
  return text == "closed" ? Voting::Closed : text == "locked" ? Voting::Locked : Voting::Open;
}

std::vector<GroupName> split(std::string_view text) {
  std::vector<GroupName> groups;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    if (auto name = GroupName::parse(text.substr(0, comma)); name.ok()) groups.push_back(*std::move(name));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return groups;
}

/// Which of the fields without which there is no article have been read.
struct Found {
  bool title = false, time = false, votes = false;
};

void read_field(const Field& field, Article& article, Found& found) {
  const std::string_view value = field.value;
  if (field.name == "title") {
    article.title = value;
    found.title = true;
  } else if (field.name == "link") {
    article.link = value;
  } else if (field.name == "text") {
    article.text = value;
  } else if (field.name == "author") {
    article.author = user_of(value);
  } else if (field.name == "time") {
    const auto time = read_time(value);
    found.time = time.has_value();
    if (time) article.time = *time;
  } else if (field.name == "votes") {
    const auto votes = keyspace::parse_integer(value);
    found.votes = votes.has_value();
    article.votes = votes.value_or(0);
  } else if (field.name == "groups") {
    article.groups = split(value);
  } else if (field.name == "product") {
    if (auto product = ProductId::parse(value); product.ok()) article.product = *product;
  } else if (field.name == "state") {
    article.state = read_state(value);
  } else if (field.name == "voting") {
    article.voting = read_voting(value);
  } else if (field.name == "edited") {
    article.edited = read_time(value);
  }
}

}  // namespace

EnumDescription describe(Described<ArticleState>) {
  return names(
      {{"live", ArticleState::Live}, {"hidden", ArticleState::Hidden}, {"removed", ArticleState::Removed}});
}

EnumDescription describe(Described<Voting>) {
  return names({{"open", Voting::Open}, {"locked", Voting::Locked}, {"closed", Voting::Closed}});
}

StructDescription describe(Described<Article>) {
  return fields("Article", field("id", &Article::id), field("title", &Article::title),
                field("link", &Article::link).help("Empty when it is only text"),
                field("text", &Article::text).help("Markdown"),
                field("author", &Article::author).help("Absent when the article was removed"),
                field("time", &Article::time), field("votes", &Article::votes).help("Ups less downs"),
                field("groups", &Article::groups), field("product", &Article::product),
                field("state", &Article::state), field("voting", &Article::voting),
                field("edited", &Article::edited));
}

std::string joined(std::span<const GroupName> groups) {
  std::string text;
  for (const GroupName& group : groups) {
    if (!text.empty()) text += ',';
    text += group.text();
  }
  return text;
}

std::string hash_time(Time time) {
  const auto micros = time.time_since_epoch().count();
  return fmt::format("{}.{:06}", micros / 1'000'000, micros % 1'000'000);
}

Error article_absent(ArticleId id) {
  return {Error::Kind::NotFound, "article.absent",
          fmt::format("there is no article {}, or it was removed", id)};
}

Error article_locked() {
  return {Error::Kind::Conflict, "article.locked",
          "the article is locked: it takes neither comments nor votes; the moderation log says why"};
}

Error article_hidden() {
  return {Error::Kind::Conflict, "article.hidden",
          "a moderator has hidden the article: it stays as it is; the moderation log says why"};
}

std::vector<ArticleId> ids_of(std::span<const Article> articles) {
  std::vector<ArticleId> ids;
  ids.reserve(articles.size());
  for (const Article& article : articles) ids.push_back(article.id);
  return ids;
}

std::vector<Field> hash_of(const Article& article) {
  std::vector<Field> hash{
      {"title", article.title},
      {"link", article.link},
      {"text", article.text},
      {"author", article.author ? member_of(*article.author) : "user:"},
      {"time", hash_time(article.time)},
      {"votes", std::to_string(article.votes)},
      {"groups", joined(article.groups)},
      {"state", std::string(name_of(article.state))},
  };
  if (article.product) hash.push_back({"product", article.product->hex()});
  if (article.voting != Voting::Open)
    hash.push_back({"voting", article.voting == Voting::Closed ? "closed" : "locked"});
  if (article.edited) hash.push_back({"edited", hash_time(*article.edited)});
  return hash;
}

std::optional<Article> read_article(ArticleId id, std::span<const Field> hash) {
  Article article;
  article.id = id;
  Found found;
  for (const Field& field : hash) read_field(field, article, found);
  if (!found.title || !found.time || !found.votes) return std::nullopt;
  return article;
}

Result<std::optional<Poll>> read_poll(keyspace::Tx& tx, const keyspace::HashKey& article) {
  const std::string names[] = {"time", "votes", "state", "voting"};
  const auto values = STOA_TRY(tx.hget_many(article, names));
  const auto time = values[0] ? read_time(*values[0]) : std::nullopt;
  const auto votes = values[1] ? keyspace::parse_integer(*values[1]) : std::nullopt;
  if (!time || !votes) return std::optional<Poll>();
  Poll poll{.time = *time, .votes = *votes};
  if (values[2]) poll.state = read_state(*values[2]);
  if (values[3]) poll.voting = read_voting(*values[3]);
  return std::optional(poll);
}

std::optional<Shortcode> user_of(std::string_view member) {
  constexpr std::string_view kUser = "user:";
  if (!member.starts_with(kUser)) return std::nullopt;
  auto name = Shortcode::parse(member.substr(kUser.size()));
  return name.ok() ? std::optional(*std::move(name)) : std::nullopt;
}

std::optional<ArticleId> article_of(std::string_view member) {
  if (!member.starts_with(kArticle)) return std::nullopt;
  const auto id = keyspace::parse_integer(member.substr(kArticle.size()));
  return id && *id > 0 ? id : std::nullopt;
}

}  // namespace stoa::feed
