#pragma once
#include <pthread.h>
#include <signal.h>

#include <functional>
#include <thread>

namespace stoa::http {

/// A thread that takes no signals: those that end the process are waited for elsewhere, and a client that is
/// gone is an error of a call here and no SIGPIPE.
inline std::thread quiet_thread(const char* name, std::function<void()> work) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(work));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_setname_np(thread.native_handle(), name);
  return thread;
}

}  // namespace stoa::http
