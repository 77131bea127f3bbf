#include "house.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <thread>

namespace stoa::accounts {
namespace {
using namespace std::chrono_literals;
using test::House;
using test::must;
using test::named;
namespace keys = keyspace::keys;

/// What must hold whatever people do: `login:` and the users' own lists tell the same, every token that is
/// logged in can be cleaned up, and only accounts that are there have sessions. Says at once what does not
/// hold: the house is older than the crowd, so the crowd alone may not bring it about again.
void expect_sessions_agree(House& house, const std::vector<std::string>& people) {
  std::set<std::string> recent;
  for (const auto& session : must(house.read().zrange(keys::recent(), 0, -1, keyspace::Order::Ascending)))
    recent.insert(session.member);
  std::map<std::string, std::set<std::string>> by_login, by_user;
  for (const auto& [token, name] : must(house.read().hgetall(keys::login()))) {
    EXPECT_TRUE(recent.contains(token)) << token << " of " << name << " is in login: and not in recent:";
    if (std::ranges::find(people, name) != people.end()) by_login[name].insert(token);
  }
  for (const auto& name : people) {
    const auto listed = must(
        house.read().zrange(keyspace::keys::user_sessions(named(name)), 0, -1, keyspace::Order::Ascending));
    EXPECT_LE(listed.size(), kMostSessions);
    for (const auto& session : listed) by_user[name].insert(session.member);
    const auto user = must(house.users().find(named(name)));
    EXPECT_EQ(user.has_value(), must(house.read().exists(keys::user(named(name))))) << name;
    EXPECT_TRUE(user || listed.empty()) << name;
    EXPECT_EQ(house.hash_field(name, "Password"), user ? std::optional(user->password) : std::nullopt)
        << name;
  }
  EXPECT_EQ(by_login, by_user);
}

/// Three people with a few browsers, who do whatever comes to their minds.
class Crowd {
 public:
  /// Each crowd has names of its own, so that many may come to one house.
  Crowd(House& house, int number)
      : house_(house),
        people_{"ann_" + std::to_string(number), "bob_" + std::to_string(number),
                "cat_" + std::to_string(number)} {
    house_.add(people_.front());
  }

  void act() {
    const std::string& name = *rc::gen::elementOf(people_);
    std::optional<Token>& browser = browsers_[*rc::gen::inRange<std::size_t>(0, browsers_.size())];
    house_.clock().advance(1s);
    // Now and then the process dies in the middle.
    house_.keyspace().left = *rc::gen::weightedElement<int>({{8, -1}, {1, 0}, {1, 1}, {1, 2}});
    do_something(name, browser, *rc::gen::inRange(0, 9));
    house_.keyspace().left = -1;
  }

  void settle() {
    must(house_.outbox().drain(1000));
    expect_sessions_agree(house_, people_);
    RC_ASSERT(!testing::Test::HasFailure());
  }

 private:
  void take(std::optional<Token>& browser, const Result<Admitted>& admitted) {
    if (admitted.ok()) browser = admitted->token;
  }

  void do_something(const std::string& name, std::optional<Token>& browser, int what) {
    Accounts& accounts = house_.accounts();
    std::string& password = passwords_[name];
    if (password.empty()) password = House::kPassword;
    switch (what) {
      case 0:
        (void)accounts.add(named(name), password, Role::Member);
        break;
      case 1:
      case 2:
        take(browser, accounts.log_in(name, password, browser));
        break;
      case 3:
        take(browser, accounts.log_in(name, "a guess at it", browser));
        break;
      case 4:
        if (browser)
          if (auto guest = accounts.log_out(*browser); guest.ok()) browser = *guest;
        break;
      case 5:
        (void)accounts.log_out_everywhere(named(name));
        break;
      case 6:
        change_password(name, browser, password);
        break;
      case 7:
        (void)accounts.cleaner().remove_oldest();
        break;
      default:
        if (*rc::gen::inRange(0, 4) == 0) (void)accounts.remove(named(name), password);
    }
  }

  void change_password(const std::string& name, std::optional<Token>& browser, std::string& password) {
    const std::string fresh = "password number " + std::to_string(++counter_);
    take(browser, house_.accounts().change_password(named(name), password, fresh, browser));
    // One that was cut off may have come as far as the document, which is what counts.
    const auto user = must(house_.users().find(named(name)));
    if (user && house_.password_matches(*user, fresh)) password = fresh;
  }

  House& house_;
  const std::vector<std::string> people_;
  std::array<std::optional<Token>, 5> browsers_;
  std::map<std::string, std::string> passwords_;
  int counter_ = 0;
};

class SessionInvariantsOnEveryEngine : public testing::TestWithParam<keyspace::Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, SessionInvariantsOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         test::engine_name);

TEST_P(SessionInvariantsOnEveryEngine, HoldWhateverPeopleDoAndWhereverItIsCutOff) {
  House house(GetParam(), {.cost = test::cheap(), .session_limit = 6});
  int crowds = 0;
  const bool held = rc::check("crowds", [&] {
    // The disk need not be waited for.
    const DeferredDurability in_memory;
    Crowd crowd(house, ++crowds);
    const int acts = *rc::gen::inRange(1, 60);
    for (int i = 0; i < acts; ++i) crowd.act();
    crowd.settle();
  });
  EXPECT_TRUE(held);
}

TEST_P(SessionInvariantsOnEveryEngine, NoSessionOfAnOldPasswordOutlivesItsChange) {
  House house(GetParam());
  house.add("ann");
  std::atomic<bool> changed = false;
  std::vector<std::thread> guessers;
  for (int i = 0; i < 3; ++i)
    guessers.emplace_back([&] {
      while (!changed) (void)house.accounts().log_in("ann", House::kPassword, std::nullopt);
    });
  while (must(house.sessions().count(named("ann"))) == 0) std::this_thread::yield();
  const auto admitted =
      house.accounts().change_password(named("ann"), House::kPassword, "another password", {});
  changed = true;
  for (auto& guesser : guessers) guesser.join();
  // A Redis may have refused the last step for all the guessing; the change itself has happened.
  must(house.outbox().drain(100));
  EXPECT_EQ(must(house.sessions().count(named("ann"))), admitted.ok() ? 1u : 0u);
  EXPECT_EQ(must(house.read().hlen(keys::login())), admitted.ok() ? 1u : 0u);
  EXPECT_TRUE(house.accounts().log_in("ann", "another password", std::nullopt).ok());
}

}  // namespace
}  // namespace stoa::accounts
