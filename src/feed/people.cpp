#include "feed/people.h"

#include "accounts/user.h"
#include "records/collections.h"
#include "records/typed.h"

namespace stoa::feed {

Result<bool> has_account(records::Reader& reader, const Shortcode& name) {
  // The document of an account stays when it is removed, so that nobody else ever has the name.
  const auto found = STOA_TRY(records::find<accounts::User>(
      reader, records::collections::users(), {.index = "shortcode", .equal = {name.text()}, .limit = 1}));
  return !found.documents.empty() && found.documents.front().state == accounts::State::Active;
}

Result<void> require_account(records::Reader& reader, const Shortcode& name) {
  if (STOA_TRY(has_account(reader, name))) return {};
  return Error{Error::Kind::NotFound, "person.absent", "there is nobody called " + name.text()};
}

}  // namespace stoa::feed
