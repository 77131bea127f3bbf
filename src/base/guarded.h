#pragma once
#include <condition_variable>
#include <mutex>
#include <utility>

namespace stoa {

/// Data that cannot be reached but through its lock.
/// `guarded.lock()->push_back(1)` holds the lock for one expression; a named handle for a scope.
template <class T, class Mutex = std::mutex>
class Guarded {
 public:
  template <class Data>
  class [[nodiscard]] Handle {
   public:
    Handle(Mutex& mutex, Data& data) : lock_(mutex), data_(&data) {}
    Data* operator->() const { return data_; }
    Data& operator*() const { return *data_; }

    /// Gives the lock up while it waits. References into the data are stale afterwards.
    template <class Condition, class Predicate>
    void wait(Condition& condition, Predicate predicate) {
      condition.wait(lock_, [&] { return predicate(*data_); });
    }
    /// False when the time passed and the predicate still does not hold.
    template <class Condition, class Span, class Predicate>
    bool wait_for(Condition& condition, Span span, Predicate predicate) {
      return condition.wait_for(lock_, span, [&] { return predicate(*data_); });
    }

   private:
    std::unique_lock<Mutex> lock_;
    Data* data_;
  };

  Guarded() = default;
  explicit Guarded(T data) : data_(std::move(data)) {}
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  Handle<T> lock() { return {mutex_, data_}; }
  Handle<const T> lock() const { return {mutex_, data_}; }

  /// What `work` returns is returned; it must not refer into the data.
  template <class Work>
  auto with(Work&& work) {
    std::lock_guard held(mutex_);
    return std::forward<Work>(work)(data_);
  }

 private:
  mutable Mutex mutex_;
  T data_{};
};

}  // namespace stoa
