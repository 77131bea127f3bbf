#include "base/json.h"
#include "cli/check.h"
#include "cli/feed_article.h"
#include "feed/group_name.h"
#include "feed/link.h"

#include <fmt/format.h>

namespace stoa::cli {
namespace {
using namespace keyspace;

/// A list of articles & times posted, and what an article in it must say of itself.
struct TimedList {
  const SortedSetKey& key;
  std::function<Fault(const ExaminedArticle&)> misfit;
};

Result<Fault> fault_of_entry(Reader& keys, const TimedList& list, const Scored& entry) {
  const auto article = STOA_TRY(examined_article(keys, entry.member));
  const auto fault = [&](std::string_view what) {
    return Fault(fmt::format("{} names {}, {}", list.key.name(), entry.member, what));
  };
  if (!article) return fault("which is no article");
  if (article->is_stone()) return fault("which was removed");
  if (!is_same_time(article->time, entry.score))
    return fault(fmt::format("at {:.3f}; the article says {:.3f}", entry.score, article->time));
  if (const auto misfit = list.misfit(*article)) return fault(*misfit);
  return Fault();
}

/// The first that is found.
Result<Fault> fault_of_list(Reader& keys, const TimedList& list) {
  Fault first;
  const auto look = [&](const Scored& entry) -> Result<void> {
    if (!first) first = STOA_TRY(fault_of_entry(keys, list, entry));
    return {};
  };
  STOA_TRY(for_each_member(keys, list.key, look));
  return first;
}

Result<Fault> fault_unless_listed(Reader& keys, const SortedSetKey& list, const std::string& article,
                                  double time) {
  const auto score = STOA_TRY(keys.zscore(list, article));
  if (score && is_same_time(*score, time)) return Fault();
  if (!score) return Fault(fmt::format("{} does not stand in {}", article, list.name()));
  return Fault(
      fmt::format("{} stands in {} at {:.3f}, and was posted at {:.3f}", article, list.name(), *score, time));
}

Result<Fault> author_lists_it(const Subject& subject) {
  const auto article = STOA_TRY(examined_article(subject.keys(), subject.name));
  if (!article || article->origin == ExaminedArticle::Origin::Foreign || article->is_stone()) return Fault();
  const auto author = after("user:", article->author);
  if (!author) return Fault();
  return fault_unless_listed(subject.keys(), SortedSetKey(fmt::format("users:{}:articles", *author)),
                             subject.name, article->time);
}

Result<Fault> product_lists_it(const Subject& subject) {
  const auto article = STOA_TRY(examined_article(subject.keys(), subject.name));
  if (!article || article->product.empty() || article->is_stone()) return Fault();
  return fault_unless_listed(subject.keys(), SortedSetKey("talk:" + article->product), subject.name,
                             article->time);
}

Result<Fault> groups_hold_it(const Subject& subject) {
  const auto article = STOA_TRY(examined_article(subject.keys(), subject.name));
  if (!article || article->is_stone()) return Fault();
  for (std::string_view left = article->groups; !left.empty();) {
    const std::string group(left.substr(0, left.find(',')));
    left.remove_prefix(std::min(group.size() + 1, left.size()));
    if (!STOA_TRY(subject.keys().sismember(keys::group(group), subject.name)))
      return Fault(
          fmt::format("{} says that it is in group:{}, which does not hold it", subject.name, group));
    if (auto fault =
            STOA_TRY(fault_unless_listed(subject.keys(), keys::time(group), subject.name, article->time)))
      return fault;
  }
  return Fault();
}

// Voting that has closed has left the list, and who voted is forgotten.
Result<Fault> voting_is_listed(const Subject& subject) {
  Reader& keys = subject.keys();
  const auto article = STOA_TRY(examined_article(keys, subject.name));
  if (!article || article->origin == ExaminedArticle::Origin::Foreign) return Fault();
  if (article->voting != "closed")
    return fault_unless_listed(keys, keys::voting(), subject.name, article->time);
  if (STOA_TRY(keys.zscore(keys::voting(), subject.name)))
    return Fault(fmt::format("voting: names {}, whose voting is closed", subject.name));
  for (const std::string name : {"upvoted:", "downvoted:"})
    if (STOA_TRY(keys.exists(KeyName(name + std::string(subject.tag)))))
      return Fault(fmt::format("{}{} is there, and the voting is closed", name, subject.tag));
  return Fault();
}

Result<void> voting_names_open_articles(Examination& examination) {
  Reader& keys = examination.keys();
  const TimedList list{keys::voting(), [](const ExaminedArticle& article) -> Fault {
                         if (article.voting == "closed") return "whose voting is closed";
                         return {};
                       }};
  return for_each_member(keys, list.key, [&](const Scored& entry) {
    return examination.examine([&]() -> Result<Fault> {
      if (!STOA_TRY(keys.zscore(list.key, entry.member))) return Fault();
      return fault_of_entry(keys, list, entry);
    });
  });
}

Result<Fault> author_list_is_right(const Subject& subject) {
  const std::string author = "user:" + std::string(subject.tag);
  return fault_of_list(subject.keys(),
                       {subject.as<SortedSetKey>(), [&](const ExaminedArticle& article) -> Fault {
                          if (article.author == author) return {};
                          return "which is by " + article.author;
                        }});
}

Result<Fault> product_list_is_right(const Subject& subject) {
  return fault_of_list(subject.keys(),
                       {subject.as<SortedSetKey>(), [&](const ExaminedArticle& article) -> Fault {
                          if (article.product == subject.tag) return {};
                          return "which is not about it";
                        }});
}

Result<Fault> group_list_is_right(const Subject& subject) {
  Reader& keys = subject.keys();
  const SetKey group = keys::group(subject.tag);
  if (auto fault = STOA_TRY(fault_of_list(
          keys, {subject.as<SortedSetKey>(), [&](const ExaminedArticle& article) -> Fault {
                   if (article.origin == ExaminedArticle::Origin::Foreign || article.is_in(subject.tag))
                     return {};
                   return "which says it is in " + (article.groups.empty() ? "none" : article.groups);
                 }})))
    return fault;
  Fault outside;
  const auto look = [&](const Scored& entry) -> Result<void> {
    if (!outside && !STOA_TRY(keys.sismember(group, entry.member)))
      outside = fmt::format("{} names {}, which {} does not hold", subject.name, entry.member, group.name());
    return {};
  };
  STOA_TRY(for_each_member(keys, subject.as<SortedSetKey>(), look));
  return outside;
}

// All of time:{group} is in group:{name}, as another check sees; so equal numbers are equal sets.
Result<Fault> group_is_listed(const Subject& subject) {
  Reader& keys = subject.keys();
  const auto held = STOA_TRY(keys.scard(subject.as<SetKey>()));
  const auto listed = STOA_TRY(keys.zcard(keys::time(subject.tag)));
  if (held != listed)
    return Fault(fmt::format("{} holds {} articles, and {} names {}", subject.name, held,
                             keys::time(subject.tag).name(), listed));
  const auto said = STOA_TRY(keys.zscore(keys::group_sizes(), subject.tag));
  if (said == static_cast<double>(held)) return Fault();
  return Fault(
      fmt::format("{} holds {} articles; group_sizes: says {}", subject.name, held, said.value_or(0)));
}

Result<void> sizes_are_of_groups(Examination& examination) {
  Reader& keys = examination.keys();
  return for_each_member(keys, keys::group_sizes(), [&](const Scored& size) {
    return examination.examine([&]() -> Result<Fault> {
      const auto said = STOA_TRY(keys.zscore(keys::group_sizes(), size.member));
      const auto held = STOA_TRY(keys.scard(keys::group(size.member)));
      if (!said) return Fault();
      if (*said != static_cast<double>(held))
        return Fault(fmt::format("group_sizes: gives {} {} articles; it holds {}", size.member, *said, held));
      if (STOA_TRY(keys.hget(keys::groups(), size.member)) || !feed::GroupName::parse(size.member).ok())
        return Fault();
      return Fault(fmt::format("group_sizes: names {}, which groups: does not know", size.member));
    });
  });
}

Result<Fault> link_leads_to_its_article(const Subject& subject) {
  const auto id = STOA_TRY(subject.keys().get(subject.as<StringKey>()));
  if (!id) return Fault();
  const auto article = STOA_TRY(examined_article(subject.keys(), "article:" + *id));
  if (!article || article->is_stone())
    return Fault(fmt::format("{} leads to article:{}, which is not there", subject.name, *id));
  const auto link = feed::Link::parse(article->link);
  if (!link.ok() || link->page_hash() != subject.tag)
    return Fault(fmt::format("{} leads to article:{}, which has another link", subject.name, *id));
  if (!STOA_TRY(subject.keys().expiry(KeyName(subject.name))) &&
      STOA_TRY(subject.keys().exists(KeyName(subject.name))))
    return Fault(fmt::format("{} never expires", subject.name));
  return Fault();
}

}  // namespace

std::vector<Check> feed_list_checks() {
  return {
      {"feed.author_list", "An article stands in its author's list", "article:{id}", author_lists_it},
      {"feed.author_list", "An article stands in its author's list", "users:{sc}:articles",
       author_list_is_right},
      {"feed.talk", "An article about a product stands in talk:", "article:{id}", product_lists_it},
      {"feed.talk", "An article about a product stands in talk:", "talk:{product}", product_list_is_right},
      {"feed.groups", "Articles and groups name one another", "article:{id}", groups_hold_it},
      {"feed.groups", "Articles and groups name one another", "time:{group}", group_list_is_right},
      {"feed.group_size", "group:, time: and group_sizes: count the same", "group:{name}", group_is_listed},
      {"feed.group_size", "group:, time: and group_sizes: count the same", "", nullptr, sizes_are_of_groups},
      {"feed.voting", "voting: names the articles whose voting is open", "article:{id}", voting_is_listed},
      {"feed.voting", "voting: names the articles whose voting is open", "", nullptr,
       voting_names_open_articles},
      {"feed.link", "A link leads to the article that has it", "link:{hash}", link_leads_to_its_article},
  };
}

}  // namespace stoa::cli
