#include "braced_tries.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace stoa::test {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

TEST(BracedTries, StandNowhere) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(STOA_SOURCE_DIRECTORY "/src")) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    for (const int line : braced_tries_in(source))
      ADD_FAILURE() << entry.path() << ":" << line << ": give what STOA_TRY yields a name before the list";
    ++files;
  }
  EXPECT_GT(files, 100);
}

TEST(BracedTries, AreFoundBehindAnotherElement) {
  EXPECT_THAT(braced_tries_in("f() {\n  return Report{who,\n    STOA_TRY(parse(x))};\n}"), ElementsAre(3));
  EXPECT_THAT(braced_tries_in("f() { Fields row{{a, b}, {c, g(STOA_TRY(x))}}; }"), ElementsAre(1));
  EXPECT_THAT(braced_tries_in("f() { Page page{.title = t, .rows = STOA_TRY(rows())}; }"), ElementsAre(1));
}

TEST(BracedTries, AreNotTakenForABlockOrTheFirstElement) {
  EXPECT_THAT(braced_tries_in("f(int a, int b) { const int c = a, d = b; return g(c, STOA_TRY(x)); }"),
              IsEmpty());
  EXPECT_THAT(braced_tries_in("f() { return Page{STOA_TRY(x), y}; }"), IsEmpty());
  EXPECT_THAT(braced_tries_in("f() { return g({a, [&] { return STOA_TRY(x); }}); }"), IsEmpty());
  EXPECT_THAT(braced_tries_in("f() { g({a, /* */ b});  // {a, STOA_TRY(x)}\n  h(\"{a, STOA_TRY(\"); }"),
              IsEmpty());
}

}  // namespace
}  // namespace stoa::test
