#include "keyspace/embedded/errors.h"
#include "keyspace/embedded/name_hash.h"
#include "keyspace/embedded/score_ranks.h"
#include "keyspace/embedded/writer.h"

#include <fmt/format.h>

#include <cmath>

namespace stoa::keyspace::embedded {

Result<bool> Writer::zadd(std::string_view name, std::string_view member, double score, When when) {
  Object& object = *STOA_TRY(find_or_create(name, Type::SortedSet));
  const std::uint64_t hash = name_hash(member);
  ScoredMember* found = object.sorted().find(member, hash);
  if (found && (found->score == score || (when == When::Greater && score < found->score))) return false;
  put_score(object, member, hash, found, score);
  return found == nullptr;
}

Result<double> Writer::zincrement(std::string_view name, std::string_view member, double by) {
  Object* object = STOA_TRY(find(name, Type::SortedSet));
  const std::uint64_t hash = name_hash(member);
  ScoredMember* found = object ? object->sorted().find(member, hash) : nullptr;
  const double sum = found ? found->score + by : by;
  if (std::isnan(sum)) return not_a_number(fmt::format("the new score of '{}' in '{}'", member, name));
  if (!object) object = STOA_TRY(find_or_create(name, Type::SortedSet));
  put_score(*object, member, hash, found, sum);
  return sum;
}

void Writer::put_score(Object& object, std::string_view member, std::uint64_t hash, ScoredMember* found,
                       double score) {
  journal_.before_score(object, member, found ? std::optional(found->score) : std::nullopt);
  journal_.put(object, member, view(write_score(score)));
  if (found) {
    object.sorted().move(*found, score);
  } else {
    object.sorted().add(member, hash, score);
  }
}

Result<bool> Writer::zrem(std::string_view name, std::string_view member) {
  Object* object = STOA_TRY(find(name, Type::SortedSet));
  const auto old = object ? object->sorted().score(member) : std::nullopt;
  if (!old) return false;
  journal_.before_score(*object, member, old);
  journal_.remove(*object, member);
  object->sorted().erase(member);
  drop_if_empty(*object);
  return true;
}

Result<std::size_t> Writer::zrem_by_rank(std::string_view name, std::int64_t start, std::int64_t stop) {
  Object* object = STOA_TRY(find(name, Type::SortedSet));
  if (!object) return std::size_t{0};
  const Ranks span = ranks_between(start, stop, object->sorted().size());
  return zrem_span(*object, span.first, span.end);
}

Result<std::size_t> Writer::zrem_by_score(std::string_view name, const ScoreRange& range) {
  Object* object = STOA_TRY(find(name, Type::SortedSet));
  if (!object) return std::size_t{0};
  const Ranks span = ranks_in(object->sorted().order(), range);
  return zrem_span(*object, span.first, span.end);
}

std::size_t Writer::zrem_span(Object& object, std::size_t first, std::size_t end) {
  SortedSet& sorted = object.sorted();
  for (std::size_t left = end - first; left > 0; --left) {
    const Ranked entry = *sorted.order().at(first);
    const std::string_view member = entry.member()->name();
    journal_.before_score(object, member, entry.score);
    journal_.remove(object, member);
    sorted.erase(member);
  }
  drop_if_empty(object);
  return end - first;
}

Result<void> Writer::zscale(std::string_view name, double factor) {
  Object* object = STOA_TRY(find(name, Type::SortedSet));
  if (!object) return {};
  object->sorted().scale(factor);
  object->sorted().members().for_each(
      [&](ScoredMember& member) { journal_.put(*object, member.name(), view(write_score(member.score))); });
  return {};
}

}  // namespace stoa::keyspace::embedded
