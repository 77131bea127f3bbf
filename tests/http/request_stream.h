#pragma once
#include "http/request_reader.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// What a RequestReader makes of a connection's bytes that come `piece` at a time: each request in a line,
/// then a fault's status and code if there was one.
inline std::vector<std::string> read_stream(std::string_view bytes, std::size_t piece,
                                            std::size_t body_bytes = 4096) {
  RequestReader reader({.head_bytes = 2048, .head = {.target_bytes = 256, .headers = 20}});
  std::vector<std::string> out;
  for (;;) {
    auto step = reader.step();
    if (step == RequestReader::Step::HeadDone) step = reader.take_body(body_bytes, std::nullopt);
    if (step == RequestReader::Step::More) {
      if (bytes.empty()) return out;
      const auto room = reader.room();
      const std::size_t size = std::min({piece, room.size(), bytes.size()});
      if (size == 0) return {"no room"};
      std::memcpy(room.data(), bytes.data(), size);
      reader.filled(size);
      bytes.remove_prefix(size);
    } else if (step == RequestReader::Step::Whole) {
      const Head& head = reader.head();
      std::string line = std::string(name_of(head.method)) + " " + std::string(head.target);
      for (const HeaderView& header : head.headers)
        line += "\n" + std::string(header.name) + "=" + std::string(header.value);
      out.push_back(line + "\n" + std::string(reader.body()));
      reader.next();
    } else {
      out.push_back(std::to_string(reader.fault().status) + " " + std::string(reader.fault().code));
      return out;
    }
  }
}

}  // namespace stoa::http
