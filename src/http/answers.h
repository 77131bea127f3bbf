#pragma once
#include "base/json.h"
#include "http/response.h"

#include <string>
#include <string_view>

namespace stoa::http {

/// A described struct, or a list or map of them.
template <class T>
Response json(const T& value, int status = 200) {
  return {.status = status, .content_type = "application/json", .body = to_json(value)};
}

Response html(std::string markup, int status = 200);
Response no_content();

/// 303, after a form was taken: the browser goes on with GET. `path` is one of ours (local_path() otherwise);
/// it may hold anything, as what a header cannot hold is encoded.
Response see_other(std::string_view path);

/// `path` if it leads within this site, else `fallback`: what a stranger may say in `?next=`.
std::string local_path(std::string_view path, std::string_view fallback = "/");

}  // namespace stoa::http
