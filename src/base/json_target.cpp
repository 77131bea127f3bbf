#include "base/json_target.h"

#include "base/bytes.h"
#include "base/clock.h"
#include "base/money.h"
#include "base/nearest.h"
#include "base/rfc3339.h"

#include <fmt/format.h>
#include <sodium.h>

#include <charconv>

namespace stoa {
namespace {
std::string type_text(const Schema& schema) {
  switch (schema.shape) {
    case Shape::Bool:
      return "must be true or false";
    case Shape::Int32:
    case Shape::Int64:
      return "must be a whole number";
    case Shape::Double:
      return "must be a number";
    case Shape::Money:
      return "must be an amount, a number with at most two decimals";
    case Shape::Id:
      return "must be an id, a text of 24 hex digits";
    case Shape::Moment:
      return "must be a time, a text like 2025-11-05T12:34:56Z";
    case Shape::Bytes:
      return "must be bytes, a text in base64";
    case Shape::List:
      return "must be a list";
    case Shape::Map:
    case Shape::Struct:
      return "must be an object";
    case Shape::Optional:
      return type_text(*schema.element);
    default:
      return "must be a text";
  }
}

Complaint out_of_type(const Schema& schema) {
  switch (schema.shape) {
    case Shape::Int32:
      return {"out_of_range", "must be -2147483648 to 2147483647"};
    case Shape::Int64:
      return {"out_of_range", "must be -9223372036854775808 to 9223372036854775807"};
    default:
      return {"out_of_range", "must be a number that a double can hold"};
  }
}

Complaint not_a_name(const Schema& schema, std::string_view text) {
  std::vector<std::string_view> candidates;
  std::string message = "must be one of";
  for (const EnumName& name : schema.enumeration.names) {
    message += (candidates.empty() ? " " : ", ") + name.name;
    candidates.push_back(name.name);
  }
  if (auto meant = nearest(text, candidates); !meant.empty())
    message += fmt::format("; did you mean '{}'?", meant);
  return {"bad_value", std::move(message)};
}

std::optional<Complaint> set_enum(const Schema& schema, void* place, std::string_view text) {
  const EnumName* name = find_enum_name(schema, text);
  if (!name) return not_a_name(schema, text);
  schema.enumeration.set(place, name->value);
  return {};
}

template <class Value>
std::optional<Complaint> set_parsed(void* place, Result<Value> parsed, const Schema& schema) {
  if (!parsed.ok()) return Complaint{"bad_value", type_text(schema)};
  *static_cast<Value*>(place) = *parsed;
  return {};
}

std::optional<Complaint> set_owner(const Schema& schema, void* place, std::string_view text) {
  if (auto id = ObjectId::parse(text); id.ok())
    schema.owner.set_id(place, *id);
  else
    schema.owner.set_text(place, text);
  return {};
}

std::optional<Complaint> set_bytes(const Schema& schema, void* place, std::string_view text) {
  std::string& bytes = static_cast<Bytes*>(place)->content;
  bytes.resize(text.size() / 4 * 3);
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                        text.size(), nullptr, &size, nullptr, sodium_base64_VARIANT_ORIGINAL) != 0)
    return Complaint{"bad_value", type_text(schema)};
  bytes.resize(size);
  return {};
}

/// Of a shape that JSON writes as text.
std::optional<Complaint> set_text(const Schema& schema, void* place, std::string_view text,
                                  const Constraints& constraints) {
  switch (schema.shape) {
    case Shape::Text:
      static_cast<std::string*>(place)->assign(text);
      return check_text(constraints, text);
    case Shape::Name:
      if (auto set = schema.name.set(place, text); !set.ok())
        return Complaint{"bad_value", set.error().message};
      return {};
    case Shape::Id:
      return set_parsed(place, ObjectId::parse(text), schema);
    case Shape::Moment:
      return set_parsed(place, parse_rfc3339(text), schema);
    case Shape::Enum:
      return set_enum(schema, place, text);
    case Shape::Owner:
      return set_owner(schema, place, text);
    case Shape::Bytes:
      return set_bytes(schema, place, text);
    default:
      return Complaint{"wrong_type", type_text(schema)};
  }
}

bool has_fraction(std::string_view digits) {
  return digits.find_first_of(".eE") != digits.npos;
}

/// A name from outside as it may stand in a message.
std::string quotable(std::string_view key) {
  constexpr std::size_t kShown = 60;
  std::string shown(key.substr(0, kShown));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  while (key.size() > kShown && !shown.empty() && (static_cast<unsigned char>(shown.back()) & 0x80))
    shown.pop_back();
  return key.size() > kShown ? shown + "..." : shown;
}
}  // namespace

bool JsonTarget::begin_object() {
  Slot slot = next_value();
  if (!slot.type) return false;
  if (slot.type->shape != Shape::Struct && slot.type->shape != Shape::Map) return refuse_type(*slot.type);
  frames_.push_back({slot});
  return true;
}

bool JsonTarget::end_object() {
  Frame& frame = frames_.back();
  const Schema& type = *frame.slot.type;
  frame.member = nullptr;
  frame.entry = {};
  if (type.shape == Shape::Struct
          ? !fill_absent(frame)
          : !refuse_if(check_items(*frame.slot.constraints, type.map.size(frame.slot.place))))
    return false;
  frames_.pop_back();
  return true;
}

bool JsonTarget::begin_array() {
  Slot slot = next_value();
  if (!slot.type) return false;
  if (slot.type->shape != Shape::List) return refuse_type(*slot.type);
  frames_.push_back({slot});
  return true;
}

bool JsonTarget::end_array() {
  Slot slot = frames_.back().slot;
  frames_.pop_back();
  return refuse_if(check_items(*slot.constraints, slot.type->list.size(slot.place)));
}

bool JsonTarget::key(std::string_view key) {
  Frame& frame = frames_.back();
  return frame.slot.type->shape == Shape::Struct ? struct_key(frame, key) : map_key(frame, key);
}

bool JsonTarget::struct_key(Frame& frame, std::string_view key) {
  const auto& members = frame.slot.type->structure.members;
  std::size_t hint = frame.member ? static_cast<std::size_t>(frame.member - members.data()) + 1 : 0;
  frame.member = find_api_member(*frame.slot.type, key, hint);
  if (!frame.member) return refuse_unknown(key);
  std::uint64_t bit = std::uint64_t{1} << (frame.member - members.data());
  if (frame.seen & bit) return refuse({"duplicate_field", "stands here twice"});
  frame.seen |= bit;
  return true;
}

bool JsonTarget::map_key(Frame& frame, std::string_view key) {
  frame.entry = {};
  if (!refuse_if(check_key(key))) return false;
  const auto& items = frame.slot.constraints->items;
  if (items && frame.slot.type->map.size(frame.slot.place) == items->most)
    return refuse(item_range(*frame.slot.constraints));
  frame.entry = frame.slot.type->map.insert(frame.slot.place, key);
  return frame.entry.inserted || refuse({"duplicate_field", "stands here twice"});
}

bool JsonTarget::text(std::string_view text) {
  Slot slot = next_value();
  if (!slot.type) return false;
  if (text.find('\0') != text.npos) return refuse({"nul", "must not have a NUL character"});
  return refuse_if(set_text(*slot.type, slot.place, text, *slot.constraints));
}

bool JsonTarget::number(std::string_view digits) {
  Slot slot = next_value();
  if (!slot.type) return false;
  switch (slot.type->shape) {
    case Shape::Int32:
    case Shape::Int64:
      return has_fraction(digits) ? refuse_type(*slot.type) : whole(slot, digits);
    case Shape::Double:
    case Shape::Money:
      return real(slot, digits);
    default:
      return refuse_type(*slot.type);
  }
}

bool JsonTarget::whole(const Slot& slot, std::string_view digits) {
  std::int64_t value = 0;
  bool fits = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec == std::errc();
  if (fits && slot.type->shape == Shape::Int32) fits = value == static_cast<std::int32_t>(value);
  if (!fits)
    return refuse(slot.constraints->whole ? whole_range(*slot.constraints) : out_of_type(*slot.type));
  if (!refuse_if(check_whole(*slot.constraints, value))) return false;
  if (slot.type->shape == Shape::Int32)
    *static_cast<std::int32_t*>(slot.place) = static_cast<std::int32_t>(value);
  else
    *static_cast<std::int64_t*>(slot.place) = value;
  return true;
}

bool JsonTarget::real(const Slot& slot, std::string_view digits) {
  double value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc())
    return refuse(out_of_type(*slot.type));
  if (slot.type->shape == Shape::Double) {
    *static_cast<double*>(slot.place) = value;
    return refuse_if(check_real(*slot.constraints, value));
  }
  auto amount = Money::from_number(value);
  if (!amount.ok()) return refuse({"bad_value", amount.error().message});
  *static_cast<Money*>(slot.place) = *amount;
  return refuse_if(check_money(*slot.constraints, amount->minor()));
}

bool JsonTarget::boolean(bool value) {
  Slot slot = next_value();
  if (!slot.type) return false;
  if (slot.type->shape != Shape::Bool) return refuse_type(*slot.type);
  *static_cast<bool*>(slot.place) = value;
  return true;
}

bool JsonTarget::null() {
  Slot slot = next_slot();
  if (!slot.type) return false;
  return slot.type->shape == Shape::Optional || refuse_type(*slot.type);
}

JsonTarget::Slot JsonTarget::next_slot() {
  if (frames_.empty()) return root_;
  Frame& frame = frames_.back();
  const Schema& type = *frame.slot.type;
  if (type.shape == Shape::Struct)
    return {frame.member->schema, frame.member->in(frame.slot.place), &frame.member->constraints};
  if (type.shape == Shape::Map) return {type.element, frame.entry.value, frame.slot.constraints};
  const auto& items = frame.slot.constraints->items;
  frame.index = type.list.size(frame.slot.place);
  if (items && frame.index == items->most) {
    error_ = Error{Error::Kind::Invalid, "request.item_count",
                   path(false) + ": " + item_range(*frame.slot.constraints).text};
    return {};
  }
  return {type.element, type.list.append(frame.slot.place), frame.slot.constraints};
}

JsonTarget::Slot JsonTarget::next_value() {
  Slot slot = next_slot();
  if (slot.type && slot.type->shape == Shape::Optional)
    return {slot.type->element, slot.type->optional.emplace(slot.place), slot.constraints};
  return slot;
}

bool JsonTarget::fill_absent(Frame& frame) {
  const auto& members = frame.slot.type->structure.members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member& member = members[i];
    if (frame.seen >> i & 1) continue;
    if (member.fallback) member.copy(member.in(frame.slot.place), member.fallback.get());
    if (!member.required() || member.border == Border::DocumentsOnly) continue;
    frame.member = &member;
    return refuse({"missing_field", "is missing"});
  }
  return true;
}

bool JsonTarget::refuse(const Complaint& complaint) {
  error_ = error_here(complaint);
  return false;
}

bool JsonTarget::refuse_if(const std::optional<Complaint>& complaint) {
  return !complaint || refuse(*complaint);
}

bool JsonTarget::refuse_type(const Schema& type) {
  return refuse({"wrong_type", type_text(type)});
}

bool JsonTarget::refuse_unknown(std::string_view key) {
  std::vector<std::string_view> known;
  for (const Member& member : frames_.back().slot.type->structure.members)
    if (member.border != Border::DocumentsOnly) known.push_back(member.name);
  std::string where = path(false);
  std::string message = (where.empty() ? "" : where + ".") + quotable(key) + ": unknown field";
  if (auto meant = nearest(key, known); !meant.empty()) message += fmt::format("; did you mean '{}'?", meant);
  error_ = Error{Error::Kind::Invalid, "request.unknown_field", std::move(message)};
  return false;
}

Error JsonTarget::error_here(const Complaint& complaint) const {
  std::string where = path(true);
  if (where.empty()) where = whole_;
  if (!where.empty()) where += ": ";
  return {Error::Kind::Invalid, fmt::format("request.{}", complaint.code), where + complaint.text};
}

std::string JsonTarget::path(bool with_step) const {
  std::string text;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    if (!with_step && i + 1 == frames_.size()) break;
    if (frame.slot.type->shape == Shape::List) {
      text += fmt::format("[{}]", frame.index);
      continue;
    }
    std::string step = frame.member ? frame.member->name : quotable(frame.entry.key);
    if (!text.empty() && !step.empty()) text += '.';
    text += step;
  }
  return text;
}

}  // namespace stoa
