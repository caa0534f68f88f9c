#include "cli/link_argument.h"

#include <algorithm>
#include <optional>

#include "core/join.h"
#include "core/problem.h"
#include "core/utf8.h"
#include "lessons/registry.h"
#include "protocol/opening.h"
#include "protocol/step.h"

namespace gf {
namespace {

constexpr std::size_t kLongestQuote = 60;  // bytes of the argument that a message quotes

[[noreturn]] void refuse_place(const std::string& text) {
  std::vector<std::string> ids;
  for (const Lesson& lesson : lessons()) ids.emplace_back(lesson.info.id);
  throw InputError({"unknown_link", {{"known", joined(ids)}, {"got", readable_utf8(shortened_to(text, kLongestQuote))}}});
}

const LessonInfo* lesson_of(std::string_view id) {
  const std::vector<Lesson>& all = lessons();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Lesson& lesson) { return lesson.info.id == id; });
  return found == all.end() ? nullptr : &found->info;
}

LinkContent content_of(const std::string& link) { return read_link_of(link, *make_catalogue()); }

// Returns the address of a text that is the payload of a link; nullopt if the text is no payload.
std::optional<Address> payload(const std::string& text) {
  try {
    read_link(text);
    return Address{.link = text};
  } catch (const InputError& error) {
    if (error.problem().id != "link_broken") throw;
    return std::nullopt;
  }
}

}  // namespace

Address address_argument(const std::string& given) {
  const std::string text(without_space_around(given));
  const std::size_t hash = text.find('#');
  const bool whole = hash != std::string::npos;
  const std::string behind = whole ? text.substr(hash + 1) : text;
  Address address;
  if (behind.empty() || (!whole && behind.find("://") != std::string::npos)) refuse_place(text);
  if (behind.find('/') == std::string::npos && !behind.starts_with("d=") && !lesson_of(behind)) {
    const std::optional<Address> alone = payload(behind);
    if (!alone) refuse_place(text);
    return *alone;
  }
  address = read_address(behind);
  if (address.link) {
    content_of(*address.link);
    return address;
  }
  const LessonInfo* lesson = lesson_of(address.lesson);
  if (!lesson) refuse_place(text);
  step_at(address, *lesson);
  return address;
}

std::string text_of(const Address& address) {
  if (address.link) return "d=" + *address.link;
  if (!address.step_id.empty()) return address.lesson + "/" + address.step_id;
  return address.step ? address.lesson + "/step-" + std::to_string(*address.step + 1) : address.lesson;
}

NamedDocument document_argument(const std::string& text) {
  const Address address = address_argument(text);
  NamedDocument named;
  if (address.link) {
    LinkContent content = content_of(*address.link);
    named = {std::move(content.document), std::move(content.left_out)};
  } else {
    named.document.lesson = address.lesson;
    const std::optional<int> step = step_at(address, *lesson_of(address.lesson));
    named.bare = !step && text.find('#') == std::string::npos;
    if (named.bare) return named;  // without a step, though a page would go to its first step
    named.document.look.step = step.value_or(0);
  }
  const LessonInfo& lesson = lesson_named(named.document.lesson).info;
  const Step* step = step_of(lesson, named.document);
  named.untrained = step && step->example.trained.value_or(0) > 0 && is_place(lesson, named.document);
  named.document = as_opened(lesson, std::move(named.document));
  return named;
}

std::string page_argument(const std::string& text) {
  std::size_t scheme = text.starts_with("http://") ? 7 : 0;
  if (text.starts_with("https://")) scheme = 8;
  const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) { return c > ' ' && c < 0x7f; }) &&
                     text.find_first_of("#?\"'<>\\") == std::string::npos;
  if (scheme == 0 || text.size() == scheme || text[scheme] == '/' || !plain)
    throw InputError({"no_page_address", {{"got", readable_utf8(text)}}});
  return text.ends_with('/') || text.ends_with(".html") ? text : text + "/";
}

}  // namespace gf
