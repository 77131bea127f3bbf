#pragma once
#include "http/page_form.h"
#include "shop/pages_desk.h"
#include "shop/product.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::shop {

/// The form in which a product is made and edited at the desk, filled with the draft.
http::PageForm product_form(http::Call&, const DeskPages&, const ProductDraft&);
/// Its fields' names.
std::vector<std::string> product_form_fields();

/// What was typed, without pictures; nullopt when the form has something to say to it.
Result<std::optional<ProductDraft>> read_draft(http::Call&, const DeskPages&, http::PageForm&);

/// Attributes as the form has them, a line each.
std::string attribute_lines(const ProductDraft&);

/// Names what the form shows of the draft: another edition, another content.
std::string edition_of(ProductDraft);

}  // namespace stoa::shop
