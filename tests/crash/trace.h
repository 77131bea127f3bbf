#pragma once
#include "keyspace/keyspace.h"
#include "records/records.h"
#include "store/store.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace stoa::test {

/// The two ports on one data directory.
struct Ports {
  static Result<Ports> open(const std::filesystem::path&);

  std::unique_ptr<store::Store> store;
  std::unique_ptr<keyspace::Keyspace> keyspace;
  std::unique_ptr<records::Records> records;
};

/// Transaction `number` of a stream: even numbers change two keys, odd ones two collections, each in one
/// transaction.
Result<void> leave_trace(Ports&, int stream, std::uint64_t number, Durability);

/// The numbers a stream has left, and whether each was left whole.
struct Traces {
  std::set<std::uint64_t> whole;
  std::set<std::uint64_t> half;
};
Traces find_traces(Ports&, int stream);

}  // namespace stoa::test
