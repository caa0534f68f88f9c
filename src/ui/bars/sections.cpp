#include "ui/bars/sections.h"

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
  for (std::string& name : section_path(section)) {
    if (folded.count(name) > 0) return std::move(name);
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
  if (number) return texts.format("ui.sections.numbered", {{"n", std::to_string(std::stoi(part) + 1)}});
  return texts.has("ui.sections." + part) ? texts.get("ui.sections." + part) : part;
}

Opening open_section(const Frame& frame, Screen& screen, const std::set<std::string>& closed, std::string_view section) {
  LessonScreen& lesson = screen.state.lesson;
  std::vector<std::string> around = section_path(section);
  std::erase_if(around, [&](const std::string& name) { return closed.count(name) == 0; });
  if (around.empty()) {
    lesson.unfold_asked = 0;
    lesson.unfolding.clear();
    return Opening::open;
  }
  if (lesson.unfold_asked == frame.snapshot.revision) return Opening::asked;
  // The session has answered. A section that was asked to unfold and is still closed was refused. A closed section inside an opened one was
  // not asked for yet, so it is asked for next.
  const bool refused = std::any_of(around.begin(), around.end(), [&](const std::string& name) { return lesson.unfolding.count(name) > 0; });
  if (refused) {
    lesson.unfold_asked = 0;
    lesson.unfolding.clear();
    return Opening::refused;
  }
  lesson.unfold_asked = frame.snapshot.revision;
  for (const std::string& name : around) {
    lesson.unfolding.insert(name);
    send(screen, Fold{name, false});
  }
  return Opening::asked;
}

}  // namespace gf::ui
