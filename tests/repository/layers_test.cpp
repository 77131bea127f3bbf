#include "layers.h"

#include "support/temporary_directory.h"

#include <gmock/gmock.h>

#include <fstream>

namespace stoa::test {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A source folder with one breach, or none, planted in it.
class PlantedTree : public testing::Test {
 protected:
  void plant(const std::filesystem::path& file, std::string_view text) {
    std::filesystem::create_directories((directory_.path() / file).parent_path());
    std::ofstream(directory_.path() / file) << text;
  }

  std::vector<std::string> breaches() const {
    std::vector<std::string> lines;
    for (const Breach& breach : breaches_in(directory_.path()))
      lines.push_back(breach.place + ": " + breach.reason);
    return lines;
  }

 private:
  TemporaryDirectory directory_;
};

TEST(Layers, PointOneWay) {
  const std::filesystem::path source = STOA_SOURCE_DIRECTORY "/src";
  ASSERT_TRUE(std::filesystem::exists(source / "main.cpp")) << source;
  for (const Breach& breach : breaches_in(source)) ADD_FAILURE() << breach.place << ": " << breach.reason;
}

TEST_F(PlantedTree, WithIncludesThatPointDownHasNoBreach) {
  plant("base/result.h", "#pragma once\n#include <string>\n");
  plant("keyspace/keyspace.h", "#include \"base/result.h\"\n");
  plant("keyspace/embedded/open.cpp", "#include <rocksdb/db.h>\n#include \"keyspace/keyspace.h\"\n");
  plant("main.cpp", "#include \"keyspace/keyspace.h\"\n");
  EXPECT_THAT(breaches(), IsEmpty());
}

TEST_F(PlantedTree, WithAnIncludeThatPointsUpNamesFileAndLine) {
  plant("shop/cart.h", "");
  plant("base/money.cpp", "#include <string>\n  #  include \"shop/cart.h\" // why not\n");
  EXPECT_THAT(breaches(), ElementsAre(HasSubstr("src/base/money.cpp:2: ")));
}

TEST_F(PlantedTree, WithADomainThatIncludesAnotherIsRefused) {
  plant("shop/cart.h", "");
  plant("feed/vote.cpp", "#include \"shop/cart.h\"\n");
  EXPECT_THAT(breaches(), ElementsAre(HasSubstr("feed/ may not include shop/")));
}

TEST_F(PlantedTree, WithAPortThatKnowsItsEngineOrTheStoreIsRefused) {
  plant("store/store.h", "");
  plant("keyspace/embedded/tree.h", "#include \"store/store.h\"\n");
  plant("keyspace/keyspace.h", "#include \"keyspace/embedded/tree.h\"\n#include \"store/store.h\"\n");
  EXPECT_THAT(breaches(),
              ElementsAre(HasSubstr("src/keyspace/keyspace.h:1"), HasSubstr("src/keyspace/keyspace.h:2")));
}

TEST_F(PlantedTree, WithAnEngineNamedOutsideMainIsRefused) {
  plant("records/embedded/embedded_records.h", "");
  plant("cli/serve.cpp", "#include \"records/embedded/embedded_records.h\"\n");
  plant("main.cpp", "#include \"records/embedded/embedded_records.h\"\n");
  EXPECT_THAT(breaches(), ElementsAre(HasSubstr("src/cli/serve.cpp:1")));
}

TEST_F(PlantedTree, WithAThirdPartyHeaderThatAnotherFolderSeesIsRefused) {
  plant("store/rows.h", "#include <rocksdb/db.h>\n");
  plant("store/store.h", "#include \"store/rows.h\"\n");
  plant("keyspace/embedded/open.cpp", "#include \"store/store.h\"\n");
  EXPECT_THAT(breaches(), ElementsAre(HasSubstr("src/store/rows.h:1")));
}

TEST_F(PlantedTree, WithAThirdPartyHeaderThatStaysWithinItsFolderHasNoBreach) {
  plant("store/rows.h", "#include <rocksdb/db.h>\n");
  plant("store/rows.cpp", "#include \"store/rows.h\"\n#include <rocksdb/db.h>\n");
  plant("store/store.h", "");
  plant("store/open.cpp", "#include \"store/rows.h\"\n#include \"store/store.h\"\n");
  plant("keyspace/embedded/open.cpp", "#include \"store/store.h\"\n");
  EXPECT_THAT(breaches(), IsEmpty());
}

TEST_F(PlantedTree, WithADomainRuleThatKnowsHttpIsRefusedWhileItsRoutesMay) {
  plant("http/server.h", "");
  plant("feed/api.cpp", "#include \"http/server.h\"\n");
  plant("feed/vote.cpp", "#include \"http/server.h\"\n");
  EXPECT_THAT(breaches(), ElementsAre(HasSubstr("src/feed/vote.cpp:1")));
}

TEST_F(PlantedTree, WithAFolderThatHasNoLayerIsRefused) {
  plant("base/result.h", "");
  plant("extras/thing.cpp", "#include \"base/result.h\"\n");
  EXPECT_THAT(breaches(), ElementsAre(HasSubstr("extras/ is in no layer")));
}

TEST_F(PlantedTree, WithAnIncludeThatIsNotWrittenFromTheSourceFolderIsRefused) {
  plant("base/result.h", "");
  plant("base/money.h", "#include \"result.h\"\n");
  EXPECT_THAT(breaches(), ElementsAre(HasSubstr("src/base/money.h:1")));
}

}  // namespace
}  // namespace stoa::test
