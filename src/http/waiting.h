#pragma once
#include <chrono>
#include <cstddef>

namespace stoa::http {

using Moment = std::chrono::steady_clock::time_point;

/// What a connection waits for; each has its list and its time-out, but Work: the pool, or its next turn.
enum class Wait { Idle, HeadBytes, BodyBytes, Work, Disk, Client, Linger };
inline constexpr std::size_t kWaits = 7;

/// A place in one WaitingList at a time; taken out of it when destroyed.
class Waiting {
 public:
  Waiting() : previous_(this), next_(this) {}
  ~Waiting() { leave(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  Moment deadline() const { return deadline_; }

 private:
  friend class WaitingList;
  void leave() {
    previous_->next_ = next_;
    next_->previous_ = previous_;
    previous_ = next_ = this;
  }

  Waiting* previous_;
  Waiting* next_;
  Moment deadline_{};
};

/// Those who wait for the same thing for the same time: the first to come is the first to expire, so that
/// neither a new deadline nor a passed one costs a search.
class WaitingList {
 public:
  bool empty() const { return ends_.next_ == &ends_; }
  /// Not when empty.
  Waiting& front() { return *ends_.next_; }

  /// Takes it out of the list it is in. `deadline` is not before those already here.
  void push_back(Waiting& waiting, Moment deadline) {
    waiting.leave();
    waiting.deadline_ = deadline;
    waiting.previous_ = ends_.previous_;
    waiting.next_ = &ends_;
    ends_.previous_->next_ = &waiting;
    ends_.previous_ = &waiting;
  }

  /// Moves all of `other` behind those here.
  void take(WaitingList& other) {
    while (!other.empty()) push_back(other.front(), other.front().deadline_);
  }

 private:
  Waiting ends_;
};

}  // namespace stoa::http
