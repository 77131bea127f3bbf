#include "cli/reach.h"

#include "cli/console.h"
#include "cli/control_door.h"
#include "cli/errand.h"
#include "cli/unfinished_demo.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stoa::cli {
namespace {

Error explained(Error error) {
  if (error.code == "store.locked")
    error.message += ". If that is a server which is just starting or stopping, try again in a moment";
  return error;
}

}  // namespace

Result<void> refuse_to_be_root(const std::string& directory) {
  struct stat facts {};
  if (::geteuid() != 0 || ::stat(directory.c_str(), &facts) != 0 || facts.st_uid == 0) return {};
  return Error{
      Error::Kind::Forbidden, "data.owner",
      fmt::format(
          "{} belongs to user {}, and files that root leaves in it would keep the server from starting; run "
          "this as that user: `sudo -u '#{}' stoa …`",
          directory, facts.st_uid, facts.st_uid)};
}

Result<ExitCode> have_done(std::string_view errand, const std::string& argument, const Settings& settings,
                           const EngineFactory& factory) {
  Console console;
  return have_done(errand, argument, settings, factory, console);
}

Result<ExitCode> have_done(std::string_view errand, const std::string& argument, const Settings& settings,
                           const EngineFactory& factory, Audience& audience) {
  if (const auto answer = STOA_TRY(ask_server(settings.data.directory, errand, argument, audience)))
    return *answer;
  STOA_TRY(refuse_to_be_root(settings.data.directory));
  const auto engines = factory.open(settings, Logger::silent(), Absent::Refuse,
                                    [&](std::string_view how_far) { audience.progress(how_far); });
  if (!engines.ok()) return explained(engines.error());
  UnfinishedDemo(settings.data.directory).unmark();
  Premises premises{settings, **engines};
  return perform_errand(errand, argument, premises, audience);
}

Result<ExitCode> have_server_do(std::string_view errand, const std::string& argument,
                                const Settings& settings) {
  Console console;
  if (const auto answer = STOA_TRY(ask_server(settings.data.directory, errand, argument, console)))
    return *answer;
  return Error{
      Error::Kind::Unavailable, "control.no_server",
      fmt::format(
          "no server runs on the data directory '{}'; start one with `stoa serve`, or name another with "
          "--data.directory=…",
          settings.data.directory)};
}

}  // namespace stoa::cli
