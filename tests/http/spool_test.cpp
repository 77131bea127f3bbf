#include "http/spool.h"

#include "keyspace/engines.h"
#include "support/temporary_directory.h"
#include "support/text_of.h"

#include <gmock/gmock.h>

#include <fstream>

namespace stoa::http {
namespace {
using keyspace::must;

std::string content_of(const FilePart& part) {
  return stoa::test::text_of(part.path);
}

TEST(Spool, KeepsWhatWasAppendedWithoutANameUntilTheLastAnswerIsGone) {
  const stoa::test::TemporaryDirectory directory;
  std::optional<FilePart> part;
  {
    Spool spool = must(Spool::open(directory.path()));
    must(spool.append("one, "));
    must(spool.append("two"));
    part = spool.body();
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  EXPECT_EQ(part->length, 8U);
  EXPECT_EQ(content_of(*part), "one, two");
  const auto path = part->path;
  part.reset();
  EXPECT_FALSE(std::ifstream(path).good());
}

TEST(Spool, SaysWhereItCannotBe) {
  const auto spool = Spool::open("/nonexistent/directory");
  ASSERT_FALSE(spool.ok());
  EXPECT_EQ(spool.error().code, "http.spool");
}

}  // namespace
}  // namespace stoa::http
