#pragma once
#include "cli/audience.h"
#include "keyspace/keys.h"
#include "keyspace/keyspace.h"
#include "records/records.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::cli {

/// What is wrong with one thing, for people; absent when it is right.
using Fault = std::optional<std::string>;

/// What checks look at, and where they tell what they found. While a server works on the data, what belongs
/// together is not read at one moment; a fault counts only if it is still there when looked at again.
class Examination {
 public:
  enum class Store { Quiet, Live };
  Examination(keyspace::Keyspace& keyspace, records::Records& records, Store store)
      : keyspace_(keyspace), records_(records), store_(store) {}

  keyspace::Reader& keys() { return keyspace_.read(); }
  keyspace::Keyspace& keyspace() { return keyspace_; }
  records::Reader& records() { return records_.read(); }

  /// Looks at one thing. A key of the wrong type is a fault; an engine that is away is an Error.
  Result<void> examine(const std::function<Result<Fault>()>& look);
  /// Tells a fault that needs no second look.
  void report(std::string fault);
  /// Something worth knowing that is no fault.
  void note(std::string text) { notes_.push_back(std::move(text)); }

  // For the doctor.
  struct Outcome {
    std::uint64_t looked_at = 0;
    std::uint64_t faults = 0;
    /// The first few.
    std::vector<std::string> told;
    std::vector<std::string> notes;
  };
  Outcome take_outcome();
  std::uint64_t looked_at() const { return looked_at_; }

 private:
  keyspace::Keyspace& keyspace_;
  records::Records& records_;
  const Store store_;
  std::uint64_t looked_at_ = 0;
  std::uint64_t faults_ = 0;
  std::vector<std::string> told_;
  std::vector<std::string> notes_;
};

/// A key that a check looks at.
struct Subject {
  Examination& examination;
  const std::string& name;
  /// What stands for the braces of its family.
  std::string_view tag;

  keyspace::Reader& keys() const { return examination.keys(); }
  template <class Key>
  Key as() const {
    return Key(name);
  }
};

/// A row of the table of what must hold. It looks at each key of one family, or once at something as a whole.
struct Check {
  std::string_view name;
  std::string_view meaning;
  /// A pattern of keyspace::key_families(); empty for a check of something as a whole.
  std::string_view family;
  Result<Fault> (*of_key)(const Subject&) = nullptr;
  Result<void> (*of_whole)(Examination&) = nullptr;
  /// Both: it compares keyspace and records, which nodes that share only one of them cannot.
  enum class Spans { One, Both } spans = Spans::One;
};

// The table, a part a domain.
std::vector<Check> account_checks();
std::vector<Check> shop_checks();
std::vector<Check> cart_checks();
std::vector<Check> feed_checks();
std::vector<Check> feed_list_checks();
std::vector<Check> comment_checks();
std::vector<Check> gallery_checks();
std::vector<Check> challenge_checks();
std::vector<Check> record_checks();

/// All of them, those that hold for every key first.
const std::vector<Check>& all_checks();

// What checks are made of.

/// Walks a sorted set by rank, a bounded number at a time.
Result<void> for_each_member(keyspace::Reader&, const keyspace::SortedSetKey&,
                             const std::function<Result<void>(const keyspace::Scored&)>&);
std::optional<std::int64_t> whole_number(std::string_view);
bool is_object_id(std::string_view);
/// `article:12` -> "12"; nullopt when the text does not begin so.
std::optional<std::string_view> after(std::string_view prefix, std::string_view text);

}  // namespace stoa::cli
