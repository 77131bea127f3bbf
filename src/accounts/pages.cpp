#include "accounts/account_form.h"
#include "accounts/credential_rules.h"
#include "accounts/routes.h"
#include "accounts/session_cookie.h"
#include "http/origin.h"

namespace stoa::accounts {
namespace {
using http::Call;
using http::Fields;
using http::Flash;
using http::Response;
using SharedDesk = std::shared_ptr<Desk>;

constexpr std::string_view kHome = "/account";
constexpr std::size_t kNewestShown = 50;

/// Whether somebody who has logged in has nothing more to do there.
bool is_door(std::string_view address) {
  const std::string_view path = address.substr(0, address.find('?'));
  return path == "/login" || path == "/register" || path.starts_with("/logout");
}

/// Where to go on after logging in: what the address or the form says, if it leads within this site; else
/// back to the page from which the visitor came to the door.
std::string next_of(const Call& call) {
  const auto said = call.form("next") ? call.form("next") : call.query("next");
  if (said || call.request.method == http::Method::Post) return http::local_path(said.value_or(""), kHome);
  const auto page = http::page_it_came_from(call.request);
  return page && !is_door(*page) ? *page : std::string(kHome);
}

bool is_guest(const Call& call) {
  return call.viewer.role == http::Role::Guest;
}

AccountForm log_in_form(Call& call, const Desk& desk) {
  AccountForm form(call, desk.pages);
  form.text("name", "account.name", "", "username")
      .password("password", "account.password", "", "current-password");
  return form;
}

AccountForm register_form(Call& call, const Desk& desk) {
  AccountForm form(call, desk.pages);
  form.text("name", "account.name", "account.name_help", "username")
      .password("password", "account.password", "account.password_help", "new-password");
  return form;
}

AccountForm password_form(Call& call, const Desk& desk) {
  AccountForm form(call, desk.pages);
  form.password("current_password", "account.current_password", "", "current-password")
      .password("new_password", "account.new_password", "account.password_help", "new-password");
  return form;
}

AccountForm removal_form(Call& call, const Desk& desk) {
  AccountForm form(call, desk.pages);
  form.password("removal_password", "account.password", "account.removal_help", "current-password");
  return form;
}

Response shown(Call& call, const Desk& desk, std::string_view name, const AccountForm& form) {
  Fields fields = form.fields();
  fields.set("next", next_of(call)).set("unsent", call.query("unsent").has_value());
  return desk.pages.page(call, name, fields, {.status = form.status()});
}

void greet(Call& call, const Desk& desk, const Admitted& admitted, std::string_view greeting) {
  const std::string& name = admitted.user.shortcode.text();
  if (admitted.notices.empty()) return desk.pages.flash(call, Flash::Kind::Good, greeting, {{"name", name}});
  std::string notices;
  for (const LogInNotice& notice : admitted.notices) {
    const auto count = static_cast<std::int64_t>(notice.things.size());
    notices += (notices.empty() ? "" : " ") + desk.pages.say(call.language, notice.code, {{"count", count}});
  }
  desk.pages.flash(
      call, Flash::Kind::Info, "account.please_note",
      {{"greeting", desk.pages.say(call.language, greeting, {{"name", name}})}, {"notice", notices}});
}

Response entered(Call& call, const Desk& desk, const Admitted& admitted, std::string_view greeting) {
  give_token(call, admitted.token);
  greet(call, desk, admitted, greeting);
  return http::see_other(next_of(call));
}

Result<Response> log_in_page(Call& call, Desk& desk) {
  if (!is_guest(call)) return http::see_other(next_of(call));
  return shown(call, desk, "account/login.html", log_in_form(call, desk));
}

Result<Admitted> try_log_in(Call& call, Desk& desk) {
  const std::string name = call.form("name").value_or("");
  STOA_TRY(desk.attempts.take(call, name));
  return desk.accounts.log_in(name, call.form("password").value_or(""), call.viewer.token);
}

Result<Response> log_in(Call& call, Desk& desk) {
  const auto admitted = try_log_in(call, desk);
  if (admitted.ok()) return entered(call, desk, *admitted, "account.welcome_back");
  AccountForm form = log_in_form(call, desk);
  STOA_TRY(form.complain("name", admitted.error()));
  return shown(call, desk, "account/login.html", form);
}

Result<Response> register_page(Call& call, Desk& desk) {
  if (!is_guest(call)) return http::see_other(next_of(call));
  return shown(call, desk, "account/register.html", register_form(call, desk));
}

/// All that can be said without a hash, field by field.
Result<void> check_registration(AccountForm& form, const Result<Shortcode>& name, std::string_view password) {
  if (!name.ok())
    STOA_TRY(form.complain("name", name.error()));
  else if (const auto free = check_free_to_choose(*name); !free.ok())
    STOA_TRY(form.complain("name", free.error()));
  const auto good = check_password(name.ok() ? *name : Shortcode(), password);
  return good.ok() ? Result<void>() : form.complain("password", good.error());
}

Result<Response> register_account(Call& call, Desk& desk) {
  AccountForm form = register_form(call, desk);
  const auto name = read_name(call.form("name").value_or(""));
  const std::string password = call.form("password").value_or("");
  STOA_TRY(check_registration(form, name, password));
  if (!form.has_errors()) {
    const auto user = desk.accounts.add(*name, password, Role::Member);
    if (user.ok()) {
      const auto admitted = STOA_TRY(desk.accounts.admit(*user, call.viewer.token));
      return entered(call, desk, admitted, "account.welcome");
    }
    STOA_TRY(form.complain("name", user.error()));
  }
  return shown(call, desk, "account/register.html", form);
}

Result<Response> account_page(Call& call, Desk& desk, const AccountForm& password,
                              const AccountForm& removal) {
  const auto user = STOA_TRY(desk.accounts.users().find(*call.viewer.name));
  if (!user) return Error{Error::Kind::NotFound, "account.absent", "this account is gone"};
  const auto sessions = STOA_TRY(desk.accounts.sessions().count(user->shortcode));
  const Fields fields{{"name", user->shortcode},
                      {"letter", user->shortcode.text().substr(0, 1)},
                      {"picture", http::Value()},
                      {"is_admin", user->role == Role::Admin},
                      {"since", user->created_at},
                      {"sessions", sessions},
                      {"csrf", call.csrf()},
                      {"password_form", password.fields()},
                      {"removal_form", removal.fields()},
                      {"removal_open", removal.has_errors()}};
  const int status = password.has_errors() ? password.status() : removal.status();
  return desk.pages.page(call, "account/account.html", fields, {.status = status});
}

Result<Response> account(Call& call, Desk& desk) {
  return account_page(call, desk, password_form(call, desk), removal_form(call, desk));
}

/// Somebody who is logged in has no name to be wrong about.
Error of_own_password(Error error) {
  if (error.code == "account.credentials") error.code = "account.own_password";
  return error;
}

/// Which field a refusal of change_password() is about.
std::string_view field_of_change(const Error& error) {
  return error.code.starts_with("account.password") ? "new_password" : "current_password";
}

Result<Admitted> try_change(Call& call, Desk& desk) {
  STOA_TRY(desk.attempts.take(call, call.viewer.name->text()));
  return desk.accounts.change_password(*call.viewer.name, call.form("current_password").value_or(""),
                                       call.form("new_password").value_or(""), call.viewer.token);
}

Result<Response> change_password(Call& call, Desk& desk) {
  const auto admitted = try_change(call, desk);
  if (!admitted.ok()) {
    AccountForm form = password_form(call, desk);
    STOA_TRY(form.complain(field_of_change(admitted.error()), of_own_password(admitted.error())));
    return account_page(call, desk, form, removal_form(call, desk));
  }
  give_token(call, admitted->token);
  desk.pages.flash(call, Flash::Kind::Good, "account.password_changed");
  return http::see_other(kHome);
}

Result<void> try_removal(Call& call, Desk& desk) {
  STOA_TRY(desk.attempts.take(call, call.viewer.name->text()));
  return desk.accounts.remove(*call.viewer.name, call.form("removal_password").value_or(""));
}

Result<Response> remove(Call& call, Desk& desk) {
  if (const auto removed = try_removal(call, desk); !removed.ok()) {
    AccountForm form = removal_form(call, desk);
    STOA_TRY(form.complain("removal_password", of_own_password(removed.error())));
    return account_page(call, desk, password_form(call, desk), form);
  }
  give_token(call, STOA_TRY(desk.accounts.sessions().open()));
  desk.pages.flash(call, Flash::Kind::Good, "account.removed");
  return http::see_other("/");
}

Result<Response> log_out(Call& call, Desk& desk) {
  if (!is_guest(call)) give_token(call, STOA_TRY(desk.accounts.log_out(*call.viewer.token)));
  desk.pages.flash(call, Flash::Kind::Good, "account.logged_out");
  return http::see_other("/");
}

Result<Response> log_out_everywhere(Call& call, Desk& desk) {
  give_token(call, STOA_TRY(desk.accounts.log_out_everywhere(*call.viewer.name)));
  desk.pages.flash(call, Flash::Kind::Good, "account.logged_out_everywhere");
  return http::see_other("/");
}

Result<Response> profile(Call& call, Desk& desk) {
  const auto name = call.parameter<Shortcode>("name");
  if (call.viewer.name == name) return http::see_other(kHome);
  const auto user = STOA_TRY(desk.accounts.users().find(name));
  if (!user) return Error{Error::Kind::NotFound, "account.absent", "there is no such account"};
  return desk.pages.page(call, "account/profile.html",
                         {{"name", user->shortcode},
                          {"letter", user->shortcode.text().substr(0, 1)},
                          {"picture", http::Value()},
                          {"since", user->created_at}});
}

Result<Response> sessions_page(Call& call, Desk& desk) {
  const auto figures = STOA_TRY(desk.accounts.sessions().figures());
  Fields fields{{"tokens", figures.tokens},
                {"logged_in", figures.logged_in},
                {"guests", figures.tokens - std::min(figures.tokens, figures.logged_in)},
                {"limit", desk.accounts.session_limit()},
                {"oldest", http::Value()}};
  if (figures.oldest) fields.set("oldest", Fields{{"when", *figures.oldest}});
  http::List newest;
  for (const Sessions::Seen& seen : STOA_TRY(desk.accounts.sessions().newest(kNewestShown)))
    newest.push_back({{"beginning", seen.beginning},
                      {"name", seen.name},
                      {"own", seen.name && seen.name == call.viewer.name},
                      {"when", seen.last}});
  fields.set("newest", std::move(newest)).set("at_sessions", true).set("csrf", call.csrf());
  return desk.pages.page(call, "account/sessions.html", fields);
}

/// Of somebody else or of the admin, who then is a guest.
Result<Response> end_sessions(Call& call, Desk& desk) {
  const auto name = call.parameter<Shortcode>("name");
  if (!STOA_TRY(desk.accounts.users().find(name)))
    return Error{Error::Kind::NotFound, "account.absent", "there is no such account"};
  const auto ended = STOA_TRY(desk.accounts.sessions().end_all(name));
  if (name == call.viewer.name) give_token(call, STOA_TRY(desk.accounts.sessions().open()));
  desk.pages.flash(call, Flash::Kind::Good, "account.sessions_ended",
                   {{"name", name.text()}, {"count", static_cast<std::int64_t>(ended)}});
  return http::see_other("/admin/sessions");
}

using Work = Result<Response> (*)(Call&, Desk&);

http::Route page(const SharedDesk& desk, http::Method method, std::string path, http::Access access,
                 std::string summary, Work work, std::vector<std::string> form = {}) {
  return {.method = method,
          .path = std::move(path),
          .kind = http::Kind::Page,
          .access = access,
          .summary = std::move(summary),
          .handler = [desk, work](Call& call) { return work(call, *desk); },
          .form = std::move(form),
          .plan = {.body_bytes = 16 << 10}};
}

/// A form whose password is hashed.
http::Route hashing(http::Route route, std::string bucket) {
  route.bucket = std::move(bucket);
  route.plan.place = http::Plan::Place::Pool;
  return route;
}

}  // namespace

std::vector<http::Route> page_routes(const SharedDesk& desk) {
  using enum http::Method;
  using enum http::Access;
  return {
      page(desk, Get, "/login", Anyone, "The form to log in", log_in_page),
      hashing(page(desk, Post, "/login", Anyone, "Logs in", log_in, {"name", "password", "next"}), "log_in"),
      page(desk, Get, "/register", Anyone, "The form to make an account", register_page),
      hashing(page(desk, Post, "/register", Anyone, "Makes an account and logs in", register_account,
                   {"name", "password", "next"}),
              "register"),
      page(desk, Post, "/logout", Anyone, "Logs out", log_out),
      page(desk, Post, "/logout/everywhere", Member, "Logs out everywhere", log_out_everywhere),
      page(desk, Get, "/account", Member, "One's own account", account),
      hashing(page(desk, Post, "/account/password", Member, "Changes the password", change_password,
                   {"current_password", "new_password"}),
              "log_in"),
      hashing(
          page(desk, Post, "/account/removal", Member, "Removes the account", remove, {"removal_password"}),
          "log_in"),
      page(desk, Get, "/users/{name:name}", Anyone, "Somebody's page", profile),
      page(desk, Get, "/admin/sessions", Admin, "How many sessions there are", sessions_page),
      page(desk, Post, "/admin/sessions/{name:name}/end", Admin, "Logs somebody out everywhere",
           end_sessions),
  };
}

}  // namespace stoa::accounts
