#pragma once
#include "feed/pages_complaints.h"
#include "http/page_form.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stoa::feed {

/// The form of a new article: what was typed, the groups to choose from, and what the rules have against it,
/// all of it at once and each beside its field.
class PostingForm {
 public:
  /// As it was sent. Before that it is empty, but for the `group` and `product` that the address names.
  PostingForm(Call&, const Front&);

  /// nullopt when something is wrong, which fields() then says.
  Result<std::optional<ArticleDraft>> read();
  /// Whether the rule's refusal stands beside a field now.
  bool complain(const Error&);
  void complain(std::string_view field, std::string text);

  int status() const { return form_.status(); }
  /// As feed/new.html takes them.
  Result<Fields> fields();

 private:
  /// Gives what was typed and can be no group's name.
  std::optional<std::string> read_groups(ArticleDraft&) const;
  void complain_of_group(std::string_view name);
  Result<void> require_groups(const ArticleDraft&);
  Result<void> find_product();
  void check_all(ArticleDraft);
  std::string typed(std::string_view field) const { return call_.form(field).value_or(""); }
  std::string product_typed() const;
  Result<void> add_groups(Fields&) const;

  Call& call_;
  const Front& front_;
  http::PageForm form_;
  /// Of check boxes.
  std::set<std::string, std::less<>> ticked_;
  http::Value groups_error_, product_error_;
  std::optional<ProductId> product_;
  /// The product's card.
  http::Value card_;
};

/// The form's fields, for its routes.
std::vector<std::string> posting_form_fields();

/// `title` and `text` of a form as they would be shown, or what is wrong with the text.
struct Preview {
  /// As feed/preview.html takes it.
  http::Value shown = {};
  std::optional<Complaint> complaint = std::nullopt;
};
Result<Preview> preview_of(const Call&, const Front&);
/// For htmx, which puts it above the form.
Response preview_part(const Call&, const Front&, const Preview&);

}  // namespace stoa::feed
