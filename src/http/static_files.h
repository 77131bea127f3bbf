#pragma once
#include "base/result.h"
#include "http/compression.h"
#include "http/page_files.h"
#include "http/request.h"
#include "http/response.h"
#include "http/template_source.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace stoa::http {

/// The files under static/, held in memory with their compressed forms and named after their content:
/// `static/app.css` is `/static/app.3f9a1c02d4.css`, so that a browser keeps it for ever. Immutable.
class StaticFiles {
 public:
  /// `app.js` begins with htmx and `plot.js` with uPlot, so that what belongs together comes as one script.
  static StaticFiles pack(const PageFiles&);

  /// `app.css` → `/static/app.3f9a1c02d4.css`.
  const AssetPaths& paths() const { return paths_; }

  /// `name` is what follows `/static/`. A name with the right hash is kept for ever; without a hash, or with
  /// that of another version (an old page asks), the file comes too, and is asked for again next time.
  /// NotFound otherwise. Takes ranges and If-None-Match, and gives what Accept-Encoding likes of zstd, gzip
  /// and the plain bytes.
  Result<Response> serve(const Request&, std::string_view name) const;

 private:
  struct Form {
    std::shared_ptr<const std::string> bytes;
    std::string etag;
  };
  struct File {
    std::string hash;
    std::string content_type;
    /// The plain one is always there.
    std::map<Coding, Form> forms;
  };
  static File packed(std::string_view name, std::string text);
  static Response answer(const Request&, const File&, Coding);

  std::map<std::string, File, std::less<>> files_;
  AssetPaths paths_;
};

/// By the end of the name; `application/octet-stream` when it is not known.
std::string_view content_type_of(std::string_view file_name);

}  // namespace stoa::http
