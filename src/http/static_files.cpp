#include "http/static_files.h"

#include "http/conditional.h"
#include "http/packing.h"
#include "http/ranges.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>

namespace stoa::http {
namespace {

constexpr std::string_view kFolder = "static/";
constexpr std::size_t kHashDigits = 10;

struct Type {
  std::string_view ending;
  std::string_view name;
};
constexpr auto kTypes = std::to_array<Type>({
    {".css", "text/css; charset=utf-8"},
    {".html", "text/html; charset=utf-8"},
    {".ico", "image/vnd.microsoft.icon"},
    {".jpg", "image/jpeg"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".png", "image/png"},
    {".svg", "image/svg+xml"},
    {".txt", "text/plain; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
});

std::string hash_of(std::string_view bytes) {
  std::array<unsigned char, crypto_generichash_BYTES> hash;
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size(), nullptr, 0);
  std::string hex;
  for (std::size_t i = 0; i < kHashDigits / 2; ++i) hex += fmt::format("{:02x}", hash[i]);
  return hex;
}

/// `app.css` and a hash: `app.<hash>.css`.
std::string hashed_name(std::string_view name, std::string_view hash) {
  const auto point = name.rfind('.');
  if (point == std::string_view::npos) return fmt::format("{}.{}", name, hash);
  return fmt::format("{}.{}{}", name.substr(0, point), hash, name.substr(point));
}

struct PlainName {
  std::string name;
  std::string hash;
};

/// The other way round; no hash when there is nothing that looks like one.
PlainName plain_name(std::string_view asked) {
  const auto ending = asked.rfind('.');
  const auto middle = ending == std::string_view::npos ? ending : asked.rfind('.', ending - 1);
  if (ending == 0 || middle == std::string_view::npos) return {std::string(asked), ""};
  const std::string_view hash = asked.substr(middle + 1, ending - middle - 1);
  if (hash.size() != kHashDigits || hash.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return {std::string(asked), ""};
  return {std::string(asked.substr(0, middle)) + std::string(asked.substr(ending)), std::string(hash)};
}

/// A script of ours and the one of others that it begins with.
struct Beginning {
  std::string_view script, library;
};
constexpr auto kBegunWith = std::to_array<Beginning>({{"app.js", "htmx.js"}, {"plot.js", "uplot.js"}});

}  // namespace

std::string_view content_type_of(std::string_view file_name) {
  for (const auto& [ending, name] : kTypes)
    if (file_name.ends_with(ending)) return name;
  return "application/octet-stream";
}

StaticFiles::File StaticFiles::packed(std::string_view name, std::string text) {
  File file{hash_of(text), std::string(content_type_of(name)), {}};
  const std::string tag = '"' + file.hash + '"';
  const auto add = [&](Coding coding, std::string bytes) {
    file.forms[coding] = {std::make_shared<const std::string>(std::move(bytes)), tag_in_coding(tag, coding)};
  };
  if (is_compressible(file.content_type)) {
    add(Coding::Zstd, pack_zstd(text));
    add(Coding::Gzip, pack_gzip(text));
  }
  add(Coding::Identity, std::move(text));
  return file;
}

StaticFiles StaticFiles::pack(const PageFiles& files) {
  StaticFiles made;
  for (auto file = files.lower_bound(kFolder); file != files.end() && file->first.starts_with(kFolder);
       ++file) {
    const std::string name = file->first.substr(kFolder.size());
    if (std::ranges::find(kBegunWith, name, &Beginning::library) != kBegunWith.end()) continue;
    const auto beginning = std::ranges::find(kBegunWith, name, &Beginning::script);
    const auto library = beginning == kBegunWith.end()
                             ? files.end()
                             : files.find(std::string(kFolder) + std::string(beginning->library));
    const File& one = made.files_[name] =
        packed(name, library == files.end() ? file->second : library->second + "\n" + file->second);
    made.paths_.emplace(name, "/static/" + hashed_name(name, one.hash));
  }
  return made;
}

Result<Response> StaticFiles::serve(const Request& request, std::string_view name) const {
  const auto [plain, hash] = plain_name(name);
  const auto found = files_.find(plain);
  if (found == files_.end())
    return Error{Error::Kind::NotFound, "http.not_found", "there is no such static file"};
  const File& file = found->second;
  const bool whole = !request.header("Range");
  const Coding liked = preferred_coding(request.header("Accept-Encoding").value_or(""));
  const Coding coding = whole && file.forms.contains(liked) ? liked : Coding::Identity;
  Response response = answer(request, file, coding);
  response.headers.push_back(
      {"Cache-Control", hash == file.hash ? "public, max-age=31536000, immutable" : "no-cache"});
  return response;
}

Response StaticFiles::answer(const Request& request, const File& file, Coding coding) {
  const Form& form = file.forms.at(coding);
  auto [response, part] = answer_with_ranges(request, {form.bytes->size(), file.content_type, form.etag});
  response.headers.push_back({"Vary", "Accept-Encoding"});
  if (!part) return std::move(response);
  if (coding != Coding::Identity)
    response.headers.push_back({"Content-Encoding", std::string(name_of(coding))});
  if (part->length == form.bytes->size())
    response.body = form.bytes;
  else
    response.body = form.bytes->substr(part->first, part->length);
  return std::move(response);
}

}  // namespace stoa::http
