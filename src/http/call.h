#pragma once
#include "base/ids.h"
#include "base/json.h"
#include "base/result.h"
#include "http/cookies.h"
#include "http/csrf.h"
#include "http/multipart.h"
#include "http/parameters.h"
#include "http/request.h"
#include "http/response.h"
#include "http/viewer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

class Call;
class KeptAnswer;

/// Parts of pages, asked for by path in process; the site implements it.
class Fragments {
 public:
  virtual ~Fragments() = default;
  /// What `GET path` answers to `asker`'s viewer, as markup: a route of Kind::Fragment, its access checked.
  /// NotFound when there is none; what its handler gives as an Error comes back.
  virtual Result<std::string> fragment(Call& asker, std::string_view path) = 0;
};

/// One request on its way through a handler. Belongs to the thread that handles it.
class Call {
 public:
  explicit Call(Request& r) : request(r) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  Request& request;
  Viewer viewer;
  Language language = Language::English;

  /// A path parameter, decoded: lives as long as the call. std::logic_error when the pattern has none of that
  /// name.
  std::string_view parameter(std::string_view name) const { return parameters.text(name); }
  /// One that the pattern has typed: `{product:id}` as any ObjectId, `{name:name}` as a Shortcode,
  /// `{page:int}` as a std::int64_t. The router has let only those through that parse, so this never fails; a
  /// type that the pattern does not promise is std::logic_error.
  template <class T>
  T parameter(std::string_view name) const {
    return parameters.as<T>(name);
  }

  /// The first value of that name in the query, or in a form, decoded; nullopt when there is none.
  std::optional<std::string> query(std::string_view name) const;
  std::optional<std::string> form(std::string_view name) const;
  /// All fields of the form as they came, urlencoded, files left out; empty when the body is something else.
  std::string_view form_body() const;
  /// The names of all fields of the form, files left out, in order.
  std::vector<std::string> form_names() const;
  /// Every value of that name, in order: check boxes.
  std::vector<std::string> form_all(std::string_view name) const;
  /// As a type: nullopt when absent or empty; Invalid (`request.query`, `request.form`) naming the field when
  /// it is no T. T: std::string, a whole number, bool, any ObjectId, Shortcode, Money, a described enum.
  template <class T>
  Result<std::optional<T>> query(std::string_view name) const {
    return read_field<T>(query(name), "request.query", name);
  }
  template <class T>
  Result<std::optional<T>> form(std::string_view name) const {
    return read_field<T>(form(name), "request.form", name);
  }
  /// The body as a described struct, from JSON, or from a form whose fields have the struct's names; Invalid
  /// with the path of what is wrong.
  template <class T>
  Result<T> json() const {
    return read_json<T>(request.body);
  }
  template <class T>
  Result<T> form_as() const {
    T value{};
    if (auto done = read_form(schema_of<T>(), &value); !done.ok()) return std::move(done).error();
    return value;
  }

  /// The file of a form with files (multipart/form-data); null when there is none of that name, or none was
  /// chosen.
  const FormPart* file(std::string_view name) const { return multipart_ ? multipart_->file(name) : nullptr; }

  std::optional<std::string_view> cookie(std::string_view name) const;
  /// Sent with the answer, whatever the handler returns. `Secure` is added under HTTPS.
  void set_cookie(Cookie);

  /// What the hidden field `csrf` of a form must hold. Makes a guest without a token one that a cookie
  /// carries, so a page that calls this is not one for everybody. Differs each time; all of them are good.
  std::string csrf();

  /// As Fragments::fragment.
  Result<std::string> fragment(std::string_view path) { return fragments->fragment(*this, path); }

  /// Where the answer is kept under the request's Idempotency-Key; null when there is no key. See once().
  KeptAnswer* kept = nullptr;

  /// For a handler: what was asked for was there already, and this call has done nothing to be counted.
  bool came_to_nothing = false;

  /// For the site, before anything asks for the form: Invalid (`http.form`) when the body says that it is a
  /// form and does not decode to text.
  Result<void> open_form();

  // Filled in by the site.
  Parameters parameters;
  Fragments* fragments = nullptr;
  const Csrf* csrf_tokens = nullptr;
  std::vector<Cookie> cookies_to_set;
  std::vector<Header> headers_to_add;
  /// How many fragments stand around this one.
  int depth = 0;

 private:
  template <class T>
  static Result<std::optional<T>> read_field(const std::optional<std::string>& text, std::string_view code,
                                             std::string_view name) {
    if (!text || text->empty()) return std::optional<T>();
    T value{};
    if (auto done = read_text(schema_of<T>(), &value, *text, code, name); !done.ok())
      return std::move(done).error();
    return std::optional<T>(std::move(value));
  }
  static Result<void> read_text(const Schema&, void* value, std::string_view text, std::string_view code,
                                std::string_view name);
  Result<void> read_form(const Schema&, void* value) const;
  std::optional<Multipart> multipart_;
  std::string multipart_fields_;
};

}  // namespace stoa::http
