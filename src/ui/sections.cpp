#include "ui/sections.h"

#include <algorithm>

namespace gf::ui {

std::vector<std::string> section_path(std::string_view section) {
  std::vector<std::string> path;
  if (section.empty()) return path;
  for (std::size_t dot = section.find('.'); dot != std::string_view::npos; dot = section.find('.', dot + 1))
    path.emplace_back(section.substr(0, dot));
  path.emplace_back(section);
  return path;
}

bool stands_in(std::string_view section, std::string_view around) {
  return section.substr(0, around.size()) == around && (section.size() == around.size() || section[around.size()] == '.');
}

std::string folded_around(const std::set<std::string>& folded, std::string_view section) {
  if (folded.empty()) return {};
  for (std::string& one : section_path(section)) {
    if (folded.count(one) > 0) return std::move(one);
  }
  return {};
}

std::string section_title(const Texts& texts, std::string_view lesson, std::string_view section) {
  std::string key(section);
  std::replace(key.begin(), key.end(), '.', '_');
  key = "lessons." + std::string(lesson) + ".sections." + key;
  if (texts.has(key)) return texts.get(key);
  const std::string part(short_name(section));
  const bool number = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
  if (number) return texts.format("ui.sections.numbered", {{"n", part}});
  return texts.has("ui.sections." + part) ? texts.get("ui.sections." + part) : part;
}

Opening open_section(Frame& frame, std::string_view section) {
  const std::set<std::string>& folded = frame.snapshot.document.look.folded;
  std::uint64_t& asked = frame.state.lesson.unfold_asked;
  if (folded_around(folded, section).empty()) {
    asked = 0;
    return Opening::open;
  }
  if (asked == frame.snapshot.revision) return Opening::asked;
  const bool refused = asked != 0;  // there is an answer, and it is still folded
  asked = refused ? 0 : frame.snapshot.revision;
  if (refused) return Opening::refused;
  for (const std::string& one : section_path(section)) {
    if (folded.count(one) > 0) send(frame, Fold{one, false});
  }
  return Opening::asked;
}

}  // namespace gf::ui
