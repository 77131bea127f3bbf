#include "cli/product_files.h"

#include "cli/console.h"
#include "cli/domains.h"
#include "cli/import_run.h"
#include "cli/reach.h"
#include "shop/product_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace stoa::cli {
namespace {
namespace fs = std::filesystem;

/// Below what the control door takes as one line.
constexpr std::size_t kPieceBytes = 16 << 10;
constexpr std::string_view kSetStock = "set-stock ";
constexpr char kEndsLine = '.', kGoesOn = '+';

Result<std::string> file_of(const std::string& request) {
  constexpr std::string_view kWhat = "products ";
  if (request.starts_with(kWhat)) return request.substr(kWhat.size());
  return Error{Error::Kind::Invalid, "products.what",
               fmt::format("`stoa export` knows no '{}', products only: `stoa export products FILE`",
                           request.substr(0, request.find(' ')))};
}

/// The file that an export goes to, under another name until it is whole; or standard output.
class Target final : public Audience {
 public:
  static Result<std::unique_ptr<Target>> open(const std::string& name) {
    auto made = std::unique_ptr<Target>(new Target(name));
    if (name != "-" && (made->file_ = std::fopen(made->unfinished().c_str(), "wb")) == nullptr)
      return made->failed(errno);
    return made;
  }
  ~Target() override {
    if (file_ == stdout) return;
    if (file_ != nullptr) std::fclose(file_);
    std::error_code ignored;
    fs::remove(unfinished(), ignored);
  }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  void line(std::string_view piece) override {
    if (piece.empty() || broken_ != 0) return;
    const auto text = piece.substr(1);
    const bool written = std::fwrite(text.data(), 1, text.size(), file_) == text.size() &&
                         (piece.front() == kGoesOn || std::fputc('\n', file_) != EOF);
    if (!written) broken_ = errno;
  }
  void progress(std::string_view how_far) override { console_.progress(how_far); }
  bool gone() const override { return broken_ != 0; }

  Result<void> finish() {
    if (broken_ == 0 && std::fflush(file_) != 0) broken_ = errno;
    if (broken_ != 0) return failed(broken_);
    if (file_ == stdout) return {};
    if (std::fclose(std::exchange(file_, nullptr)) != 0 ||
        std::rename(unfinished().c_str(), name_.c_str()) != 0)
      return failed(errno);
    return {};
  }

 private:
  explicit Target(std::string name) : name_(std::move(name)), file_(stdout) {}
  std::string unfinished() const { return name_ + ".unfinished"; }
  Error failed(int number) const {
    return {Error::Kind::Unavailable, "products.file",
            fmt::format("writing {}: {}", name_ == "-" ? "standard output" : name_, std::strerror(number))};
  }

  const std::string name_;
  std::FILE* file_;
  int broken_ = 0;
  Console console_;
};

void send(std::string_view piece, std::string& open, Audience& audience) {
  while (!piece.empty()) {
    const auto end = piece.find('\n');
    const auto part = piece.substr(0, std::min({end, kPieceBytes - open.size(), piece.size()}));
    const bool whole_line = part.size() == end;
    open += part;
    piece.remove_prefix(part.size() + (whole_line ? 1 : 0));
    if (whole_line || open.size() == kPieceBytes) {
      audience.line((whole_line ? kEndsLine : kGoesOn) + open);
      open.clear();
    }
  }
}

}  // namespace

// The server that may do it has another working directory.
Result<ExitCode> import_products(const std::string& file, shop::StaleStock stale, const Settings& settings,
                                 const EngineFactory& engines) {
  STOA_TRY(shop::product_format_of(file));
  const auto whole = fs::absolute(file).lexically_normal().string();
  return have_done("import", stale == shop::StaleStock::Take ? std::string(kSetStock) + whole : whole,
                   settings, engines);
}

Result<ExitCode> export_file(const std::string& request, bool csv, const Settings& settings,
                             const EngineFactory& engines) {
  const auto file = STOA_TRY(file_of(request));
  auto format = csv ? shop::ProductFormat::Csv : shop::ProductFormat::JsonLines;
  if (file != "-" && !csv) format = STOA_TRY(shop::product_format_of(file));
  const auto target = STOA_TRY(Target::open(file));
  const auto code = STOA_TRY(
      have_done("export", format == shop::ProductFormat::Csv ? "csv" : "jsonl", settings, engines, *target));
  STOA_TRY(target->finish());
  return code;
}

Result<ExitCode> take_products(Premises& premises, const std::string& request, Audience& audience) {
  const bool set_stock = request.starts_with(kSetStock);
  const std::string file = set_stock ? request.substr(kSetStock.size()) : request;
  const auto format = STOA_TRY(shop::product_format_of(file));
  std::unique_ptr<Domains> own;
  if (!premises.shop) own = STOA_TRY(Domains::open(premises.engines, Clock::system()));
  shop::Shop& shop = own ? own->shop() : *premises.shop;
  return run_import("products", file, audience, [&](std::istream& from, const ImportWatcher& watcher) {
    return shop::import_products(premises.engines.records(), shop.intake, from, format, watcher,
                                 set_stock ? shop::StaleStock::Take : shop::StaleStock::Leave);
  });
}

Result<ExitCode> give_products(Premises& premises, const std::string& format, Audience& audience) {
  auto& reader = premises.engines.records().read();
  std::string open;
  STOA_TRY(shop::export_products(
      reader, format == "csv" ? shop::ProductFormat::Csv : shop::ProductFormat::JsonLines,
      [&](std::string_view piece) -> Result<void> {
        send(piece, open, audience);
        if (!audience.gone()) return {};
        return Error{Error::Kind::Unavailable, "export.stopped", "nobody takes the export any more"};
      }));
  if (!open.empty()) audience.line(kGoesOn + open);
  return ExitCode::Done;
}

}  // namespace stoa::cli
