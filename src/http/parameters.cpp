#include "http/parameters.h"

#include <stdexcept>

namespace stoa::http {

void Parameters::add(std::string_view name, ParameterType type, std::string_view text) {
  if (count_ == kMost) throw std::logic_error("a path has too many parameters");
  values_[count_++] = {name, text, type};
}

const Parameters::Value& Parameters::find(std::string_view name) const {
  for (std::size_t i = 0; i < count_; ++i)
    if (values_[i].name == name) return values_[i];
  throw std::logic_error("the route's path has no parameter '" + std::string(name) + "'");
}

void Parameters::expect(const Value& value, ParameterType type) {
  if (value.type != type)
    throw std::logic_error("the parameter '" + std::string(value.name) +
                           "' is asked for as another type than the route's path gives it");
}

}  // namespace stoa::http
