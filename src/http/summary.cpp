#include "http/summary.h"

namespace stoa::http {

std::string summary_of(const std::string& text, const std::string& title) {
  if (text.empty()) return title;
  if (text.size() <= kMostSummary) return text;
  const auto blank = text.rfind(' ', kMostSummary);
  return blank == text.npos ? title : text.substr(0, blank) + "…";
}

}  // namespace stoa::http
