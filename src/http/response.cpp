#include "http/response.h"

#include <boost/beast/http/status.hpp>

#include <ostream>

namespace stoa::http {

std::string_view reason(int status) {
  return boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
}

}  // namespace stoa::http
