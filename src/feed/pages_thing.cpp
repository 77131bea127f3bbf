#include "feed/pages_thing.h"

namespace stoa::feed {
namespace {
using Sight = ShownThing::Sight;

/// Nobody sees what is not there; any other failure is one.
template <class T>
Result<std::optional<T>> if_there(Result<T> found) {
  if (found.ok()) return std::optional<T>(*std::move(found));
  if (found.error().kind == Error::Kind::NotFound) return std::optional<T>();
  return std::move(found).error();
}

Result<void> look_at(const Front& front, ArticleId id, ShownThing& shown) {
  const auto article = STOA_TRY(if_there(front.feed.articles.find(id)));
  if (!article || article->state == ArticleState::Removed) {
    shown.sight = Sight::Nobody;
    return {};
  }
  if (article->state == ArticleState::Hidden) shown.sight = Sight::Few;
  shown.title = article->title;
  shown.link = article->link;
  shown.words = article->text;
  shown.author = article->author;
  shown.posted = article->time;
  shown.locked = STOA_TRY(front.feed.moderation.is_locked(id));
  return {};
}

Result<void> look_at(const Front& front, const CommentId& id, ShownThing& shown) {
  const auto comment = STOA_TRY(if_there(front.feed.comments.comment(id)));
  if (!comment) {
    shown.sight = Sight::Nobody;
    return {};
  }
  if (comment->state == CommentState::Hidden) shown.sight = Sight::Few;
  shown.words = comment->text;
  shown.author = comment->author;
  shown.posted = comment->posted_at;
  return {};
}

Result<void> look_at(const Front&, const Shortcode& name, ShownThing& shown) {
  shown.author = name;
  return {};
}

}  // namespace

Result<ShownThing> look_at(const Front& front, const Thing& thing) {
  ShownThing shown{.thing = thing};
  STOA_TRY(std::visit([&](const auto& id) { return look_at(front, id, shown); }, thing.id()));
  if (shown.author) shown.ban = STOA_TRY(ban_of(front.records.read(), *shown.author, front.clock.now()));
  return shown;
}

Fields fields_of(const ShownThing& shown) {
  const Thing::Id& id = shown.thing.id();
  const auto* article = std::get_if<ArticleId>(&id);
  return {{"thing", shown.thing.text()},
          {"address", address_of(shown.thing)},
          {"is_article", article != nullptr},
          {"is_comment", std::holds_alternative<CommentId>(id)},
          {"is_person", std::holds_alternative<Shortcode>(id)},
          {"number", article ? http::Value(std::to_string(*article)) : http::Value()},
          {"title", shown.title},
          {"link", shown.link},
          {"words", shown.words},
          {"author", shown.author},
          {"when", shown.posted},
          {"gone", shown.sight == Sight::Nobody},
          {"hidden", shown.sight == Sight::Few},
          {"locked", shown.locked},
          {"banned", shown.ban.has_value()},
          {"banned_until", shown.ban ? http::Value(shown.ban->until) : http::Value()},
          {"banned_why", shown.ban ? http::Value(shown.ban->reason) : http::Value()}};
}

}  // namespace stoa::feed
