#include "keyspace/embedded/objects.h"

#include <gtest/gtest.h>

namespace stoa::keyspace::embedded {
namespace {

using namespace std::chrono_literals;

class ObjectsTest : public testing::Test {
 protected:
  ObjectsTest() : object_(objects_.create("key", Type::Hash)) {}
  ~ObjectsTest() override {
    objects_.detach(object_);
    Object::destroy(&object_);
  }

  static Time at(std::chrono::milliseconds moment) { return Time(moment); }
  void go_at(std::chrono::milliseconds moment) { objects_.set_expiry(object_, Objects::Milliseconds(moment)); }

  Objects objects_;
  Object& object_;
};

TEST_F(ObjectsTest, WhoseTimeIsPutOffIsLookedAtWhenItWasToGoAndGoesWhenItsTimeIsOver) {
  go_at(10s);
  go_at(20s);
  EXPECT_EQ(objects_.expiring(), 1u);
  EXPECT_EQ(objects_.next_due(at(10s)), nullptr);
  ASSERT_EQ(objects_.next_due(at(11s)), &object_);
  EXPECT_FALSE(objects_.expired(object_, at(11s)));
  objects_.look_later(object_);
  EXPECT_EQ(objects_.next_due(at(20s)), nullptr);
  ASSERT_EQ(objects_.next_due(at(21s)), &object_);
  EXPECT_TRUE(objects_.expired(object_, at(21s)));
}

TEST_F(ObjectsTest, WhoseTimeIsBroughtForwardGoesEarlier) {
  go_at(20s);
  go_at(5s);
  ASSERT_EQ(objects_.next_due(at(6s)), &object_);
  EXPECT_TRUE(objects_.expired(object_, at(6s)));
}

TEST_F(ObjectsTest, WhoseTimeWasPutOffAndBroughtForwardAgainIsNeverLate) {
  go_at(10s);
  go_at(30s);
  go_at(15s);
  EXPECT_EQ(objects_.expiry(object_), Objects::Milliseconds(15s));
  ASSERT_EQ(objects_.next_due(at(16s)), &object_);
  EXPECT_TRUE(objects_.expired(object_, at(16s)));
}

TEST_F(ObjectsTest, ThatAreToStayAfterAllAreNotLookedAt) {
  go_at(10s);
  objects_.set_expiry(object_, std::nullopt);
  EXPECT_EQ(objects_.expiring(), 0u);
  EXPECT_EQ(objects_.next_due(at(100s)), nullptr);
}

}  // namespace
}  // namespace stoa::keyspace::embedded
