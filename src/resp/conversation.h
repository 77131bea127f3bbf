#pragma once
#include "resp/batch.h"
#include "resp/client.h"
#include "resp/parser.h"

#include <string_view>

namespace stoa::resp {

/// One client's side of the door without a socket: bytes in, answers out. The server's thread only.
class Conversation {
 public:
  Conversation(Lobby&, std::string address);
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  struct Turn {
    /// So much of the input is done with; the rest comes again, with more behind it.
    std::size_t used = 0;
    /// What has to be durable before the answers may leave; 0 when nothing has to.
    Sequence awaits = 0;
    enum class Next {
      Read,   // more input is needed
      Drain,  // enough answers wait: the rest of the input can go on when they are sent
      Close,  // send the answers, then hang up
      HangUp  // at once: a web page speaks, and is not for anybody to answer
    } next = Next::Read;
  };
  /// Runs the complete commands at the front of `input`, a number of them under one lock, and appends their
  /// answers to `out`.
  Turn take(std::string_view input, Batch& scratch, Buffer& out);
  /// How many bytes the command at the front still needs, as far as is known.
  std::size_t missing(std::size_t have) const { return parser_.missing(have); }

  Client& client() { return client_; }
  const Client& client() const { return client_; }

 private:
  /// Fills the batch from the front of `input`.
  Parser::Outcome collect(std::string_view input, Batch&, std::size_t& used);
  keyspace::Door::Access access_for(const Batch&) const;
  /// How many of the batch's requests have been answered; all, unless enough answers wait.
  std::size_t run(const Batch&, Buffer& out, Sequence& awaits);
  void answer(const Command*, Words, keyspace::Visit&, Reply&);
  void abort_transaction(std::string_view why, keyspace::Visit&, Reply&);
  /// Why it may not run, as the error to say; empty when it may.
  std::string refusal_of(const Command*, Words) const;

  Lobby& lobby_;
  Client client_;
  Parser parser_;
};

}  // namespace stoa::resp
