#include "store/data_directory.h"
#include "store/log_judge.h"
#include "store/log_reader.h"
#include "store/log_segment.h"
#include "store/store_fixture.h"
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
  /// Transactions 1 to 5 in one segment and 6 to 10 in the next, none of them in tables yet. Each was on disk
  /// before the next one was begun.
  void write_two_segments() {
    ASSERT_TRUE(DataDirectory::open(path()).ok());
    for (const std::uint64_t segment : {1U, 2U}) {
      auto file = LogSegment::create(log_path(path() / "log", segment), segment, 4096);
      ASSERT_TRUE(file.ok()) << file.error().message;
      for (std::uint64_t number = 5 * segment - 4; number <= 5 * segment; ++number)
        append(*file, number, number - 1);
    }
  }
  static void append(LogSegment& segment, std::uint64_t number, std::uint64_t synced) {
    const auto changes = transaction(static_cast<int>(number));
    ASSERT_TRUE(segment.append(number, synced, changes.as_bytes()).ok());
  }

  std::vector<LogFile> segments() const { return log_files(path() / "log"); }
  fs::path log() const { return segments().front().path; }
  static std::vector<std::uint64_t> write_offsets(const LogFile& segment) {
    auto file = LogReader::open(segment.path, segment.number);
    std::vector<std::uint64_t> offsets;
    while (const auto write = file->next()) offsets.push_back(write->offset);
    return offsets;
  }
  /// Where its last write ends: there are only zeros behind.
  static std::uint64_t end_of(const LogFile& segment) {
    auto file = LogReader::open(segment.path, segment.number);
    while (file->next()) {
    }
    EXPECT_TRUE(file->ends_clean());
    return file->offset();
  }
  /// Ends the log as a crash might.
  void cut(std::uint64_t size) { fs::resize_file(log(), size); }
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

TEST_F(Recovery, AnIntactLogIsReadWriteByWrite) {
  open();
  commit_numbers(1, 5);
  commit(put("big", std::string(3'000'000, 'x')));
  close();
  ASSERT_EQ(segments().size(), 1U);
  auto file = LogReader::open(log(), segments().front().number);
  ASSERT_TRUE(file.ok());
  std::uint64_t number = 0;
  while (const auto write = file->next()) {
    EXPECT_EQ(write->record.number, ++number);
    EXPECT_EQ(write->record.synced, number - 1);
  }
  EXPECT_EQ(number, 6U);
  EXPECT_TRUE(file->ends_clean());
}

TEST_F(Recovery, ATruncatedEndLosesTheLastTransactionOnly) {
  open();
  commit_numbers(1, 10);
  close();
  cut(end_of(segments().front()) - 3);
  open();
  EXPECT_EQ(recovered(), 9);
}

TEST_F(Recovery, AGarbledEndLosesTheLastTransactionOnly) {
  open();
  commit_numbers(1, 10);
  close();
  const auto segment = log();
  const auto bytes = end_of(segments().front()) - write_offsets(segments().front()).back();
  flip(segment, end_of(segments().front()) - 3);
  std::string lines;
  auto watched = options();
  watched.log = Logger::to([&](std::string_view line) { lines += line; }, LogLevel::Warning, LogFormat::Text);
  open(watched);
  EXPECT_EQ(recovered(), 9);
  EXPECT_THAT(lines, AllOf(HasSubstr("unfinished write"), HasSubstr(segment.string()),
                           HasSubstr(fmt::format("bytes={}", bytes))));
  commit_numbers(10, 12);
  open();
  EXPECT_EQ(recovered(), 12);
}

TEST_F(Recovery, AnEndOfZerosIsDropped) {
  open();
  commit_numbers(1, 10);
  close();
  cut(fs::file_size(log()) + 100'000);
  open();
  EXPECT_EQ(recovered(), 10);
}

TEST_F(Recovery, WhereverTheWalIsCutAPrefixComesBack) {
  open();
  commit_numbers(1, 8);
  close();
  const auto segment = log();
  const auto whole = beside("whole");
  const auto size = end_of(segments().front());
  const auto offsets = write_offsets(segments().front());
  fs::copy(path(), whole, fs::copy_options::recursive);
  for (std::uint64_t cut = 0; cut < size; cut += 13) {
    close();
    fs::remove_all(path());
    fs::copy(whole, path(), fs::copy_options::recursive);
    fs::resize_file(segment, cut);
    open();
    const auto intact = std::upper_bound(offsets.begin(), offsets.end(), cut) - offsets.begin() - 1;
    EXPECT_EQ(recovered(), std::max<std::ptrdiff_t>(intact, 0)) << "cut at " << cut;
  }
}

/// Of each field of a write's header, and of its changes.
class RecoveryOfAByte : public Recovery, public testing::WithParamInterface<int> {};

TEST_P(RecoveryOfAByte, DamageWithIntactTransactionsBehindItIsRefusedAndChangesNothing) {
  open();
  commit_numbers(1, 10);
  close();
  const auto segment = log();
  const auto at = write_offsets(segments().front())[3];
  flip(segment, at + static_cast<std::uint64_t>(GetParam()));
  const auto damaged = test::text_of(segment);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto error = refused(options());
    EXPECT_EQ(error.kind, Error::Kind::Corrupt);
    EXPECT_EQ(error.code, "store.damaged");
    EXPECT_THAT(error.message, AllOf(HasSubstr(segment.string()), HasSubstr(fmt::format("byte {}", at)),
                                     HasSubstr("backup"), HasSubstr("--store.damaged=prefix")));
  }
  open(prefix());
  EXPECT_EQ(recovered(), 3);
  EXPECT_EQ(test::text_of(path() / "damaged" / segment.filename()), damaged);
  commit_numbers(4, 5);
  open();
  EXPECT_EQ(recovered(), 5);
}

INSTANTIATE_TEST_SUITE_P(Places, RecoveryOfAByte, testing::Values(0, 8, 12, 16, 24, 32, 40, 60));

TEST_F(Recovery, WhateverByteIsFlippedNothingIsLostSilently) {
  open();
  commit_numbers(1, 6);
  close();
  const auto segment = log();
  const auto whole = beside("whole");
  const auto last = write_offsets(segments().front()).back(), end = end_of(segments().front());
  fs::copy(path(), whole, fs::copy_options::recursive);
  for (std::uint64_t at = 0; at < end; at += 7) {
    close();
    fs::remove_all(path());
    fs::copy(whole, path(), fs::copy_options::recursive);
    flip(segment, at);
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
  flip(log(), 20);
  EXPECT_EQ(refused(options()).code, "store.damaged");
  open(prefix());
  EXPECT_EQ(recovered(), 0);
}

TEST_F(Recovery, TwoSegmentsAreReadInOrderAndBecomeTables) {
  write_two_segments();
  open();
  EXPECT_EQ(recovered(), 10);
  EXPECT_TRUE(segments().empty());
  open();
  EXPECT_EQ(recovered(), 10);
}

TEST_F(Recovery, ADamagedEndOfAnOlderSegmentIsTheMiddle) {
  write_two_segments();
  flip(log(), end_of(segments().front()) - 3);
  const auto error = refused(options());
  EXPECT_EQ(error.code, "store.damaged");
  EXPECT_THAT(error.message, HasSubstr(log().string()));
  open(prefix());
  EXPECT_EQ(recovered(), 4);
  EXPECT_TRUE(fs::exists(path() / "damaged" / "000001.log"));
  EXPECT_TRUE(fs::exists(path() / "damaged" / "000002.log"));
}

TEST_F(Recovery, AnOlderSegmentThatEndsTooEarlyIsNoticedThoughNoByteIsWrong) {
  write_two_segments();
  const auto end = write_offsets(segments().front()).back();
  cut(end);
  const auto error = refused(options());
  EXPECT_EQ(error.code, "store.damaged");
  EXPECT_THAT(error.message, AllOf(HasSubstr(log().string()), HasSubstr(fmt::format("byte {}", end))));
  open(prefix());
  EXPECT_EQ(recovered(), 4);
}

TEST_F(Recovery, AMissingSegmentIsNoticed) {
  write_two_segments();
  fs::remove(log());
  const auto error = refused(options());
  EXPECT_EQ(error.code, "store.damaged");
  EXPECT_THAT(error.message, AllOf(HasSubstr("000002.log"), HasSubstr("byte 0")));
}

TEST_F(Recovery, AWriteThatWasTornAndThenRepeatedInTheNextSegmentIsNoLoss) {
  write_two_segments();
  // A disk that refuses leaves the beginning of the write that comes again, whole, in the next file.
  const auto first = test::text_of(segments().back().path).substr(0, 40);
  std::fstream older(log(), std::ios::in | std::ios::out | std::ios::binary);
  older.seekp(static_cast<std::streamoff>(end_of(segments().front())));
  older << first;
  older.close();
  open();
  EXPECT_EQ(recovered(), 10);
}

/// A machine that loses its power may have written the second of two writes that nobody had waited for, and
/// not the first.
TEST_F(Recovery, AHoleAmongWritesThatHadNotBeenSyncedIsATornEndAndNoDamage) {
  ASSERT_TRUE(DataDirectory::open(path()).ok());
  {
    auto file = LogSegment::create(log_path(path() / "log", 1), 1, 4096);
    ASSERT_TRUE(file.ok());
    for (std::uint64_t number = 1; number <= 6; ++number)
      append(*file, number, std::min<std::uint64_t>(number - 1, 3));
  }
  flip(log(), write_offsets(segments().front())[4] + 50);
  open();
  EXPECT_EQ(recovered(), 4);
  commit_numbers(5, 7);
  open();
  EXPECT_EQ(recovered(), 7);
}

TEST_F(Recovery, DamageInASegmentThatIsInTablesIsNoLoss) {
  open();
  commit_numbers(1, 10);
  close();
  const auto old = beside("old.log");
  const auto name = log();
  fs::copy_file(name, old);
  open();
  commit_numbers(11, 12);
  close();
  flip(old, 100);
  fs::copy_file(old, name);
  ASSERT_EQ(segments().size(), 2U);
  open();
  EXPECT_EQ(recovered(), 12);
}

TEST_F(Recovery, ManySegmentsMoveIntoTablesWhileTheStoreWorks) {
  auto changed = options();
  changed.segment_bytes = 2000;
  open(changed);
  commit_numbers(1, 300);
  EXPECT_LT(segments().size(), 10U);
  EXPECT_EQ(scan("t", "u").size(), 300U);
  open(changed);
  EXPECT_EQ(recovered(), 300);
}

TEST_F(Recovery, ADamagedTableIsNamedWhenItIsRead) {
  open();
  commit_numbers(1, 200);
  close();
  open();  // which moves the rows into tables
  close();
  std::vector<fs::path> tables;
  // Not the one that says how far the log has been moved: without that no store opens.
  for (const auto& entry : fs::directory_iterator(path() / "rocks"))
    if (entry.path().extension() == ".sst" && entry.file_size() > 1500) tables.push_back(entry.path());
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
