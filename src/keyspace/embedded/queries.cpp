#include "keyspace/embedded/queries.h"

#include "keyspace/embedded/errors.h"
#include "keyspace/embedded/name_hash.h"
#include "keyspace/embedded/sampling.h"
#include "keyspace/embedded/score_ranks.h"

namespace stoa::keyspace::embedded {
namespace {

/// `span` counts from the end when descending.
std::vector<Scored> ranked(const SortedSet& sorted, Ranks span, Order order) {
  std::vector<Scored> out;
  if (span.size() == 0) return out;
  out.reserve(span.size());
  const std::size_t start = order == Order::Ascending ? span.first : sorted.size() - 1 - span.first;
  auto position = sorted.order().at(start);
  for (std::size_t left = span.size(); left > 0; --left) {
    out.push_back({std::string(position->member()->name()), position->score});
    if (order == Order::Ascending) {
      position.next();
    } else {
      position.previous();
    }
  }
  return out;
}

}  // namespace

Result<const Object*> Queries::find(std::string_view name, Type type) const {
  const Object* object = find(name);
  if (object && object->type() != type) return wrong_type(name, object->type(), type);
  return object;
}

Result<std::optional<std::string>> Queries::get(std::string_view name) const {
  const Object* object = STOA_TRY(find(name, Type::String));
  if (!object) return std::optional<std::string>();
  return std::optional<std::string>(object->text()->value());
}

Result<std::optional<std::string>> Queries::hget(std::string_view name, std::string_view field) const {
  const Object* object = STOA_TRY(find(name, Type::Hash));
  const HashField* found = object ? object->hash().find(field) : nullptr;
  return found ? std::optional<std::string>(found->value()) : std::nullopt;
}

Result<std::vector<std::optional<std::string>>> Queries::hget_many(
    std::string_view name, std::span<const std::string> fields) const {
  const Object* object = STOA_TRY(find(name, Type::Hash));
  std::vector<std::optional<std::string>> out(fields.size());
  for (std::size_t i = 0; object && i < fields.size(); ++i)
    if (const HashField* found = object->hash().find(fields[i])) out[i] = found->value();
  return out;
}

Result<std::vector<Field>> Queries::hgetall(std::string_view name) const {
  const Object* object = STOA_TRY(find(name, Type::Hash));
  std::vector<Field> out;
  if (!object) return out;
  out.reserve(object->hash().size());
  object->hash().for_each([&](HashField& field) {
    out.push_back({std::string(field.name()), std::string(field.value())});
  });
  return out;
}

Result<bool> Queries::sismember(std::string_view name, std::string_view member) const {
  return sismember(name, member, name_hash(member));
}

Result<bool> Queries::sismember(std::string_view name, std::string_view member, std::uint64_t hash) const {
  const Object* object = STOA_TRY(find(name, Type::Set));
  return object && object->set().find(member, hash);
}

Result<std::vector<bool>> Queries::sismember_many(std::string_view name,
                                                  std::span<const std::string> members) const {
  const Object* object = STOA_TRY(find(name, Type::Set));
  std::vector<bool> out(members.size());
  for (std::size_t i = 0; object && i < members.size(); ++i)
    out[i] = object->set().find(members[i]) != nullptr;
  return out;
}

Result<std::vector<std::string>> Queries::smembers(std::string_view name) const {
  const Object* object = STOA_TRY(find(name, Type::Set));
  std::vector<std::string> out;
  if (!object) return out;
  out.reserve(object->set().size());
  object->set().for_each([&](Member& member) { out.emplace_back(member.name()); });
  return out;
}

Result<std::vector<std::string>> Queries::srandmember(std::string_view name, std::size_t count,
                                                      Random& random) const {
  const Object* object = STOA_TRY(find(name, Type::Set));
  return object ? sample(object->set(), count, random) : std::vector<std::string>();
}

Result<std::optional<double>> Queries::zscore(std::string_view name, std::string_view member) const {
  const Object* object = STOA_TRY(find(name, Type::SortedSet));
  return object ? object->sorted().score(member) : std::nullopt;
}

Result<std::vector<std::optional<double>>> Queries::zscore_many(std::string_view name,
                                                                std::span<const std::string> members) const {
  const Object* object = STOA_TRY(find(name, Type::SortedSet));
  std::vector<std::optional<double>> out(members.size());
  for (std::size_t i = 0; object && i < members.size(); ++i) out[i] = object->sorted().score(members[i]);
  return out;
}

Result<std::optional<std::size_t>> Queries::zrank(std::string_view name, std::string_view member,
                                                  Order order) const {
  const Object* object = STOA_TRY(find(name, Type::SortedSet));
  auto rank = object ? object->sorted().rank(member) : std::nullopt;
  if (rank && order == Order::Descending) rank = object->sorted().size() - 1 - *rank;
  return rank;
}

Result<std::size_t> Queries::zcount(std::string_view name, const ScoreRange& range) const {
  const Object* object = STOA_TRY(find(name, Type::SortedSet));
  return object ? ranks_in(object->sorted().order(), range).size() : 0;
}

Result<std::vector<Scored>> Queries::zrange(std::string_view name, std::int64_t start, std::int64_t stop,
                                            Order order) const {
  const Object* object = STOA_TRY(find(name, Type::SortedSet));
  if (!object) return std::vector<Scored>();
  return ranked(object->sorted(), ranks_between(start, stop, object->sorted().size()), order);
}

Result<std::vector<Scored>> Queries::zrange_by_score(std::string_view name, const ScoreRange& range,
                                                     Order order, Limit limit) const {
  const Object* object = STOA_TRY(find(name, Type::SortedSet));
  if (!object) return std::vector<Scored>();
  const SortedSet& sorted = object->sorted();
  Ranks span = ranks_in(sorted.order(), range);
  if (order == Order::Descending) span = from_the_end(span, sorted.size());
  span.first += std::min(limit.offset, span.size());
  span.end = span.first + std::min(limit.count, span.size());
  return ranked(sorted, span, order);
}

Result<std::vector<std::string>> Queries::zrandmember(std::string_view name, std::size_t count,
                                                      Random& random) const {
  const Object* object = STOA_TRY(find(name, Type::SortedSet));
  return object ? sample(object->sorted(), count, random) : std::vector<std::string>();
}

Result<std::vector<std::string>> Queries::lrange(std::string_view name, std::int64_t start,
                                                 std::int64_t stop) const {
  const Object* object = STOA_TRY(find(name, Type::List));
  std::vector<std::string> out;
  if (!object) return out;
  const Ranks span = ranks_between(start, stop, object->list().size());
  if (span.size() == 0) return out;
  out.reserve(span.size());
  object->list().walk(span.first, [&](std::size_t index, std::string_view text) {
    out.emplace_back(text);
    return index + 1 < span.end;
  });
  return out;
}

Result<std::size_t> Queries::size(std::string_view name, Type type) const {
  const Object* object = STOA_TRY(find(name, type));
  return object ? object->size() : 0;
}

std::optional<Type> Queries::type(std::string_view name) const {
  const Object* object = find(name);
  return object ? std::optional(object->type()) : std::nullopt;
}

std::optional<Time> Queries::expiry(std::string_view name) const {
  const Object* object = find(name);
  const auto moment = object ? objects_.expiry(*object) : std::nullopt;
  return moment ? std::optional<Time>(*moment) : std::nullopt;
}

}  // namespace stoa::keyspace::embedded
