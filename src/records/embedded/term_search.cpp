#include "records/embedded/term_search.h"

#include <xapian.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace stoa::records::embedded {
namespace {

constexpr std::size_t kMostWords = 16;
constexpr std::size_t kShortestPrefix = 2;
constexpr std::size_t kMostLookedAt = 400, kMostExpanded = 20;
constexpr double kPrefixWeight = 0.5;
/// A search that sees two commits go by reads on in blocks that are being used again.
constexpr int kTries = 5;
/// Where the newest documents have too few, so many times as many are looked through.
constexpr Xapian::doccount kWidening = 8;

std::size_t characters(std::string_view word) {
  return static_cast<std::size_t>(
      std::ranges::count_if(word, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// A filler counts only where there is nothing else.
std::vector<std::string> words_of(TextWords& words, std::string_view text) {
  std::vector<std::string> found, fillers;
  words.each(text, [&](const std::string& word) {
    auto& to = TextWords::is_filler(word) ? fillers : found;
    if (to.size() < kMostWords && std::ranges::find(to, word) == to.end()) to.push_back(word);
  });
  return found.empty() ? fillers : found;
}

/// A query, and how many documents it finds at the most.
struct Wanted {
  Xapian::Query query;
  std::size_t most = 0;
};

/// The most frequent words that begin so, of the first that do: two letters could begin half of all words.
Wanted beginnings(const Xapian::Database& database, const std::string& beginning) {
  std::vector<std::pair<Xapian::doccount, std::string>> words;
  auto word = database.allterms_begin(beginning);
  for (; word != database.allterms_end(beginning) && words.size() < kMostLookedAt; ++word)
    words.emplace_back(word.get_termfreq(), *word);
  const auto kept = std::min(words.size(), kMostExpanded);
  std::ranges::partial_sort(words, words.begin() + static_cast<std::ptrdiff_t>(kept), std::greater());
  std::vector<Xapian::Query> each;
  std::size_t most = 0;
  for (std::size_t i = 0; i < kept; ++i) {
    each.emplace_back(words[i].second);
    most += words[i].first;
  }
  const Xapian::Query best(Xapian::Query::OP_MAX, each.begin(), each.end());
  return {{Xapian::Query::OP_SCALE_WEIGHT, best, kPrefixWeight}, most};
}

Wanted wanted_of(const Xapian::Database& database, TextWords& words, const std::vector<std::string>& wanted,
                 TextPlace::Words how) {
  const bool all = how == TextPlace::Words::All;
  std::vector<Xapian::Query> each;
  std::size_t rarest = database.get_doccount(), sum = 0;
  for (const std::string& word : wanted) {
    const std::string term = stem_term(words.stem(word));
    Wanted one{Xapian::Query(term), database.get_termfreq(term)};
    if (&word == &wanted.back() && characters(word) >= kShortestPrefix) {
      const Wanted longer = beginnings(database, word);
      one = {one.query | longer.query, one.most + longer.most};
    }
    rarest = std::min(rarest, one.most);
    sum += one.most;
    each.push_back(std::move(one.query));
  }
  const auto operation = all ? Xapian::Query::OP_AND : Xapian::Query::OP_OR;
  return {{operation, each.begin(), each.end()}, all ? rarest : sum};
}

/// The documents that were added last: numbers rise as they are added.
class NewestDocuments final : public Xapian::PostingSource {
 public:
  NewestDocuments(Xapian::docid first, Xapian::docid last) : first_(first), last_(last) {}

  Xapian::doccount get_termfreq_min() const override { return 0; }
  Xapian::doccount get_termfreq_est() const override { return last_ - first_ + 1; }
  Xapian::doccount get_termfreq_max() const override { return last_ - first_ + 1; }
  void init(const Xapian::Database&) override { at_ = first_ - 1; }
  void next(double) override { ++at_; }
  void skip_to(Xapian::docid to, double) override { at_ = std::max({at_, first_, to}); }
  bool at_end() const override { return at_ > last_; }
  Xapian::docid get_docid() const override { return at_; }

 private:
  const Xapian::docid first_, last_;
  Xapian::docid at_ = 0;
};

TextHits hits_of(const Xapian::MSet& matches, TextPlace place, std::size_t limit, std::size_t deepest) {
  TextHits hits;
  for (auto match = matches.begin(); match != matches.end() && hits.ids.size() < limit; ++match)
    hits.ids.push_back(match.get_document().get_data());
  const TextPlace next{place.words, place.offset + limit};
  if (matches.size() > limit && next.offset < deepest) hits.next = next;
  return hits;
}

/// How many documents are looked through, so that about as many match as are to be ranked.
Xapian::doccount window_of(const Wanted& wanted, Xapian::docid last, std::size_t most_ranked) {
  if (wanted.most <= most_ranked) return last;
  const double share = static_cast<double>(most_ranked) / static_cast<double>(wanted.most);
  return std::max<Xapian::doccount>(1, static_cast<Xapian::doccount>(share * last));
}

/// Which documents are ranked follows from the words alone, so that pages of one search fit each other.
TextHits ranked(Xapian::Database& database, const Wanted& wanted, TextPlace place, std::size_t limit,
                const SearchBounds& bounds) {
  const Xapian::docid last = database.get_lastdocid();
  const auto look_through = [&](Xapian::doccount window) {
    Xapian::Enquire enquire(database);
    NewestDocuments newest(last - window + 1, last);
    enquire.set_query(window == last
                          ? wanted.query
                          : Xapian::Query(Xapian::Query::OP_FILTER, wanted.query, Xapian::Query(&newest)));
    return enquire.get_mset(static_cast<Xapian::doccount>(place.offset),
                            static_cast<Xapian::doccount>(limit + 1),
                            window == last ? 0 : static_cast<Xapian::doccount>(bounds.deepest));
  };
  for (Xapian::doccount window = window_of(wanted, last, bounds.most_ranked);;) {
    const Xapian::MSet matches = look_through(window);
    if (window == last || matches.get_matches_lower_bound() >= bounds.deepest)
      return hits_of(matches, place, limit, bounds.deepest);
    window = window > last / kWidening ? last : window * kWidening;
  }
}

}  // namespace

std::string stem_term(const std::string& stem) {
  return "Z" + stem;
}

TextHits search_terms(Xapian::Database& database, TextWords& words, std::string_view text, TextPlace place,
                      std::size_t limit, const SearchBounds& bounds) {
  const auto wanted = words_of(words, text);
  if (wanted.empty() || limit == 0 || place.offset >= bounds.deepest) return {};
  const auto at = [&](TextPlace from) {
    const std::size_t most = std::min(limit, bounds.deepest - from.offset);
    for (int tries = 1;; ++tries) {
      try {
        return ranked(database, wanted_of(database, words, wanted, from.words), from, most, bounds);
      } catch (const Xapian::DatabaseModifiedError&) {
        if (tries == kTries) throw;
        database.reopen();
      }
    }
  };
  TextHits hits = at(place);
  const bool start = place.words == TextPlace::Words::All && place.offset == 0;
  return hits.ids.empty() && start && wanted.size() > 1 ? at({TextPlace::Words::Some, 0}) : hits;
}

}  // namespace stoa::records::embedded
