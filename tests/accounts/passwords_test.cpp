#include "accounts/passwords.h"

#include "accounts/credential_rules.h"
#include "accounts/user_command.h"
#include "house.h"

#include <chrono>
#include <thread>

namespace stoa::accounts {
namespace {
using namespace std::chrono_literals;
using test::code_of;
using test::must;
using test::named;
using Steady = std::chrono::steady_clock;

TEST(Passwords, AHashMatchesItsPasswordAndNoOther) {
  const auto passwords = must(Passwords::make(test::cheap()));
  const std::string hash = must(passwords->hash("correct horse"));
  EXPECT_TRUE(must(passwords->matches(hash, "correct horse")));
  EXPECT_FALSE(must(passwords->matches(hash, "correct horsf")));
  EXPECT_FALSE(must(passwords->matches(hash, "")));
  EXPECT_FALSE(must(passwords->matches("", "correct horse")));
  EXPECT_FALSE(must(passwords->matches("no hash", "correct horse")));
  EXPECT_FALSE(must(passwords->matches(std::nullopt, "correct horse")));
}

TEST(Passwords, TwoHashesOfOnePasswordDiffer) {
  const auto passwords = must(Passwords::make(test::cheap()));
  const std::string one = must(passwords->hash("same")), other = must(passwords->hash("same"));
  EXPECT_NE(one, other);
  EXPECT_NE(salt_of(one), salt_of(other));
}

TEST(Passwords, WhatIsNoHashHasNoSalt) {
  EXPECT_EQ(salt_of("$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA"), "c2FsdA");
  EXPECT_EQ(salt_of(""), "");
  EXPECT_EQ(salt_of("$a$b"), "");
}

TEST(Passwords, AnUnknownUserTakesAsLongAsAWrongPassword) {
  const auto passwords = must(Passwords::make({.memory_bytes = 16 << 20, .passes = 2}));
  const std::string hash = must(passwords->hash("correct horse"));
  const auto quickest = [&](const std::optional<std::string>& kept) {
    auto best = Steady::duration::max();
    for (int i = 0; i < 3; ++i) {
      const auto start = Steady::now();
      EXPECT_FALSE(must(passwords->matches(kept, "wrong")));
      best = std::min(best, Steady::now() - start);
    }
    return best;
  };
  const auto wrong = quickest(hash), unknown = quickest(std::nullopt);
  // A machine that is busy with other things makes some difference; not hashing at all would make one of
  // thousands.
  EXPECT_LT(unknown, 8 * wrong);
  EXPECT_LT(wrong, 8 * unknown);
}

TEST(Passwords, NoMoreAreHashedAtOnceThanMemoryIsFor) {
  const auto passwords =
      must(Passwords::make({.memory_bytes = 8 << 20, .passes = 1, .at_once = 1, .patience = 0ms}));
  std::atomic<bool> done = false, refused = false;
  const auto hash_on = [&] {
    while (!done && !refused)
      if (code_of(passwords->hash("anything")) == "accounts.busy") refused = true;
  };
  std::thread one(hash_on), other(hash_on);
  const auto patience = Steady::now() + 20s;
  while (!refused && Steady::now() < patience) std::this_thread::sleep_for(1ms);
  done = true;
  one.join();
  other.join();
  EXPECT_TRUE(refused);
  EXPECT_TRUE(passwords->hash("anything").ok());
}

TEST(Passwords, ACostThatIsNoneIsRefused) {
  EXPECT_EQ(code_of(Passwords::make({.memory_bytes = 1, .passes = 1})), "accounts.password_cost");
  EXPECT_EQ(code_of(Passwords::make({.memory_bytes = 8192, .passes = 0})), "accounts.password_cost");
  EXPECT_EQ(code_of(Passwords::make({.memory_bytes = 8192, .passes = 1, .at_once = 0})),
            "accounts.password_cost");
}

TEST(CredentialRules, ANameIsReadAsPeopleTypeIt) {
  EXPECT_EQ(must(read_name("  Anna_K \n")), named("anna_k"));
  for (const std::string_view bad :
       {"", "  ", "an", "anna k", "анна", "anna\xff", "a/../b", "0123456789012345678901234567890"})
    EXPECT_EQ(code_of(read_name(bad)), "account.name") << bad;
}

TEST(CredentialRules, TheHousesNamesAreNotForVisitors) {
  EXPECT_EQ(code_of(check_free_to_choose(named("admin"))), "account.name_reserved");
  EXPECT_TRUE(check_free_to_choose(named("adminton")).ok());
}

TEST(CredentialRules, APasswordIsLongEnoughAndNotTheFirstOneWouldTry) {
  const auto code = [](std::string_view password) {
    return code_of(check_password(named("ann_k_1976"), password));
  };
  EXPECT_EQ(code("1234567"), "account.password_short");
  EXPECT_EQ(code("пароль"), "account.password_short");
  EXPECT_EQ(code(std::string(257, 'x')), "account.password_long");
  EXPECT_EQ(code("Password1"), "account.password_common");
  EXPECT_EQ(code("ANN_K_1976"), "account.password_common");
  EXPECT_EQ(code("bad \xc3\x28 bytes"), "account.password_utf8");
  EXPECT_EQ(code("восемь знаков"), "");
  EXPECT_EQ(code(std::string(256, 'x')), "");
}

TEST(UserCommand, MakesUpAPasswordThatOpensTheDoor) {
  test::House house(keyspace::every_engine().front());
  const auto added = must(add_user(house.accounts(), {.name = "admin", .role = Role::Admin}));
  EXPECT_EQ(added.user.role, Role::Admin);
  ASSERT_TRUE(added.made_up_password);
  EXPECT_EQ(added.made_up_password->size(), 23u);
  EXPECT_TRUE(house.accounts().log_in("admin", *added.made_up_password, std::nullopt).ok());
  EXPECT_EQ(code_of(add_user(house.accounts(), {.name = "admin"})), "account.name_taken");
  EXPECT_EQ(code_of(add_user(house.accounts(), {.name = "a"})), "account.name");
  EXPECT_EQ(code_of(add_user(house.accounts(), {.name = "bob", .password = "short"})),
            "account.password_short");
}

}  // namespace
}  // namespace stoa::accounts
