#include "protocol/address.h"

#include <charconv>

#include "core/problem.h"
#include "core/utf8.h"

namespace gf {
namespace {

constexpr std::string_view kLink = "d=", kStep = "/step-";
constexpr std::size_t kLongestQuote = 60;  // bytes of a wrong address that its problem quotes, and of the id of a step

[[noreturn]] void refuse(std::string_view text) {
  throw InputError({"unknown_address", {{"got", readable_utf8(std::string(text.substr(0, kLongestQuote)))}}});
}

// Whether a text can be the id of a step. "step-4" cannot, because it is the number of a step.
bool is_step_id(std::string_view text) {
  if (text.empty() || text.size() > kLongestQuote || text.starts_with("step-") || text.front() < 'a' || text.front() > 'z') return false;
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string_view::npos;
}

}  // namespace

Address read_address(std::string_view text) {
  Address address;
  if (text.starts_with(kLink)) {
    address.link = std::string(text.substr(kLink.size()));
    return address;
  }
  const std::size_t slash = text.find('/');
  address.lesson = text.substr(0, slash);
  if (slash == std::string_view::npos) return address;
  const std::string_view rest = text.substr(slash);
  if (!address.lesson.empty() && is_step_id(rest.substr(1))) {
    address.step_id = rest.substr(1);
    return address;
  }
  int number = 0;
  const char* const begin = rest.data() + kStep.size();
  const char* const end = rest.data() + rest.size();
  if (address.lesson.empty() || !rest.starts_with(kStep)) refuse(text);
  const auto [stopped, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stopped != end || number < 1) refuse(text);
  address.step = number - 1;
  return address;
}

std::string address_of(const Document& document) { return document.look.step == 0 ? document.lesson : place_of(document); }

std::string place_of(const Document& document) { return document.lesson + std::string(kStep) + std::to_string(document.look.step + 1); }

std::string shown_address(AddressBar& bar, const Snapshot& snapshot) {
  if (!bar.link.empty() && !bar.linked && snapshot.problem) bar.link.clear();  // it could not be opened
  if (!bar.link.empty() && !bar.linked && !snapshot.computing) bar.linked = snapshot.document;
  if (bar.linked && !(*bar.linked == snapshot.document)) bar = {};
  return bar.link.empty() ? address_of(snapshot.document) : std::string(kLink) + bar.link;
}

}  // namespace gf
