#include "cli/load_progress.h"

namespace stoa::cli {

void LoadProgress::reached(std::size_t rows) {
  rows_ = rows;
  tell_("loading the keyspace: " + std::to_string(rows) + " rows");
  const Time now = clock_.now();
  if (now - logged_ < std::chrono::seconds(1)) return;
  logged_ = now;
  log_.info("loading the keyspace", {{"rows", rows}});
}

void LoadProgress::done() const {
  log_.info("keyspace loaded", {{"rows", rows_}, {"seconds", to_seconds(clock_.now() - began_)}});
}

}  // namespace stoa::cli
