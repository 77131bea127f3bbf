#pragma once
#include <memory>
#include <type_traits>
#include <utility>

namespace stoa {

template <class Signature>
class FunctionRef;

/// Somebody else's function for the length of a call: two pointers, nothing is copied or allocated.
template <class Return, class... Arguments>
class FunctionRef<Return(Arguments...)> {
 public:
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>) FunctionRef(Callable&& callable)
      : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* it, Arguments... arguments) -> Return {
          return (*static_cast<std::remove_reference_t<Callable>*>(it))(
              std::forward<Arguments>(arguments)...);
        }) {}

  Return operator()(Arguments... arguments) const {
    return call_(callable_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* callable_;
  Return (*call_)(void*, Arguments...);
};

}  // namespace stoa
