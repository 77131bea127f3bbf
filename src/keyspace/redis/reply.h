#pragma once
#include "base/result.h"
#include "keyspace/key.h"
#include "keyspace/keyspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stoa::keyspace::redis {

/// One answer of the server. Text and elements are there to be moved out.
struct Reply {
  enum class Kind { Nil, Text, Status, Number, Error, Array };

  Kind kind = Kind::Nil;
  std::int64_t number = 0;
  std::string text;
  std::vector<Reply> elements;
};

/// What the server meant by an error it sent: Unavailable when it cannot serve, Corrupt when the data is not
/// what the code takes it for.
Error error_of(std::string_view text);

// Each takes an answer apart; Corrupt (`redis.protocol`) when it is of another shape than the command gives.
Result<std::optional<std::string>> to_optional_text(Reply&&);
Result<std::vector<std::optional<std::string>>> to_optional_texts(Reply&&);
Result<std::vector<std::string>> to_texts(Reply&&);
Result<std::vector<Field>> to_fields(Reply&&);
Result<std::vector<Scored>> to_scored(Reply&&);
Result<std::int64_t> to_number(Reply&&);
Result<std::size_t> to_size(Reply&&);
Result<std::vector<bool>> to_bools(Reply&&);
Result<std::optional<double>> to_optional_score(Reply&&);
Result<std::vector<std::optional<double>>> to_optional_scores(Reply&&);
Result<std::optional<Type>> to_type(Reply&&);
Result<ScanPage> to_scan_page(Reply&&);

}  // namespace stoa::keyspace::redis
