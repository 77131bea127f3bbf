#include "cli/key_table.h"

#include "keyspace/keys.h"

#include <fmt/format.h>

#include <vector>

namespace stoa::cli {
namespace {

constexpr std::size_t kKeysAPage = 1000;

std::string_view disk_name(const keyspace::KeyFamily& family) {
  if (family.lifetime == keyspace::Lifetime::Volatile) return "never";
  return family.durability == Durability::Durable ? "before the answer" : "within 100 ms";
}

std::string_view lifetime_name(keyspace::Lifetime lifetime) {
  return lifetime == keyspace::Lifetime::Kept ? "kept" : "volatile";
}

void print_lines(std::string_view text, Audience& audience) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    audience.line(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

}  // namespace

std::string key_table(std::span<const std::uint64_t> counts) {
  constexpr std::string_view kRow = "{:<32} {:<7} {:<9} {:<18} {:>10}  {:<11} {}\n";
  std::string table = fmt::format(kRow, "KEY", "TYPE", "LIFETIME", "ON DISK", "COUNT", "WRITER", "MEANING");
  std::size_t row = 0;
  for (const keyspace::KeyFamily& family : keyspace::key_families()) {
    const std::string count = row < counts.size() ? std::to_string(counts[row]) : "-";
    table +=
        fmt::format(kRow, family.pattern, keyspace::type_name(family.type), lifetime_name(family.lifetime),
                    disk_name(family), count, family.writer, family.meaning);
    ++row;
  }
  return table;
}

Result<ExitCode> count_keys(Premises& premises, const std::string&, Audience& audience) {
  const auto families = keyspace::key_families();
  std::vector<std::uint64_t> counts(families.size());
  std::uint64_t all = 0, strangers = 0, cursor = 0;
  do {
    const auto page = STOA_TRY(premises.engines.keyspace().scan(cursor, "*", kKeysAPage));
    for (const std::string& name : page.names) {
      const auto* family = keyspace::family_of(name);
      ++(family ? counts[static_cast<std::size_t>(family - families.data())] : strangers);
    }
    all += page.names.size();
    cursor = page.cursor;
    audience.progress(fmt::format("counting: {} keys", all));
  } while (cursor != 0 && !audience.gone());
  print_lines(key_table(counts), audience);
  audience.line(fmt::format("{} keys", all));
  if (strangers > 0) audience.line(fmt::format("{} of them belong to no family of this table", strangers));
  return ExitCode::Done;
}

}  // namespace stoa::cli
