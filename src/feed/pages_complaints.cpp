#include "feed/pages_complaints.h"

#include "feed/api.h"

#include <algorithm>
#include <array>

namespace stoa::feed {
namespace {

struct Refusal {
  std::string_view code;
  std::string_view field;
  std::string_view words;
  /// `{most}` of the words.
  std::int64_t most = 0;
};

constexpr auto kRefusals = std::to_array<Refusal>({
    {"article.title", "title", "posting.wrong_title", kLongestTitle},
    {"article.link", "link", "posting.wrong_link", kLongestLink},
    {"article.text", "text", "posting.wrong_text", kLongestText},
    {"article.empty", "text", "posting.wrong_empty"},
    {"article.groups", "groups", "posting.wrong_groups", kMostGroupsOfAnArticle},
    {"markdown.too_long", "text", "posting.wrong_text", kLongestText},
    {"markdown.too_deep", "text", "posting.wrong_markdown"},
    {"markdown.too_large", "text", "posting.wrong_markdown"},
    {"markdown.not_text", "text", "posting.wrong_markdown"},
    {"comment.empty", "text", "comment.wrong_empty"},
    {"comment.unreadable", "text", "form.unreadable"},
    {"comment.too_long", "text", "comment.wrong_length", kMostComment},
    {"group.name", "name", "group.wrong_name"},
    {"group.taken", "name", "group.wrong_taken"},
    {"group.limit", "name", "group.wrong_limit", kMostGroupsCreated},
    {"group.description", "description", "group.wrong_description", kLongestDescription},
    {"report.note", "note", "report.wrong_note", kLongestNote},
    {"report.twice", "reason", "report.wrong_twice"},
    {"moderation.reason", "reason", "moderation.wrong_reason", kLongestReason},
    {"moderation.until", "until", "moderation.wrong_until"},
});

}  // namespace

std::optional<Complaint> complaint_of(const http::Pages& pages, http::Language language, const Error& error) {
  const auto found = std::ranges::find(kRefusals, error.code, &Refusal::code);
  if (found == kRefusals.end()) return std::nullopt;
  return Complaint{found->field, pages.say(language, found->words, {{"most", found->most}})};
}

std::string no_such_group(const http::Pages& pages, http::Language language, std::string_view name) {
  constexpr std::size_t kMostRepeated = 60;
  return pages.say(language, "posting.wrong_group", {{"name", name.size() > kMostRepeated ? "…" : name}});
}

Result<std::optional<Response>> page_if_banned(Call& call, const Front& front) {
  const auto ban = STOA_TRY(ban_of(front.records.read(), identity_of(call).name, front.clock.now()));
  if (!ban) return std::optional<Response>();
  return std::optional(front.pages.page(
      call, "feed/banned.html",
      {{"in_feed", true}, {"until", ban->until}, {"reason", ban->reason}, {"by", ban->by}}, {.status = 403}));
}

}  // namespace stoa::feed
