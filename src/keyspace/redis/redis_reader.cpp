#include "keyspace/redis/redis_reader.h"

#include <algorithm>

namespace stoa::keyspace::redis {

Result<void> RedisReader::ask(std::span<const KeyName* const>, const Commands& commands,
                              std::span<Reply> replies) {
  if (commands.count() == 1) return client_.read(commands, replies);
  // A bare pipeline could see half of another's transaction between two of its commands.
  Commands atomic;
  atomic.add("MULTI");
  atomic.append(commands);
  atomic.add("EXEC");
  std::vector<Reply> all(atomic.count());
  STOA_TRY(client_.read(atomic, all));
  Reply answer = STOA_TRY(exec_answer(all));
  if (answer.elements.size() != replies.size())
    return Error{Error::Kind::Corrupt, "redis.protocol",
                 "redis answered EXEC with another number of replies"};
  std::move(answer.elements.begin(), answer.elements.end(), replies.begin());
  return {};
}

}  // namespace stoa::keyspace::redis
