#pragma once
#include <string>

namespace stoa::cli {

/// Every key family of the keyspace as an aligned table, for people.
std::string key_table();

}  // namespace stoa::cli
