#pragma once
#include <pthread.h>

#include <mutex>

namespace stoa::store {

/// A std::mutex that spins a little before it sleeps. The store's locks are held for less than a microsecond
/// at a time; going to sleep and being woken would cost more than the wait.
class AdaptiveMutex : public std::mutex {
 public:
  AdaptiveMutex() {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(native_handle(), &attributes);
    pthread_mutexattr_destroy(&attributes);
  }
};

}  // namespace stoa::store
