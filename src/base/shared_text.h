#pragma once
#include "base/function_ref.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace stoa {

/// A text that many share, beside what was made of it (packed, summed up): each form is made once, for the
/// first who asks, and goes with the text. Safe from any thread.
class SharedText {
 public:
  static constexpr std::size_t kForms = 4;

  explicit SharedText(std::string text) : text_(std::move(text)) {}
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  const std::string& text() const { return text_; }

  /// What `make` gives of the text, now or before. Which number means which form is the callers' affair, and
  /// the same to all of them.
  const std::string& form(std::size_t number, FunctionRef<std::string(std::string_view)> make) const {
    Form& form = forms_.at(number);
    if (!form.is_made.load(std::memory_order_acquire))
      std::call_once(form.once, [&] {
        form.bytes = make(text_);
        form.is_made.store(true, std::memory_order_release);
      });
    return form.bytes;
  }

 private:
  struct Form {
    std::atomic<bool> is_made = false;
    std::once_flag once;
    std::string bytes;
  };

  const std::string text_;
  mutable std::array<Form, kForms> forms_;
};

}  // namespace stoa
