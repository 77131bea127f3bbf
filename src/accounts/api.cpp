#include "accounts/account_views.h"
#include "accounts/credential_rules.h"
#include "accounts/routes.h"
#include "accounts/session_cookie.h"

namespace stoa::accounts {

namespace {
using http::Call;
using http::Response;
using SharedDesk = std::shared_ptr<Desk>;

AccountView view_of(const User& user) {
  return {user.id, user.shortcode, user.role, user.created_at};
}

Response opened(Call& call, const Admitted& admitted, int status) {
  give_token(call, admitted.token);
  OpenedSession session{admitted.token, view_of(admitted.user), {}};
  for (const LogInNotice& notice : admitted.notices) session.notices.push_back({notice.code, notice.things});
  return http::json(session, status);
}

Result<User> own_account(Call& call, Desk& desk) {
  auto user = STOA_TRY(desk.accounts.users().find(*call.viewer.name));
  if (user) return *std::move(user);
  return Error{Error::Kind::NotFound, "account.absent", "this account is gone"};
}

Result<Response> add(Call& call, Desk& desk) {
  const auto wanted = STOA_TRY(call.json<NewAccount>());
  STOA_TRY(check_free_to_choose(wanted.name));
  const User user = STOA_TRY(desk.accounts.add(wanted.name, wanted.password, Role::Member));
  return http::json(view_of(user), 201);
}

Result<Response> profile(Call& call, Desk& desk) {
  const auto user = STOA_TRY(desk.accounts.users().find(call.parameter<Shortcode>("name")));
  if (user) return http::json(ProfileView{user->shortcode, user->created_at});
  return Error{Error::Kind::NotFound, "account.absent", "there is no such account"};
}

Result<Response> log_in(Call& call, Desk& desk) {
  const auto with = STOA_TRY(call.json<Credentials>());
  STOA_TRY(desk.attempts.take(call, with.name));
  return opened(call, STOA_TRY(desk.accounts.log_in(with.name, with.password, call.viewer.token)), 201);
}

Response session(Call& call) {
  const http::Viewer& viewer = call.viewer;
  return http::json(SessionView{static_cast<Standing>(viewer.role), viewer.name, viewer.id});
}

Result<Response> log_out(Call& call, Desk& desk) {
  give_token(call, STOA_TRY(desk.accounts.log_out(*call.viewer.token)));
  return http::no_content();
}

Result<Response> log_out_everywhere(Call& call, Desk& desk) {
  give_token(call, STOA_TRY(desk.accounts.log_out_everywhere(*call.viewer.name)));
  return http::no_content();
}

Result<Response> account(Call& call, Desk& desk) {
  return http::json(view_of(STOA_TRY(own_account(call, desk))));
}

Result<Response> change_password(Call& call, Desk& desk) {
  const auto change = STOA_TRY(call.json<PasswordChange>());
  STOA_TRY(desk.attempts.take(call, call.viewer.name->text()));
  const auto admitted = STOA_TRY(desk.accounts.change_password(*call.viewer.name, change.current_password,
                                                               change.new_password, call.viewer.token));
  return opened(call, admitted, 200);
}

Result<Response> remove(Call& call, Desk& desk) {
  const auto confirmation = STOA_TRY(call.json<Confirmation>());
  STOA_TRY(desk.attempts.take(call, call.viewer.name->text()));
  STOA_TRY(desk.accounts.remove(*call.viewer.name, confirmation.password));
  give_token(call, STOA_TRY(desk.accounts.sessions().open()));
  return http::no_content();
}

Result<Response> set_role(Call& call, Desk& desk) {
  const auto change = STOA_TRY(call.json<RoleChange>());
  const auto name = call.parameter<Shortcode>("name");
  return http::json(view_of(STOA_TRY(desk.accounts.users().set_role(name, change.role))));
}

Result<Response> end_sessions(Call& call, Desk& desk) {
  const auto name = call.parameter<Shortcode>("name");
  if (!STOA_TRY(desk.accounts.users().find(name)))
    return Error{Error::Kind::NotFound, "account.absent", "there is no such account"};
  STOA_TRY(desk.accounts.sessions().end_all(name));
  return http::no_content();
}

Result<Response> figures(Desk& desk) {
  const auto now = STOA_TRY(desk.accounts.sessions().figures());
  return http::json(SessionFigures{static_cast<std::int64_t>(now.tokens),
                                   static_cast<std::int64_t>(now.logged_in),
                                   static_cast<std::int64_t>(desk.accounts.session_limit()), now.oldest});
}

template <class Work>
http::Handler at(const SharedDesk& desk, Work work) {
  return [desk, work](Call& call) -> Result<Response> { return work(call, *desk); };
}

/// Whoever computes a hash does so on the pool; what is sent there is short.
constexpr http::Plan kOnPool{.place = http::Plan::Place::Pool, .body_bytes = 16 << 10};
constexpr http::Plan kSmall{.body_bytes = 16 << 10};

}  // namespace

std::vector<http::Route> api_routes(const SharedDesk& desk) {
  using enum http::Method;
  using http::Access;
  return {
      {.method = Post,
       .path = "/api/users",
       .summary = "Makes an account",
       .handler = at(desk, add),
       .takes = &schema_of<NewAccount>(),
       .returns = &schema_of<AccountView>(),
       .success = 201,
       .idempotency = http::Idempotency::Optional,
       .bucket = "register",
       .plan = kOnPool},
      {.path = "/api/users/{name:name}",
       .summary = "What everybody may know about somebody",
       .handler = at(desk, profile),
       .returns = &schema_of<ProfileView>()},
      {.path = "/api/session",
       .summary = "Who asks",
       .handler = [](Call& call) { return session(call); },
       .returns = &schema_of<SessionView>()},
      {.method = Post,
       .path = "/api/session",
       .summary = "Logs in",
       .handler = at(desk, log_in),
       .takes = &schema_of<Credentials>(),
       .returns = &schema_of<OpenedSession>(),
       .success = 201,
       .bucket = "log_in",
       .plan = kOnPool},
      {.method = Delete,
       .path = "/api/session",
       .access = Access::Member,
       .summary = "Logs out",
       .handler = at(desk, log_out),
       .success = 204,
       .plan = kSmall},
      {.method = Delete,
       .path = "/api/sessions",
       .access = Access::Member,
       .summary = "Logs out everywhere",
       .handler = at(desk, log_out_everywhere),
       .success = 204,
       .plan = kSmall},
      {.path = "/api/account",
       .access = Access::Member,
       .summary = "One's own account",
       .handler = at(desk, account),
       .returns = &schema_of<AccountView>()},
      {.method = Put,
       .path = "/api/account/password",
       .access = Access::Member,
       .summary = "Changes the password; all other sessions end, and this one gets a new token",
       .handler = at(desk, change_password),
       .takes = &schema_of<PasswordChange>(),
       .returns = &schema_of<OpenedSession>(),
       .bucket = "log_in",
       .plan = kOnPool},
      {.method = Post,
       .path = "/api/account/removal",
       .access = Access::Member,
       .summary = "Removes the account; its name stays taken",
       .handler = at(desk, remove),
       .takes = &schema_of<Confirmation>(),
       .success = 204,
       .bucket = "log_in",
       .plan = kOnPool},
      {.method = Put,
       .path = "/api/admin/users/{name:name}/role",
       .access = Access::Admin,
       .summary = "Makes somebody an administrator, or no longer",
       .handler = at(desk, set_role),
       .takes = &schema_of<RoleChange>(),
       .returns = &schema_of<AccountView>(),
       .plan = kSmall},
      {.method = Delete,
       .path = "/api/admin/users/{name:name}/sessions",
       .access = Access::Admin,
       .summary = "Logs somebody out everywhere",
       .handler = at(desk, end_sessions),
       .success = 204,
       .plan = kSmall},
      {.path = "/api/admin/sessions",
       .access = Access::Admin,
       .summary = "How many sessions there are",
       .handler = at(desk, [](Call&, Desk& at_desk) { return figures(at_desk); }),
       .returns = &schema_of<SessionFigures>()},
  };
}

}  // namespace stoa::accounts
