#pragma once
// A feed with accounts, into which files are imported.

#include "accounts/account_events.h"
#include "accounts/accounts.h"
#include "accounts/user_command.h"
#include "comments_fixture.h"
#include "feed/article_intake.h"

#include <sstream>

namespace stoa::feed::test {

/// Accounts beside a feed, with passwords that cost little.
class AccountsBeside {
 public:
  AccountsBeside(keyspace::Keyspace& keyspace, records::Records& records, const Clock& clock)
      : outbox_(records, keyspace, clock, accounts::listeners()),
        accounts(must(accounts::Accounts::open(keyspace, records, outbox_, clock,
                                               {.cost = {.memory_bytes = 8192, .passes = 1}}))) {}

 private:
  records::Outbox outbox_;

 public:
  std::unique_ptr<accounts::Accounts> accounts;
};

class ImportingFeed : public Talk {
 public:
  using Absent = ImportAuthors::Absent;

  explicit ImportingFeed(std::unique_ptr<keyspace::OpenEngine> engine)
      : Talk(std::move(engine)), people_(keyspace(), records, clock()) {
    for (const std::string name : {"anna", "boris"})
      must(accounts::add_user(*people_.accounts, {.name = name, .password = "correct horse battery"}));
  }

  ImportReport import(const std::string& text, Absent absent = Absent::Refuse) {
    rejected.clear();
    std::istringstream stream(text);
    ImportAuthors authors(*people_.accounts, absent,
                          [&](const Shortcode& name, std::string_view) { added.push_back(name.text()); });
    ArticleIntake intake(keyspace(), records, groups, authors, clock());
    ImportWatcher watcher;
    watcher.rejected = [&](std::uint64_t line, std::string_view why) {
      rejected.emplace_back(line, std::string(why));
    };
    return must(import_articles(records, intake, stream, watcher));
  }
  accounts::Accounts& accounts() { return *people_.accounts; }

  std::vector<std::pair<std::uint64_t, std::string>> rejected;
  std::vector<std::string> added;

 private:
  AccountsBeside people_;
};

}  // namespace stoa::feed::test
