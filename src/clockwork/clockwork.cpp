#include "clockwork/clockwork.h"

#include "base/nearest.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <exception>
#include <random>
#include <stdexcept>

namespace stoa::clockwork {
namespace {

/// How long a thread sleeps at most before it looks at the clock again.
constexpr std::chrono::milliseconds kLongestNap{1000};

std::function<double()> random_chance() {
  return [engine = std::minstd_rand(std::random_device{}())]() mutable {
    return std::uniform_real_distribution<double>(0, 1)(engine);
  };
}

Options completed(Options options) {
  if (!options.chance) options.chance = random_chance();
  if (options.lease.node.empty()) options.lease.node = make_node_name();
  return options;
}

void check_name(std::string_view name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  if (name.empty() || !std::ranges::all_of(name, allowed))
    throw std::logic_error(fmt::format("'{}' is no name of a job", name));
}

std::chrono::milliseconds nap_until(Time due, Time now) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - now);
  return std::clamp(left, std::chrono::milliseconds(0), kLongestNap);
}

}  // namespace

struct Clockwork::Entry {
  const Job job;
  JobState state;
  /// On the steady clock.
  Time due{};
  Leases::Ask ask = Leases::Ask::WhenDue;
  /// Present while it runs.
  std::shared_ptr<Run> run = nullptr;
  /// The run holds a lease.
  bool leased = false;
  bool once_more = false;
};

struct Clockwork::Shared {
  std::vector<std::unique_ptr<Entry>> entries;
  bool stopping = false;
  /// By stop().
  bool waited_for = false;

  Entry* earliest() const {
    Entry* found = nullptr;
    for (const auto& entry : entries)
      if (!entry->run && (!found || entry->due < found->due)) found = entry.get();
    return found;
  }
  bool idle() const {
    return std::ranges::none_of(entries, [](const auto& entry) { return entry->run != nullptr; });
  }
};

struct Clockwork::Outcome {
  Result<std::size_t> result;
  Duration took{0};
};

Clockwork::Clockwork(keyspace::Keyspace& keyspace, std::vector<Job> jobs, Options options)
    : options_(completed(std::move(options))),
      leases_(keyspace, *options_.wall, *options_.steady, options_.lease),
      shared_(std::make_unique<Guarded<Shared>>()) {
  bool leased = false;
  {
    auto shared = shared_->lock();
    for (Job& job : jobs) {
      check_name(job.name);
      for (const auto& other : shared->entries)
        if (other->job.name == job.name) throw std::logic_error("two jobs are named " + job.name);
      leased |= job.scope == Scope::Cluster;
      JobState state{.name = job.name, .meaning = job.meaning, .scope = job.scope, .interval = job.interval};
      state.next_start = options_.wall->now();
      shared->entries.push_back(std::make_unique<Entry>(
          Entry{.job = std::move(job), .state = std::move(state), .due = options_.steady->now()}));
    }
  }
  const std::size_t workers = std::min(std::max<std::size_t>(options_.threads, 1), jobs.size());
  for (std::size_t i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  if (leased && options_.lease.sharing == Sharing::Shared)
    threads_.emplace_back([this, now = options_.steady->now()] { keep_leases(now); });
  // To be told apart from others in a list of threads.
  for (std::thread& thread : threads_) pthread_setname_np(thread.native_handle(), "stoa-jobs");
}

Clockwork::~Clockwork() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

std::vector<JobState> Clockwork::states() const {
  const auto shared = std::as_const(*shared_).lock();
  std::vector<JobState> states;
  states.reserve(shared->entries.size());
  for (const auto& entry : shared->entries) states.push_back(entry->state);
  return states;
}

Result<void> Clockwork::run_now(std::string_view name) {
  auto shared = shared_->lock();
  std::vector<std::string_view> names;
  for (const auto& entry : shared->entries) {
    names.push_back(entry->job.name);
    if (entry->job.name != name) continue;
    entry->once_more = entry->run != nullptr;
    entry->ask = Leases::Ask::Now;
    entry->due = options_.steady->now();
    changed_.notify_all();
    return {};
  }
  const auto meant = nearest(name, names);
  return Error{Error::Kind::NotFound, "clockwork.no_such_job",
               meant.empty() ? fmt::format("there is no job '{}'; `stoa status` lists them", name)
                             : fmt::format("there is no job '{}'; did you mean '{}'?", name, meant)};
}

std::vector<std::string> Clockwork::running_names() const {
  const auto shared = std::as_const(*shared_).lock();
  std::vector<std::string> names;
  for (const auto& entry : shared->entries)
    if (entry->run) names.push_back(entry->job.name);
  return names;
}

void Clockwork::ask_to_stop() {
  auto shared = shared_->lock();
  shared->stopping = true;
  for (const auto& entry : shared->entries)
    if (entry->run) entry->run->request_stop();
  changed_.notify_all();
}

std::vector<std::string> Clockwork::stop() {
  ask_to_stop();
  {
    auto shared = shared_->lock();
    const bool first = !std::exchange(shared->waited_for, true);
    if (!first || shared.wait_for(changed_, options_.patience, [](const Shared& s) { return s.idle(); }))
      return {};
  }
  const auto deaf = running_names();
  for (const std::string& name : deaf)
    options_.log.error("a job does not hear that it should stop; waiting for it", {{"job", name}});
  return deaf;
}

// Under the lock: whoever has read the clock before it was moved already waits then.
void Clockwork::look_at_the_clock() {
  const auto shared = shared_->lock();
  changed_.notify_all();
}

void Clockwork::work() {
  while (Entry* entry = await_due()) attempt(*entry);
}

Clockwork::Entry* Clockwork::await_due() {
  auto shared = shared_->lock();
  while (!shared->stopping) {
    Entry* next = shared->earliest();
    const Time now = options_.steady->now();
    if (next && next->due <= now) {
      next->run = std::make_shared<Run>(next->job.name, *options_.steady);
      next->once_more = false;
      return next;
    }
    const auto nap = next ? nap_until(next->due, now) : kLongestNap;
    // Any wake-up looks again at everything.
    bool woken = false;
    shared.wait_for(changed_, nap, [&](const Shared& s) { return s.stopping || std::exchange(woken, true); });
  }
  return nullptr;
}

void Clockwork::attempt(Entry& entry) {
  if (entry.job.scope == Scope::Node) return finish(entry, run(entry));
  const auto taken = take_lease(entry);
  if (!taken.ok()) return finish(entry, {taken.error(), {}});
  if (*taken) finish(entry, run(entry));
}

Result<bool> Clockwork::take_lease(Entry& entry) {
  const Job& job = entry.job;
  const auto ask = shared_->with([&](Shared&) { return std::exchange(entry.ask, Leases::Ask::WhenDue); });
  const auto answer = STOA_TRY(leases_.take(job.name, ask, job.interval + job.jitter));
  auto shared = shared_->lock();
  if (const auto* taken = std::get_if<Leases::Taken>(&answer)) {
    entry.run->hold(taken->fence, options_.lease.sharing == Sharing::Shared ? taken->until : Time::max());
    entry.leased = true;
    entry.state.other_node.clear();
    return true;
  }
  const auto* held = std::get_if<Leases::Held>(&answer);
  const auto wait =
      held ? std::min(job.interval, options_.lease.term / 4) : std::get<Leases::NotDue>(answer).wait;
  if (held) entry.state.other_node = held->holder;
  ++entry.state.left_to_others;
  entry.run.reset();
  entry.due = entry.once_more ? options_.steady->now() : options_.steady->now() + wait;
  entry.state.next_start = options_.wall->now() + wait;
  // Asked for by a person while somebody else is at it: it is done then, by them or by us.
  if (held && ask == Leases::Ask::Now) entry.ask = ask;
  changed_.notify_all();
  return false;
}

Clockwork::Outcome Clockwork::run(Entry& entry) {
  const Time began = options_.steady->now();
  shared_->with([&](Shared& shared) {
    entry.state.running = true;
    entry.state.last_start = options_.wall->now();
    // stop() may have come between taking the lease and here.
    if (shared.stopping) entry.run->request_stop();
  });
  const auto guarded = [&]() -> Result<std::size_t> {
    try {
      return entry.job.work(*entry.run);
    } catch (const std::exception& thrown) {
      return Error{Error::Kind::Corrupt, "clockwork.exception", thrown.what()};
    } catch (...) {
      return Error{Error::Kind::Corrupt, "clockwork.exception",
                   "something that is no std::exception was thrown"};
    }
  };
  Outcome outcome{guarded(), {}};
  outcome.took = options_.steady->now() - began;
  if (const auto ours = entry.run->still_ours(); outcome.result.ok() && !ours.ok())
    outcome.result = ours.error();
  return outcome;
}

void Clockwork::finish(Entry& entry, const Outcome& outcome) {
  const bool failed = !outcome.result.ok();
  const auto failures = failed ? entry.state.failures_in_a_row + 1 : 0;
  const double chance = shared_->with([&](Shared&) { return options_.chance(); });
  const auto pause = failed ? pause_after_failure(entry.job, options_.back_off, failures, chance)
                            : pause_after_success(entry.job, outcome.took, chance);
  give_back_lease(entry, pause);
  log_outcome(entry.job, outcome, failures, pause);
  auto shared = shared_->lock();
  JobState& state = entry.state;
  const Duration until_next = entry.once_more ? Duration(0) : pause;
  state.running = false;
  ++state.runs;
  state.failures += failed;
  state.failures_in_a_row = failures;
  state.last_duration = outcome.took;
  state.last_done = failed ? 0 : *outcome.result;
  state.done += state.last_done;
  state.last_error = failed ? std::optional(outcome.result.error()) : std::nullopt;
  if (!failed) state.last_success = options_.wall->now();
  state.next_start = options_.wall->now() + until_next;
  entry.due = options_.steady->now() + until_next;
  entry.run.reset();
  entry.leased = false;
  changed_.notify_all();
}

void Clockwork::give_back_lease(const Entry& entry, Duration pause) {
  if (!entry.leased) return;
  if (const auto released = leases_.release(entry.job.name, entry.run->fence(), pause); !released.ok())
    options_.log.warning("a job's lease could not be given back",
                         {{"job", entry.job.name}, {"why", released.error().message}});
}

void Clockwork::log_outcome(const Job& job, const Outcome& outcome, std::uint64_t failures,
                            Duration pause) const {
  if (outcome.result.ok())
    return options_.log.debug("a job is done", {{"job", job.name}, {"done", std::uint64_t{*outcome.result}}});
  options_.log.warning("a job failed and will be tried again", {{"job", job.name},
                                                                {"why", outcome.result.error().message},
                                                                {"failures_in_a_row", failures},
                                                                {"again_in_seconds", to_seconds(pause)}});
}

std::vector<std::shared_ptr<Run>> Clockwork::leased_runs() const {
  const auto shared = std::as_const(*shared_).lock();
  std::vector<std::shared_ptr<Run>> runs;
  for (const auto& entry : shared->entries)
    if (entry->leased) runs.push_back(entry->run);
  return runs;
}

// A third of the term: two renewals may fail before a run has to end.
void Clockwork::keep_leases(Time last) {
  const Duration every = options_.lease.term / 3;
  while (true) {
    {
      auto shared = shared_->lock();
      bool woken = false;
      shared.wait_for(changed_, nap_until(last + every, options_.steady->now()), [&](const Shared& s) {
        return (s.stopping && s.idle()) || std::exchange(woken, true);
      });
      if (shared->stopping && shared->idle()) return;
    }
    if (options_.steady->now() - last < every) continue;
    last = options_.steady->now();
    for (const auto& run : leased_runs()) renew(*run);
  }
}

void Clockwork::renew(Run& run) {
  const auto until = leases_.renew(run.job(), run.fence());
  if (until.ok())
    run.extend(*until);
  else if (until.error().kind == Error::Kind::Conflict || run.lost())
    run.lose();
  if (!until.ok())
    options_.log.warning("a job's lease could not be renewed",
                         {{"job", run.job()}, {"why", until.error().message}, {"lost", run.lost()}});
}

}  // namespace stoa::clockwork
