#include "cli/check.h"

#include "base/ids.h"

#include <charconv>
#include <thread>

namespace stoa::cli {
namespace {
using namespace std::chrono_literals;

constexpr int kLooks = 4;
constexpr auto kBetweenLooks = 25ms;
constexpr std::size_t kTold = 10;
/// With so many faults in one check nobody waits for second looks.
constexpr std::uint64_t kEnoughFaults = 20;
constexpr std::int64_t kMembersAtOnce = 500;

}  // namespace

Result<void> Examination::examine(const std::function<Result<Fault>()>& look) {
  ++looked_at_;
  const int looks = store_ == Store::Live && faults_ < kEnoughFaults ? kLooks : 1;
  Fault fault;
  for (int i = 0; i < looks; ++i) {
    if (i > 0) std::this_thread::sleep_for(kBetweenLooks);
    auto found = look();
    if (!found.ok() && found.error().kind != Error::Kind::Corrupt) return found.error();
    fault = found.ok() ? std::move(*found) : Fault(found.error().message);
    if (!fault) return {};
  }
  report(*std::move(fault));
  return {};
}

void Examination::report(std::string fault) {
  if (++faults_ <= kTold) told_.push_back(std::move(fault));
}

Examination::Outcome Examination::take_outcome() {
  return {std::exchange(looked_at_, 0), std::exchange(faults_, 0), std::exchange(told_, {}),
          std::exchange(notes_, {})};
}

Result<void> for_each_member(keyspace::Reader& keys, const keyspace::SortedSetKey& key,
                             const std::function<Result<void>(const keyspace::Scored&)>& look) {
  for (std::int64_t at = 0;; at += kMembersAtOnce) {
    const auto members = STOA_TRY(keys.zrange(key, at, at + kMembersAtOnce - 1, keyspace::Order::Ascending));
    for (const auto& member : members) STOA_TRY(look(member));
    if (members.size() < kMembersAtOnce) return {};
  }
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_object_id(std::string_view text) {
  return ObjectId::parse(text).ok();
}

std::optional<std::string_view> after(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix) || text.size() == prefix.size()) return std::nullopt;
  return text.substr(prefix.size());
}

}  // namespace stoa::cli
