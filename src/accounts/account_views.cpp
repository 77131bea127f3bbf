#include "accounts/account_views.h"

#include "accounts/credential_rules.h"
#include "base/fields.h"

namespace stoa::accounts {

StructDescription describe(Described<AccountView>) {
  return fields("Account", field("id", &AccountView::id), field("name", &AccountView::name),
                field("role", &AccountView::role), field("created_at", &AccountView::created_at));
}

StructDescription describe(Described<ProfileView>) {
  return fields("Profile", field("name", &ProfileView::name), field("created_at", &ProfileView::created_at));
}

StructDescription describe(Described<NewAccount>) {
  return fields("NewAccount",
                field("name", &NewAccount::name).help("3 to 30 of a-z, 0-9 and _; it stays for ever"),
                field("password", &NewAccount::password)
                    .length(kShortestPassword, kLongestPassword)
                    .help("Anything but what everybody tries first"));
}

StructDescription describe(Described<Credentials>) {
  return fields("Credentials", field("name", &Credentials::name).length(1, 100),
                field("password", &Credentials::password).length(1, kLongestPassword));
}

StructDescription describe(Described<NoticeView>) {
  return fields(
      "Notice",
      field("code", &NoticeView::code)
          .help("`cart.left_out` had no place in your cart and is gone, `cart.capped` was cut to the "
                "most that a line holds"),
      field("things", &NoticeView::things).help("What it is about, by id"));
}

StructDescription describe(Described<OpenedSession>) {
  return fields(
      "OpenedSession",
      field("token", &OpenedSession::token)
          .help("Send it as `Authorization: Bearer …`; browsers have it as a cookie"),
      field("account", &OpenedSession::account),
      field("notices", &OpenedSession::notices).help("What came of the guest's cart, if it did not fit"));
}

EnumDescription describe(Described<Standing>) {
  return names({{"guest", Standing::Guest}, {"member", Standing::Member}, {"admin", Standing::Admin}});
}

StructDescription describe(Described<SessionView>) {
  return fields("Session", field("role", &SessionView::role),
                field("name", &SessionView::name).help("Absent for a guest"), field("id", &SessionView::id));
}

StructDescription describe(Described<PasswordChange>) {
  return fields(
      "PasswordChange",
      field("current_password", &PasswordChange::current_password).length(1, kLongestPassword),
      field("new_password", &PasswordChange::new_password).length(kShortestPassword, kLongestPassword));
}

StructDescription describe(Described<Confirmation>) {
  return fields("Confirmation", field("password", &Confirmation::password).length(1, kLongestPassword));
}

StructDescription describe(Described<RoleChange>) {
  return fields("RoleChange", field("role", &RoleChange::role));
}

StructDescription describe(Described<SessionFigures>) {
  return fields("SessionFigures",
                field("sessions", &SessionFigures::sessions).help("Tokens in use, guests' too"),
                field("logged_in", &SessionFigures::logged_in),
                field("limit", &SessionFigures::limit).help("Above it the least used are ended"),
                field("oldest", &SessionFigures::oldest).help("When the least used one was last used"));
}

}  // namespace stoa::accounts
