#include "base/readable.h"

#include "base/described.h"
#include "base/fields.h"
#include "base/json.h"
#include "must.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stoa::test {

struct Parcel {
  std::string name;
  std::string address;
  std::string note;
};
StructDescription describe(Described<Parcel>) {
  return fields("Parcel", field("name", &Parcel::name).length(1, 300).readable(),
                field("address", &Parcel::address).length(1, 300).readable(Lines::Many),
                field("note", &Parcel::note).otherwise("").length(0, 300).readable());
}

namespace {
using testing::HasSubstr;
using testing::IsEmpty;

std::string times(int count, std::string_view text) {
  std::string all;
  while (count-- > 0) all += text;
  return all;
}
std::string fault_of(std::string_view text, Lines lines = Lines::One) {
  return read_as_shown(text, lines).fault;
}
Result<Parcel> parcel(std::string_view name, std::string_view address, std::string_view note = "") {
  return read_json<Parcel>("{\"name\":" + json_text(name) + ",\"address\":" + json_text(address) +
                           ",\"note\":" + json_text(note) + "}");
}
std::string why(const Result<Parcel>& read) {
  return read.ok() ? "taken" : read.error().code + " " + read.error().message;
}

TEST(ReadableText, IsShownWithoutBlanksAtItsEnds) {
  EXPECT_EQ(read_as_shown("  Hello, world\u3000", Lines::One).seen, "Hello, world");
  EXPECT_EQ(read_as_shown("I \u2764\ufe0f ", Lines::One).seen, "I \u2764\ufe0f");
  EXPECT_THAT(read_as_shown("\u200b \u2800", Lines::One).seen, IsEmpty());
  EXPECT_THAT(read_as_shown("", Lines::One).seen, IsEmpty());
}

TEST(ReadableText, HasNoMoreThanFourMarksOnALetter) {
  for (const char* fine : {"a\u0301\u0302\u0303\u0304", "Việt Nam, ё, й", "बच्चों", "ที่นี่", "שָׁלוֹם",
                           "a\u0301\u0302\u0303b\u0301\u0302\u0303"})
    EXPECT_THAT(fault_of(fine), IsEmpty()) << fine;
  EXPECT_THAT(fault_of("a" + times(190, "\u0301")), HasSubstr("more than 4 marks"));
  EXPECT_THAT(fault_of("a" + times(20, "\u0301\u200d")), HasSubstr("U+0301"));
  EXPECT_THAT(fault_of("a" + times(20, "\u0e49")), HasSubstr("U+0E49"));
  EXPECT_THAT(fault_of("a" + times(5, "\u20dd"), Lines::Many), HasSubstr("U+20DD"));
}

TEST(ReadableText, OfOneLineHasNoLineEnds) {
  EXPECT_THAT(fault_of("a\nb"), HasSubstr("U+000A, a control character"));
  EXPECT_THAT(fault_of("a\r\n\tb", Lines::Many), IsEmpty());
  EXPECT_THAT(fault_of("a\x07", Lines::Many), HasSubstr("U+0007"));
  EXPECT_THAT(fault_of("a\x7f"), HasSubstr("U+007F"));
  EXPECT_THAT(fault_of("safe \u202egpj.exe", Lines::Many), HasSubstr("turns the direction"));
}

TEST(ReadableFields, SayWhichOfThemNobodyCouldRead) {
  EXPECT_EQ(why(parcel("Anna", "Nevsky 1\nSankt-Peterburg", "")), "taken");
  EXPECT_EQ(why(parcel("   ", "Nevsky 1")), "request.unreadable name: has nothing in it that can be seen");
  EXPECT_EQ(why(parcel("a\nb", "Nevsky 1")),
            "request.unreadable name: holds U+000A, a control character; take it out");
  EXPECT_EQ(why(parcel("Anna", "\n\n")), "request.unreadable address: has nothing in it that can be seen");
  EXPECT_THAT(why(parcel("Anna", "\u202eNevsky")), HasSubstr("address: holds U+202E"));
  EXPECT_THAT(why(parcel("Anna", "Nevsky", "a\x1b[31m")), HasSubstr("note: holds U+001B"));
}

TEST(ReadableFields, ThatMayBeEmptyMayBeBlank) {
  EXPECT_EQ(why(parcel("Anna", "Nevsky 1", " ")), "taken");
}

}  // namespace
}  // namespace stoa::test
