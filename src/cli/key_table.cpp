#include "cli/key_table.h"

#include "keyspace/keys.h"

#include <fmt/format.h>

namespace stoa::cli {
namespace {

std::string_view disk_name(const keyspace::KeyFamily& family) {
  if (family.lifetime == keyspace::Lifetime::Volatile) return "never";
  return family.durability == Durability::Durable ? "before the answer" : "within 100 ms";
}

}  // namespace

std::string key_table() {
  constexpr std::string_view kRow = "{:<32} {:<7} {:<18} {:<11} {}\n";
  std::string table = fmt::format(kRow, "KEY", "TYPE", "ON DISK", "WRITER", "MEANING");
  for (const keyspace::KeyFamily& family : keyspace::key_families())
    table += fmt::format(kRow, family.pattern, keyspace::type_name(family.type), disk_name(family),
                         family.writer, family.meaning);
  return table;
}

}  // namespace stoa::cli
