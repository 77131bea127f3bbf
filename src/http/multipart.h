#pragma once
#include "base/result.h"
#include "http/request.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// One field of a form with files. Views are into the body.
struct FormPart {
  std::string_view name;
  /// Of a file, as the client calls it: to be shown, escaped, and never to be used as a path. Empty when no
  /// file was chosen.
  std::optional<std::string_view> file_name;
  std::string_view content_type;
  std::string_view content;
};

/// A multipart/form-data body. One that was streamed to a file is mapped, not read into memory.
class Multipart {
 public:
  static bool is_one(const Request&);

  /// Invalid (`http.form`) when it is not well-formed: a field that is not text, more than 200 parts, no end.
  static Result<Multipart> read(const Request&);

  /// The fields that are no files, as a urlencoded form has them.
  std::string fields() const;
  /// Null when there is none of that name, or none was chosen.
  const FormPart* file(std::string_view name) const;

 private:
  class Mapping;

  std::shared_ptr<const Mapping> mapping_;
  std::vector<FormPart> parts_;
};

/// What a body with that boundary holds; as Multipart::read.
Result<std::vector<FormPart>> read_multipart(std::string_view body, std::string_view boundary);

}  // namespace stoa::http
