#pragma once
#include "keyspace/embedded/object.h"
#include "keyspace/embedded/random.h"

#include <string>
#include <vector>

namespace stoa::keyspace::embedded {

/// Up to `count` different members, each set of them as likely as any other; all of them when there are no
/// more.
std::vector<std::string> sample(const SortedSet&, std::size_t count, Random&);
std::vector<std::string> sample(const MemberTable&, std::size_t count, Random&);

/// `count` different numbers below `bound`, each set of them as likely as any other. `count` is at most
/// `bound`.
std::vector<std::size_t> sample_below(std::size_t bound, std::size_t count, Random&);

}  // namespace stoa::keyspace::embedded
