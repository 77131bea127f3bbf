#include "store/data_directory.h"
#include "store/rocks.h"
#include "store/store_fixture.h"
#include "support/text_of.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace stoa::store {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class StoreDirectory : public StoreTest {
 protected:
  Error refused() {
    auto opened = store::open(options());
    if (opened.ok()) {
      ADD_FAILURE() << "the store opened";
      return {};
    }
    return opened.error();
  }
  void write_format(std::string_view text) { std::ofstream(path() / "FORMAT") << text; }
};

TEST_F(StoreDirectory, IsMadeForItsOwnerAlone) {
  open();
  struct stat facts {};
  ASSERT_EQ(::stat(path().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0700U);
}

TEST_F(StoreDirectory, IsMadeWithItsParents) {
  auto deep = options();
  deep.directory = beside("a") / "b" / "c";
  EXPECT_TRUE(store::open(deep).ok());
}

TEST_F(StoreDirectory, HasOneOwnerAtATimeWhoIsNamed) {
  open();
  const auto error = refused();
  EXPECT_EQ(error.kind, Error::Kind::Unavailable);
  EXPECT_EQ(error.code, "store.locked");
  EXPECT_THAT(error.message, AllOf(HasSubstr(path().string()), HasSubstr(std::to_string(::getpid()))));
  close();
  open();
}

TEST_F(StoreDirectory, OfANewerFormatIsRefusedNamingBothVersions) {
  open();
  close();
  write_format("7\n");
  const auto error = refused();
  EXPECT_EQ(error.kind, Error::Kind::Invalid);
  EXPECT_EQ(error.code, "store.format");
  EXPECT_THAT(error.message, AllOf(HasSubstr("format 7"), HasSubstr("up to 2")));
}

/// In which RocksDB kept the log.
class StoreDirectoryOfTheFirstFormat : public StoreDirectory {
 protected:
  void SetUp() override {
    ASSERT_TRUE(DataDirectory::open(path()).ok());
    const auto rocks = open_rocks(path() / "rocks", options(), std::make_shared<BackgroundErrors>());
    ASSERT_TRUE(rocks.ok());
    for (auto* family : {rocks->keyspace.get(), rocks->records.get()})
      ASSERT_TRUE(rocks->db->Put({}, family, "a", "of the first format").ok());
    write_format("1\n");
  }
};

TEST_F(StoreDirectoryOfTheFirstFormat, BecomesOneOfTheNewestAndHoldsWhatItHeld) {
  for (int start = 0; start < 2; ++start) {
    open();
    EXPECT_EQ(get("a"), "of the first format");
    EXPECT_EQ(keyspace(), (std::vector<Row>{{"a", "of the first format"}}));
    EXPECT_THAT(test::text_of(path() / "FORMAT"), "2\n");
  }
}

TEST_F(StoreDirectoryOfTheFirstFormat, IsRefusedWhenItWasNotClosed) {
  for (const auto& entry : std::filesystem::directory_iterator(path() / "rocks"))
    if (entry.path().extension() == ".log" && entry.file_size() > 0)
      std::filesystem::resize_file(entry.path(), entry.file_size() - 3);
  const auto error = refused();
  EXPECT_EQ(error.kind, Error::Kind::Corrupt);
  EXPECT_THAT(error.message, HasSubstr("the version of Stoa that wrote it"));
  EXPECT_THAT(test::text_of(path() / "FORMAT"), "1\n");
}

TEST_F(StoreDirectory, WithAnUnreadableFormatIsDamaged) {
  open();
  close();
  write_format("seven");
  EXPECT_EQ(refused().code, "store.damaged");
}

TEST_F(StoreDirectory, WithDataButWithoutAFormatIsDamaged) {
  open();
  close();
  std::filesystem::remove(path() / "FORMAT");
  EXPECT_EQ(refused().code, "store.damaged");
}

TEST_F(StoreDirectory, ThatCannotBeMadeIsNamed) {
  std::ofstream(beside("file")) << "not a directory";
  auto wrong = options();
  wrong.directory = beside("file") / "data";
  const auto opened = store::open(wrong);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, "store.directory");
  EXPECT_THAT(opened.error().message, HasSubstr(wrong.directory.string()));
}

}  // namespace
}  // namespace stoa::store
