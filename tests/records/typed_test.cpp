#include "records/typed.h"

#include "base/fields.h"
#include "on_every_engine.h"

namespace stoa::records::test {
namespace {

struct Thing {
  std::string id;
  std::string colour;
  std::int32_t width = 0;
  bool operator==(const Thing&) const = default;
};

StructDescription describe(Described<Thing>) {
  return fields("Thing", field("id", &Thing::id).stored_as("_id"), field("colour", &Thing::colour),
                field("width", &Thing::width));
}

class TypedOnEveryEngine : public OnEveryEngine {};
INSTANTIATE_TEST_SUITE_P(Records, TypedOnEveryEngine, testing::ValuesIn(engines()), engine_name);

TEST_P(TypedOnEveryEngine, AStructGoesInAndComesOut) {
  const Thing lamp{"lamp", "red", 3}, chair{"chair", "blue", 5};
  const auto done = records().transact([&](Tx& tx) -> Result<void> {
    STOA_TRY(records::insert(tx, things(), lamp));
    STOA_TRY(records::insert(tx, things(), Thing{"chair", "green", 5}));
    return records::replace(tx, things(), chair);
  });
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(**get<Thing>(read(), things(), text("lamp")), lamp);
  EXPECT_EQ(*get<Thing>(read(), things(), text("none")), std::nullopt);
  const auto page = find<Thing>(read(), things(), {.index = "colour", .limit = 1});
  EXPECT_EQ(page->documents, (std::vector<Thing>{chair}));
  EXPECT_FALSE(page->next.empty());
}

TEST_P(TypedOnEveryEngine, ADocumentOfAnotherShapeIsCorrupt) {
  fill(things(), {R"({"_id": "odd", "width": "wide"})"});
  EXPECT_EQ(get<Thing>(read(), things(), text("odd")).error().kind, Error::Kind::Corrupt);
  EXPECT_EQ(find<Thing>(read(), things(), {.index = "colour"}).error().kind, Error::Kind::Corrupt);
}

}  // namespace
}  // namespace stoa::records::test
