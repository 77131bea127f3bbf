#include "support/redis_client.h"

#include <hiredis/hiredis.h>

#include <stdexcept>
#include <utility>

namespace stoa::test {
namespace {

redisContext* connect(const std::filesystem::path& socket) {
  redisContext* context = redisConnectUnix(socket.c_str());
  if (context != nullptr && context->err == 0) return context;
  if (context != nullptr) redisFree(context);
  return nullptr;
}

RedisReply copy(const redisReply& from) {
  RedisReply reply;
  switch (from.type) {
    case REDIS_REPLY_NIL:
      break;
    case REDIS_REPLY_INTEGER:
      reply.kind = RedisReply::Kind::Number;
      reply.text = std::to_string(from.integer);
      break;
    case REDIS_REPLY_ARRAY:
      reply.kind = RedisReply::Kind::Array;
      for (std::size_t i = 0; i < from.elements; ++i) reply.elements.push_back(copy(*from.element[i]));
      break;
    default:
      reply.kind = from.type == REDIS_REPLY_ERROR ? RedisReply::Kind::Error : RedisReply::Kind::Text;
      reply.text.assign(from.str, from.len);
  }
  return reply;
}

}  // namespace

RedisClient::RedisClient(redisContext* context) : context_(context) {}

RedisClient::RedisClient(const std::filesystem::path& socket) : context_(connect(socket)) {
  if (context_ == nullptr) throw std::runtime_error("nobody listens on " + socket.string());
}

RedisClient::RedisClient(RedisClient&& other) noexcept : context_(std::exchange(other.context_, nullptr)) {}

RedisClient::~RedisClient() {
  if (context_ != nullptr) redisFree(context_);
}

std::optional<RedisClient> RedisClient::try_connect(const std::filesystem::path& socket) {
  redisContext* context = connect(socket);
  if (context == nullptr) return std::nullopt;
  return RedisClient(context);
}

RedisReply RedisClient::command(const std::vector<std::string>& words) {
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  for (const std::string& word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  auto* raw = static_cast<redisReply*>(
      redisCommandArgv(context_, static_cast<int>(words.size()), texts.data(), sizes.data()));
  if (raw == nullptr) throw std::runtime_error(std::string("redis connection broke: ") + context_->errstr);
  RedisReply reply = copy(*raw);
  freeReplyObject(raw);
  return reply;
}

}  // namespace stoa::test
