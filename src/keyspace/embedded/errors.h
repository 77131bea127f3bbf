#pragma once
#include "base/result.h"
#include "keyspace/key.h"

#include <string_view>

namespace stoa::keyspace::embedded {

Error wrong_type(std::string_view name, Type found, Type wanted);
/// `what` is like "the value of 'article:'".
Error not_a_number(std::string_view what);
Error out_of_numbers(std::string_view what);

}  // namespace stoa::keyspace::embedded
