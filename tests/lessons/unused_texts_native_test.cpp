// Finds texts that no part of the program shows.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "core/node_name.h"
#include "lessons/examples.h"
#include "model/ablation.h"
#include "ui/bars/sections.h"

using namespace gf;
using namespace gf::test;

namespace unused_texts_test {
namespace {

// Returns the quoted words in the files of a folder.
std::set<std::string> quoted_in(const std::string& folder, const std::vector<std::string>& endings, const std::regex& quoted) {
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() + "/" + folder)) {
    const std::string ending = entry.path().extension().string();
    if (std::find(endings.begin(), endings.end(), ending) == endings.end()) continue;
    const std::string text = read_source_file(std::filesystem::relative(entry.path(), source_folder()).string());
    for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at) found.insert((*at)[1]);
  }
  return found;
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Whether the program names the path: whole, or from one of its dots on, since the program may join it from two halves.
bool is_named(const std::set<std::string>& quoted, const std::string& path) {
  for (std::size_t dot = 0; dot != std::string::npos; dot = path.find('.', dot + 1)) {
    const std::string rest = path.substr(dot);
    if (quoted.count(rest) > 0 || (dot > 0 && quoted.count(rest.substr(1)) > 0)) return true;
  }
  return false;
}

// Returns all sections of a trace that have titles: those of its panels and of its map.
void add_sections(const Trace& trace, std::set<std::string>& sections) {
  const auto add = [&](std::string_view section) {
    for (const std::string& part : ui::section_path(section)) sections.insert(part);
  };
  for (const Panel& panel : trace.panels) add(panel.section);
  for (const MapBlock& block : trace.map) add(block.section);
}

// Returns the sections of a lesson in its examples and at its steps.
std::set<std::string> sections_of(const Lesson& lesson) {
  std::set<std::string> sections;
  for (const ShownExample& example : examples_of(lesson)) add_sections(example.trace, sections);
  for (const ShownStep& shown : steps_of_all())
    if (shown.lesson == &lesson.info) add_sections(shown.trace, sections);
  return sections;
}

struct Shown {
  std::set<std::string> quoted, page;                     // the quoted words in src/ and in web/
  std::set<std::string> keys;                             // of labels and formulas
  std::set<std::string> shapes;                           // words for the shapes that inputs declare
  std::set<std::string> titles;                           // last parts of sections
  std::map<std::string, std::set<std::string>> sections;  // by lesson, as the paths of texts have them
};

Shown all_shown() {
  Shown shown{quoted_in("src", {".cpp", ".h"}, std::regex(R"re("((?:[^"\\\n]|\\.)*)")re")),
              quoted_in("web", {".js"}, std::regex(R"('([a-z_]+)')")),
              {},
              {},
              {},
              {}};
  for (const std::string& word : shown.quoted) {
    if (word.starts_with('(')) shown.shapes.insert(shape_word(word));
    if (word.starts_with('@')) shown.keys.insert(word.substr(1, word.find(' ') - 1));
  }
  for (const LeftOut part : models_of(AblationConfig{})) shown.keys.insert(std::string(name_of(part)));  // of the lesson about a block
  for (const char* speaker : {"user", "assistant"}) shown.keys.insert(speaker);                          // of the lesson about prompts
  for (const Lesson& lesson : lessons())
    for (std::string section : sections_of(lesson)) {
      shown.titles.insert(std::string(short_name(section)));
      std::replace(section.begin(), section.end(), '.', '_');
      shown.sections[lesson.info.id].insert(section);
    }
  return shown;
}

bool has_input(const LessonInfo& lesson, const std::string& name) { return find_input(lesson, name) != nullptr; }

bool has_preset(const LessonInfo& lesson, const std::string& name) {
  return std::any_of(lesson.presets.begin(), lesson.presets.end(), [&](const Preset& preset) { return preset.name == name; });
}

bool has_step(const LessonInfo& lesson, const std::string& id) {
  return std::any_of(lesson.steps.begin(), lesson.steps.end(), [&](const Step& step) { return step.id == id && step.ask; });
}

// Whether study/sources.h reads this part of a text or of a slip.
bool is_of_sources(const std::vector<std::string>& parts) {
  if (parts[1] == "texts") return parts[3] == "title" || parts[3] == "gave";
  return parts[1] == "slips" && (parts[3] == "question" || parts[3] == "answer");
}

// Finds unused texts of lessons. Captions and the words of the glossary have tests of their own, titles of nodes none.
bool is_shown_of_lesson(const Shown& shown, const std::vector<std::string>& parts) {
  const LessonInfo& lesson = lesson_named(parts[1]).info;
  const std::string& kind = parts[2];
  if (kind == "inputs") return has_input(lesson, parts[3]);
  if (kind == "presets") return has_preset(lesson, parts[3]);
  if (kind == "sections") return shown.sections.at(lesson.id).count(parts[3]) > 0;
  if (kind == "notes" || kind == "slips") return shown.quoted.count(parts[3]) > 0;
  if (kind == "choices" || kind == "tempting") return has_step(lesson, parts[3]);
  return kind == "title" || kind == "subtitle" || kind == "steps" || kind == "answers" || kind == "nodes";
}

bool is_shown(const Shown& shown, const std::string& path) {
  const std::vector<std::string> parts = parts_of(path);
  const std::string& part = parts.front();
  if (part == "nodes" || part == "glossary") return true;
  if (part == "languages") return shown.quoted.count("languages.") > 0;
  if (part == "page") return shown.page.count(parts[1]) > 0;
  if (part == "problems") return shown.quoted.count(parts[1]) > 0;
  if (part == "forms") return shown.quoted.count("@" + parts[1]) > 0 || shown.shapes.count("@" + parts[1]) > 0;
  if (part == "labels" || part == "formulas") return shown.keys.count(parts[1]) > 0;
  if (part == "sources" && parts.size() == 4) return is_of_sources(parts);
  if (part == "lessons") return is_shown_of_lesson(shown, parts);
  if (path.starts_with("ui.axes.")) return shown.quoted.count(parts[2]) > 0;
  // Some sections come with settings that no example has, such as the norm before a block.
  if (path.starts_with("ui.sections.") && parts[2] != "numbered")
    return shown.titles.count(parts[2]) + shown.quoted.count("." + parts[2]) > 0;
  return (part == "ui" || part == "cli" || part == "sources") && is_named(shown.quoted, path);
}

}  // namespace

TEST_SUITE("lessons/unused_texts") {
  TEST_CASE("every text is asked for by something, and one that nothing asks for is found") {
    const Shown shown = all_shown();
    for (const auto& [path, text] : english().all()) CHECK_MESSAGE(is_shown(shown, path), path);
    for (const char* path :
         {"ui.undone", "ui.sections.generation", "ui.axes.furlongs", "problems.too_blue", "forms.a_song", "labels.songs", "formulas.songs",
          "page.singing", "lessons.softmax.inputs.gamma.label", "lessons.softmax.presets.none", "lessons.softmax.sections.songs",
          "lessons.softmax.notes.songs", "lessons.softmax.songs", "lessons.softmax.choices.scores.songs", "lessons.softmax.tempting.scores",
          "sources.songs", "sources.texts.a.songs", "songs.title"})
      CHECK_FALSE_MESSAGE(is_shown(shown, path), path);
  }
}

}  // namespace unused_texts_test
