#include "cli/doctor.h"

#include "base/refused_writes.h"
#include "cli/check.h"
#include "cli/directory_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stoa::cli {
namespace {

constexpr std::size_t kNamesAPage = 500;

/// What stands for the braces of a pattern in a name that belongs to it.
std::string_view tag_of(std::string_view pattern, std::string_view name) {
  const auto open = pattern.find('{');
  if (open == pattern.npos) return name;
  const auto suffix = pattern.size() - pattern.find('}') - 1;
  return name.substr(open, name.size() - open - suffix);
}

/// A server here, or those of other machines on a shared engine.
bool others_work_on(const Premises& premises) {
  return premises.live() || premises.engines.keyspace_is_shared();
}

/// One visit of the doctor.
class Visit {
 public:
  Visit(Premises& premises, Audience& audience)
      : premises_(premises),
        audience_(audience),
        store_(others_work_on(premises) ? Examination::Store::Live : Examination::Store::Quiet) {
    for (const Check& check : all_checks())
      if (!check.family.empty() && applies(check)) by_family_[check.family].push_back(&check);
  }

  Result<ExitCode> run() {
    STOA_TRY(ask_engines());
    examine_directory(premises_.settings.data.directory, examination("data.directory"));
    STOA_TRY(look_at_keys());
    for (const Check& check : all_checks())
      if (check.of_whole && applies(check) && !audience_.gone()) {
        audience_.progress("looking at " + std::string(check.name));
        STOA_TRY(check.of_whole(examination(check.name)));
      }
    return sum_up();
  }

 private:
  bool applies(const Check& check) const {
    const Engines& engines = premises_.engines;
    return check.spans == Check::Spans::One || engines.keyspace_is_shared() == engines.records_are_shared();
  }

  Examination& examination(std::string_view check) {
    return examinations_
        .try_emplace(std::string(check), premises_.engines.keyspace(), premises_.engines.records(), store_)
        .first->second;
  }

  Result<void> ask_engines() {
    const Engines& engines = premises_.engines;
    STOA_TRY(ask_engine("keyspace", engines.keyspace_name(), premises_.engines.keyspace().ping()));
    return ask_engine("records", engines.records_name(), premises_.engines.records().ping());
  }

  /// One that takes no writes can be looked at all the same.
  Result<void> ask_engine(std::string_view port, const std::string& name, Result<void> answer) {
    if (answer.ok()) {
      audience_.line(fmt::format("ok       {}: {} answers", port, name));
      return {};
    }
    if (!only_writes_are_refused(answer.error())) return answer;
    audience_.line(fmt::format("FINDING  {}: {} reads, but {}", port, name, answer.error().message));
    ++findings_;
    return {};
  }

  Result<void> look_at_keys() {
    std::uint64_t cursor = 0, looked_at = 0;
    do {
      const auto page = STOA_TRY(premises_.engines.keyspace().scan(cursor, "*", kNamesAPage));
      for (const std::string& name : page.names) STOA_TRY(look_at_key(name));
      looked_at += page.names.size();
      cursor = page.cursor;
      audience_.progress(fmt::format("looking at keys: {}", looked_at));
    } while (cursor != 0 && !audience_.gone());
    return {};
  }

  Result<void> look_at_key(const std::string& name) {
    const auto* family = keyspace::family_of(name);
    if (!family) {
      ++strangers_;
      if (stranger_.empty()) stranger_ = name;
      return {};
    }
    bool right_type = true;
    Examination& types = examination("keys.type");
    const auto fault_of_type = [&]() -> Result<Fault> {
      const auto type = STOA_TRY(types.keys().type(keyspace::KeyName(name)));
      right_type = !type || *type == family->type;
      if (right_type) return Fault();
      return Fault(fmt::format("{} is a {}; its family {} is a {}", name, keyspace::type_name(*type),
                               family->pattern, keyspace::type_name(family->type)));
    };
    STOA_TRY(types.examine(fault_of_type));
    const auto checks = by_family_.find(family->pattern);
    if (!right_type || checks == by_family_.end()) return {};
    for (const Check* check : checks->second) {
      Examination& at = examination(check->name);
      STOA_TRY(at.examine([&] { return check->of_key({at, name, tag_of(family->pattern, name)}); }));
    }
    return {};
  }

  Result<ExitCode> sum_up() {
    tell("data.directory", "The data directory is safe and has space");
    tell("keys.type", "Every key has the type of its family");
    std::string_view told;
    for (const Check& check : all_checks()) {
      if (check.name != told && applies(check)) tell(check.name, check.meaning);
      if (check.name != told && !applies(check))
        audience_.line(
            fmt::format("note     {}: not looked at; other nodes have documents of their own", check.name));
      told = check.name;
    }
    if (strangers_ > 0)
      audience_.line(fmt::format("note     {} keys belong to no family of `stoa keys`, such as {}",
                                 strangers_, stranger_));
    if (findings_ == 0)
      audience_.line(fmt::format("All is well: {} checks, {} things looked at.", told_, looked_at_));
    else
      audience_.line(
          fmt::format("{} findings in {} checks. Restore from a backup what cannot be explained; see "
                      "docs/operations.md, \"doctor found something\".",
                      findings_, told_));
    return findings_ == 0 ? ExitCode::Done : ExitCode::Failed;
  }

  void tell(std::string_view name, std::string_view meaning) {
    const auto outcome = examination(name).take_outcome();
    ++told_;
    looked_at_ += outcome.looked_at;
    findings_ += outcome.faults;
    audience_.line(fmt::format("{:<8} {}: {} ({} looked at)", outcome.faults == 0 ? "ok" : "FINDING", name,
                               meaning, outcome.looked_at));
    for (const auto& fault : outcome.told) audience_.line("           " + fault);
    if (outcome.faults > outcome.told.size())
      audience_.line(fmt::format("           and {} more", outcome.faults - outcome.told.size()));
    for (const auto& note : outcome.notes) audience_.line("           note: " + note);
  }

  Premises& premises_;
  Audience& audience_;
  const Examination::Store store_;
  std::map<std::string_view, std::vector<const Check*>> by_family_;
  std::map<std::string, Examination, std::less<>> examinations_;
  std::uint64_t strangers_ = 0;
  std::string stranger_;
  std::uint64_t findings_ = 0, told_ = 0, looked_at_ = 0;
};

}  // namespace

const std::vector<Check>& all_checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> checks;
    for (auto part : {account_checks(), shop_checks(), cart_checks(), feed_checks(), feed_list_checks(),
                      comment_checks(), gallery_checks(), challenge_checks(), record_checks()})
      checks.insert(checks.end(), part.begin(), part.end());
    return checks;
  }();
  return all;
}

Result<ExitCode> examine_everything(Premises& premises, const std::string&, Audience& audience) {
  return Visit(premises, audience).run();
}

}  // namespace stoa::cli
