#pragma once
#include <string>
#include <string_view>

namespace stoa::http {

/// Follows a template's markup and knows in what place a value would stand. It does what the template
/// engine's own escaping leaves open: values within addresses, attributes of htmx and SVG, and places where
/// no escaping helps.
class HtmlPlace {
 public:
  enum class Kind {
    Text,
    Attribute,
    /// The whole address or its beginning: its scheme must be a harmless one.
    AddressStart,
    /// A part of an address: must not end it or add to it.
    AddressPart,
    /// Nothing from outside may stand here; why() says why.
    Forbidden
  };

  void feed(std::string_view markup);
  Kind kind() const;
  /// Of a Forbidden one.
  std::string why() const;

  bool preformatted() const { return preformatted_; }

 private:
  enum class State { Text, TagStart, TagName, InTag, Name, AfterName, BeforeValue, Value, Comment, Raw };

  void feed(char);
  void feed_in_text(char);
  void feed_in_tag(char);
  void feed_in_value(char);
  void start_tag(char);
  void end_tag();
  bool holds_address() const;
  bool holds_code() const;

  State state_ = State::Text;
  std::string tag_;
  std::string attribute_;
  std::string recent_;
  char quote_ = 0;
  bool value_begun_ = false;
  bool preformatted_ = false;
};

}  // namespace stoa::http
