#include "keyspace/embedded/embedded_visit.h"
#include "keyspace/embedded/name_hash.h"
#include "keyspace/embedded/score_ranks.h"

namespace stoa::keyspace::embedded {

std::optional<double> EmbeddedVisit::score(const Slot& slot, std::string_view member) {
  return slot.found() ? object(slot).sorted().score(member) : std::nullopt;
}

Visit::Placed EmbeddedVisit::put_score(Slot& slot, std::string_view member, double score) {
  score += 0.0;  // no minus zero: small sets of Redis keep none either
  const std::uint64_t hash = name_hash(member);
  ScoredMember* found = slot.found() ? object(slot).sorted().find(member, hash) : nullptr;
  if (found && found->score == score) return Placed::Same;
  Object& object = object_for(slot, Type::SortedSet);
  engine_.journal.put(object, member, view(write_score(score)));
  if (found) {
    object.sorted().move(*found, score);
    return Placed::Moved;
  }
  object.sorted().add(member, hash, score);
  return Placed::New;
}

bool EmbeddedVisit::remove_scored(Slot& slot, std::string_view member) {
  if (!slot.found() || !object(slot).sorted().score(member)) return false;
  touch(slot);
  engine_.journal.remove(object(slot), member);
  object(slot).sorted().erase(member);
  drop_if_empty(slot);
  return true;
}

void EmbeddedVisit::remove_ranks(Slot& slot, Ranks ranks) {
  if (ranks.size() == 0) return;
  touch(slot);
  SortedSet& sorted = object(slot).sorted();
  for (std::size_t left = ranks.size(); left > 0; --left) {
    const std::string_view member = sorted.order().at(ranks.first)->member()->name();
    engine_.journal.remove(object(slot), member);
    sorted.erase(member);
  }
  drop_if_empty(slot);
}

std::optional<std::size_t> EmbeddedVisit::rank(const Slot& slot, std::string_view member) {
  return slot.found() ? object(slot).sorted().rank(member) : std::nullopt;
}

Ranks EmbeddedVisit::ranks_of(const Slot& slot, const ScoreRange& range) {
  if (!slot.found()) return {};
  const Ranks span = ranks_in(object(slot).sorted().order(), range);
  return {span.first, span.end};
}

Ranks EmbeddedVisit::ranks_of(const Slot& slot, const NameRange& range) {
  if (!slot.found()) return {};
  const SortedSet& sorted = object(slot).sorted();
  const double lowest = sorted.order().at(0)->score;
  const auto behind = [&](std::string_view name, bool itself) {
    return sorted.order().rank(lowest, name) + (itself && sorted.score(name) == lowest ? 1 : 0);
  };
  using NameEnd = NameRange::End;
  const std::size_t first =
      range.min_end == NameEnd::Open ? 0 : behind(range.min, range.min_end == NameEnd::Excluded);
  const std::size_t end =
      range.max_end == NameEnd::Open ? sorted.size() : behind(range.max, range.max_end == NameEnd::Included);
  return {first, std::max(first, end)};
}

void EmbeddedVisit::each_ranked(const Slot& slot, Ranks ranks, Order order, VisitScored visit) {
  if (ranks.size() == 0) return;
  auto position = object(slot).sorted().order().at(order == Order::Ascending ? ranks.first : ranks.end - 1);
  for (std::size_t left = ranks.size(); left > 0; --left) {
    visit(position->member()->name(), position->score);
    if (order == Order::Ascending) {
      position.next();
    } else {
      position.previous();
    }
  }
}

std::uint64_t EmbeddedVisit::walk_scored(const Slot& slot, std::uint64_t cursor, std::size_t count,
                                         VisitScored visit) {
  if (!slot.found()) return 0;
  return object(slot).sorted().members().walk(
      cursor, count, [&](ScoredMember& member) { visit(member.name(), member.score); });
}

}  // namespace stoa::keyspace::embedded
