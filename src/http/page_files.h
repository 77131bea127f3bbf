#pragma once
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace stoa::http {

/// What pages are made of, by name (`templates/layout.html`, `static/app.css`, `translations/en.txt`).
using PageFiles = std::map<std::string, std::string, std::less<>>;

/// The files built into the program, each replaced by the one of the same name under `directory`, and those
/// that are only there added. An empty directory: the built-in ones alone. Unavailable (`pages.directory`)
/// when it, or a file of it, cannot be read.
Result<PageFiles> read_page_files(const std::filesystem::path& directory);

/// Differs when a file under the directory was changed, added or removed. Costs a look at each file's date.
std::uint64_t fingerprint_of(const std::filesystem::path& directory);

}  // namespace stoa::http
