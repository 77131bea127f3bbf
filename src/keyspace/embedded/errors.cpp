#include "keyspace/embedded/errors.h"

#include <fmt/format.h>

namespace stoa::keyspace::embedded {

Error wrong_type(std::string_view name, Type found, Type wanted) {
  return {Error::Kind::Corrupt, "keyspace.wrong_type",
          fmt::format("key '{}' holds a {} where a {} belongs; look at it with redis-cli, and delete it if "
                      "it is not yours",
                      name, type_name(found), type_name(wanted))};
}

Error not_a_number(std::string_view what) {
  return {Error::Kind::Corrupt, "keyspace.not_a_number",
          fmt::format("{} is not a number that can be counted with", what)};
}

Error out_of_numbers(std::string_view what) {
  return {Error::Kind::Corrupt, "keyspace.not_a_number",
          fmt::format("{} would leave the range of 64-bit integers", what)};
}

}  // namespace stoa::keyspace::embedded
