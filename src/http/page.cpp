#include "http/page.h"

#include "base/guarded.h"
#include "http/origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace stoa::http {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8";
/// Those that finish() adds are among them.
constexpr std::size_t kUsualHeaders = 10;

std::string_view field_of(Door door) {
  switch (door) {
    case Door::Shop:
      return "shop_open";
    case Door::Feed:
      return "feed_open";
    case Door::Gallery:
      return "gallery_open";
    case Door::Challenges:
      return "challenges_open";
    case Door::Search:
      return "search_open";
    case Door::Cart:
      return "cart_open";
    case Door::Account:
      return "account_open";
  }
  return "";
}

std::string_view field_of(Flash::Kind kind) {
  switch (kind) {
    case Flash::Kind::Good:
      return "good";
    case Flash::Kind::Bad:
      return "bad";
    case Flash::Kind::Info:
      break;
  }
  return "info";
}

Settled settled_by(const std::vector<Door>& open) {
  Settled settled;
  for (const Door door : kDoors)
    settled[std::string(field_of(door))] = std::ranges::find(open, door) != open.end();
  return settled;
}

}  // namespace

/// Everything that was read and parsed together.
struct Pages::Set {
  std::shared_ptr<const Translations> translations;
  StaticFiles files;
  std::unique_ptr<const Templates> templates;

  static Result<std::shared_ptr<const Set>> load(const std::filesystem::path& directory,
                                                 const Settled& settled) {
    const PageFiles files = STOA_TRY(read_page_files(directory));
    auto set = std::make_shared<Set>();
    set->translations = std::make_shared<const Translations>(STOA_TRY(Translations::read(files)));
    set->files = StaticFiles::pack(files);
    set->templates = STOA_TRY(Templates::parse(files, set->translations, set->files.paths(), settled));
    return std::shared_ptr<const Set>(std::move(set));
  }
};

/// Gives the current Set. Without reloading that is one and the same, and costs nothing.
class Pages::Source {
 public:
  Source(const PagesOptions& options, std::shared_ptr<const Set> first)
      : directory_(options.directory),
        settled_(settled_by(options.doors)),
        reloads_(options.reload == PagesOptions::Reload::WhenChanged && !directory_.empty()),
        log_(options.log),
        first_(first),
        newest_(Newest{std::move(first), reloads_ ? fingerprint_of(directory_) : 0}) {}

  /// A file that is wrong is told in the log, and what was right before stays.
  std::shared_ptr<const Set> current() {
    if (!reloads_) return {std::shared_ptr<const Set>(), first_.get()};
    const auto newest = newest_.lock();
    const std::uint64_t seen = fingerprint_of(directory_);
    if (seen == newest->fingerprint) return newest->set;
    newest->fingerprint = seen;
    auto loaded = Set::load(directory_, settled_);
    if (loaded.ok()) {
      newest->set = *std::move(loaded);
      log_.info("pages read again");
    } else {
      log_.error("pages kept as they were", {{"error", loaded.error().message}});
    }
    return newest->set;
  }

 private:
  struct Newest {
    std::shared_ptr<const Set> set;
    std::uint64_t fingerprint = 0;
  };

  const std::filesystem::path directory_;
  const Settled settled_;
  const bool reloads_;
  const Logger log_;
  const std::shared_ptr<const Set> first_;
  Guarded<Newest> newest_;
};

Pages::Pages(PagesOptions options, std::unique_ptr<Source> source)
    : options_(std::move(options)), source_(std::move(source)) {}
Pages::~Pages() = default;

Result<std::unique_ptr<Pages>> Pages::open(PagesOptions options) {
  auto first = STOA_TRY(Set::load(options.directory, settled_by(options.doors)));
  auto source = std::make_unique<Source>(options, std::move(first));
  return std::unique_ptr<Pages>(new Pages(std::move(options), std::move(source)));
}

Rendering Pages::rendering(Language language) const {
  return {language, options_.clock->now(), options_.currency};
}

Fields Pages::layout_fields(Call& call, Audience audience) const {
  Fields fields{{"language", tag_of(call.language)},
                {"version", options_.version},
                {"origin", origin_of(call.request)},
                {"path", call.request.target}};
  if (audience == Audience::Everybody) return fields.set("for_everybody", true);
  add_visitor(call, fields);
  if (const auto flash = take_flash(call, options_.secret, options_.clock->now()))
    fields.set("flash", Fields{{"text", flash->text}, {field_of(flash->kind), true}});
  return fields;
}

void Pages::add_visitor(const Call& call, Fields& fields) const {
  fields.set("viewer_name", call.viewer.name);
  fields.set("viewer_is_admin", call.viewer.role == Role::Admin);
  if (options_.personal) options_.personal(call.viewer, fields);
}

Patchwork Pages::rendered(const Set& set, std::string_view name, const Rendering& rendering,
                          const Fields& layout, const Fields& page) const {
  Templates::Rendered done = set.templates->render(name, rendering, layout, page);
  for (const std::string& field : done.missing) {
    if (options_.missing == PagesOptions::Missing::Throw)
      throw std::logic_error(fmt::format("templates/{} has no field '{}' to show", name, field));
    options_.log.warning("a template names a field that its page does not have",
                         {{"template", name}, {"field", field}});
  }
  return std::move(done.work);
}

Response Pages::page(Call& call, std::string_view name, const Fields& fields, Look look) const {
  const auto set = source_->current();
  const Fields layout = layout_fields(call, look.audience);
  Response response{.status = look.status, .content_type = std::string(kHtml)};
  response.headers.reserve(kUsualHeaders);
  response.headers.push_back({"Content-Language", std::string(tag_of(call.language))});
  if (look.audience == Audience::Visitor) response.headers.push_back({"Cache-Control", "private, no-cache"});
  Patchwork work = rendered(*set, name, rendering(call.language), layout, fields);
  response.body = std::move(work.text);
  response.seams = std::move(work.seams);
  return response;
}

Response Pages::fragment(const Call& call, std::string_view name, const Fields& fields) const {
  Response response{.content_type = std::string(kHtml)};
  response.headers.push_back({"Cache-Control", "private, no-cache"});
  Patchwork work = part(call.language, name, fields);
  response.body = std::move(work.text);
  response.seams = std::move(work.seams);
  return response;
}

Response Pages::visitor(Call& call) const {
  Fields fields;
  add_visitor(call, fields);
  return fragment(call, "parts/visitor.html", fields);
}

Patchwork Pages::part(Language language, std::string_view name, const Fields& fields) const {
  static const Fields none;
  return rendered(*source_->current(), name, rendering(language), none, fields);
}

Html Pages::html(Language language, std::string_view name, const Fields& fields) const {
  return Html(part(language, name, fields));
}

std::string Pages::say(Language language, std::string_view key, Translations::Arguments arguments) const {
  return source_->current()->translations->say(language, key, arguments);
}

std::optional<std::string> Pages::find(Language language, std::string_view key) const {
  return source_->current()->translations->say_if_known(language, key);
}

void Pages::flash(Call& call, Flash::Kind kind, std::string_view key,
                  Translations::Arguments arguments) const {
  leave_flash(call, options_.secret, {kind, say(call.language, key, arguments)}, options_.clock->now());
}

Result<Response> Pages::static_file(const Request& request, std::string_view name) const {
  return source_->current()->files.serve(request, name);
}

std::string Pages::asset(std::string_view name) const {
  const auto set = source_->current();
  const auto found = set->files.paths().find(name);
  if (found == set->files.paths().end()) throw std::logic_error(fmt::format("there is no static/{}", name));
  return found->second;
}

}  // namespace stoa::http
