#pragma once
// clockwork/ runs what has to be done again and again: named jobs, each with an interval, never two runs of
// one at a time, and on shared engines on one node at a time. It knows the keyspace for its leases, and
// nothing of what the jobs do.

#include "base/guarded.h"
#include "base/log.h"
#include "clockwork/job.h"
#include "clockwork/job_state.h"
#include "clockwork/leases.h"
#include "clockwork/pauses.h"
#include "clockwork/steady_clock.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

namespace stoa::clockwork {

struct Options {
  /// Jobs that run at the same time; the others wait for a thread.
  std::size_t threads = 2;
  LeaseOptions lease;
  BackOff back_off;
  /// How long stop() waits before it says which jobs do not hear.
  std::chrono::milliseconds patience{1000};
  Logger log = Logger::silent();
  /// For moments that people and other nodes see, and for everything else.
  const Clock* wall = &Clock::system();
  const Clock* steady = &steady_clock();
  /// From [0, 1); for jitter. Called with a lock held.
  std::function<double()> chance;
};

/// Runs its jobs from construction until stop(). All methods are safe from any thread.
class Clockwork {
 public:
  /// The keyspace and what the jobs refer to outlive it. std::logic_error for two jobs of one name, and for a
  /// name that is no name.
  Clockwork(keyspace::Keyspace&, std::vector<Job>, Options);
  /// Stops and joins.
  ~Clockwork();
  Clockwork(const Clockwork&) = delete;
  Clockwork& operator=(const Clockwork&) = delete;

  /// In the jobs' order.
  std::vector<JobState> states() const;

  /// Makes a job due at once, also when another node ran it lately; one that runs here already runs once
  /// more. NotFound
  /// (`clockwork.no_such_job`) with what was probably meant.
  Result<void> run_now(std::string_view name);

  /// No job starts any more, and those that run are asked to end. Does not wait for them.
  void ask_to_stop();

  /// The same, and waits. Gives the names of those that still ran
  /// when the patience was over, which are also logged; the destructor waits for them.
  std::vector<std::string> stop();

  /// For whoever moves a FakeClock: looks at it at once.
  void look_at_the_clock();

 private:
  struct Entry;
  struct Shared;
  /// What a run came to.
  struct Outcome;

  void work();
  /// `last` is when no lease needed renewing yet.
  void keep_leases(Time last);
  /// Null when the clockwork stops.
  Entry* await_due();
  void attempt(Entry&);
  /// False when another node has the job; then the entry is put off.
  Result<bool> take_lease(Entry&);
  Outcome run(Entry&);
  void finish(Entry&, const Outcome&);
  void give_back_lease(const Entry&, Duration pause);
  void log_outcome(const Job&, const Outcome&, std::uint64_t failures, Duration pause) const;
  void renew(Run&);
  std::vector<std::shared_ptr<Run>> leased_runs() const;
  std::vector<std::string> running_names() const;

  // Fixed at construction.
  const Options options_;
  Leases leases_;

  std::unique_ptr<Guarded<Shared>> shared_;
  std::condition_variable changed_;
  std::vector<std::thread> threads_;
};

}  // namespace stoa::clockwork
