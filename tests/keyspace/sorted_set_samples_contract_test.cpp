#include "keyspace/contract.h"
#include "keyspace/uniformity.h"

#include <set>

namespace stoa::keyspace {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class SamplesOnEveryEngine : public KeyspaceContract {
 protected:
  const SortedSetKey key{"sorted"};

  void fill(const SortedSetKey& pool, int members) {
    write([&](Tx& tx) {
      for (int i = 0; i < members; ++i) tx.zadd(pool, pool.name() + std::to_string(i), i % 7);
    });
  }
};
INSTANTIATE_TEST_SUITE_P(, SamplesOnEveryEngine, testing::ValuesIn(every_engine()), engine_name);

TEST_P(SamplesOnEveryEngine, HaveDifferentMembersAndNoMoreThanThereAre) {
  fill(key, 300);
  for (const std::size_t count : {0u, 1u, 7u, 100u, 299u, 300u, 301u, 1000u}) {
    const auto sample = must(read().zrandmember(key, count));
    EXPECT_THAT(sample, SizeIs(std::min<std::size_t>(count, 300)));
    EXPECT_THAT(std::set<std::string>(sample.begin(), sample.end()), SizeIs(sample.size()));
    for (const auto& score : must(read().zscore_many(key, sample))) EXPECT_TRUE(score);
  }
  EXPECT_THAT(must(read().zrandmember(key, SIZE_MAX)), SizeIs(300));
}

TEST_P(SamplesOnEveryEngine, ComeFromSeveralSetsInTheKeysOrder) {
  const SortedSetKey other("other");
  fill(key, 50);
  fill(other, 5);
  const std::vector<SortedSetKey> keys{other, SortedSetKey("missing"), key};
  const auto samples = must(read().zrandmember_many(keys, 10));
  ASSERT_THAT(samples, SizeIs(3));
  EXPECT_THAT(samples[0], SizeIs(5));
  EXPECT_THAT(samples[1], IsEmpty());
  EXPECT_THAT(samples[2], SizeIs(10));
  for (const std::string& member : samples[0]) EXPECT_TRUE(member.starts_with("other"));
  for (const std::string& member : samples[2]) EXPECT_TRUE(member.starts_with("sorted"));
  EXPECT_THAT(must(read().zrandmember_many({}, 10)), IsEmpty());
}

TEST_P(SamplesOnEveryEngine, HoldEveryMemberAsOften) {
  for (const Draws& draws : {Draws{40, 2000, 8}, Draws{500, 1000, 100}}) {
    write([&](Tx& tx) { tx.del(key); });
    fill(key, draws.members);
    std::map<std::string, int> seen;
    for (int round = 0; round < draws.rounds; ++round)
      for (const std::string& member : must(read().zrandmember(key, static_cast<std::size_t>(draws.drawn))))
        ++seen[member];
    EXPECT_LT(chi_square(seen, draws), chi_square_bound(draws, GetParam().sampling_bias)) << draws.members;
  }
}

TEST_P(SamplesOnEveryEngine, HoldEveryPairAsOften) {
  const Draws pairs{15, 3000, 1};
  fill(key, 6);
  std::map<std::string, int> seen;
  for (int round = 0; round < pairs.rounds; ++round) {
    auto pair = must(read().zrandmember(key, 2));
    ASSERT_THAT(pair, SizeIs(2));
    std::sort(pair.begin(), pair.end());
    ++seen[pair[0] + pair[1]];
  }
  EXPECT_LT(chi_square(seen, pairs), chi_square_bound(pairs, GetParam().sampling_bias));
}

}  // namespace
}  // namespace stoa::keyspace
