#include "feed/demo.h"

#include "accounts/passwords.h"
#include "accounts/user_command.h"
#include "base/durability.h"
#include "feed/article_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace stoa::feed {
namespace {
using namespace std::chrono_literals;
using accounts::Identity;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr int kDays = 90;
constexpr std::size_t kArticles = 2000;
/// A prime with the two known ones, so that steps of any width meet everybody once.
constexpr std::size_t kPeople = 307;
constexpr std::size_t kLongThread = 340;
/// Articles from the end that something happens to.
constexpr std::size_t kDiscussed = 30, kHeated = 60, kAdvertised = 9;

constexpr auto kFirstNames = std::to_array<std::string_view>(
    {"mila",  "anton", "rosa",  "felix", "nadia", "oleg",  "ines", "taras", "lena", "jonas",
     "sofia", "yuri",  "clara", "denis", "maya",  "artem", "edda", "pavel", "vera", "tomas"});
constexpr auto kSecondNames =
    std::to_array<std::string_view>({"oak", "reads", "north", "clay", "rides", "linen", "fern", "bolt",
                                     "quill", "ember", "tram", "loom", "rye", "brass", "moss", "attic"});

/// One filling of one feed.
class Life {
 public:
  Life(Feed& feed, accounts::Accounts& accounts, FakeClock& clock, std::uint64_t seed, Time now,
       const Demo::Known& known, std::vector<DemoProduct> products, const Demo::Tell& tell)
      : feed_(feed),
        accounts_(accounts),
        clock_(clock),
        random_(seed + 2),
        writing_(seed + 3, std::move(products)),
        now_(now),
        known_(known),
        tell_(tell) {}

  Result<DemoSummary> live() {
    // One wait for the disk at the end, instead of one a step.
    const DeferredDurability unhurried;
    STOA_TRY(settle_people());
    STOA_TRY(found_groups());
    plan_articles();
    plan_closing();
    STOA_TRY(let_it_happen());
    clock_.set(now_);
    summary_.people = people_.size();
    summary_.groups = demo_topics().size();
    return summary_;
  }

 private:
  using Step = std::function<Result<void>()>;
  /// An article that was posted.
  struct Posting {
    ArticleId id;
    const DemoTopic* topic;
    std::size_t author;
    Time time;
    std::vector<std::pair<CommentId, std::size_t>> comments;
  };

  Time ago(minutes span) const { return now_ - span; }
  void at(Time moment, Step step) {
    if (moment < now_) steps_.emplace(moment, std::move(step));
  }
  /// Of all spans up to `longest`, short ones far more often.
  minutes soon(minutes longest) {
    return minutes(1 + random_.popular(static_cast<std::size_t>(longest.count())));
  }

  Result<void> settle_people() {
    clock_.set(ago(days(kDays + 5)));
    people_ = {known_.member, known_.admin};
    // Nobody logs in as one of these: they share a password that nobody is told.
    const auto passwords = STOA_TRY(accounts::Passwords::make({}));
    const std::string hash = STOA_TRY(passwords->hash(accounts::make_up_password()));
    for (std::size_t i = 0; people_.size() < kPeople; ++i) {
      const auto first = kFirstNames[i % kFirstNames.size()];
      const auto second = kSecondNames[(i / kFirstNames.size() + i) % kSecondNames.size()];
      const auto name = STOA_TRY(Shortcode::parse(fmt::format("{}_{}", first, second)));
      auto user = STOA_TRY(accounts_.users().find(name));
      if (!user) user = STOA_TRY(accounts_.users().add(name, accounts::Role::Member, hash));
      people_.push_back({name, user->id, user->role});
      clock_.advance(15min);
    }
    return {};
  }

  Result<void> found_groups() {
    for (const DemoTopic& topic : demo_topics()) {
      const auto name = STOA_TRY(GroupName::parse(topic.group));
      const auto made = feed_.groups.create(known_.admin, {name, std::string(topic.description)});
      if (!made.ok() && made.error().code != "group.taken") return made.error();
    }
    return {};
  }

  /// More of them every week, and none in the small hours.
  void plan_articles() {
    std::vector<Time> times;
    while (times.size() < kArticles) {
      const auto wide = static_cast<std::uint64_t>(kDays) * 24 * 60;
      const auto age = minutes(std::min(random_.below(wide), random_.below(wide)) + 3);
      const Time moment = ago(age);
      if (const auto hour = (moment - std::chrono::floor<days>(moment)) / 1h; hour >= 5)
        times.push_back(moment);
    }
    std::ranges::sort(times);
    for (std::size_t i = 0; i < times.size(); ++i) at(times[i], [this, i] { return post(i); });
  }

  /// As the clockwork does it while a server runs.
  void plan_closing() {
    for (int day = kDays; day >= 0; --day)
      at(ago(days(day) + 1min), [this]() -> Result<void> {
        STOA_TRY(feed_.votes.close_due(kArticles));
        return {};
      });
  }

  Result<void> let_it_happen() {
    while (!steps_.empty()) {
      const auto step = steps_.extract(steps_.begin());
      clock_.set(step.key());
      STOA_TRY(step.mapped()());
    }
    return {};
  }

  Result<void> post(std::size_t number) {
    const std::size_t left = kArticles - number;
    if (left == kAdvertised) return advertise();
    auto [draft, topic] = writing_.article();
    const std::size_t author = some_author();
    const auto posted = STOA_TRY(feed_.articles.post(people_[author], draft));
    // Of an earlier demo beside this one.
    if (posted.outcome == Posted::Outcome::AlreadyThere) return {};
    note(posted.article, *topic, author);
    plan_votes(postings_.size() - 1, left);
    plan_talk(postings_.size() - 1, left);
    if (left == kHeated) plan_lock(postings_.size() - 1);
    if (left % 61 == 5 && left < 300) plan_reports(postings_.size() - 1);
    tell_("articles, votes and comments", summary_.articles, kArticles);
    return {};
  }

  /// The first people write most, whoever looks at the demo among them; the last one is to be banned.
  std::size_t some_author() { return random_.popular(people_.size() - 1); }

  void note(const Article& article, const DemoTopic& topic, std::size_t author) {
    postings_.push_back({article.id, &topic, author, article.time, {}});
    ++summary_.articles;
  }

  /// Most get a few, some get hundreds.
  void plan_votes(std::size_t posting, std::size_t left) {
    std::size_t wanted = 1 + random_.popular(70) + (random_.chance(22) ? random_.popular(260) : 0);
    if (left == kDiscussed) wanted = 240;
    const int against = random_.chance(5) ? 45 : 5;
    std::size_t voter = random_.below(people_.size());
    const std::size_t stride = 1 + random_.below(people_.size() - 1);
    for (std::size_t i = 0; i < std::min(wanted, people_.size() - 1); ++i) {
      voter = (voter + stride) % people_.size();
      const Vote vote = random_.chance(against) ? Vote::Down : Vote::Up;
      at(postings_[posting].time + soon(hours(50)),
         [this, posting, voter, vote] { return cast(posting, voter, vote); });
    }
  }

  Result<void> cast(std::size_t posting, std::size_t voter, Vote vote) {
    const Posting& on = postings_[posting];
    if (voter == on.author || STOA_TRY(feed_.moderation.is_locked(on.id))) return {};
    STOA_TRY(feed_.votes.cast(people_[voter], on.id, vote));
    ++summary_.votes;
    return {};
  }

  void plan_talk(std::size_t posting, std::size_t left) {
    const std::size_t wanted = left == kDiscussed ? kLongThread
                               : left == kHeated  ? 60
                                                  : random_.popular(random_.chance(10) ? 70 : 14);
    for (std::size_t i = 0; i < wanted; ++i)
      at(postings_[posting].time + soon(hours(left == kDiscussed ? 12 : 40)),
         [this, posting] { return say(posting); });
  }

  Result<void> say(std::size_t posting) {
    Posting& on = postings_[posting];
    const std::size_t author = random_.below(people_.size() - 1);
    std::optional<CommentId> answered;
    // The newest are answered most.
    if (!on.comments.empty() && random_.chance(62))
      answered = on.comments[on.comments.size() - 1 - random_.popular(on.comments.size())].first;
    const auto text =
        writing_.comment(*on.topic, answered ? DemoWriting::Place::Answer : DemoWriting::Place::OnArticle);
    const auto said = feed_.comments.post(people_[author].name, on.id, answered, text);
    if (!said.ok() && said.error().code == "article.locked") return {};
    if (!said.ok()) return said.error();
    on.comments.emplace_back(said->id, author);
    ++summary_.comments;
    if (random_.chance(30)) plan_comment_votes(said->id, author);
    return {};
  }

  void plan_comment_votes(const CommentId& comment, std::size_t author) {
    const std::size_t wanted = 1 + random_.popular(9);
    for (std::size_t i = 0; i < wanted; ++i) {
      const std::size_t voter = random_.below(people_.size());
      const Vote vote = random_.chance(12) ? Vote::Down : Vote::Up;
      if (voter == author) continue;
      at(clock_.now() + soon(hours(20)), [this, comment, voter, vote]() -> Result<void> {
        const auto done = feed_.comment_votes.vote(people_[voter].name, comment, vote);
        if (!done.ok() && done.error().code != "article.locked") return done.error();
        return {};
      });
    }
  }

  void plan_lock(std::size_t posting) {
    at(postings_[posting].time + hours(26), [this, posting] {
      return feed_.moderation.lock(
          known_.admin, postings_[posting].id,
          "It has become personal. Everything that can be said about this has been said.");
    });
  }

  /// The article, or what was said under it; they wait for whoever looks at the demo.
  void plan_reports(std::size_t posting) {
    const auto people = static_cast<std::size_t>(random_.between(1, 4));
    for (std::size_t i = 0; i < people; ++i)
      at(std::max(postings_[posting].time + hours(1), ago(hours(11))) + soon(hours(9)),
         [this, posting, by = 20 + i]() -> Result<void> {
           const Posting& on = postings_[posting];
           const Thing thing = on.comments.empty() || on.id % 2 == 0
                                   ? Thing::article(on.id)
                                   : Thing::comment(on.comments.front().first);
           return feed_.reports.report(people_[by].name, thing,
                                       by % 2 ? ReportReason::OffTopic : ReportReason::Other,
                                       "Has nothing to do with the group");
         });
  }

  /// Somebody sells what nobody asked for, and the house answers.
  Result<void> advertise() {
    const std::size_t seller = people_.size() - 1;
    const auto group = STOA_TRY(GroupName::parse(demo_topics().front().group));
    const auto posted = STOA_TRY(feed_.articles.post(
        people_[seller],
        {"BEST PRICES on designer watches, today only!!!", "https://watches.example.com/deal", "", {group}}));
    if (posted.outcome == Posted::Outcome::AlreadyThere) return {};
    note(posted.article, demo_topics().front(), seller);
    const auto id = posted.article.id;
    for (std::size_t i = 0; i < 4; ++i)
      at(clock_.now() + minutes(6 + 4 * i), [this, id, i] {
        return feed_.reports.report(people_[30 + i].name, Thing::article(id), ReportReason::Spam, "");
      });
    at(clock_.now() + 30min, [this, id] {
      return feed_.moderation.hide(known_.admin, Thing::article(id), "Advertising for another shop");
    });
    at(clock_.now() + 31min, [this, seller] {
      return feed_.moderation.ban(known_.admin, people_[seller].name, now_ + days(20),
                                  "Third advertisement in a week");
    });
    return {};
  }

  Feed& feed_;
  accounts::Accounts& accounts_;
  FakeClock& clock_;
  DemoRandom random_;
  DemoWriting writing_;
  const Time now_;
  const Demo::Known& known_;
  const Demo::Tell& tell_;

  std::vector<Identity> people_;
  std::vector<Posting> postings_;
  /// What is still to happen, in its order.
  std::multimap<Time, Step> steps_;
  DemoSummary summary_;
};

}  // namespace

Result<DemoSummary> Demo::fill(Time now, const Known& known, std::vector<DemoProduct> products,
                               const Tell& tell) {
  const Time whole = std::chrono::floor<std::chrono::milliseconds>(now);
  return Life(feed_, accounts_, clock_, seed_, whole, known, std::move(products), tell).live();
}

}  // namespace stoa::feed
