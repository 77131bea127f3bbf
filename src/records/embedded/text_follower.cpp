#include "records/embedded/text_follower.h"

#include "records/embedded/text_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>

namespace stoa::records::embedded {
namespace {
using namespace std::chrono_literals;

constexpr std::size_t kAtOnce = 8000;
/// A commit costs some milliseconds however little is in it: changes that come close together share one.
constexpr auto kGather = 100ms;
constexpr auto kAfterFailure = 1s;

}  // namespace

Result<std::unique_ptr<TextFollower>> TextFollower::open(store::Store& store, const Layouts& layouts,
                                                         const std::filesystem::path& directory, Logger log) {
  std::unique_ptr<TextFollower> follower(new TextFollower(store, std::move(log)));
  for (const auto& layout : layouts.all()) {
    if (!layout->collection->text) continue;
    const auto numbers = STOA_TRY(text_numbers(store, layout->number));
    layout->last_text_change = numbers.newest;
    auto index = STOA_TRY(TermIndex::open(directory / layout->collection->name, *layout->collection->text,
                                          numbers.gone, numbers.newest));
    follower->followed_.push_back({layout.get(), std::move(index)});
  }
  if (!follower->followed_.empty())
    follower->thread_ = std::jthread([&self = *follower](const std::stop_token& stop) { self.work(stop); });
  return follower;
}

TextFollower::~TextFollower() {
  thread_.request_stop();
}

void TextFollower::wake() {
  {
    const std::lock_guard lock(mutex_);
    if (awake_) return;
    awake_ = true;
  }
  news_.notify_one();
}

TermIndex& TextFollower::index_of(const CollectionLayout& layout) {
  const auto found = std::ranges::find(followed_, &layout, &Followed::layout);
  if (found == followed_.end())
    throw std::logic_error(
        fmt::format("no text index is declared on the collection '{}'", layout.collection->name));
  return *found->index;
}

void TextFollower::work(const std::stop_token& stop) {
  const auto pause = [&](std::chrono::milliseconds span) {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, stop, span, [] { return false; });
  };
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      if (!news_.wait(lock, stop, [&] { return awake_; })) return;
      awake_ = false;
    }
    while (!stop.stop_requested()) {
      const Found found = follow_all();
      if (found == Found::Nothing) break;
      if (found == Found::Some) pause(kGather);
    }
  }
}

TextFollower::Found TextFollower::follow_all() {
  Found most = Found::Nothing;
  for (auto& followed : followed_) {
    const auto found = follow(followed);
    if (found.ok()) {
      most = std::max(most, *found);
      continue;
    }
    log_.warning("a text index cannot be brought up to date; it is tried again",
                 {{"collection", followed.layout->collection->name}, {"why", found.error().message}});
    (void)followed.index->discard();
    std::this_thread::sleep_for(kAfterFailure);
    most = std::max(most, Found::Some);
  }
  return most;
}

// Everything that was read is durable before the index says that it has it.
Result<TextFollower::Found> TextFollower::follow(Followed& followed) {
  const TextProgress before = followed.index->progress();
  TextProgress after = before;
  const std::size_t changes = STOA_TRY(take_changes(followed, after));
  const std::size_t documents = before.rebuilt ? STOA_TRY(take_documents(followed, after)) : 0;
  if (after == before) return Found::Nothing;
  STOA_TRY(store_.wait_durable(store_.figures().submitted));
  STOA_TRY(followed.index->commit(after));
  const auto gone = STOA_TRY(text_numbers(store_, followed.layout->number)).gone;
  STOA_TRY(drop_text_changes(store_, followed.layout->number, gone, after.applied));
  return std::max(changes, documents) == kAtOnce ? Found::MoreThanThat : Found::Some;
}

Result<std::size_t> TextFollower::take_changes(Followed& followed, TextProgress& progress) {
  const auto changes = STOA_TRY(text_changes(store_, followed.layout->number, progress.applied, kAtOnce));
  std::set<std::string_view> taken;
  for (const auto& change : changes)
    if (taken.insert(change.encoded_id).second) STOA_TRY(take_document(followed, change.encoded_id));
  if (!changes.empty()) progress.applied = changes.back().number;
  return changes.size();
}

Result<void> TextFollower::take_document(Followed& followed, const std::string& encoded_id) {
  const auto document = STOA_TRY(store_.get(followed.layout->document_prefix + encoded_id));
  return document ? followed.index->put(encoded_id, *document) : followed.index->remove(encoded_id);
}

Result<std::size_t> TextFollower::take_documents(Followed& followed, TextProgress& progress) {
  const auto& prefix = followed.layout->document_prefix;
  const std::string from = progress.rebuilt->empty() ? prefix : prefix + *progress.rebuilt + '\0';
  const auto row = store_.scan(from, after_prefix(prefix), store::Direction::Forward);
  std::size_t taken = 0;
  for (; row->valid() && taken < kAtOnce; row->next(), ++taken) {
    progress.rebuilt = row->key().substr(prefix.size());
    STOA_TRY(followed.index->put(*progress.rebuilt, row->value()));
  }
  STOA_TRY(row->status());
  if (taken < kAtOnce) progress.rebuilt.reset();
  return taken;
}

Result<void> forget_text_indexes(store::Store& store, const Layouts& layouts) {
  for (const auto& layout : layouts.all()) {
    if (!layout->collection->text) continue;
    const auto numbers = STOA_TRY(text_numbers(store, layout->number));
    STOA_TRY(drop_text_changes(store, layout->number, numbers.gone, numbers.newest + 1));
  }
  return {};
}

}  // namespace stoa::records::embedded
