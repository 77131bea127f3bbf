#include "records/embedded/embedded_records.h"

#include "records/embedded/catalogue.h"
#include "records/embedded/engine.h"
#include "records/embedded/index_rows.h"
#include "records/embedded/text_follower.h"

namespace stoa::records {

using namespace embedded;

namespace {

Result<std::string> highest_key(store::Store& store, const CollectionLayout& layout) {
  const auto last =
      store.scan(layout.document_prefix, after_prefix(layout.document_prefix), store::Direction::Backward);
  STOA_TRY(last->status());
  return last->valid() ? std::string(last->key()) : layout.document_prefix;
}

}  // namespace

Result<std::unique_ptr<Records>> open_embedded_records(store::Store& store, const Clock& clock,
                                                       std::span<const Collection* const> collections,
                                                       const EmbeddedOptions& options) {
  auto catalogue = STOA_TRY(Catalogue::load(store));
  auto layouts = std::make_unique<Layouts>();
  for (const auto* collection : collections) {
    auto& layout = layouts->add(*collection, catalogue.number_of(*collection));
    STOA_TRY(bring_indexes_up_to_date(store, catalogue, layout, options.progress));
    if (const auto size = STOA_TRY(store.get(layout.size_key))) layout.size = decode_size(*size);
    layout.highest_key = STOA_TRY(highest_key(store, layout));
  }
  STOA_TRY(catalogue.sync());
  std::unique_ptr<TextFollower> follower;
  if (options.search_directory.empty())
    STOA_TRY(forget_text_indexes(store, *layouts));
  else
    follower = STOA_TRY(TextFollower::open(store, *layouts, options.search_directory, options.log));
  auto records = std::make_unique<EmbeddedRecords>(store, std::move(layouts), catalogue.cursor_key(),
                                                   std::move(follower));
  if (options.sweep_every.count() > 0) records->sweep_by_itself(clock, options.sweep_every);
  return std::unique_ptr<Records>(std::move(records));
}

}  // namespace stoa::records
