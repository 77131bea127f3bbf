#pragma once
#include "base/clock.h"
#include "base/line_import.h"
#include "base/result.h"
#include "feed/article_entry.h"
#include "feed/groups.h"
#include "feed/import_authors.h"
#include "feed/import_plan.h"
#include "keyspace/keyspace.h"
#include "records/records.h"

#include <istream>
#include <optional>
#include <vector>

namespace stoa::feed {

/// Takes articles with their comments from files: creates what is new and changes what is there. It writes
/// what was said elsewhere, so neither bans nor the limits of time ask it. For one thread.
class ArticleIntake {
 public:
  /// All outlive it.
  ArticleIntake(keyspace::Keyspace& keyspace, records::Records& records, Groups& groups,
                ImportAuthors& authors, const Clock& clock)
      : keyspace_(keyspace), records_(records), groups_(groups), authors_(authors), clock_(clock) {}

  /// Nothing is changed unless all of the entry can be taken. One that says what it said the last time is
  /// left alone, whatever became of the article since; one that says something else makes title, link, text,
  /// groups, product, votes and comments so, and leaves author and time. Groups that are missing are created.
  /// An article that was removed here stays so. Article and comments are in two engines: what a crash cuts in
  /// two is made whole by taking the entry again.
  ///
  /// Invalid as check() and check_comment_text() say, and `import.time`, `import.parent`, `import.twice`;
  /// NotFound (`import.author`); Conflict (`import.taken`) when the link is another's article.
  Result<Taken> take(const ArticleEntry&);

 private:
  enum class Change { None, Made, Gone };

  /// The article that is there already, or nullopt when the plan's is there now.
  /// Refuses what is bound to be refused. `there` is the article that the line became before.
  Result<void> check_takeable(const ImportPlan&, std::optional<ArticleId> there);
  Result<std::optional<ArticleId>> create(ImportPlan&);
  Result<Change> change(const ImportPlan&, ArticleId);
  Result<Change> write_comments(const ImportPlan&, ArticleId);
  Result<void> create_missing(const std::vector<GroupName>&, const Shortcode& creator);

  keyspace::Keyspace& keyspace_;
  records::Records& records_;
  Groups& groups_;
  ImportAuthors& authors_;
  const Clock& clock_;
};

/// Takes every line of a file of ArticleEntry, each whole or not at all, as import_lines() says. On disk when
/// it returns. Doing it again changes nothing.
Result<ImportReport> import_articles(records::Records&, ArticleIntake&, std::istream&, const ImportWatcher&);

}  // namespace stoa::feed
