#include "http/multipart.h"

#include "base/utf8.h"
#include "http/ascii.h"
#include "http/percent.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <string>

namespace stoa::http {
namespace {

constexpr std::size_t kMostParts = 200;
constexpr std::size_t kLongestPartHead = 4096;
constexpr std::size_t kLongestBoundary = 70;

Error malformed(std::string_view why) {
  return {Error::Kind::Invalid, "http.form",
          "the form is not well-formed multipart/form-data: " + std::string(why)};
}

/// memmem, which the library has made quick.
std::size_t find_bytes(std::string_view text, std::string_view wanted) {
  const void* at = ::memmem(text.data(), text.size(), wanted.data(), wanted.size());
  return at == nullptr ? text.npos : static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

/// Takes `name=value` or `name="value"` off the front of a header's parameters; both empty at the end.
struct Parameter {
  std::string_view name;
  std::string_view value;
};
Parameter cut_parameter(std::string_view& left) {
  const std::size_t equals = left.find_first_of("=;");
  Parameter parameter{trimmed(left.substr(0, equals)), {}};
  if (equals == left.npos || left[equals] == ';') {
    left = equals == left.npos ? std::string_view() : left.substr(equals + 1);
    return parameter;
  }
  left = trimmed(left.substr(equals + 1));
  if (left.starts_with('"')) {
    left.remove_prefix(1);
    parameter.value = cut(left, '"');
    cut(left, ';');
  } else {
    parameter.value = trimmed(cut(left, ';'));
  }
  return parameter;
}

std::string_view parameter_of(std::string_view header, std::string_view name) {
  cut(header, ';');
  while (!header.empty())
    if (const Parameter parameter = cut_parameter(header); equal_ignoring_case(parameter.name, name))
      return parameter.value;
  return {};
}

void read_disposition(std::string_view value, FormPart& part) {
  if (!equal_ignoring_case(trimmed(cut(value, ';')), "form-data")) return;
  while (!value.empty()) {
    const Parameter parameter = cut_parameter(value);
    if (equal_ignoring_case(parameter.name, "name")) part.name = parameter.value;
    if (equal_ignoring_case(parameter.name, "filename")) part.file_name = parameter.value;
  }
}

void read_part_head(std::string_view head, FormPart& part) {
  while (!head.empty()) {
    const std::size_t end = head.find("\r\n");
    std::string_view value = head.substr(0, end);
    head = end == head.npos ? std::string_view() : head.substr(end + 2);
    const std::string_view name = trimmed(cut(value, ':'));
    if (equal_ignoring_case(name, "content-disposition")) read_disposition(value, part);
    if (equal_ignoring_case(name, "content-type")) part.content_type = trimmed(value);
  }
}

bool is_text(std::string_view text) {
  return is_utf8(text) && text.find('\0') == text.npos;
}

}  // namespace

Result<std::vector<FormPart>> read_multipart(std::string_view body, std::string_view boundary) {
  if (boundary.empty() || boundary.size() > kLongestBoundary) return malformed("it names no boundary");
  const std::string delimiter = "\r\n--" + std::string(boundary);
  if (!body.starts_with(std::string_view(delimiter).substr(2)))
    return malformed("it does not begin with the boundary");
  body.remove_prefix(delimiter.size() - 2);
  std::vector<FormPart> parts;
  while (!body.starts_with("--")) {
    if (parts.size() == kMostParts) return malformed("it has too many parts");
    if (!body.starts_with("\r\n")) return malformed("a boundary does not end its line");
    body.remove_prefix(2);
    const std::size_t head = find_bytes(body.substr(0, kLongestPartHead), "\r\n\r\n");
    const std::size_t end = head == body.npos ? body.npos : find_bytes(body.substr(head + 2), delimiter);
    if (end == body.npos) return malformed("a part does not end");
    FormPart& part = parts.emplace_back();
    read_part_head(body.substr(0, head), part);
    // A part without content has its end where its head ends.
    part.content = end < 2 ? std::string_view() : body.substr(head + 4, end - 2);
    if (part.name.empty() || !is_text(part.name) || !is_text(part.file_name.value_or("")))
      return malformed("a part has no proper name");
    if (!part.file_name && !is_text(part.content)) return malformed("a field is not UTF-8 text");
    body.remove_prefix(head + 2 + end + delimiter.size());
  }
  return parts;
}

/// A file's bytes as memory.
class Multipart::Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts;
    if (file >= 0 && ::fstat(file, &facts) == 0 && facts.st_size > 0) {
      size_ = static_cast<std::size_t>(facts.st_size);
      void* const address = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      if (address != MAP_FAILED) bytes_ = static_cast<const char*>(address);
    }
    if (file >= 0) ::close(file);
  }
  ~Mapping() {
    if (bytes_ != nullptr) ::munmap(const_cast<char*>(bytes_), size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::string_view bytes() const {
    return bytes_ == nullptr ? std::string_view() : std::string_view(bytes_, size_);
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

bool Multipart::is_one(const Request& request) {
  std::string_view type = request.header("content-type").value_or("");
  return equal_ignoring_case(trimmed(cut(type, ';')), "multipart/form-data");
}

Result<Multipart> Multipart::read(const Request& request) {
  Multipart form;
  std::string_view body = request.body;
  if (request.upload) {
    form.mapping_ = std::make_shared<const Mapping>(*request.upload);
    body = form.mapping_->bytes();
  }
  form.parts_ =
      STOA_TRY(read_multipart(body, parameter_of(request.header("content-type").value_or(""), "boundary")));
  return form;
}

std::string Multipart::fields() const {
  std::string form;
  for (const FormPart& part : parts_)
    if (!part.file_name) append_field(part.name, part.content, form);
  return form;
}

const FormPart* Multipart::file(std::string_view name) const {
  for (const FormPart& part : parts_)
    if (part.name == name && part.file_name && !part.file_name->empty()) return &part;
  return nullptr;
}

}  // namespace stoa::http
