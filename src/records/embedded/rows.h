#pragma once
#include "base/result.h"
#include "store/store.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::records::embedded {

/// What reading needs: the store itself, or a transaction's writes over it. `key`s and bounds as in
/// store::Store.
class Rows {
 public:
  virtual ~Rows() = default;
  virtual Result<std::optional<std::string>> get(std::string_view key) = 0;
  virtual std::unique_ptr<store::Scan> scan(std::string_view from, std::string_view to, store::Direction) = 0;
};

/// The store's rows for whoever is in no transaction: what is not durable yet is noted in the reader's
/// DeferredDurability, so that no answer shows what a crash could take back.
class StoredRows final : public Rows {
 public:
  explicit StoredRows(store::Store& store) : store_(store) {}
  Result<std::optional<std::string>> get(std::string_view key) override;
  std::unique_ptr<store::Scan> scan(std::string_view from, std::string_view to, store::Direction) override;
  /// What was read shows the effect of everything submitted up to now.
  void note_newest();

 private:
  store::Store& store_;
};

}  // namespace stoa::records::embedded
