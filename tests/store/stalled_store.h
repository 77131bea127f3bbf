#pragma once
#include "base/durability.h"
#include "store/store.h"

#include <atomic>

namespace stoa::test {

/// A store that holds nothing and whose disk goes on only when a test says so.
class StalledStore final : public store::Store {
 public:
  Result<void> admit() override {
    if (!full_) return {};
    return Error{Error::Kind::Unavailable, "store.disk_full", "the disk takes no writes"};
  }
  Sequence submit(const store::Changes&, Durability durability) override {
    const Sequence sequence = ++submitted_;
    if (durability == Durability::Durable) newest_durable_ = sequence;
    return sequence;
  }
  Result<void> settle(Sequence sequence, Durability durability) override {
    auto* scope = DeferredDurability::current();
    if (durability == Durability::Durable && scope != nullptr) scope->note(sequence);
    return {};
  }
  Result<void> wait_durable(Sequence) override { return {}; }
  Sequence durable() const override { return progress_.reached(); }
  Sequence newest_durable_submitted() const override { return newest_durable_; }
  DurableProgress& progress() override { return progress_; }
  Result<std::optional<std::string>> get(std::string_view, Sequence*) override {
    return std::optional<std::string>();
  }
  std::unique_ptr<store::Scan> scan(std::string_view, std::string_view, store::Direction) override {
    return nullptr;
  }
  Result<void> load(const std::function<void(std::string_view, std::string_view)>&) override { return {}; }
  Result<void> backup(const std::filesystem::path&) override { return {}; }
  DiskFigures figures() const override { return {.submitted = submitted_}; }

  Sequence submitted() const { return submitted_; }
  void become_durable(Sequence sequence) { progress_.advance(sequence); }
  void fill_disk(bool full) { full_ = full; }

 private:
  std::atomic<Sequence> submitted_{0};
  std::atomic<Sequence> newest_durable_{0};
  std::atomic<bool> full_{false};
  DurableProgress progress_;
};

}  // namespace stoa::test
