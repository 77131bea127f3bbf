#include "http/escaping_check.h"

#include <ctemplate/template.h>
#include <ctemplate/template_dictionary_interface.h>

#include <deque>
#include <memory>
#include <stdexcept>

namespace stoa::http {
namespace {

using ctemplate::TemplateString;

/// What breaks out of any place that does not escape it. An address has been looked at before it is escaped.
std::string hostile(std::string_view name) {
  const bool is_address = name.ends_with("__href");
  return std::string(is_address ? "/" : "") + "a\"b'c<d>e&f\tg\nh;i)j{k" + std::string(name);
}

/// Shows every section once.
class Hostile final : public ctemplate::TemplateDictionaryInterface {
 protected:
  TemplateString GetValue(const TemplateString& name) const override {
    const std::string& kept =
        kept_.emplace_back(hostile({name.begin(), static_cast<std::size_t>(name.end() - name.begin())}));
    return {kept.data(), kept.size()};
  }
  bool IsHiddenSection(const TemplateString&) const override { return false; }
  bool IsUnhiddenSection(const TemplateString&) const override { return true; }
  bool IsHiddenTemplate(const TemplateString&) const override { return true; }
  const char* GetIncludeTemplateName(const TemplateString&, int) const override { return nullptr; }
  // Without rows a section is shown once, with the values around it.
  Iterator* CreateTemplateIterator(const TemplateString&) const override { return new NoRows; }
  Iterator* CreateSectionIterator(const TemplateString&) const override { return new NoRows; }
  void DumpToString(std::string*, int) const override {}

 private:
  class NoRows final : public Iterator {
   public:
    bool HasNext() const override { return false; }
    const TemplateDictionaryInterface& Next() override { throw std::logic_error("there is no next row"); }
  };
  mutable std::deque<std::string> kept_;
};

}  // namespace

bool is_escaped_well(const std::string& flat, const TemplateProgram& program) {
  const std::string source = "{{%AUTOESCAPE context=\"HTML\"}}" + flat;
  const std::unique_ptr<ctemplate::Template> parsed(
      ctemplate::Template::StringToTemplate(source.data(), source.size(), ctemplate::DO_NOT_STRIP));
  if (!parsed) return false;
  std::string text;
  const Hostile values;
  return parsed->Expand(&text, &values) && text == program.spelled_out(hostile);
}

}  // namespace stoa::http
