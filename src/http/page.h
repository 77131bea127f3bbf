#pragma once
#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "http/call.h"
#include "http/flash.h"
#include "http/page_fields.h"
#include "http/secret.h"
#include "http/static_files.h"
#include "http/templates.h"
#include "http/translations.h"

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// What the header leads to, once a domain has opened it.
enum class Door { Shop, Feed, Gallery, Challenges, Search, Cart, Account };
inline constexpr std::array kDoors{Door::Shop,   Door::Feed, Door::Gallery, Door::Challenges,
                                   Door::Search, Door::Cart, Door::Account};

struct PagesOptions {
  /// Signs flash messages; the site's own.
  Secret secret;
  /// Its templates/, static/ and translations/ replace the built-in files of the same name; empty: there is
  /// none.
  std::filesystem::path directory = {};
  enum class Reload { Never, WhenChanged } reload = Reload::Never;
  /// What to do about a name in a template that the page has no field for: write nothing and say so in the
  /// log, or throw std::logic_error.
  enum class Missing { Log, Throw } missing = Missing::Log;
  Currency currency = Currency::Rub;
  std::string version = {};
  std::vector<Door> doors = {};
  /// Adds what the domains know of a visitor to the fields of the layout: `cart_count`. Asked for every page
  /// that is made for a visitor; may be empty.
  std::function<void(const Viewer&, Fields&)> personal = {};
  const Clock* clock = &Clock::system();
  Logger log = Logger::silent();
};

/// Whether a page is made for the one who asks, or for everybody: then it may be kept, holds nothing
/// personal, and the browser fetches the personal parts of the header afterwards.
enum class Audience { Visitor, Everybody };

/// The templates, translations and static files together: what a page handler talks to.
///     return pages.page(call, "shop/product.html", {{"name", product.name}, {"price", product.price}});
/// Safe from any thread.
class Pages {
 public:
  /// Invalid (`templates.syntax`, `translations.file`) naming file and line, Unavailable (`pages.directory`).
  static Result<std::unique_ptr<Pages>> open(PagesOptions);
  ~Pages();

  struct Look {
    int status = 200;
    Audience audience = Audience::Visitor;
  };
  /// A whole page, in the visitor's language, with the flash message that waits. A name that the page's
  /// fields lack is looked up in the layout's (`viewer_name`, `language`, `path`).
  Response page(Call&, std::string_view name, const Fields&, Look) const;
  Response page(Call& call, std::string_view name, const Fields& fields = {}) const {
    return page(call, name, fields, Look());
  }

  /// A template without the layout, or one block of a page (`shop/product.html#reviews`), as htmx asks for
  /// it.
  Response fragment(const Call&, std::string_view name, const Fields& = {}) const;
  /// The header's personal part, for a page that was made for everybody.
  Response visitor(Call&) const;
  /// As fragment(), as a field for another page.
  Html html(Language, std::string_view name, const Fields& = {}) const;

  /// As Translations::say.
  std::string say(Language, std::string_view key, Translations::Arguments = {}) const;
  /// As say(), without parameters; nullopt for a key that is in no file.
  std::optional<std::string> find(Language, std::string_view key) const;
  /// For the page that comes next.
  void flash(Call&, Flash::Kind, std::string_view key, Translations::Arguments = {}) const;

  /// As StaticFiles::serve.
  Result<Response> static_file(const Request&, std::string_view name) const;
  /// `/static/app.3f9a1c02d4.css`; std::logic_error when there is none.
  std::string asset(std::string_view name) const;

 private:
  struct Set;
  class Source;

  explicit Pages(PagesOptions, std::unique_ptr<Source>);
  Rendering rendering(Language) const;
  Fields layout_fields(Call&, Audience) const;
  void add_visitor(const Call&, Fields&) const;
  Patchwork part(Language, std::string_view name, const Fields&) const;
  Patchwork rendered(const Set&, std::string_view name, const Rendering&, const Fields& layout,
                     const Fields& page) const;

  const PagesOptions options_;
  const std::unique_ptr<Source> source_;
};

}  // namespace stoa::http
