#include "shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>

namespace stoa::test {
namespace {
using testing::HasSubstr;

/// `stoa import articles`, as somebody at a shell sees it.
class ArticleCommands : public Shell {
 protected:
  ArticleCommands() {
    std::filesystem::create_directory(directory_.path() / "data");
    std::filesystem::permissions(directory_.path() / "data", std::filesystem::perms::owner_all);
    std::ofstream(directory_.path() / "forum.jsonl")
        << R"({"id":"1","title":"Оттиск","text":"Глина","groups":["clay"],"author":"anna","time":"2021-05-01T10:00:00Z"})"
        << "\n"
        << R"({"title":"A kiln","link":"https://kiln.example.org/","groups":["clay"],"author":"boris","votes":4})"
        << "\n";
  }
};

TEST_F(ArticleCommands, ImportTakesAFileOnceAuthorsAreThere) {
  const Outcome refused = run({"import", "articles", "forum.jsonl"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("line 1: nobody is called 'anna' here; `stoa user add anna`"));
  EXPECT_THAT(refused.output, HasSubstr("0 new, 0 changed, 0 as before, 2 rejected"));
  const Outcome taken = run({"import", "articles", "forum.jsonl", "--add-authors"});
  EXPECT_EQ(taken.exit_code, 0) << taken.output;
  EXPECT_THAT(taken.output, HasSubstr("new member anna, password "));
  EXPECT_THAT(taken.output, HasSubstr("2 articles: 2 new, 0 changed, 0 as before, 0 rejected"));
  EXPECT_THAT(run({"import", "articles", "forum.jsonl"}).output, HasSubstr("0 new, 0 changed, 2 as before"));
  const Outcome doctor = run({"doctor"});
  EXPECT_EQ(doctor.exit_code, 0) << doctor.output;
}

TEST_F(ArticleCommands, ARunningServerImportsToo) {
  const auto server = start({"serve", "--http.port=0", "--resp.port=0"});
  ASSERT_TRUE(server->wait_for_output("serving; Ctrl-C stops")) << server->output();
  const Outcome taken = run({"import", "articles", "forum.jsonl", "--add-authors"});
  EXPECT_EQ(taken.exit_code, 0) << taken.output;
  EXPECT_THAT(taken.output, HasSubstr("2 new"));
  EXPECT_THAT(run({"import", "articles", "forum.jsonl"}).output, HasSubstr("2 as before"));
  server->signal(SIGTERM);
  EXPECT_EQ(server->wait(), 0);
}

TEST_F(ArticleCommands, WhatCannotBeDoneIsSaidWithTheNextStep) {
  EXPECT_THAT(run({"import", "articles", "absent.jsonl"}).output, HasSubstr("absent.jsonl cannot be read"));
  EXPECT_THAT(run({"import", "pictures", "x.jsonl"}).output, HasSubstr("stoa import articles FILE"));
  EXPECT_THAT(run({"import", "products", "x.csv", "--add-authors"}).output, HasSubstr("is for articles"));
  EXPECT_THAT(run({"import", "articles", "x.jsonl", "--set-stock"}).output, HasSubstr("is for products"));
}

}  // namespace
}  // namespace stoa::test
