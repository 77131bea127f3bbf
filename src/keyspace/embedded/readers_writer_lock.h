#pragma once
#include <pthread.h>

namespace stoa::keyspace::embedded {

/// Many readers or one writer, writers first. Spins a little before it sleeps: what it guards takes a
/// microsecond or two, and going to sleep takes longer. Fits std::unique_lock and std::shared_lock.
class ReadersWriterLock {
 public:
  ReadersWriterLock();
  ~ReadersWriterLock() { pthread_rwlock_destroy(&lock_); }
  ReadersWriterLock(const ReadersWriterLock&) = delete;
  ReadersWriterLock& operator=(const ReadersWriterLock&) = delete;

  void lock();
  void unlock() { pthread_rwlock_unlock(&lock_); }
  void lock_shared();
  void unlock_shared() { pthread_rwlock_unlock(&lock_); }

 private:
  pthread_rwlock_t lock_;
};

}  // namespace stoa::keyspace::embedded
