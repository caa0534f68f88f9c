// The pages of the tutorial (web/tutorial): each demo is a step of a lesson, and each live number is the number that the program computes
// at that step.
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "lessons/examples.h"
#include "study/live_text.h"

using namespace gf;
using namespace gf::test;

namespace tutorial_test {
namespace {

namespace fs = std::filesystem;

struct Page {
  std::string name;  // "fr/03-softmax.md"
  std::string text;
};

std::vector<Page> pages() {
  const fs::path folder = fs::path(source_folder()) / "web/tutorial";
  std::vector<Page> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".md" && entry.path().filename() != "README.md")
      found.push_back({fs::relative(entry.path(), folder).generic_string(), read_test_file(entry.path().string())});
  std::sort(found.begin(), found.end(), [](const Page& one, const Page& other) { return one.name < other.name; });
  return found;
}

// A demo or a live number of a page, in the order of the page.
struct Mark {
  std::string lesson, step;  // of a demo
  std::string shown, place;  // of a number; `step` is the step that it names, if it names one
};

std::vector<Mark> marks_of(const std::string& text) {
  static const std::regex kMark(R"((?:^|\n)@demo ([a-z-]+)/([a-z_]+)|\{\{([^|{}]+)\|(?:([a-z_]+):)?([^{}]+)\}\})");
  std::vector<Mark> marks;
  for (std::sregex_iterator at(text.begin(), text.end(), kMark), end; at != end; ++at) {
    const std::smatch& found = *at;
    if (found[1].matched)
      marks.push_back({found[1], found[2], "", ""});
    else
      marks.push_back({"", found[4], found[3], found[5]});
  }
  return marks;
}

// Returns the trace of a step before any answer. A number that the step asks for is there as well.
const Trace* trace_of_step(const std::string& lesson, const std::string& step) {
  for (const ShownStep& each : steps_of_all())
    if (each.lesson->id == lesson && each.step->id == step) return &each.trace;
  return nullptr;
}

// French and Spanish write a comma.
std::string with_point(std::string number) {
  std::replace(number.begin(), number.end(), ',', '.');
  return number;
}

}  // namespace

TEST_SUITE("lessons/tutorial") {
  TEST_CASE("there are pages, each with demos, and with numbers that follow them") {
    std::map<std::string, int> demos, numbers;
    for (const Page& page : pages())
      for (const Mark& mark : marks_of(page.text)) ++(mark.lesson.empty() ? numbers : demos)[page.name];
    CHECK(std::count_if(demos.begin(), demos.end(), [](const auto& each) { return each.first.starts_with("en/"); }) >= 12);
    for (const auto& [name, count] : demos) CHECK_MESSAGE(count >= 2, name);
    for (const Page& page : pages()) CHECK_MESSAGE(demos.contains(page.name), page.name);
    CHECK(numbers.size() >= demos.size() - 2);
  }

  TEST_CASE("each demo of the tutorial is a step, and each number is the program's") {
    for (const Page& page : pages()) {
      CAPTURE(page.name);
      std::map<std::string, std::string> lessons;  // by step
      const Trace* shown = nullptr;
      for (const Mark& mark : marks_of(page.text)) {
        if (!mark.lesson.empty()) {
          lessons[mark.step] = mark.lesson;
          shown = trace_of_step(mark.lesson, mark.step);
          CHECK_MESSAGE(shown, mark.lesson, "/", mark.step);
          continue;
        }
        // The demo of a named step may stand further down.
        const Trace* named = shown;
        if (!mark.step.empty()) {
          for (const Mark& demo : marks_of(page.text))
            if (!demo.lesson.empty() && demo.step == mark.step) named = trace_of_step(demo.lesson, demo.step);
        }
        const std::string value = "{" + mark.place + "}";
        CHECK_MESSAGE(live_values(value).size() == 1, value);
        REQUIRE_MESSAGE(named, value);
        CHECK_MESSAGE(with_live_values(value, named) == with_point(mark.shown), value);
      }
    }
  }
}

}  // namespace tutorial_test
