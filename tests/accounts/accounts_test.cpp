#include "accounts/accounts.h"

#include "house.h"

#include <thread>

namespace stoa::accounts {
namespace {
using test::code_of;
using test::House;
using test::must;
using test::named;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;
namespace keys = keyspace::keys;

class AccountsOnEveryEngine : public test::OnEveryEngine {};
INSTANTIATE_TEST_SUITE_P(Engines, AccountsOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         test::engine_name);

TEST_P(AccountsOnEveryEngine, ANewAccountIsADocumentAndAHash) {
  const User user = house_.add("ann");
  EXPECT_EQ(user.created_at, house_.clock().now());
  EXPECT_EQ(house_.hash_field("ann", "ObjectId"), user.id.hex());
  EXPECT_THAT(*house_.hash_field("ann", "Password"), StartsWith("$argon2id$v=19$m=8,t=1,p=1$"));
  const std::string salt = *house_.hash_field("ann", "Salt");
  EXPECT_EQ(salt.size(), 22u);
  EXPECT_NE(house_.hash_field("ann", "Password")->find("$" + salt + "$"), std::string::npos);
  EXPECT_FALSE(must(house_.read().get(keys::user_admin(named("ann")))));
  EXPECT_EQ(house_.pending_events(), 0u);
}

TEST_P(AccountsOnEveryEngine, AnAdminIsMarkedAsOne) {
  house_.add("root", Role::Admin);
  EXPECT_EQ(must(house_.read().get(keys::user_admin(named("root")))), "1");
}

TEST_P(AccountsOnEveryEngine, ANameIsGivenOnceHoweverManyWantIt) {
  std::atomic<int> given = 0, taken = 0;
  std::vector<std::thread> people;
  for (int i = 0; i < 4; ++i)
    people.emplace_back([&] {
      const auto added = house_.accounts().add(named("ann"), House::kPassword, Role::Member);
      given += added.ok();
      taken += code_of(added) == "account.name_taken";
    });
  for (auto& person : people) person.join();
  EXPECT_EQ(given, 1);
  EXPECT_EQ(taken, 3);
}

TEST_P(AccountsOnEveryEngine, LogInGivesATokenThatIsKnownAtOnce) {
  const User user = house_.add("ann");
  const Token token = house_.log_in("ann");
  EXPECT_EQ(must(house_.read().hget(keys::login(), token.text())), "ann");
  EXPECT_EQ(must(house_.sessions().touch(token)), (Identity{named("ann"), user.id, Role::Member}));
}

TEST_P(AccountsOnEveryEngine, TheNameMayBeTypedAsPhonesTypeIt) {
  house_.add("ann");
  EXPECT_TRUE(house_.accounts().log_in(" Ann ", House::kPassword, std::nullopt).ok());
}

TEST_P(AccountsOnEveryEngine, AWrongPasswordAndAnUnknownUserAnswerAlike) {
  house_.add("ann");
  const auto wrong = house_.accounts().log_in("ann", "something else", std::nullopt);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().code, "account.credentials");
  for (const std::string_view name : {"bob", "", "no name", "../etc", "x", "\xff\xfe", "users:ann"}) {
    const auto unknown = house_.accounts().log_in(name, House::kPassword, std::nullopt);
    ASSERT_FALSE(unknown.ok()) << name;
    EXPECT_EQ(unknown.error(), wrong.error());
  }
}

TEST_P(AccountsOnEveryEngine, TheTokenChangesAtLogInAndWhatWasViewedComesAlong) {
  house_.add("ann");
  const Token guest = must(house_.sessions().open());
  house_.shop_around(guest, {"3", "2", "1"});
  const auto admitted = must(house_.accounts().log_in("ann", House::kPassword, guest));
  EXPECT_NE(admitted.token, guest);
  EXPECT_THAT(house_.viewed(admitted.token), ElementsAre("3", "2", "1"));
  EXPECT_FALSE(house_.is_known(guest));
}

TEST_P(AccountsOnEveryEngine, WhoeverMergesCartsHearsOfALogInBeforeTheTokenCounts) {
  const User user = house_.add("ann");
  const Token guest = must(house_.sessions().open());
  std::vector<SessionLoggedIn> heard;
  bool refuse = true;
  house_.accounts().on_log_in([&](const SessionLoggedIn& change) -> Result<std::vector<LogInNotice>> {
    heard.push_back(change);
    EXPECT_FALSE(must(house_.sessions().touch(change.new_token)));
    if (refuse) return Error{Error::Kind::Unavailable, "test.carts", "away"};
    return std::vector<LogInNotice>{{"test.merged", {"1"}}};
  });
  EXPECT_EQ(code_of(house_.accounts().log_in("ann", House::kPassword, guest)), "test.carts");
  EXPECT_TRUE(house_.is_known(guest));
  refuse = false;
  const auto admitted = must(house_.accounts().log_in("ann", House::kPassword, guest));
  ASSERT_EQ(heard.size(), 2u);
  EXPECT_EQ(heard[1].old_token, guest);
  EXPECT_EQ(heard[1].new_token, admitted.token);
  EXPECT_EQ(heard[1].user, user.id);
  ASSERT_EQ(admitted.notices.size(), 1u);
  EXPECT_EQ(admitted.notices[0].code, "test.merged");
}

TEST_P(AccountsOnEveryEngine, WhoeverLooksForSessionsByTheirUserHearsOfOneWhenItIsThere) {
  house_.add("ann");
  std::vector<Token> heard;
  house_.accounts().on_session_started(
      [&](const SessionLoggedIn& session) -> Result<std::vector<LogInNotice>> {
        EXPECT_EQ(session.name, named("ann"));
        EXPECT_EQ(must(house_.sessions().touch(session.new_token))->name, named("ann"));
        EXPECT_EQ(must(house_.sessions().count(session.name)), 1u);
        heard.push_back(session.new_token);
        return std::vector<LogInNotice>{{"test.late", {}}};
      });
  const auto admitted = must(house_.accounts().log_in("ann", House::kPassword, std::nullopt));
  EXPECT_EQ(heard, std::vector{admitted.token});
  ASSERT_EQ(admitted.notices.size(), 1u);
  EXPECT_EQ(admitted.notices[0].code, "test.late");
}

TEST_P(AccountsOnEveryEngine, LogInAsAnotherEndsTheFirstOnesSession) {
  house_.add("ann");
  house_.add("bob");
  const Token ann = house_.log_in("ann");
  const auto bob = must(house_.accounts().log_in("bob", House::kPassword, ann));
  EXPECT_FALSE(house_.is_known(ann));
  EXPECT_EQ(must(house_.sessions().count(named("ann"))), 0u);
  EXPECT_EQ(must(house_.sessions().touch(bob.token))->name, named("bob"));
}

TEST_P(AccountsOnEveryEngine, LogOutLeavesNothingToTheNextPersonAtTheComputer) {
  house_.add("ann");
  const Token token = house_.log_in("ann");
  house_.shop_around(token, {"1"});
  const Token guest = must(house_.accounts().log_out(token));
  EXPECT_NE(guest, token);
  EXPECT_FALSE(house_.is_known(token));
  EXPECT_THAT(house_.viewed(guest), IsEmpty());
  EXPECT_FALSE(must(house_.sessions().touch(guest)));
  EXPECT_EQ(must(house_.sessions().count(named("ann"))), 0u);
}

TEST_P(AccountsOnEveryEngine, LogOutEverywhereEndsAllOfOnesSessionsAndNobodyElses) {
  house_.add("ann");
  house_.add("bob");
  const Token bob = house_.log_in("bob");
  const std::vector<Token> anns{house_.log_in("ann"), house_.log_in("ann"), house_.log_in("ann")};
  must(house_.accounts().log_out_everywhere(named("ann")));
  for (const Token& token : anns) EXPECT_FALSE(house_.is_known(token));
  EXPECT_TRUE(must(house_.sessions().touch(bob)));
  EXPECT_EQ(must(house_.sessions().count(named("ann"))), 0u);
}

TEST_P(AccountsOnEveryEngine, AUserHasABoundedNumberOfSessions) {
  const User user = house_.add("ann");
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < kMostSessions + 2; ++i) {
    house_.clock().advance(std::chrono::seconds(1));
    tokens.push_back(Token::make());
    must(house_.sessions().start(tokens.back(), std::nullopt, user, {}));
  }
  EXPECT_EQ(must(house_.sessions().count(named("ann"))), kMostSessions);
  EXPECT_FALSE(house_.is_known(tokens[0]));
  EXPECT_FALSE(house_.is_known(tokens[1]));
  EXPECT_TRUE(house_.is_known(tokens[2]));
}

TEST_P(AccountsOnEveryEngine, ANewPasswordEndsAllOtherSessions) {
  house_.add("ann");
  const Token here = house_.log_in("ann"), elsewhere = house_.log_in("ann");
  house_.shop_around(here, {"2", "1"});
  const auto admitted =
      must(house_.accounts().change_password(named("ann"), House::kPassword, "another password", here));
  EXPECT_NE(admitted.token, here);
  EXPECT_FALSE(house_.is_known(here));
  EXPECT_FALSE(house_.is_known(elsewhere));
  EXPECT_TRUE(must(house_.sessions().touch(admitted.token)));
  EXPECT_THAT(house_.viewed(admitted.token), ElementsAre("2", "1"));
  EXPECT_EQ(code_of(house_.accounts().log_in("ann", House::kPassword, std::nullopt)), "account.credentials");
  EXPECT_TRUE(house_.accounts().log_in("ann", "another password", std::nullopt).ok());
}

TEST_P(AccountsOnEveryEngine, APasswordIsChangedOnlyByWhoKnowsIt) {
  house_.add("ann");
  const Token elsewhere = house_.log_in("ann");
  EXPECT_EQ(code_of(house_.accounts().change_password(named("ann"), "a guess at it", "another password", {})),
            "account.credentials");
  EXPECT_EQ(code_of(house_.accounts().change_password(named("ann"), House::kPassword, "short", {})),
            "account.password_short");
  EXPECT_TRUE(must(house_.sessions().touch(elsewhere)));
}

TEST_P(AccountsOnEveryEngine, WhoWasRecognisedByAnOldPasswordGetsNoSession) {
  const User before = house_.add("ann");
  must(house_.accounts().change_password(named("ann"), House::kPassword, "another password", {}));
  const Token token = Token::make();
  EXPECT_EQ(code_of(house_.sessions().start(token, std::nullopt, before, {})), "account.changed");
  EXPECT_FALSE(house_.is_known(token));
}

TEST_P(AccountsOnEveryEngine, ARemovedAccountIsGoneAndItsNameStaysTaken) {
  house_.add("ann", Role::Admin);
  house_.add("root", Role::Admin);
  const Token token = house_.log_in("ann");
  EXPECT_EQ(code_of(house_.accounts().remove(named("ann"), "a guess at it")), "account.credentials");
  must(house_.accounts().remove(named("ann"), House::kPassword));
  EXPECT_FALSE(house_.is_known(token));
  EXPECT_FALSE(must(house_.read().exists(keys::user(named("ann")))));
  EXPECT_FALSE(must(house_.read().exists(keys::user_admin(named("ann")))));
  EXPECT_FALSE(must(house_.users().find(named("ann"))));
  EXPECT_EQ(code_of(house_.accounts().log_in("ann", House::kPassword, std::nullopt)), "account.credentials");
  EXPECT_EQ(code_of(house_.accounts().add(named("ann"), House::kPassword, Role::Member)),
            "account.name_taken");
}

TEST_P(AccountsOnEveryEngine, TheLastAdminStays) {
  house_.add("root", Role::Admin);
  house_.add("ann");
  EXPECT_EQ(code_of(house_.accounts().remove(named("root"), House::kPassword)), "account.last_admin");
  EXPECT_EQ(code_of(house_.users().set_role(named("root"), Role::Member)), "account.last_admin");
  must(house_.users().set_role(named("ann"), Role::Admin));
  EXPECT_TRUE(house_.users().set_role(named("root"), Role::Member).ok());
  EXPECT_EQ(code_of(house_.users().set_role(named("nobody"), Role::Admin)), "account.absent");
}

TEST_P(AccountsOnEveryEngine, ARoleCountsFromTheNextRequestOn) {
  house_.add("root", Role::Admin);
  house_.add("ann");
  const Token token = house_.log_in("ann");
  must(house_.users().set_role(named("ann"), Role::Admin));
  EXPECT_EQ(must(house_.sessions().touch(token))->role, Role::Admin);
  must(house_.users().set_role(named("ann"), Role::Member));
  EXPECT_EQ(must(house_.sessions().touch(token))->role, Role::Member);
}

TEST_P(AccountsOnEveryEngine, LogInWorksAfterACrashBetweenTheDocumentAndTheHash) {
  house_.keyspace().left = 0;
  EXPECT_TRUE(house_.accounts().add(named("ann"), House::kPassword, Role::Admin).ok());
  house_.keyspace().left = -1;
  EXPECT_FALSE(must(house_.read().exists(keys::user(named("ann")))));
  EXPECT_EQ(house_.pending_events(), 1u);
  const Token token = house_.log_in("ann");
  EXPECT_EQ(must(house_.sessions().touch(token))->role, Role::Admin);
  EXPECT_EQ(house_.pending_events(), 0u);
}

TEST_P(AccountsOnEveryEngine, TheClockworkFinishesWhatACrashLeft) {
  house_.keyspace().left = 0;
  house_.add("ann");
  house_.keyspace().left = -1;
  EXPECT_EQ(must(house_.outbox().drain(100)), 1u);
  EXPECT_TRUE(house_.hash_field("ann", "Password"));
}

TEST_P(AccountsOnEveryEngine, ACrashAfterAPasswordChangeLeavesNoSessionOpen) {
  house_.add("ann");
  const Token elsewhere = house_.log_in("ann");
  house_.keyspace().left = 0;
  EXPECT_FALSE(
      house_.accounts().change_password(named("ann"), House::kPassword, "another password", {}).ok());
  house_.keyspace().left = -1;
  // Before the clockwork comes by, the old password is already worth nothing.
  EXPECT_EQ(code_of(house_.accounts().log_in("ann", House::kPassword, std::nullopt)), "account.credentials");
  must(house_.outbox().drain(100));
  EXPECT_FALSE(house_.is_known(elsewhere));
}

TEST_P(AccountsOnEveryEngine, AnEventThatACrashLeftNeverUndoesALaterChange) {
  house_.keyspace().left = 0;
  house_.add("ann");
  house_.keyspace().left = -1;
  const auto user = must(house_.users().find(named("ann")));
  must(house_.users().change_password(named("ann"), user->password, "$argon2id$newer", OpenSessions::End));
  EXPECT_EQ(must(house_.outbox().drain(100)), 0u);
  EXPECT_EQ(house_.hash_field("ann", "Password"), "$argon2id$newer");
}

TEST_P(AccountsOnEveryEngine, EveryCutDuringALogInLeavesEitherTheGuestOrTheUser) {
  house_.add("ann");
  for (int through = 0;; ++through) {
    const Token guest = must(house_.sessions().open());
    house_.shop_around(guest, {"1"});
    house_.keyspace().left = through;
    const auto admitted = house_.accounts().log_in("ann", House::kPassword, guest);
    house_.keyspace().left = -1;
    EXPECT_THAT(house_.viewed(admitted.ok() ? admitted->token : guest), ElementsAre("1"));
    EXPECT_EQ(house_.is_known(guest), !admitted.ok());
    if (admitted.ok()) break;
    ASSERT_LT(through, 10);
  }
}

TEST_P(AccountsOnEveryEngine, LogInBringsBackAHashThatTheKeyspaceHasLost) {
  house_.add("ann");
  must(house_.keyspace().transact(Durability::Durable, [](keyspace::Tx& tx) -> Result<void> {
    tx.del(keys::user(named("ann")));
    return {};
  }));
  EXPECT_TRUE(must(house_.sessions().touch(house_.log_in("ann"))));
}

TEST_P(AccountsOnEveryEngine, AHashOfAnOlderCostIsMadeAnewAtLogIn) {
  house_.add("ann");
  const Token elsewhere = house_.log_in("ann");
  const auto dearer = house_.open({.cost = {.memory_bytes = 16384, .passes = 1}});
  must(dearer->log_in("ann", House::kPassword, std::nullopt));
  EXPECT_THAT(*house_.hash_field("ann", "Password"), StartsWith("$argon2id$v=19$m=16,t=1,p=1$"));
  EXPECT_TRUE(must(house_.sessions().touch(elsewhere)));
  EXPECT_TRUE(dearer->log_in("ann", House::kPassword, std::nullopt).ok());
}

}  // namespace
}  // namespace stoa::accounts
