#include "http/idempotency.h"

#include "asked.h"
#include "base/fields.h"
#include "http/site.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/typed.h"
#include "store/small_store.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using test::Asked;
using test::body_of;
using test::header_of;
using testing::HasSubstr;

/// A line of a journal that stands for the work: how many there are is how often it was done.
struct Work {
  ObjectId id;
};
StructDescription describe(Described<Work>) {
  return fields("Work", field("_id", &Work::id));
}

const records::Collection& works() {
  static const records::Collection collection{"works", {}};
  return collection;
}

class IdempotencyTest : public testing::Test {
 protected:
  IdempotencyTest() { reopen(); }

  /// As after a crash, when `site` has not been told to end.
  void reopen() {
    site_.reset();
    records_.reset();
    store_.reset();
    store_ = *store::open(stoa::test::small_store(directory_.path()));
    const std::array collections{&records::collections::idempotency(), &records::collections::secrets(),
                                 &works()};
    records::EmbeddedOptions engine;
    engine.sweep_every = {};
    records_ = *records::open_embedded_records(*store_, clock_, collections, engine);
    SiteOptions made{.secret = secret_};
    made.routes = routes();
    made.records = records_.get();
    made.clock = &clock_;
    site_ = std::make_unique<Site>(std::move(made));
  }

  Result<Response> work(Call& call) {
    ++runs_;
    if (during_) std::exchange(during_, {})();
    STOA_TRY(records_->transact(
        [&](records::Tx& tx) { return records::insert(tx, works(), Work{ObjectId::make(clock_.now())}); }));
    if (after_) std::exchange(after_, {})();
    if (status_ >= 400) return Response{.status = status_};
    if (call.request.path == "/session") call.set_cookie({std::string(kSessionCookie), Token::make().text()});
    return Response{.status = 201,
                    .content_type = "application/json",
                    .headers = {{"Location", "/works/1"}, {"Set-Cookie", "a=b"}},
                    .body = "{\"run\":" + std::to_string(runs_) + "," + std::string(call.request.body) + "}"};
  }

  std::vector<Route> routes() {
    Route simple{.method = Method::Post,
                 .path = "/simple",
                 .kind = Kind::Plumbing,
                 .handler = [this](Call& call) { return work(call); },
                 .idempotency = Idempotency::Required};
    Route optional = simple;
    optional.path = "/optional/{name}";
    optional.idempotency = Idempotency::Optional;
    Route session = simple;
    session.path = "/session";
    Route transaction = simple;
    transaction.path = "/transaction";
    transaction.keep = Keep::InTransaction;
    transaction.handler = [this](Call& call) -> Result<Response> {
      ++runs_;
      if (during_) std::exchange(during_, {})();
      return once(call, *records_, [&](records::Tx& tx) -> Result<Response> {
        STOA_TRY(records::insert(tx, works(), Work{ObjectId::make(clock_.now())}));
        if (status_ >= 400) return Error{Error::Kind::Conflict, "shop.sold_out", "sold out"};
        return Response{.status = 201, .body = "run " + std::to_string(runs_)};
      });
    };
    Route forgetful = simple;
    forgetful.path = "/forgetful";
    forgetful.keep = Keep::InTransaction;
    return {simple, optional, session, transaction, forgetful};
  }

  Response post(std::string_view path, std::string_view key, std::string_view body = "1",
                std::string_view client = "192.0.2.1") {
    Asked asked(Method::Post, path);
    asked.from(client).body("text/plain", body);
    if (!key.empty()) asked.header("Idempotency-Key", key);
    return site_->handle(asked.request());
  }
  std::uint64_t done() { return records_->read().size(works()).value(); }
  std::uint64_t kept() { return records_->read().size(records::collections::idempotency()).value(); }

  stoa::test::TemporaryDirectory directory_;
  FakeClock clock_;
  const Secret secret_ = Secret::random();
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Records> records_;
  std::unique_ptr<Site> site_;
  std::atomic<int> runs_{0};
  int status_ = 201;
  /// Called once, at the start of the work or after it.
  std::function<void()> during_;
  std::function<void()> after_;
};

TEST_F(IdempotencyTest, RefusesARequestWithoutAKeyWhereOneIsRequired) {
  const Response refused = post("/simple", "");
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(body_of(refused), HasSubstr("idempotency.key_missing"));
  EXPECT_EQ(post("/optional/a", "").status, 201);
  EXPECT_EQ(kept(), 0u);
}

TEST_F(IdempotencyTest, RefusesAKeyThatIsNone) {
  for (const std::string& key :
       {std::string("\"\""), std::string("a b"), std::string("\xC3\xBC"), std::string(256, 'a')})
    EXPECT_THAT(body_of(post("/simple", key)), HasSubstr("\"idempotency.key\"")) << key;
  EXPECT_EQ(done(), 0u);
}

TEST_F(IdempotencyTest, ReplaysTheAnswerOfARequestThatIsSentAgain) {
  const Response first = post("/simple", "k1");
  EXPECT_EQ(first.status, 201);
  EXPECT_EQ(header_of(first, "Idempotent-Replayed"), "");
  const Response second = post("/simple", "\"k1\"");
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(body_of(second), body_of(first));
  EXPECT_EQ(second.content_type, first.content_type);
  EXPECT_EQ(header_of(second, "Location"), "/works/1");
  EXPECT_EQ(header_of(second, "Idempotent-Replayed"), "true");
  EXPECT_EQ(done(), 1u);
}

TEST_F(IdempotencyTest, DoesNotKeepCookies) {
  post("/simple", "k1");
  EXPECT_EQ(header_of(post("/simple", "k1"), "Set-Cookie"), "");
}

TEST_F(IdempotencyTest, DoesNotKeepAnAnswerThatStartsASession) {
  const Response first = post("/session", "k1");
  const Response again = post("/session", "k1");
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(header_of(again, "Idempotent-Replayed"), "");
  ASSERT_TRUE(test::session_in(again));
  EXPECT_NE(*test::session_in(again), *test::session_in(first)) << "it is nobody else's";
  EXPECT_EQ(kept(), 0u);
}

TEST_F(IdempotencyTest, RefusesTheKeyForAnotherPayloadWith422) {
  post("/simple", "k1", "1");
  const Response other = post("/simple", "k1", "2");
  EXPECT_EQ(other.status, 422);
  EXPECT_THAT(body_of(other), HasSubstr("idempotency.other_payload"));
  EXPECT_EQ(post("/transaction", "k1", "1").status, 201);
  EXPECT_EQ(post("/transaction", "k1", "2").status, 422);
  EXPECT_EQ(done(), 2u);
}

TEST_F(IdempotencyTest, AFormIsTheSameWithATokenThatWasDrawnAnew) {
  const auto send = [&](std::string_view fields) {
    Asked asked(Method::Post, "/simple");
    asked.from("192.0.2.1").form(fields).header("Idempotency-Key", "k1");
    return site_->handle(asked.request());
  };
  EXPECT_EQ(send("csrf=one&name=anna").status, 201);
  const Response again = send("csrf=two&name=anna");
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(header_of(again, "Idempotent-Replayed"), "true");
  EXPECT_EQ(send("name=anna&%63srf=three").status, 201);
  EXPECT_EQ(send("csrf=one&name=boris").status, 422);
  EXPECT_EQ(done(), 1u);
}

TEST_F(IdempotencyTest, KeepsKeysOfDifferentAskersAndPathsApart) {
  post("/optional/a", "k1", "1", "192.0.2.1");
  post("/optional/a", "k1", "1", "192.0.2.2");
  post("/optional/b", "k1", "1", "192.0.2.1");
  EXPECT_EQ(done(), 3u);
}

TEST_F(IdempotencyTest, AnswersWhileTheFirstIsUnderWayWith409) {
  int status = 0;
  std::string body, retry;
  during_ = [&] {
    const Response second = post("/simple", "k1");
    status = second.status;
    body = body_of(second);
    retry = header_of(second, "Retry-After");
  };
  EXPECT_EQ(post("/simple", "k1").status, 201);
  EXPECT_EQ(status, 409);
  EXPECT_THAT(body, HasSubstr("idempotency.in_flight"));
  EXPECT_EQ(retry, "1");
  EXPECT_EQ(done(), 1u);
}

TEST_F(IdempotencyTest, DoesNotKeepAFailureOfTheServer) {
  status_ = 503;
  EXPECT_EQ(post("/simple", "k1").status, 503);
  EXPECT_EQ(kept(), 0u);
  status_ = 201;
  EXPECT_EQ(post("/simple", "k1").status, 201);
}

TEST_F(IdempotencyTest, KeepsARefusal) {
  status_ = 409;
  EXPECT_EQ(post("/simple", "k1").status, 409);
  EXPECT_EQ(header_of(post("/simple", "k1"), "Idempotent-Replayed"), "true");
  EXPECT_EQ(runs_, 1);
}

TEST_F(IdempotencyTest, GivesTheKeyFreeWhenTheHandlerThrows) {
  during_ = [] { throw std::runtime_error("broken"); };
  EXPECT_THROW(post("/simple", "k1"), std::runtime_error);
  EXPECT_EQ(post("/simple", "k1").status, 201);
}

TEST_F(IdempotencyTest, ForgetsAfterADay) {
  post("/simple", "k1");
  clock_.advance(24h - 1s);
  EXPECT_EQ(header_of(post("/simple", "k1"), "Idempotent-Replayed"), "true");
  clock_.advance(1s);
  EXPECT_EQ(header_of(post("/simple", "k1", "2"), "Idempotent-Replayed"), "");
  EXPECT_EQ(done(), 2u);
  clock_.advance(24h);
  EXPECT_EQ(*records_->sweep_expired(clock_.now(), 10), 1u);
}

TEST_F(IdempotencyTest, SurvivesARestart) {
  const std::string first = body_of(post("/simple", "k1"));
  reopen();
  const Response second = post("/simple", "k1");
  EXPECT_EQ(body_of(second), first);
  EXPECT_EQ(header_of(second, "Idempotent-Replayed"), "true");
}

/// Takes what the disk holds while a handler runs, as a crash at this moment would leave it.
class IdempotencyAfterACrash : public IdempotencyTest {
 protected:
  /// The copy stands in for the directory of the process that died: nothing after this moment is in it.
  void crash_here() { ASSERT_TRUE(store_->backup(copy_.path() / "data").ok()); }
  void restart_from_crash() {
    site_.reset(), records_.reset(), store_.reset();
    std::filesystem::remove_all(directory_.path() / "data");
    std::filesystem::copy(copy_.path() / "data", directory_.path() / "data",
                          std::filesystem::copy_options::recursive);
    reopen();
  }

  stoa::test::TemporaryDirectory copy_;
};

TEST_F(IdempotencyAfterACrash, BetweenWorkAndKeepingTheKeyIsFreeAgainWhenItsLeaseIsOver) {
  after_ = [&] { crash_here(); };
  post("/simple", "k1");
  restart_from_crash();
  EXPECT_EQ(done(), 1u);
  EXPECT_EQ(post("/simple", "k1").status, 409);
  clock_.advance(60s);
  EXPECT_EQ(post("/simple", "k1").status, 201);
  EXPECT_EQ(header_of(post("/simple", "k1"), "Idempotent-Replayed"), "true");
}

TEST_F(IdempotencyAfterACrash, WorkKeptInItsTransactionIsDoneOnceWhereverItHits) {
  during_ = [&] { crash_here(); };
  post("/transaction", "before");
  restart_from_crash();
  EXPECT_EQ(done(), 0u);
  EXPECT_EQ(post("/transaction", "before").status, 201);
  EXPECT_EQ(done(), 1u);
  std::filesystem::remove_all(copy_.path() / "data");
  post("/transaction", "after");
  crash_here();
  restart_from_crash();
  EXPECT_EQ(done(), 2u);
  EXPECT_EQ(header_of(post("/transaction", "after"), "Idempotent-Replayed"), "true");
  EXPECT_EQ(done(), 2u);
}

TEST_F(IdempotencyTest, LetsOneOfTwoWinWhoCrossInTheTransaction) {
  Response inner;
  during_ = [&] { inner = post("/transaction", "k1"); };
  const Response outer = post("/transaction", "k1");
  EXPECT_EQ(done(), 1u);
  EXPECT_EQ(body_of(outer), body_of(inner));
  EXPECT_EQ(header_of(outer, "Idempotent-Replayed"), "true");
}

TEST_F(IdempotencyTest, DoesNothingInATransactionThatFails) {
  status_ = 409;
  const Response refused = post("/transaction", "k1");
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(body_of(refused), HasSubstr("shop.sold_out"));
  EXPECT_EQ(kept(), 0u);
  EXPECT_EQ(done(), 0u);
  status_ = 201;
  EXPECT_EQ(post("/transaction", "k1").status, 201);
}

TEST_F(IdempotencyTest, DoesNotLetOneWhoseLeaseWasTakenOverwriteTheOther) {
  during_ = [&] {
    clock_.advance(61s);
    EXPECT_EQ(post("/simple", "k1").status, 201);
  };
  const Response late = post("/simple", "k1");
  EXPECT_EQ(late.status, 409);
  EXPECT_THAT(body_of(post("/simple", "k1")), HasSubstr("\"run\":2"));
}

TEST_F(IdempotencyTest, TellsAHandlerThatPromisedToKeepItsAnswerAndDidNot) {
  EXPECT_THROW(post("/forgetful", "k1"), std::logic_error);
}

TEST_F(IdempotencyTest, DoesTheWorkOnceForManyWhoSendTheSameAtOnce) {
  std::atomic<int> created{0}, replayed{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; ++i)
    clients.emplace_back([&] {
      Asked asked(Method::Post, "/transaction");
      asked.header("Idempotency-Key", "k1");
      const Response answer = site_->handle(asked.request());
      created += answer.status == 201;
      replayed += header_of(answer, "Idempotent-Replayed") == "true";
    });
  for (auto& client : clients) client.join();
  EXPECT_EQ(created, 8);
  EXPECT_EQ(replayed, 7);
  EXPECT_EQ(done(), 1u);
}

TEST_F(IdempotencyTest, KeepsOneSecretForAllWhoShareTheRecords) {
  const auto first = shared_secret(*records_);
  ASSERT_TRUE(first.ok()) << first.error().message;
  reopen();
  EXPECT_EQ(shared_secret(*records_)->key, first->key);
}

TEST(Secret, HashesTellPurposesApart) {
  const Secret secret = Secret::random();
  EXPECT_EQ(secret.hash("a", "b"), secret.hash("a", "b"));
  EXPECT_NE(secret.hash("a", "b"), secret.hash("b", "b"));
  EXPECT_NE(secret.hash("ab", "c"), secret.hash("a", "bc"));
  EXPECT_NE(secret.hash("a", "b"), Secret::random().hash("a", "b"));
}

}  // namespace
}  // namespace stoa::http
