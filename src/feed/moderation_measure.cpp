#include "feed/moderation_measure.h"

#include "base/fields.h"

namespace stoa::feed {
namespace {
using enum Measure;

Error misfit() {
  return {Error::Kind::Invalid, "moderation.thing", "this cannot be done with it"};
}

Result<void> about_article(Moderation& moderation, const accounts::Identity& by, const Decision& decision) {
  const auto* article = std::get_if<ArticleId>(&decision.thing.id());
  if (!article) return misfit();
  return decision.measure == Lock ? moderation.lock(by, *article, decision.reason)
                                  : moderation.unlock(by, *article, decision.reason);
}

Result<void> remove(Moderation& moderation, const accounts::Identity& by, const Decision& decision) {
  if (const auto* comment = std::get_if<CommentId>(&decision.thing.id()))
    return moderation.remove(by, *comment, decision.reason);
  if (const auto* article = std::get_if<ArticleId>(&decision.thing.id()))
    return moderation.remove(by, *article, decision.reason);
  return misfit();
}

Result<void> about_person(Feed& feed, const accounts::Identity& by, const Decision& decision) {
  const auto person = STOA_TRY(who_is_behind(feed, decision.thing));
  if (!person) return misfit();
  if (decision.measure == Lift) return feed.moderation.lift_ban(by, *person, decision.reason);
  if (std::holds_alternative<Shortcode>(decision.thing.id()))
    STOA_TRY(feed.moderation.require_person(*person));
  // A ban without an end is one that has ended: the rule says what is wrong with it.
  return feed.moderation.ban(by, *person, decision.until.value_or(Time()), decision.reason);
}

}  // namespace

EnumDescription describe(Described<Measure>) {
  return names({{"hide", Hide},
                {"show", Show},
                {"lock", Lock},
                {"unlock", Unlock},
                {"remove", Remove},
                {"dismiss", Dismiss},
                {"ban", Ban},
                {"lift", Lift}});
}

StructDescription describe(Described<Decision>) {
  return fields("Decision", field("thing", &Decision::thing).help("article:12, comment:{id} or user:{name}"),
                field("measure", &Decision::measure)
                    .help("ban and lift are about who wrote the thing, or the person that it is"),
                field("reason", &Decision::reason).length(1, kLongestReason).help("Everybody can read it"),
                field("until", &Decision::until).help("Of a ban"));
}

Result<void> take_away(Feed& feed, const accounts::Identity& who, const Article& article,
                       const std::string& reason) {
  STOA_TRY(may_remove(who, article));
  const bool is_anothers = article.author != who.name && article.state != ArticleState::Removed;
  if (is_anothers) return feed.moderation.remove(who, article.id, reason);
  STOA_TRY(feed.articles.remove(who, article.id));
  // Also of a stone: the process that made it may not have come to this.
  return feed.reports.forget(Thing::article(article.id));
}

Result<std::optional<Shortcode>> who_is_behind(Feed& feed, const Thing& thing) {
  if (const auto* person = std::get_if<Shortcode>(&thing.id())) return std::optional(*person);
  if (const auto* article = std::get_if<ArticleId>(&thing.id()))
    return STOA_TRY(feed.articles.find(*article)).author;
  return STOA_TRY(feed.comments.comment(std::get<CommentId>(thing.id()))).author;
}

Result<void> carry_out(Feed& feed, const accounts::Identity& by, const Decision& decision) {
  switch (decision.measure) {
    case Hide:
      return feed.moderation.hide(by, decision.thing, decision.reason);
    case Show:
      return feed.moderation.show(by, decision.thing, decision.reason);
    case Dismiss:
      return feed.moderation.dismiss(by, decision.thing, decision.reason);
    case Lock:
    case Unlock:
      return about_article(feed.moderation, by, decision);
    case Remove:
      return remove(feed.moderation, by, decision);
    case Ban:
    case Lift:
      return about_person(feed, by, decision);
  }
  return misfit();
}

}  // namespace stoa::feed
