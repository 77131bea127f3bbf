#include "http/templates.h"

#include "http/escaping_check.h"
#include "http/template_program.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <stdexcept>

namespace stoa::http {

struct Templates::Parsed {
  using InEachLanguage = std::array<std::unique_ptr<const TemplateProgram>, kLanguages.size()>;
  std::map<std::string, InEachLanguage, std::less<>> templates;
};

Templates::Templates(std::shared_ptr<const Translations> translations)
    : translations_(std::move(translations)), parsed_(std::make_unique<Parsed>()) {}
Templates::~Templates() = default;

Result<std::unique_ptr<const Templates>> Templates::parse(const PageFiles& files,
                                                          std::shared_ptr<const Translations> translations,
                                                          const AssetPaths& assets, Settled settled) {
  std::unique_ptr<Templates> made(new Templates(std::move(translations)));
  const auto sources = STOA_TRY(TemplateSources::read(files));
  for (const std::string& name : sources.names())
    for (const Language language : kLanguages) {
      settled["in_english"] = language == Language::English;
      settled["in_russian"] = language == Language::Russian;
      const std::string flat =
          STOA_TRY(sources.flatten(name, language, *made->translations_, assets, settled));
      auto program = std::make_unique<const TemplateProgram>(flat);
      if (!is_escaped_well(flat, *program))
        return Error{
            Error::Kind::Invalid, "templates.syntax",
            "templates/" + name + ":1: its markup cannot be followed, so its values cannot be escaped"};
      made->parsed_->templates[name][static_cast<std::size_t>(language)] = std::move(program);
    }
  return std::unique_ptr<const Templates>(std::move(made));
}

Templates::Rendered Templates::render(std::string_view name, const Rendering& rendering, const Fields& layout,
                                      const Fields& page) const {
  const auto found = parsed_->templates.find(name);
  if (found == parsed_->templates.end())
    throw std::logic_error(fmt::format("there is no template '{}'", name));
  const Frame outer{layout};
  ValueText values(*translations_, rendering);
  Rendered rendered;
  rendered.work = found->second[static_cast<std::size_t>(rendering.language)]->run({page, &outer}, values,
                                                                                   rendered.missing);
  return rendered;
}

}  // namespace stoa::http
