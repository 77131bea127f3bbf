#include "keyspace/embedded/readers_writer_lock.h"

namespace stoa::keyspace::embedded {
namespace {

constexpr int kSpins = 200;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

ReadersWriterLock::ReadersWriterLock() {
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock_, &attributes);
  pthread_rwlockattr_destroy(&attributes);
}

void ReadersWriterLock::lock() {
  for (int i = 0; i < kSpins; ++i) {
    if (pthread_rwlock_trywrlock(&lock_) == 0) return;
    pause();
  }
  pthread_rwlock_wrlock(&lock_);
}

void ReadersWriterLock::lock_shared() {
  for (int i = 0; i < kSpins; ++i) {
    if (pthread_rwlock_tryrdlock(&lock_) == 0) return;
    pause();
  }
  pthread_rwlock_rdlock(&lock_);
}

}  // namespace stoa::keyspace::embedded
