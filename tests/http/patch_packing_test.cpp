#include "http/patch_packing.h"

#include "gunzipped.h"
#include "http/compression.h"

#include <gmock/gmock.h>
#include <rapidcheck.h>

namespace stoa::http {
namespace {

const std::vector<std::string> kPieces{
    "<!doctype html><html><head><title>",
    "</title></head><body><main class=\"page\"><ul class=\"cards\">",
    "<li class=\"card\"><a href=\"/products/",
    "\"><span class=\"card-name\">",
    "</span></a></li>",
    "</ul></main></body></html>",
    "",
    std::string(600, '-') + "<li class=\"card\">",
};

/// A text as a template would sew it; numbers below zero are new words.
Patchwork sewn(const std::vector<std::pair<int, std::string>>& parts) {
  Patchwork work;
  auto seams = std::make_shared<Seams>();
  for (const auto& [piece, word] : parts) {
    const std::string& text = piece < 0 ? word : kPieces[static_cast<std::size_t>(piece)];
    work.text += text;
    seams->patches.push_back({piece < 0 ? Patch::kNew : static_cast<std::uint32_t>(piece),
                              static_cast<std::uint32_t>(text.size())});
  }
  work.seams = seams;
  return work;
}

Patchwork list_of(int cards) {
  std::vector<std::pair<int, std::string>> parts{{0, ""}, {-1, "Lamps"}, {1, ""}};
  for (int i = 0; i < cards; ++i)
    parts.insert(parts.end(), {{2, ""},
                               {-1, "65a0c0ffee65a0c0ffee" + std::to_string(1000 + i)},
                               {3, ""},
                               {-1, "Brass lamp no. " + std::to_string(i)},
                               {4, ""}});
  parts.emplace_back(5, "");
  return sewn(parts);
}

class PatchPackingTest : public ::testing::Test {
 protected:
  std::string gzip(const Patchwork& work) const { return packing_.gzip(work.text, *work.seams); }

  const Patchwork sample_ = list_of(2);
  const PatchPacking packing_{kPieces, sample_.text, sample_.seams->patches};
};

TEST_F(PatchPackingTest, GivesTheSameTextBack) {
  for (const int cards : {0, 1, 2, 25, 1000}) {
    const Patchwork work = list_of(cards);
    EXPECT_EQ(gunzipped(gzip(work)), work.text) << cards;
  }
}

TEST_F(PatchPackingTest, OfNothingIsAnEmptyArchive) {
  EXPECT_EQ(gunzipped(packing_.gzip("", Seams())), "");
}

TEST_F(PatchPackingTest, GivesBackWhateverTheTextIsSewnFrom) {
  rc::check([this] {
    const auto parts = *rc::gen::container<std::vector<std::pair<int, std::string>>>(rc::gen::pair(
        rc::gen::inRange(-4, static_cast<int>(kPieces.size())), rc::gen::arbitrary<std::string>()));
    const Patchwork work = sewn(parts);
    RC_ASSERT(gunzipped(gzip(work)) == work.text);
  });
}

TEST_F(PatchPackingTest, ReachesBackAsFarAsDeflateCanAndNoFarther) {
  for (const std::size_t between : {32768 - 36, 32768 - 35, 32768 - 34, 32767, 32768, 32769, 40000}) {
    const Patchwork work = sewn({{2, ""},
                                 {-1, std::string(between, 'x')},
                                 {2, ""},
                                 {7, ""},
                                 {-1, "word word"},
                                 {-1, std::string(between, 'y')},
                                 {-1, "word word"},
                                 {7, ""}});
    EXPECT_EQ(gunzipped(gzip(work)), work.text) << between;
  }
}

TEST_F(PatchPackingTest, RefusesPatchesThatDoNotCoverTheText) {
  const Patchwork work = list_of(1);
  EXPECT_THROW(packing_.gzip(work.text + "x", *work.seams), std::logic_error);
  EXPECT_THROW(packing_.gzip(work.text.substr(1), *work.seams), std::logic_error);
}

TEST_F(PatchPackingTest, SaysAPieceOnceHoweverOftenItComes) {
  const auto size = [&](int cards) { return gzip(list_of(cards)).size(); };
  // Three pieces and a number of 24 digits and letters, of which the last few differ.
  EXPECT_LT(size(101) - size(1), 100 * 48U);
}

TEST_F(PatchPackingTest, TextOfAnyScriptIsNotMuchLongerThanItWas) {
  std::string words;
  for (int i = 0; i < 400; ++i) words += "Съешь ещё этих мягких французских булок, 漢字 ";
  const Patchwork work = sewn({{0, ""}, {-1, words}, {5, ""}});
  EXPECT_EQ(gunzipped(gzip(work)), work.text);
  EXPECT_LT(gzip(work).size(), work.text.size() * 3 / 2);
}

/// A row of a table, as another template sews it.
std::shared_ptr<const Patchwork> row_of(const std::string& word) {
  const std::vector<std::string> texts{"<tr><td>", "</td></tr>"};
  const auto seams = std::make_shared<Seams>();
  seams->patches = {{0, 8}, {Patch::kNew, static_cast<std::uint32_t>(word.size())}, {1, 10}};
  std::string text = texts[0] + word + texts[1];
  seams->packing = std::make_shared<const PatchPacking>(texts, text, seams->patches);
  return std::make_shared<const Patchwork>(Patchwork{std::move(text), seams});
}

TEST(SeamsTest, TellTextsApartThatDifferInAnInsetOrItsPlace) {
  const auto work = [](const std::string& front, const std::vector<std::shared_ptr<const Patchwork>>& insets,
                       const std::string& end) {
    const auto seams = std::make_shared<Seams>();
    seams->patches.push_back({Patch::kNew, static_cast<std::uint32_t>(front.size())});
    for (const auto& inset : insets) {
      seams->patches.push_back({Patch::kInset, 0});
      seams->insets.push_back(inset);
    }
    seams->patches.push_back({Patch::kNew, static_cast<std::uint32_t>(end.size())});
    return Patchwork{front + end, seams};
  };
  const auto digest = [](const Patchwork& of) { return of.seams->digest(of.text); };
  const auto brass = row_of("brass"), steel = row_of("steel");
  const std::vector<Patchwork> different{work("ab", {}, "c"),           work("ab", {brass}, "c"),
                                         work("a", {brass}, "bc"),      work("ab", {steel}, "c"),
                                         work("ab", {brass, steel}, "c"), work("ab", {steel, brass}, "c"),
                                         work("ab", {brass}, "d")};
  for (std::size_t i = 0; i < different.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(digest(different[i]), digest(different[j])) << i << ' ' << j;
  EXPECT_EQ(digest(work("ab", {brass}, "c")), digest(work("ab", {row_of("brass")}, "c")));
}

TEST_F(PatchPackingTest, PacksAnInsetOnceAndPutsItsBitsInPlace) {
  const auto rows = row_of("brass");
  const std::string& row = rows->text;
  const auto with_rows = [&](int many) {
    Patchwork work = list_of(1);
    const auto seams = std::make_shared<Seams>();
    seams->patches = work.seams->patches;
    for (int i = 0; i < many; ++i) {
      seams->patches.push_back({Patch::kInset, static_cast<std::uint32_t>(row.size())});
      seams->insets.push_back(rows);
      seams->patches.push_back({5, static_cast<std::uint32_t>(kPieces[5].size())});
      work.text += row + kPieces[5];
    }
    work.seams = seams;
    return work;
  };
  for (const int many : {1, 2, 5}) {
    const Patchwork work = with_rows(many);
    EXPECT_EQ(gunzipped(gzip(work)), work.text) << many;
  }
  const PackedBits* kept = rows->seams->packed(row);
  ASSERT_NE(kept, nullptr) << "was a part of several";
  EXPECT_EQ(rows->seams->packed(row), kept);
}

/// Whatever stands in whatever, in the text of what is around it or not.
rc::Gen<std::shared_ptr<const Patchwork>> nested(int depth,
                                                 const std::shared_ptr<const PatchPacking>& packing) {
  return rc::gen::exec([depth, packing] {
    const auto parts = *rc::gen::container<std::vector<std::pair<int, std::string>>>(
        static_cast<std::size_t>(*rc::gen::inRange(0, 5)),
        rc::gen::pair(rc::gen::inRange(-4, static_cast<int>(kPieces.size())),
                      rc::gen::resize(20, rc::gen::arbitrary<std::string>())));
    const Patchwork work = sewn(parts);
    const auto seams = std::make_shared<Seams>();
    seams->packing = packing;
    std::string text;
    std::size_t at = 0;
    const auto add_inset = [&] {
      if (depth == 0) return;
      const auto inset = *nested(depth - 1, packing);
      const std::string whole = inset->seams->whole_text(inset->text);
      const bool is_elsewhere = *rc::gen::arbitrary<bool>();
      if (!is_elsewhere) text += whole;
      seams->patches.push_back({Patch::kInset, is_elsewhere ? 0 : static_cast<std::uint32_t>(whole.size())});
      for (int i = *rc::gen::inRange(0, 3); i > 0; --i) (void)inset->seams->packed(inset->text);
      seams->insets.push_back(inset);
    };
    for (const Patch& patch : work.seams->patches) {
      if (*rc::gen::inRange(0, 4) == 0) add_inset();
      seams->patches.push_back(patch);
      text += work.text.substr(at, patch.size);
      at += patch.size;
    }
    add_inset();
    return std::shared_ptr<const Patchwork>(std::make_shared<Patchwork>(Patchwork{std::move(text), seams}));
  });
}

TEST_F(PatchPackingTest, GivesBackWhateverIsNested) {
  const auto packing = std::make_shared<const PatchPacking>(kPieces, sample_.text, sample_.seams->patches);
  const bool held = rc::check([&] {
    const auto work = *nested(2, packing);
    const std::string whole = work->seams->whole_text(work->text);
    RC_ASSERT(work->seams->whole_size(work->text) == whole.size());
    RC_ASSERT(gunzipped(packing->gzip(work->text, *work->seams)) == whole);
    const auto seams = work->seams->of_whole();
    RC_ASSERT(seams->whole_text(whole) == whole);
    RC_ASSERT(gunzipped(packing->gzip(whole, *seams)) == whole);
  });
  EXPECT_TRUE(held);
}

TEST(PatchPacking, WorksWithNoPieceAtAll) {
  const PatchPacking packing({}, "", {});
  Seams all;
  all.patches = {{Patch::kNew, 5}};
  EXPECT_EQ(gunzipped(packing.gzip("hello", all)), "hello");
}

}  // namespace
}  // namespace stoa::http
