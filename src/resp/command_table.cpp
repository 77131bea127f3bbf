#include "resp/command_table.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace stoa::resp {
namespace {

/// A name of up to sixteen letters, in lower case, as two numbers.
struct Packed {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool operator==(const Packed&) const = default;
};

constexpr std::size_t kLongest = 16;
constexpr std::uint64_t kLowerCase = 0x2020202020202020;

/// Letters only differ by one bit between cases; the few names with other signs would need a closer look, and
/// none has any.
Packed pack(std::string_view name) {
  Packed packed;
  char bytes[kLongest] = {};
  std::memcpy(bytes, name.data(), name.size());
  std::memcpy(&packed.low, bytes, 8);
  std::memcpy(&packed.high, bytes + 8, 8);
  packed.low |= kLowerCase;
  packed.high |= kLowerCase;
  return packed;
}

class Index {
 public:
  Index() {
    for (const auto rows : {string_commands(), hash_commands(), set_commands(), sorted_set_commands(),
                            sorted_set_range_commands(), sorted_set_algebra_commands(), list_commands(),
                            key_commands(), expiry_commands(), scan_commands(), transaction_commands(),
                            connection_commands(), client_commands(), server_commands()})
      for (const Command& command : rows) add(command);
    std::ranges::sort(all_, {}, &Command::name);
  }

  const Command* find(std::string_view name) const {
    if (name.empty() || name.size() > kLongest) return nullptr;
    const Packed packed = pack(name);
    for (std::size_t at = home(packed);; at = (at + 1) % kSlots) {
      const Slot& slot = slots_[at];
      if (!slot.command) return nullptr;
      if (slot.packed == packed && slot.command->name.size() == name.size())
        return is_word(name, slot.command->name) ? slot.command : nullptr;
    }
  }

  const std::vector<const Command*>& all() const { return all_; }

 private:
  static constexpr std::size_t kSlots = 1024;
  struct Slot {
    Packed packed;
    const Command* command = nullptr;
  };

  static std::size_t home(const Packed& packed) {
    return ((packed.low ^ (packed.high * 31)) * 0x9e3779b97f4a7c15u) >> 54;
  }
  void add(const Command& command) {
    if (command.name.size() > kLongest || find(command.name))
      throw std::logic_error("the table of commands has two rows for one name, or too long a one");
    const Packed packed = pack(command.name);
    std::size_t at = home(packed);
    while (slots_[at].command) at = (at + 1) % kSlots;
    slots_[at] = {packed, &command};
    all_.push_back(&command);
  }

  std::array<Slot, kSlots> slots_{};
  std::vector<const Command*> all_;
};

const Index& index() {
  static const Index built;
  return built;
}

}  // namespace

const Command* find_command(std::string_view name) {
  return index().find(name);
}

const std::vector<const Command*>& all_commands() {
  return index().all();
}

}  // namespace stoa::resp
