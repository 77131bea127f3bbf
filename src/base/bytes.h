#pragma once
#include <string>

namespace stoa {

/// Bytes that are no text: BSON binary in documents, base64 in JSON.
struct Bytes {
  std::string content;

  bool operator==(const Bytes&) const = default;
};

}  // namespace stoa
