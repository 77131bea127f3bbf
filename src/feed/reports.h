#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "feed/moderation_thing.h"
#include "keyspace/keyspace.h"
#include "records/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stoa::feed {

enum class ReportReason { Spam, Abuse, Illegal, OffTopic, Other };
EnumDescription describe(Described<ReportReason>);

inline constexpr std::size_t kLongestNote = 500;

/// A document of `reports`, one a person and thing; it goes after half a year.
struct Report {
  std::string id;
  Thing thing;
  Shortcode by;
  ReportReason reason = ReportReason::Other;
  std::string note;
  Time at{};
};
StructDescription describe(Described<Report>);

/// A document of `reported_things`: what waits for a moderator. It goes with what the moderator decides; who
/// reports the thing after that opens another.
struct ReportedThing {
  Thing thing;
  std::int64_t reports = 0;
  Time first_at{};
  Time last_at{};
};
StructDescription describe(Described<ReportedThing>);

enum class QueueOrder { MostReported, Oldest };
EnumDescription describe(Described<QueueOrder>);

struct ReportQueue {
  std::vector<ReportedThing> things;
  std::string next;
};
StructDescription describe(Described<ReportQueue>);

struct ReportPage {
  std::vector<Report> reports;
  std::string next;
};
StructDescription describe(Described<ReportPage>);

/// Safe from any thread.
class Reports {
 public:
  /// All outlive it.
  Reports(records::Records& records, keyspace::Keyspace& keyspace, const Clock& clock)
      : records_(records), keyspace_(keyspace), clock_(clock) {}

  /// Conflict (`report.twice`); NotFound (`article.absent`, `comment.absent`) for what is not there to be
  /// read; Invalid (`report.thing`) for a person, (`report.note`), which Other needs and others may leave
  /// empty.
  Result<void> report(const Shortcode& by, const Thing&, ReportReason, const std::string& note);

  /// The thing is gone for all: it leaves the queue.
  Result<void> forget(const Thing&);

  /// For moderators. A thing that is reported again between two pages may be missed or come twice, by the
  /// number of reports; the oldest come exactly once.
  Result<ReportQueue> queue(QueueOrder, std::size_t limit, std::string cursor);
  /// Whether it is in the queue.
  Result<bool> is_waiting(const Thing&);
  /// Oldest first.
  Result<ReportPage> of(const Thing&, std::size_t limit, std::string cursor);

 private:
  // Fixed at construction.
  records::Records& records_;
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;
};

}  // namespace stoa::feed
