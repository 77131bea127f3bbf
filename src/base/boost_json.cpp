// The compiled part of Boost.JSON, so that its library need not be linked.
#include <boost/json/src.hpp>
