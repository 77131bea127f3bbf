#include "feed_house.h"

#include "accounts/account_events.h"
#include "accounts/accounts.h"
#include "base/durability.h"
#include "engines.h"
#include "feed/article_sets.h"
#include "feed/events.h"
#include "feed/feed.h"
#include "keyspace/embedded/random.h"
#include "keyspace/keys.h"
#include "large_store.h"
#include "whole_house.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::bench {
namespace {
namespace keys = keyspace::keys;

constexpr std::uint64_t kAtOnce = 200;

/// Writes a feed: articles as the rules write them, many in a transaction; the rest by the rules.
class Founder {
 public:
  explicit Founder(const std::filesystem::path& directory)
      : engines_(directory),
        outbox_(engines_.records(), engines_.keyspace(), Clock::system(), listeners()),
        accounts_(must(
            accounts::Accounts::open(engines_.keyspace(), engines_.records(), outbox_, Clock::system()))),
        feed_(engines_.keyspace(), engines_.records(), outbox_, Clock::system(), records::CursorKey::make()) {
  }

  void found(const FeedSize& size) {
    const DeferredDurability unhurried;
    for (std::uint64_t i = 0; i < size.groups; ++i)
      must(feed_.groups.create({member(0), UserId(), accounts::Role::Admin},
                               {must(feed::GroupName::parse(group_of(i))), "What this group is about"}));
    for (std::uint64_t i = 0; i < size.articles; i += kAtOnce)
      add_articles(i, std::min(i + kAtOnce, size.articles), size);
    for (std::uint64_t i = 0; i < size.members; ++i) add_member(i);
    for (std::uint64_t i = 0; i < size.comments; ++i) add_comment(size.articles);
  }

 private:
  std::map<std::string, records::Outbox::Listener, std::less<>> listeners() {
    auto all = accounts::listeners();
    all.merge(feed::listeners());
    return all;
  }
  static Shortcode member(std::uint64_t number) { return must(Shortcode::parse(member_name(number))); }

  feed::Article article(std::uint64_t number, const FeedSize& size) const {
    const auto span = std::chrono::duration_cast<Duration>(std::chrono::hours(24 * size.days));
    feed::Article made;
    made.id = static_cast<feed::ArticleId>(number + 1);
    made.title =
        fmt::format("What I learned from {} years of brass lamps, and what I would do again", number);
    made.link = number % 3 == 0 ? "" : fmt::format("https://workshop.example.org/notes/{}", number);
    made.text =
        "The board came from a barn and had more nails in it than I cared to count. *I sharpen to 4,000* and "
        "stop there; the rest is vanity. Nobody sees the inside of a drawer, and yet that is where I look "
        "first.\n\nPlans are under <https://bench.example.com/plans>; correct them freely.";
    made.author = member(number % 5'000);
    made.time =
        began_ - span + Duration(span.count() / static_cast<std::int64_t>(size.articles) * (made.id - 1));
    made.groups = {must(feed::GroupName::parse(group_of(number % size.groups)))};
    made.votes = 1;
    if (began_ - made.time < feed::kVotingLasts) return made;
    made.voting = feed::Voting::Closed;
    made.votes = static_cast<std::int64_t>(number * 2654435761U % 90);
    return made;
  }

  void add_articles(std::uint64_t begin, std::uint64_t end, const FeedSize& size) {
    must(engines_.keyspace().transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
      for (std::uint64_t i = begin; i < end; ++i) feed::add_article(tx, article(i, size));
      tx.set(keys::article_counter(), std::to_string(end));
      return {};
    }));
  }

  void add_member(std::uint64_t number) {
    const auto user = must(accounts_->users().add(member(number), accounts::Role::Member, "$none$"));
    must(accounts_->sessions().start(visitor(number), std::nullopt, user, {}));
  }

  void add_comment(std::uint64_t article) {
    const auto answered = said_.empty() || random_.below(3) == 0
                              ? std::optional<feed::CommentId>()
                              : std::optional(said_[random_.below(said_.size())]);
    const auto comment = must(feed_.comments.post(
        member(random_.below(5'000)), static_cast<feed::ArticleId>(article), answered,
        "I have done it *this way* for ten years. The only thing I would add: test on scrap first, and "
        "wait a day longer than you think."));
    said_.push_back(comment.id);
  }

  const Time began_ = Clock::system().now();
  HouseEngines engines_;
  records::Outbox outbox_;
  std::unique_ptr<accounts::Accounts> accounts_;
  feed::Feed feed_;
  std::vector<feed::CommentId> said_;
  keyspace::embedded::Random random_{7};
};

}  // namespace

std::string group_of(std::uint64_t number) {
  return fmt::format("group-{}", number);
}

void build_feed(const std::filesystem::path& directory, const FeedSize& size) {
  in_child([&] {
    Founder(directory).found(size);
    wait_until_idle();
    return 0.0;
  });
}

}  // namespace stoa::bench
