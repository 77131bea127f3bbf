#include "cli/domains.h"

#include "accounts/account_events.h"
#include "feed/events.h"
#include "http/secret.h"

namespace stoa::cli {
namespace {

std::map<std::string, records::Outbox::Listener, std::less<>> all_listeners(
    std::function<shop::Shop&()> shop) {
  auto all = accounts::listeners();
  all.merge(shop::listeners(std::move(shop)));
  all.merge(feed::listeners());
  return all;
}

}  // namespace

Domains::Domains(Engines& engines, const Clock& clock)
    : outbox_(engines.records(), engines.keyspace(), clock,
              all_listeners([this]() -> shop::Shop& { return *shop_; })) {}

Result<std::unique_ptr<Domains>> Domains::open(Engines& engines, const Clock& clock) {
  std::unique_ptr<Domains> made(new Domains(engines, clock));
  const auto secret = STOA_TRY(http::shared_secret(engines.records()));
  made->accounts_ =
      STOA_TRY(accounts::Accounts::open(engines.keyspace(), engines.records(), made->outbox_, clock));
  made->shop_ = std::make_unique<shop::Shop>(engines.keyspace(), engines.records(), made->outbox_, clock,
                                             secret.key, std::vector<std::string>{"en", "ru"});
  // No list of theirs goes on in another process, so the cursors' key need not be the site's.
  made->feed_ = std::make_unique<feed::Feed>(engines.keyspace(), engines.records(), made->outbox_, clock,
                                             records::CursorKey::make());
  return made;
}

}  // namespace stoa::cli
