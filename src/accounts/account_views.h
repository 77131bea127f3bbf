#pragma once
// What the API takes and gives about accounts.

#include "accounts/user.h"
#include "base/described.h"
#include "base/ids.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stoa::accounts {

/// An account as its owner sees it.
struct AccountView {
  UserId id;
  Shortcode name;
  Role role = Role::Member;
  Time created_at{};
};
StructDescription describe(Described<AccountView>);

/// As everybody does.
struct ProfileView {
  Shortcode name;
  Time created_at{};
};
StructDescription describe(Described<ProfileView>);

struct NewAccount {
  Shortcode name;
  std::string password;
};
StructDescription describe(Described<NewAccount>);

struct Credentials {
  std::string name;
  std::string password;
};
StructDescription describe(Described<Credentials>);

struct NoticeView {
  std::string code;
  std::vector<std::string> things;
};
StructDescription describe(Described<NoticeView>);

struct OpenedSession {
  Token token;
  AccountView account;
  std::vector<NoticeView> notices;
};
StructDescription describe(Described<OpenedSession>);

enum class Standing { Guest, Member, Admin };
EnumDescription describe(Described<Standing>);

struct SessionView {
  Standing role = Standing::Guest;
  std::optional<Shortcode> name;
  std::optional<ObjectId> id;
};
StructDescription describe(Described<SessionView>);

struct PasswordChange {
  std::string current_password;
  std::string new_password;
};
StructDescription describe(Described<PasswordChange>);

struct Confirmation {
  std::string password;
};
StructDescription describe(Described<Confirmation>);

struct RoleChange {
  Role role = Role::Member;
};
StructDescription describe(Described<RoleChange>);

struct SessionFigures {
  std::int64_t sessions = 0;
  std::int64_t logged_in = 0;
  std::int64_t limit = 0;
  std::optional<Time> oldest;
};
StructDescription describe(Described<SessionFigures>);

}  // namespace stoa::accounts
