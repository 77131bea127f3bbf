#include "store/crc32c.h"
#include "store/data_directory.h"
#include "store/rocks.h"
#include "store/rocks_disk.h"
#include "store/store_fixture.h"
#include "store/wal_file.h"
#include "store/wal_judge.h"
#include "support/text_of.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <fstream>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

/// Transactions 1, 2, 3 … each put one row into each family, so that what a store holds says which are there.
class Recovery : public StoreTest {
 protected:
  static std::string name(int transaction) { return fmt::format("t{:04}", transaction); }
  static Changes transaction(int number) {
    auto changes = put(name(number), "record of " + name(number));
    changes.put(Family::Keyspace, name(number), "key of " + name(number));
    return changes;
  }
  void commit_numbers(int from, int to) {
    for (int number = from; number <= to; ++number) commit(transaction(number));
  }
  /// Transactions 1 to 5 in one WAL file and 6 to 10 in the next, both still needed: the keyspace's rows are
  /// in no table yet.
  void write_two_wal_files() {
    auto directory = DataDirectory::open(path());
    ASSERT_TRUE(directory.ok());
    const auto errors = std::make_shared<BackgroundErrors>();
    auto rocks = open_rocks(directory->rocks(), options(), errors);
    ASSERT_TRUE(rocks.ok()) << rocks.error().message;
    RocksDisk disk(*rocks, *errors);
    for (int number = 1; number <= 10; ++number) {
      ASSERT_TRUE(disk.write(transaction(number)).ok());
      if (number != 5) continue;
      ASSERT_TRUE(rocks->db->Flush({}, rocks->records.get()).ok());
    }
    disk.sync();
  }

  std::vector<fs::path> wals() const { return wal_files(path() / "rocks"); }
  std::vector<std::uint64_t> entry_offsets(const fs::path& wal) const {
    auto file = WalFile::open(wal);
    std::vector<std::uint64_t> offsets;
    while (const auto entry = file->next()) offsets.push_back(entry->offset);
    return offsets;
  }
  static void flip(const fs::path& file, std::uint64_t at) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(at));
    const char byte = static_cast<char>(stream.get() ^ 0x55);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(byte);
  }

  /// How many transactions are there; fails unless they are 1 … n, whole.
  int recovered() {
    const auto records = scan("t", "u");
    const auto keys = keyspace();
    EXPECT_EQ(records.size(), keys.size());
    for (std::size_t i = 0; i < std::min(records.size(), keys.size()); ++i) {
      EXPECT_EQ(records[i].first, name(static_cast<int>(i) + 1));
      EXPECT_EQ(keys[i].first, name(static_cast<int>(i) + 1));
    }
    return static_cast<int>(records.size());
  }
  Error refused(const Options& options) {
    store_.reset();
    auto opened = store::open(options);
    if (opened.ok()) {
      ADD_FAILURE() << "the store opened";
      return {};
    }
    return opened.error();
  }
  Options prefix() const {
    auto changed = options();
    changed.damaged = Options::Damaged::Prefix;
    return changed;
  }
};

TEST(Crc32c, AgreesWithThePublishedCheckValue) {
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
}

TEST(Crc32c, CanBeTakenInParts) {
  const std::string text(1000, 'x');
  for (std::size_t split = 0; split < 20; ++split)
    EXPECT_EQ(crc32c(text.substr(split), crc32c(text.substr(0, split))), crc32c(text));
}

TEST_F(Recovery, AnIntactWalIsReadEntryByEntry) {
  open();
  commit_numbers(1, 5);
  commit(put("big", std::string(100'000, 'x')));
  close();
  ASSERT_EQ(wals().size(), 1U);
  auto file = WalFile::open(wals().front());
  ASSERT_TRUE(file.ok());
  std::uint64_t expected = 0;
  int entries = 0;
  while (const auto entry = file->next()) {
    if (entries++ > 0) {
      EXPECT_EQ(entry->sequence, expected);
    }
    expected = entry->sequence + entry->rows;
  }
  EXPECT_EQ(entries, 6);
  EXPECT_EQ(file->damage(), std::nullopt);
}

TEST_F(Recovery, ATruncatedEndLosesTheLastTransactionOnly) {
  open();
  commit_numbers(1, 10);
  close();
  fs::resize_file(wals().front(), fs::file_size(wals().front()) - 3);
  open();
  EXPECT_EQ(recovered(), 9);
}

TEST_F(Recovery, AGarbledEndLosesTheLastTransactionOnly) {
  open();
  commit_numbers(1, 10);
  close();
  flip(wals().front(), fs::file_size(wals().front()) - 3);
  const auto wal = wals().front();
  std::string lines;
  auto watched = options();
  watched.log = Logger::to([&](std::string_view line) { lines += line; }, LogLevel::Warning, LogFormat::Text);
  open(watched);
  EXPECT_EQ(recovered(), 9);
  EXPECT_THAT(lines, AllOf(HasSubstr("unfinished write"), HasSubstr(wal.string()), HasSubstr("bytes=63")));
  commit_numbers(10, 12);
  open();
  EXPECT_EQ(recovered(), 12);
}

TEST_F(Recovery, AnEndOfZerosIsDropped) {
  open();
  commit_numbers(1, 10);
  close();
  fs::resize_file(wals().front(), fs::file_size(wals().front()) + 100'000);
  open();
  EXPECT_EQ(recovered(), 10);
}

TEST_F(Recovery, WhereverTheWalIsCutAPrefixComesBack) {
  open();
  commit_numbers(1, 8);
  close();
  const auto wal = wals().front();
  const auto whole = beside("whole");
  fs::copy(path(), whole, fs::copy_options::recursive);
  const auto size = fs::file_size(wal);
  const auto offsets = entry_offsets(wal);
  for (std::uint64_t cut = 0; cut < size; cut += 13) {
    close();
    fs::remove_all(path());
    fs::copy(whole, path(), fs::copy_options::recursive);
    fs::resize_file(wal, cut);
    open();
    const auto intact = std::upper_bound(offsets.begin(), offsets.end(), cut) - offsets.begin() - 1;
    EXPECT_EQ(recovered(), std::max<std::ptrdiff_t>(intact, 0)) << "cut at " << cut;
  }
}

/// Checksum, length, type and payload of a record.
class RecoveryOfAByte : public Recovery, public testing::WithParamInterface<int> {};

TEST_P(RecoveryOfAByte, DamageWithIntactTransactionsBehindItIsRefusedAndChangesNothing) {
  open();
  commit_numbers(1, 10);
  close();
  const auto wal = wals().front();
  const auto at = entry_offsets(wal)[3];
  flip(wal, at + static_cast<std::uint64_t>(GetParam()));
  const auto damaged = test::text_of(wal);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto error = refused(options());
    EXPECT_EQ(error.kind, Error::Kind::Corrupt);
    EXPECT_EQ(error.code, "store.damaged");
    EXPECT_THAT(error.message, AllOf(HasSubstr(wal.string()), HasSubstr(fmt::format("byte {}", at)),
                                     HasSubstr("backup"), HasSubstr("--store.damaged=prefix")));
  }
  open(prefix());
  EXPECT_EQ(recovered(), 3);
  EXPECT_EQ(test::text_of(path() / "damaged" / wal.filename()), damaged);
  commit_numbers(4, 5);
  open();
  EXPECT_EQ(recovered(), 5);
}

INSTANTIATE_TEST_SUITE_P(Places, RecoveryOfAByte, testing::Values(0, 4, 5, 6, 7, 15, 30));

TEST_F(Recovery, WhateverByteIsFlippedNothingIsLostSilently) {
  open();
  commit_numbers(1, 6);
  close();
  const auto wal = wals().front();
  const auto whole = beside("whole");
  fs::copy(path(), whole, fs::copy_options::recursive);
  const auto last = entry_offsets(wal).back();
  for (std::uint64_t at = 0; at < fs::file_size(whole / "rocks" / wal.filename()); at += 11) {
    close();
    fs::remove_all(path());
    fs::copy(whole, path(), fs::copy_options::recursive);
    flip(wal, at);
    if (at < last) {
      EXPECT_EQ(refused(options()).code, "store.damaged") << "byte " << at;
    } else {
      open();
      EXPECT_EQ(recovered(), 5) << "byte " << at;
    }
  }
}

TEST_F(Recovery, DamageToTheVeryFirstTransactionIsRefused) {
  open();
  commit_numbers(1, 3);
  close();
  flip(wals().front(), 20);
  EXPECT_EQ(refused(options()).code, "store.damaged");
  open(prefix());
  EXPECT_EQ(recovered(), 0);
}

TEST_F(Recovery, TwoWalFilesAreReplayedInOrder) {
  write_two_wal_files();
  ASSERT_EQ(wals().size(), 2U);
  open();
  EXPECT_EQ(recovered(), 10);
}

TEST_F(Recovery, ADamagedEndOfAnOlderWalFileIsTheMiddle) {
  write_two_wal_files();
  const auto older = wals().front();
  flip(older, fs::file_size(older) - 3);
  const auto error = refused(options());
  EXPECT_EQ(error.code, "store.damaged");
  EXPECT_THAT(error.message, HasSubstr(older.string()));
  open(prefix());
  EXPECT_EQ(keyspace().size(), 4U);
  EXPECT_TRUE(fs::exists(path() / "damaged"));
}

TEST_F(Recovery, AnOlderWalFileThatEndsTooEarlyIsNoticedThoughNoByteIsWrong) {
  write_two_wal_files();
  const auto older = wals().front();
  const auto end = entry_offsets(older).back();
  fs::resize_file(older, end);
  const auto error = refused(options());
  EXPECT_EQ(error.code, "store.damaged");
  EXPECT_THAT(error.message, AllOf(HasSubstr(older.string()), HasSubstr(fmt::format("byte {}", end))));
  open(prefix());
  EXPECT_EQ(keyspace().size(), 4U);
}

TEST_F(Recovery, AWriteThatWasTornAndThenRepeatedInTheNextFileIsNoLoss) {
  write_two_wal_files();
  const auto older = wals().front();
  const auto newer = wals().back();
  // A full disk leaves the beginning of the write that comes again, whole, in the next file.
  const auto first = test::text_of(newer).substr(0, 40);
  std::ofstream(older, std::ios::app | std::ios::binary) << first;
  open();
  EXPECT_EQ(recovered(), 10);
}

TEST_F(Recovery, DamageInAWalFileThatIsNoLongerNeededIsNoLoss) {
  open();
  commit_numbers(1, 10);
  close();
  const auto old = beside("old.log");
  fs::copy_file(wals().front(), old);
  open();  // replays into tables and goes on with a new file
  commit_numbers(11, 12);
  close();
  flip(old, 100);
  fs::copy_file(old, path() / "rocks" / "000002.log");
  ASSERT_EQ(wals().size(), 2U);
  open();
  EXPECT_EQ(recovered(), 12);
}

TEST_F(Recovery, ADamagedTableIsNamedWhenItIsRead) {
  open();
  commit_numbers(1, 200);
  close();
  open();  // replaying moves the rows into tables
  close();
  std::vector<fs::path> tables;
  for (const auto& entry : fs::directory_iterator(path() / "rocks"))
    if (entry.path().extension() == ".sst") tables.push_back(entry.path());
  ASSERT_FALSE(tables.empty());
  for (const auto& table : tables) flip(table, 30);
  open();
  const auto loaded = store_->load([](std::string_view, std::string_view) {});
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().kind, Error::Kind::Corrupt);
  EXPECT_THAT(loaded.error().message, AllOf(HasSubstr(".sst"), HasSubstr("backup")));
  const auto row = store_->get(name(1));
  ASSERT_FALSE(row.ok());
  EXPECT_EQ(row.error().kind, Error::Kind::Corrupt);
  EXPECT_THAT(row.error().message, HasSubstr(".sst"));
  auto scan = store_->scan("t", "u", Direction::Forward);
  EXPECT_FALSE(scan->valid());
  EXPECT_EQ(scan->status().error().kind, Error::Kind::Corrupt);
}

TEST_F(Recovery, AMissingTableIsNamed) {
  open();
  commit_numbers(1, 200);
  open();
  close();
  for (const auto& entry : fs::directory_iterator(path() / "rocks"))
    if (entry.path().extension() == ".sst") fs::remove(entry.path());
  const auto error = refused(options());
  EXPECT_EQ(error.kind, Error::Kind::Corrupt);
  EXPECT_THAT(error.message, HasSubstr(".sst"));
}

TEST_F(Recovery, ADamagedManifestIsNamed) {
  open();
  commit_numbers(1, 5);
  open();
  close();
  for (const auto& entry : fs::directory_iterator(path() / "rocks"))
    if (entry.path().filename().string().starts_with("MANIFEST")) flip(entry.path(), 20);
  const auto error = refused(options());
  EXPECT_EQ(error.kind, Error::Kind::Corrupt);
  EXPECT_THAT(error.message, HasSubstr("MANIFEST"));
}

TEST_F(Recovery, AMissingCurrentIsDamageAndNotANewStore) {
  open();
  commit_numbers(1, 5);
  close();
  fs::remove(path() / "rocks" / "CURRENT");
  const auto error = refused(options());
  EXPECT_EQ(error.kind, Error::Kind::Corrupt);
  EXPECT_THAT(error.message, HasSubstr("CURRENT"));
}

}  // namespace
}  // namespace stoa::store
