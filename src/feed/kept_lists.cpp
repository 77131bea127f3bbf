#include "feed/kept_lists.h"

namespace stoa::feed {

Result<KeptLists::Kept> KeptLists::find(const std::string& name, FunctionRef<Result<ListedArticles>()> make) {
  // Before the list is read, so that a change meanwhile makes it count as old.
  const std::uint64_t changes = changes_.load(std::memory_order_acquire);
  const Time now = clock_.now();
  {
    const auto entries = entries_.lock();
    const auto found = entries->find(name);
    if (found != entries->end() && found->second.changes == changes && now < found->second.until)
      return found->second.list;
  }
  const auto list = std::make_shared<const ListedArticles>(STOA_TRY(make()));
  const auto entries = entries_.lock();
  if (entries->size() >= kMost)
    std::erase_if(*entries, [&](const auto& entry) {
      return entry.second.until <= now || entry.second.changes != changes;
    });
  if (entries->size() < kMost || entries->contains(name)) (*entries)[name] = {now + kListKept, changes, list};
  return list;
}

}  // namespace stoa::feed
