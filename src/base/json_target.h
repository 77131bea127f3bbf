#pragma once
#include "base/constraints.h"
#include "base/schema.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa {

/// Takes the events of a JSON parser and fills a value by its schema. Every event says whether to go on;
/// after the first false, error() holds what was wrong and where. Views are only used during the call.
class JsonTarget {
 public:
  /// `whole` is what an Error about all of it names.
  JsonTarget(const Schema& schema, void* value, std::string_view whole)
      : root_{&schema, value, &none_}, whole_(whole) {}

  bool begin_object();
  bool end_object();
  bool begin_array();
  bool end_array();
  bool key(std::string_view);
  bool text(std::string_view);
  bool number(std::string_view digits);
  bool boolean(bool);
  bool null();

  /// Puts the path of the value that is being read before the complaint.
  Error error_here(const Complaint&) const;
  const std::optional<Error>& error() const { return error_; }

 private:
  /// Where the next value goes. `type` is null after a refusal.
  struct Slot {
    const Schema* type = nullptr;
    void* place = nullptr;
    const Constraints* constraints = nullptr;
  };
  struct Frame {
    Slot slot;
    std::uint64_t seen = 0;
    const Member* member = nullptr;
    Schema::Entry entry{};
    std::size_t index = 0;
  };

  bool refuse(const Complaint&);
  bool refuse_if(const std::optional<Complaint>&);
  bool refuse_type(const Schema&);
  bool refuse_unknown(std::string_view key);
  Slot next_slot();
  Slot next_value();
  bool struct_key(Frame&, std::string_view);
  bool map_key(Frame&, std::string_view);
  bool fill_absent(Frame&);
  bool whole(const Slot&, std::string_view digits);
  bool real(const Slot&, std::string_view digits);
  std::string path(bool with_step) const;

  const Constraints none_;
  const Slot root_;
  const std::string_view whole_;
  std::vector<Frame> frames_;
  std::optional<Error> error_;
};

}  // namespace stoa
