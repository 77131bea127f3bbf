#pragma once
#include "http/fault.h"
#include "http/request.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stoa::http {

/// What a request's head says, with everything decided that could be read in two ways. Views are into the
/// bytes it was parsed from.
struct Head {
  Method method = Method::Get;
  /// In origin form; of an absolute target what follows the authority, which has then replaced the value of
  /// Host.
  std::string_view target;
  std::string_view path;
  std::string_view query;
  std::vector<HeaderView> headers;

  enum class Version { Http10, Http11 };
  Version version = Version::Http11;
  enum class After { KeepAlive, Close };
  After after = After::KeepAlive;

  enum class Framing { None, Length, Chunked };
  Framing framing = Framing::None;
  std::uint64_t length = 0;
  bool expects_continue = false;

  /// Empty when the header is absent.
  std::string_view request_id;
  std::string_view forwarded_for;
  std::string_view forwarded_proto;

  void clear();
};

struct HeadLimits {
  std::size_t target_bytes = 8 << 10;
  std::size_t headers = 100;
};

/// Reads a complete head that HeadScan found nothing wrong with. Gives a Fault for everything that is not
/// exactly one well-formed request; `head` holds what could be read until then. Its vector is used again.
std::optional<Fault> parse_head(std::string_view bytes, const HeadLimits&, Head&);

}  // namespace stoa::http
