#pragma once
#include "base/result.h"
#include "keyspace/redis/reply.h"

#include <memory>
#include <span>
#include <string>

namespace stoa::keyspace::redis {

/// Turns bytes from the wire into replies, by hiredis.
class Decoder {
 public:
  Decoder();
  ~Decoder();
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  void feed(std::span<const char> bytes);
  /// Whether a whole reply was there; then it is in `into`, which must be new. Corrupt (`redis.protocol`) for
  /// what is no RESP.
  Result<bool> next(Reply& into);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace stoa::keyspace::redis
