#include "http/html_place.h"

#include "http/ascii.h"

#include <algorithm>
#include <array>

namespace stoa::http {
namespace {

constexpr auto kAddresses = std::to_array<std::string_view>(
    {"href",    "src",         "action",     "formaction", "poster",      "cite",          "data",
     "srcset",  "imagesrcset", "xlink:href", "background", "manifest",    "ping",          "hx-get",
     "hx-post", "hx-put",      "hx-patch",   "hx-delete",  "hx-push-url", "hx-replace-url"});
constexpr auto kCode = std::to_array<std::string_view>(
    {"style", "srcdoc", "hx-vals", "hx-vars", "hx-headers", "hx-request", "hx-trigger"});

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

}  // namespace

void HtmlPlace::feed(std::string_view markup) {
  for (const char c : markup) feed(c);
}

void HtmlPlace::feed(char c) {
  switch (state_) {
    case State::Text:
    case State::Comment:
    case State::Raw:
      return feed_in_text(c);
    case State::Value:
      return feed_in_value(c);
    case State::TagStart:
      return start_tag(c);
    default:
      return feed_in_tag(c);
  }
}

void HtmlPlace::feed_in_text(char c) {
  if (state_ == State::Text) {
    if (c == '<') state_ = State::TagStart;
    return;
  }
  recent_ += lower_case(c);
  if (state_ == State::Comment && recent_.ends_with("-->")) state_ = State::Text;
  if (state_ == State::Raw && recent_.ends_with("</" + tag_)) {
    tag_ = "/" + tag_;
    state_ = State::TagName;
  }
}

void HtmlPlace::start_tag(char c) {
  tag_.assign(1, lower_case(c));
  const bool is_tag = (tag_[0] >= 'a' && tag_[0] <= 'z') || c == '/' || c == '!' || c == '?';
  state_ = is_tag ? State::TagName : State::Text;
}

void HtmlPlace::feed_in_tag(char c) {
  if (c == '>') return end_tag();
  switch (state_) {
    case State::TagName:
      if (is_space(c))
        state_ = State::InTag;
      else if (tag_ += lower_case(c); tag_ == "!--") {
        recent_.clear();
        state_ = State::Comment;
      }
      return;
    case State::BeforeValue:
      if (is_space(c)) return;
      state_ = State::Value;
      quote_ = c == '"' || c == '\'' ? c : 0;
      value_begun_ = quote_ == 0;
      return;
    default:
      break;
  }
  if (c == '=' && state_ != State::InTag)
    state_ = State::BeforeValue;
  else if (is_space(c))
    state_ = state_ == State::Name ? State::AfterName : state_;
  else if (state_ == State::Name)
    attribute_ += lower_case(c);
  else {
    attribute_.assign(1, lower_case(c));
    state_ = State::Name;
  }
}

void HtmlPlace::feed_in_value(char c) {
  if (quote_ != 0 ? c == quote_ : is_space(c))
    state_ = State::InTag;
  else if (quote_ == 0 && c == '>')
    end_tag();
  else
    value_begun_ = true;
}

void HtmlPlace::end_tag() {
  if (tag_ == "pre" || tag_ == "textarea") preformatted_ = true;
  if (tag_ == "/pre" || tag_ == "/textarea") preformatted_ = false;
  recent_.clear();
  state_ = tag_ == "script" || tag_ == "style" ? State::Raw : State::Text;
}

bool HtmlPlace::holds_address() const {
  return std::find(kAddresses.begin(), kAddresses.end(), attribute_) != kAddresses.end();
}

bool HtmlPlace::holds_code() const {
  return attribute_.starts_with("on") || attribute_.starts_with("hx-on") ||
         std::find(kCode.begin(), kCode.end(), attribute_) != kCode.end();
}

HtmlPlace::Kind HtmlPlace::kind() const {
  if (state_ == State::Text) return Kind::Text;
  if (state_ != State::Value || quote_ == 0 || holds_code()) return Kind::Forbidden;
  if (!holds_address()) return Kind::Attribute;
  return value_begun_ ? Kind::AddressPart : Kind::AddressStart;
}

std::string HtmlPlace::why() const {
  switch (state_) {
    case State::Raw:
      return "within <" + tag_ + ">";
    case State::Comment:
      return "within a comment";
    case State::Value:
      if (quote_ != 0) return "within the attribute '" + attribute_ + "', which is code";
      return "as an attribute's value without quotes";
    case State::BeforeValue:
      return "as an attribute's value without quotes";
    default:
      return "within a tag, outside its attributes' values";
  }
}

}  // namespace stoa::http
