#include "cli/errand.h"

#include "cli/article_files.h"
#include "cli/backup.h"
#include "cli/doctor.h"
#include "cli/key_table.h"
#include "cli/product_files.h"
#include "cli/status.h"
#include "cli/user.h"

#include <array>

namespace stoa::cli {
namespace {

constexpr auto kErrands = std::to_array<Errand>({
    {"status", show_status},
    {"run", run_job_now},
    {"backup", back_up},
    {"doctor", examine_everything},
    {"keys", count_keys},
    {"user", add_user},
    {"import", take_products},
    {"export", give_products},
    {"import_articles", take_articles},
});

}  // namespace

std::span<const Errand> errands() {
  return kErrands;
}

Result<ExitCode> perform_errand(std::string_view name, const std::string& argument, Premises& premises,
                                Audience& audience) {
  for (const Errand& errand : kErrands)
    if (errand.name == name) return errand.perform(premises, argument, audience);
  return Error{
      Error::Kind::NotFound, "control.unknown",
      "the server does not know '" + std::string(name) + "'; it may be of another version than this program"};
}

}  // namespace stoa::cli
