#include "http/friendly_error_pages.h"

#include "http/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stoa::http {
namespace {

constexpr auto kKnown = std::to_array<int>({400, 401, 403, 404, 405, 409, 413, 429, 500, 503});

/// The translations' name for it: those that have none are told as the first of their hundred, or in general.
std::string key_of(int status) {
  if (std::find(kKnown.begin(), kKnown.end(), status) != kKnown.end()) return std::to_string(status);
  return status >= 500 ? "500" : "other";
}

/// Whether the same request may well succeed later.
bool may_pass(int status) {
  return status == 429 || status >= 500;
}

/// Where it is the visitor's doing, the detail helps who can read it; where it is ours, it would only puzzle.
bool shows_detail(int status, Language language) {
  if (language != Language::English) return false;
  return status == 400 || status == 409 || status == 413 || status == 422;
}

class FriendlyErrorPages final : public ErrorPages {
 public:
  explicit FriendlyErrorPages(const Pages& pages) : pages_(pages) {}

  Response page(Call& call, int status, std::string_view code, std::string_view detail) override {
    try {
      return rendered(call, status, detail);
    } catch (const std::exception&) {
      // An owner's template may be what failed.
      return {.status = status, .body = fmt::format("{} {}\n", status, code)};
    }
  }

 private:
  Response rendered(Call& call, int status, std::string_view detail) const {
    const bool reads = call.request.method == Method::Get || call.request.method == Method::Head;
    const std::string key = status == 404 && !reads ? "gone" : key_of(status);
    Fields fields{{"status", status},
                  {"title", pages_.say(call.language, "error." + key + ".title")},
                  {"text", pages_.say(call.language, "error." + key + ".text")},
                  {"request_id", std::string(call.request.id)}};
    if (shows_detail(status, call.language)) fields.set("detail", detail);
    if (may_pass(status) && reads) fields.set("again", local_path(call.request.target));
    if (!call.request.header("HX-Request"))
      return pages_.page(call, "error.html", fields, {.status = status});
    Response response = pages_.fragment(call, reads ? "error.html#trouble" : "error_note.html", fields);
    response.status = status;
    // What was to be changed stays as it is, arrows or a form, and is still there to be tried again.
    if (!reads) {
      response.headers.push_back({"HX-Retarget", "#aloft"});
      response.headers.push_back({"HX-Reswap", "innerHTML"});
    }
    return response;
  }

  const Pages& pages_;
};

}  // namespace

std::unique_ptr<ErrorPages> friendly_error_pages(const Pages& pages) {
  return std::make_unique<FriendlyErrorPages>(pages);
}

}  // namespace stoa::http
