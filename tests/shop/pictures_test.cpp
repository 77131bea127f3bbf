#include "records/collections.h"
#include "shop_fixture.h"

namespace stoa::shop::test {
namespace {
using namespace std::string_literals;
using testing::IsEmpty;

const std::string kJpeg = "\xFF\xD8\xFF\xE0 a jpeg"s;
const std::string kPng = "\x89PNG\r\n\x1A\n a png"s;
const std::string kWebP = "RIFF\x10\0\0\0WEBPVP8 a webp"s;

class PicturesOnEveryEngine : public ShopOnEveryEngine {
 protected:
  Pictures& pictures() { return shop().pictures; }
  Product named(const std::vector<std::string>& paths) {
    ProductDraft draft;
    draft.name = "Lamp";
    draft.category = "Lamps";
    draft.pictures = paths;
    return must(shop().catalogue.create(draft));
  }
  void name(const Product& product, const std::vector<std::string>& paths) {
    ProductDraft draft;
    draft.name = product.name;
    draft.category = product.category;
    draft.pictures = paths;
    must(shop().catalogue.edit(product.id, draft));
  }
  bool there(const PictureId& id) { return pictures().picture(id).ok(); }
  std::size_t clean_after(Duration span) {
    clock().advance(span);
    return must(pictures().remove_unused(100));
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, PicturesOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         engine_name);

TEST_P(PicturesOnEveryEngine, KeepWhatTheyAreGivenUnderANameMadeOfTheBytes) {
  const PictureId id = must(pictures().add(kPng));
  const Picture picture = must(pictures().picture(id));
  EXPECT_EQ(picture.content.content, kPng);
  EXPECT_EQ(picture.type, PictureType::Png);
  EXPECT_EQ(must(pictures().add(kPng)), id);
  EXPECT_NE(must(pictures().add(kJpeg)), id);
  EXPECT_EQ(picture_of_path(picture_path(id)), id);
}

TEST_P(PicturesOnEveryEngine, AreRecognisedByTheirBytes) {
  EXPECT_EQ(recognise_picture(kJpeg), PictureType::Jpeg);
  EXPECT_EQ(recognise_picture(kPng), PictureType::Png);
  EXPECT_EQ(recognise_picture(kWebP), PictureType::WebP);
  for (const std::string& other :
       {"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"s, "GIF89a"s, ""s, "RIFF1234WAVEfmt 1234"s, "<html>"s})
    EXPECT_EQ(code_of(pictures().add(other)), "picture.unknown") << other;
}

TEST_P(PicturesOnEveryEngine, OfMoreThanTwoMegabytesAreRefused) {
  std::string large = kJpeg;
  large.resize(kMostPictureBytes);
  EXPECT_TRUE(pictures().add(large).ok());
  large += 'x';
  EXPECT_EQ(code_of(pictures().add(large)), "picture.too_large");
}

TEST_P(PicturesOnEveryEngine, GoADayAfterTheLastProductStoppedNamingThem) {
  const PictureId id = must(pictures().add(kJpeg));
  const std::string path = picture_path(id);
  const Product one = named({path}), two = named({path, "/static/lamp.jpg"});
  EXPECT_EQ(clean_after(std::chrono::hours(48)), 0U);
  name(one, {});
  EXPECT_EQ(clean_after(std::chrono::hours(48)), 0U) << "the other still names it";
  name(two, {"/static/lamp.jpg"});
  EXPECT_EQ(clean_after(std::chrono::hours(23)), 0U);
  EXPECT_TRUE(there(id));
  EXPECT_EQ(clean_after(std::chrono::hours(2)), 1U);
  EXPECT_FALSE(there(id));
}

TEST_P(PicturesOnEveryEngine, ThatNobodyEverNamedGoAfterADayToo) {
  const PictureId id = must(pictures().add(kJpeg));
  EXPECT_EQ(clean_after(std::chrono::hours(23)), 0U);
  must(pictures().add(kJpeg));
  EXPECT_EQ(clean_after(std::chrono::hours(23)), 0U) << "sent again, the day begins again";
  EXPECT_EQ(clean_after(std::chrono::hours(2)), 1U);
  EXPECT_FALSE(there(id));
}

TEST_P(PicturesOnEveryEngine, ThatAProductNamedBeforeTheyCameStay) {
  const std::string path = picture_path(PictureId::of(kJpeg));
  named({path});
  const PictureId id = must(pictures().add(kJpeg));
  EXPECT_EQ(clean_after(std::chrono::hours(100)), 0U);
  EXPECT_TRUE(there(id));
}

TEST_P(PicturesOnEveryEngine, OfARetiredProductStay) {
  const PictureId id = must(pictures().add(kJpeg));
  const Product product = named({picture_path(id)});
  must(shop().catalogue.retire(product.id));
  EXPECT_EQ(clean_after(std::chrono::hours(100)), 0U);
  EXPECT_TRUE(there(id));
}

TEST_P(PicturesOnEveryEngine, AreRemovedInBoundedSteps) {
  for (int i = 0; i < 5; ++i) must(pictures().add(kJpeg + std::to_string(i)));
  clock().advance(std::chrono::hours(30));
  EXPECT_EQ(must(pictures().remove_unused(3)), 3U);
  EXPECT_EQ(must(pictures().remove_unused(3)), 2U);
  EXPECT_THAT(all<Picture>(records::collections::pictures()), IsEmpty());
  EXPECT_THAT(all<PictureUse>(records::collections::picture_uses()), IsEmpty());
}

}  // namespace
}  // namespace stoa::shop::test
