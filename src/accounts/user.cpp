#include "accounts/user.h"

#include "base/fields.h"

namespace stoa::accounts {

EnumDescription describe(Described<Role>) {
  return names({{"member", Role::Member}, {"admin", Role::Admin}});
}

EnumDescription describe(Described<State>) {
  return names({{"active", State::Active}, {"removed", State::Removed}});
}

StructDescription describe(Described<User>) {
  return fields("User", field("id", &User::id).stored_as("_id"), field("shortcode", &User::shortcode),
                field("role", &User::role), field("state", &User::state),
                field("created_at", &User::created_at), field("removed_at", &User::removed_at),
                field("password", &User::password).documents_only(),
                field("last_event", &User::last_event).documents_only());
}

}  // namespace stoa::accounts
