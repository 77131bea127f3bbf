#include "records/embedded/term_index.h"

#include "records/bson_document.h"
#include "records/embedded/found_before.h"
#include "records/embedded/term_search.h"
#include "records/embedded/text_words.h"

#include <fmt/format.h>
#include <sodium.h>
#include <xapian.h>

#include <charconv>

namespace stoa::records::embedded {
namespace {
namespace fs = std::filesystem;

using Declaration = TextIndex;

/// Of how texts become terms: another number makes every index anew.
constexpr int kTermsVersion = 1;

constexpr const char* kVersion = "version";
constexpr const char* kApplied = "applied";
/// 'a' and the id while there is something to do, else empty.
constexpr const char* kRebuilt = "rebuilt";

std::string id_term(const std::string& encoded_id) {
  // A term is at most 245 bytes, each NUL counted twice.
  constexpr std::size_t kMost = 100, kHashBytes = 32;
  if (encoded_id.size() <= kMost) return "Q" + encoded_id;
  std::string hash(kHashBytes, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(encoded_id.data()), encoded_id.size(), nullptr,
                     0);
  return "QH" + hash;
}

std::string version_of(const Declaration& declaration) {
  std::string version = fmt::format("{} unless {}", kTermsVersion, declaration.unless);
  for (const auto& field : declaration.fields) version += fmt::format(", {} {}", field.path, field.weight);
  return version;
}

Error unavailable(const fs::path& directory, std::string_view why) {
  return {Error::Kind::Unavailable, "records.search",
          fmt::format("the text index in {} cannot be used: {}; check the rights and the space there. It can "
                      "be removed while no server runs, and is then made anew",
                      directory.string(), why)};
}

/// One thread's view of the database, kept for the next search.
struct View {
  Xapian::Database database;
  TextWords words;
};

class XapianIndex final : public TermIndex {
 public:
  XapianIndex(fs::path directory, const Declaration& declaration, std::size_t most_ranked)
      : directory_(std::move(directory)), declaration_(declaration), bounds_{kDeepest, most_ranked} {}

  Result<void> open(std::uint64_t oldest, std::uint64_t newest) {
    if (take_over(oldest, newest)) return {};
    return guarded([&] {
      database_ = {};
      fs::remove_all(directory_);
      fs::create_directories(directory_.parent_path());
      database_ = Xapian::WritableDatabase(directory_.string(), Xapian::DB_CREATE);
      database_.set_metadata(kVersion, version_of(declaration_));
      write_progress({newest, ""});
    });
  }

  const TextProgress& progress() const override { return progress_; }

  Result<void> put(const std::string& id, std::string_view document) override {
    if (!is_searchable(declaration_, document)) return remove(id);
    return guarded([&] {
      Xapian::Document terms;
      terms.set_data(id);
      terms.add_boolean_term(id_term(id));
      for (const auto& field : declaration_.fields)
        each_text_at(document, field.path,
                     [&](std::string_view text) { add_terms(terms, text, field.weight); });
      database_.replace_document(id_term(id), terms);
    });
  }

  Result<void> remove(const std::string& id) override {
    return guarded([&] { database_.delete_document(id_term(id)); });
  }

  Result<void> commit(const TextProgress& progress) override {
    return guarded([&] { write_progress(progress); });
  }

  Result<void> discard() override {
    return guarded([&] {
      database_ = {};
      database_ = Xapian::WritableDatabase(directory_.string(), Xapian::DB_OPEN);
    });
  }

  Result<TextHits> search(std::string_view text, TextPlace place, std::size_t limit) override {
    const FoundBefore::Search wanted{text, place, limit};
    if (auto hits = found_before_.find(wanted)) return *std::move(hits);
    const auto since = found_before_.now();
    TextHits hits;
    STOA_TRY(guarded([&] { hits = find(text, place, limit); }));
    found_before_.remember(wanted, since, hits);
    return hits;
  }

 private:
  template <class Work>
  Result<void> guarded(Work work) {
    try {
      work();
      return {};
    } catch (const Xapian::Error& failure) {
      return unavailable(directory_, failure.get_description());
    } catch (const fs::filesystem_error& failure) {
      return unavailable(directory_, failure.what());
    }
  }

  bool take_over(std::uint64_t oldest, std::uint64_t newest) {
    try {
      database_ = Xapian::WritableDatabase(directory_.string(), Xapian::DB_OPEN);
      if (database_.get_metadata(kVersion) != version_of(declaration_)) return false;
      const auto applied = database_.get_metadata(kApplied);
      const auto end = applied.data() + applied.size();
      if (std::from_chars(applied.data(), end, progress_.applied).ptr != end) return false;
      const auto rebuilt = database_.get_metadata(kRebuilt);
      if (!rebuilt.empty()) progress_.rebuilt = rebuilt.substr(1);
      return progress_.applied >= oldest && progress_.applied <= newest;
    } catch (const Xapian::Error&) {
      return false;
    }
  }

  void write_progress(const TextProgress& progress) {
    database_.set_metadata(kApplied, std::to_string(progress.applied));
    database_.set_metadata(kRebuilt, progress.rebuilt ? "a" + *progress.rebuilt : "");
    database_.commit();
    found_before_.changed();
    progress_ = progress;
  }

  void add_terms(Xapian::Document& to, std::string_view text, int weight) {
    const auto count = static_cast<Xapian::termcount>(weight);
    words_.each(text, [&](const std::string& word) {
      to.add_term(stem_term(words_.stem(word)), count);
      to.add_term(word, count);
    });
  }

  TextHits find(std::string_view text, TextPlace place, std::size_t limit) {
    auto view = take_view();
    TextHits hits = search_terms(view->database, view->words, text, place, limit, bounds_);
    views_.lock()->push_back(std::move(view));
    return hits;
  }

  std::unique_ptr<View> take_view() {
    {
      auto views = views_.lock();
      if (!views->empty()) {
        auto view = std::move(views->back());
        views->pop_back();
        view->database.reopen();
        return view;
      }
    }
    auto view = std::make_unique<View>();
    view->database = Xapian::Database(directory_.string());
    return view;
  }

  // Fixed at construction.
  const fs::path directory_;
  const Declaration& declaration_;
  const SearchBounds bounds_;

  // Of the thread that writes.
  Xapian::WritableDatabase database_;
  TextProgress progress_;
  TextWords words_;

  /// Those that no search has taken.
  Guarded<std::vector<std::unique_ptr<View>>> views_;
  FoundBefore found_before_;
};

}  // namespace

Result<std::unique_ptr<TermIndex>> TermIndex::open(const fs::path& directory, const Declaration& declaration,
                                                   std::uint64_t oldest, std::uint64_t newest,
                                                   std::size_t most_ranked) {
  auto index = std::make_unique<XapianIndex>(directory, declaration, most_ranked);
  STOA_TRY(index->open(oldest, newest));
  return std::unique_ptr<TermIndex>(std::move(index));
}

bool is_searchable(const Declaration& declaration, std::string_view document) {
  if (declaration.unless.empty()) return true;
  const auto value = value_at(document, declaration.unless);
  return !value || std::holds_alternative<std::monostate>(*value);
}

}  // namespace stoa::records::embedded
