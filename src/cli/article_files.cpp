#include "cli/article_files.h"

#include "cli/domains.h"
#include "cli/import_run.h"
#include "cli/reach.h"
#include "feed/article_intake.h"

#include <fmt/format.h>

#include <filesystem>

namespace stoa::cli {
namespace {
using Strangers = feed::ImportAuthors::Absent;

constexpr std::string_view kKnown = "known ", kAdd = "add ";

}  // namespace

// The server that may do it has another working directory.
Result<ExitCode> import_articles(const std::string& file, Strangers absent, const Settings& settings,
                                 const EngineFactory& engines) {
  const auto whole = std::filesystem::absolute(file).lexically_normal().string();
  return have_done("import_articles", std::string(absent == Strangers::Add ? kAdd : kKnown) + whole, settings,
                   engines);
}

Result<ExitCode> take_articles(Premises& premises, const std::string& request, Audience& audience) {
  const bool add = request.starts_with(kAdd);
  const std::string file = request.substr(add ? kAdd.size() : kKnown.size());
  std::unique_ptr<Domains> own;
  if (!premises.feed) own = STOA_TRY(Domains::open(premises.engines, Clock::system()));
  accounts::Accounts& accounts = own ? own->accounts() : *premises.accounts;
  feed::Feed& feed = own ? own->feed() : *premises.feed;
  feed::ImportAuthors authors(
      accounts, add ? Strangers::Add : Strangers::Refuse,
      [&](const Shortcode& name, std::string_view password) {
        audience.line(fmt::format("new member {}, password {}", name.text(), password));
      });
  feed::ArticleIntake intake(premises.engines.keyspace(), premises.engines.records(), feed.groups, authors,
                             Clock::system());
  return run_import("articles", file, audience, [&](std::istream& from, const ImportWatcher& watcher) {
    return feed::import_articles(premises.engines.records(), intake, from, watcher);
  });
}

}  // namespace stoa::cli
