#include "http/page_form.h"

#include "base/typed_number.h"
#include "http/form.h"
#include "http/formats.h"
#include "http/percent.h"

#include <algorithm>

namespace stoa::http {
namespace {

const Schema& within(const Schema& schema) {
  return schema.shape == Shape::Optional ? *schema.element : schema;
}

const Member* member_of(const Schema& schema, std::string_view name) {
  const auto& members = schema.structure.members;
  const auto found = std::ranges::find(members, name, &Member::name);
  return found == members.end() ? nullptr : &*found;
}

bool is_number(const Schema& schema) {
  switch (within(schema).shape) {
    case Shape::Int32:
    case Shape::Int64:
    case Shape::Double:
    case Shape::Money:
      return true;
    default:
      return false;
  }
}

std::string span_of(const Pages& pages, Language language, std::string_view key, const std::string& least,
                    const std::string& most) {
  return pages.say(language, key, {{"least", std::string_view(least)}, {"most", std::string_view(most)}});
}

std::string range_text(const Pages& pages, Language language, const Member& member) {
  const auto text = [&](std::int64_t number) {
    if (within(*member.schema).shape != Shape::Money) return format_number(language, number);
    return format_number(language, static_cast<double>(number) / 100.0);
  };
  if (const auto& whole = member.constraints.whole)
    return span_of(pages, language, "form.range", text(whole->least), text(whole->most));
  if (const auto& real = member.constraints.real)
    return span_of(pages, language, "form.range", format_number(language, real->least),
                   format_number(language, real->most));
  return pages.say(language, "form.number");
}

std::string text_of(const Pages& pages, Language language, const Member& member, std::string_view code) {
  const auto& length = member.constraints.length;
  if (code == "request.missing_field") return pages.say(language, "form.missing");
  if (code == "request.out_of_range") return range_text(pages, language, member);
  if (code == "request.bad_length" && length)
    return span_of(pages, language, "form.length", format_number(language, std::int64_t(length->least)),
                   format_number(language, std::int64_t(length->most)));
  if (code == "request.unreadable") return pages.say(language, "form.unreadable");
  return pages.say(language, is_number(*member.schema) ? "form.number" : "form.not_possible");
}

}  // namespace

std::string PageForm::typed(const FormField& field) const {
  return call_.form(field.name).value_or(field.value);
}

const PageForm::Complaint* PageForm::complaint_of(std::string_view field) const {
  const auto found = std::ranges::find(complaints_, field, &Complaint::field);
  return found == complaints_.end() ? nullptr : &*found;
}

std::string PageForm::encoded(const Schema& schema) const {
  std::string text;
  for (const FormField& field : fields_) {
    const Member* member = member_of(schema, field.name);
    if (member == nullptr) continue;
    std::string value = complaint_of(field.name) ? std::string(field.sample) : typed(field);
    if (is_number(*member->schema)) value = plain_number(std::move(value));
    append_field(field.name, value, text);
  }
  return text;
}

bool PageForm::complain(const Schema& schema, const Error& error) {
  const std::string_view path = std::string_view(error.message).substr(0, error.message.find(':'));
  const Member* member = member_of(schema, path);
  const auto field = std::ranges::find(fields_, path, &FormField::name);
  if (member == nullptr || field == fields_.end() || complaint_of(path)) return false;
  const bool nothing = typed(*field).empty();
  complain(path, text_of(pages_, call_.language, *member,
                         nothing ? "request.missing_field" : std::string_view(error.code)));
  return true;
}

void PageForm::complain(std::string_view field, std::string text) {
  complaints_.push_back({std::string(field), std::move(text)});
}

Result<bool> PageForm::read(const Schema& schema, void* value) {
  while (true) {
    const auto done = read_form(schema, value, encoded(schema));
    if (done.ok()) return complaints_.empty();
    if (!complain(schema, done.error())) return complaints_.empty() ? Result<bool>(done.error()) : false;
  }
}

Fields PageForm::fields() const {
  List rows, errors;
  for (const FormField& field : fields_) {
    const Complaint* wrong = complaint_of(field.name);
    const bool lines = field.size == FormField::Size::Lines;
    rows.push_back({{"name", field.name},
                    {"label", pages_.say(call_.language, field.label)},
                    {"help", field.help.empty() ? std::string() : pages_.say(call_.language, field.help)},
                    {"type", field.type},
                    {"autocomplete", "off"},
                    {"lines", lines},
                    {"value", typed(field)},
                    {"error", wrong ? Value(wrong->text) : Value()}});
  }
  for (const Complaint& complaint : complaints_)
    errors.push_back({{"field", complaint.field}, {"text", complaint.text}});
  const bool any = !errors.empty();
  return {{"fields", std::move(rows)},
          {"errors", std::move(errors)},
          {"any_errors", any},
          {"csrf", call_.csrf()}};
}

}  // namespace stoa::http
