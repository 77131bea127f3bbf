#include "feed/import_plan.h"

#include "base/json.h"
#include "base/rfc3339.h"
#include "feed/votes.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <map>

namespace stoa::feed {
namespace {

using Digest = std::array<unsigned char, 16>;

Digest digest_of(std::string_view text) {
  Digest digest{};
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), nullptr, 0);
  return digest;
}

std::string hex_digest(std::string_view text) {
  std::string hex;
  for (const unsigned char byte : digest_of(text)) fmt::format_to(std::back_inserter(hex), "{:02x}", byte);
  return hex;
}

Result<void> check_time(Time time, Time now) {
  if (time >= Time{} && time <= now) return {};
  return Error{Error::Kind::Invalid, "import.time",
               fmt::format("time: {} is before 1970 or still to come", to_rfc3339(time))};
}

/// Its first bytes are its time, as in every id, so that comments stand in their order; the others are always
/// the same for the same comment.
CommentId comment_id(const std::string& article, std::string_view name, Time time) {
  const Digest digest = digest_of(fmt::format("{} {}", article, name));
  ObjectId::Bytes bytes{};
  std::copy_n(digest.begin(), bytes.size(), bytes.begin());
  auto seconds = static_cast<std::uint32_t>(
      std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count());
  for (std::size_t i = 4; i-- > 0; seconds >>= 8) bytes[i] = static_cast<std::uint8_t>(seconds);
  return CommentId(ObjectId(bytes));
}

Error of_the_comment(std::string_view name, Error error) {
  error.message = fmt::format("comment {}: {}", name, error.message);
  return error;
}

/// Those that were planned, by the names that the file has for them.
using Named = std::map<std::string, CommentId, std::less<>>;

Result<PlannedComment> plan_comment(const CommentEntry& entry, const std::string& name,
                                    const std::string& article, const Named& before, Time now) {
  STOA_TRY(check_comment_text(entry.text));
  STOA_TRY(check_time(entry.time, now));
  PlannedComment planned;
  planned.comment.id = comment_id(article, name, entry.time);
  planned.comment.author = entry.author;
  planned.comment.text = entry.text;
  // Who voted is not known, so while votes are taken here only these count.
  if (entry.votes && now - entry.time >= kVotingLasts) {
    planned.votes = PlannedComment::Votes::Said;
    planned.comment.votes = *entry.votes;
  }
  // Documents hold milliseconds.
  planned.comment.posted_at = std::chrono::floor<std::chrono::milliseconds>(entry.time);
  if (!entry.parent) return planned;
  const auto parent = before.find(*entry.parent);
  if (parent == before.end())
    return Error{Error::Kind::Invalid, "import.parent",
                 fmt::format("parent: there is no comment '{}' before it", *entry.parent)};
  planned.answered = parent->second;
  return planned;
}

Result<std::vector<PlannedComment>> plan_comments(const ArticleEntry& entry, const std::string& article,
                                                  Time now) {
  std::vector<PlannedComment> planned;
  planned.reserve(entry.comments.size());
  Named named;
  for (const CommentEntry& comment : entry.comments) {
    const std::string name = comment.id.value_or(std::to_string(planned.size() + 1));
    auto one = plan_comment(comment, name, article, named, now);
    if (!one.ok()) return of_the_comment(name, one.error());
    if (!named.emplace(name, one->comment.id).second)
      return of_the_comment(name, {Error::Kind::Invalid, "import.twice", "id: another one has it too"});
    planned.push_back(*std::move(one));
  }
  return planned;
}

}  // namespace

Result<ImportPlan> plan_import(const ArticleEntry& entry, Time now) {
  CheckedDraft draft = STOA_TRY(check(entry.draft()));
  const Time time = entry.time.value_or(now);
  STOA_TRY(check_time(time, now));
  ImportPlan plan;
  if (!entry.id && draft.link) plan.known_by = ImportPlan::KnownBy::Link;
  plan.hash = entry.id     ? hex_digest("id " + *entry.id)
              : draft.link ? draft.link->page_hash()
                           : hex_digest(fmt::format("text {} {}", entry.author.text(), draft.title));
  plan.said = hex_digest(to_json(entry));
  plan.link = std::move(draft.link);
  if (entry.votes) plan.votes = ImportPlan::Votes::Said;
  Article& article = plan.article;
  article.title = std::move(draft.title);
  if (plan.link) article.link = plan.link->text();
  article.text = std::move(draft.text);
  article.author = entry.author;
  article.time = time;
  article.votes = entry.votes.value_or(1);
  article.groups = std::move(draft.groups);
  article.product = draft.product;
  if (entry.votes || now - time >= kVotingLasts) article.voting = Voting::Closed;
  plan.comments = STOA_TRY(plan_comments(entry, plan.hash, now));
  return plan;
}

}  // namespace stoa::feed
