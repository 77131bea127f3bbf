#include "keyspace/redis/decoder.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>

namespace stoa::keyspace::redis {
namespace {

// hiredis builds a tree of what these make. They fill Reply objects that lie in their parents, and the
// outermost in the caller's hands, so that texts are copied once from the wire and then only moved.

Reply* slot(const redisReadTask* task) {
  if (task->parent == nullptr) return static_cast<Reply*>(task->privdata);
  return &static_cast<Reply*>(task->parent->obj)->elements[static_cast<std::size_t>(task->idx)];
}

Reply::Kind kind_of_text(int type) {
  if (type == REDIS_REPLY_ERROR) return Reply::Kind::Error;
  return type == REDIS_REPLY_STATUS ? Reply::Kind::Status : Reply::Kind::Text;
}

void* make_text(const redisReadTask* task, char* text, std::size_t size) noexcept {
  Reply* reply = slot(task);
  reply->kind = kind_of_text(task->type);
  reply->text.assign(text, size);
  return reply;
}

void* make_array(const redisReadTask* task, int elements) noexcept {
  Reply* reply = slot(task);
  reply->kind = Reply::Kind::Array;
  reply->elements.resize(static_cast<std::size_t>(elements));
  return reply;
}

void* make_number(const redisReadTask* task, long long number) noexcept {
  Reply* reply = slot(task);
  reply->kind = Reply::Kind::Number;
  reply->number = number;
  return reply;
}

void* make_nil(const redisReadTask* task) noexcept {
  return slot(task);
}

void leave_to_owner(void*) noexcept {}

}  // namespace

struct Decoder::Implementation {
  redisReplyObjectFunctions functions{make_text, make_array, make_number, make_nil, leave_to_owner};
  std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader{redisReaderCreateWithFunctions(&functions),
                                                                  redisReaderFree};
  // Where hiredis builds the outermost reply; it may take several feeds to be whole.
  Reply building;
};

Decoder::Decoder() : implementation_(std::make_unique<Implementation>()) {
  implementation_->reader->privdata = &implementation_->building;
}

Decoder::~Decoder() = default;

void Decoder::feed(std::span<const char> bytes) {
  redisReaderFeed(implementation_->reader.get(), bytes.data(), bytes.size());
}

Result<bool> Decoder::next(Reply& into) {
  redisReader* reader = implementation_->reader.get();
  void* whole = nullptr;
  if (redisReaderGetReply(reader, &whole) != REDIS_OK)
    return Error{Error::Kind::Corrupt, "redis.protocol",
                 fmt::format("what answers is no Redis server: {}; look at the url", reader->errstr)};
  if (whole == nullptr) return false;
  into = std::exchange(implementation_->building, Reply{});
  return true;
}

}  // namespace stoa::keyspace::redis
