// Paints the steps of lessons without a window: build/<preset>/gf_pictures, told by the environment what to paint.
//   OUT=folder  LESSONS=softmax,block (all)  STEPS=1,4 (all)  SIZES=1280x800,390x844  DARK=1  SCALE=2  TEXT="a longer sentence"
//   ANSWER=1 as after "Show me"
//   SCENE="query -> scores*": a scene in place of the step's own (protocol/scene_line.h)
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

#include "lessons/registry.h"
#include "pictures/painter.h"
#include "protocol/step.h"
#include "session/session.h"
#include "ui/driver.h"

using namespace gf;
using namespace gf::test;

namespace pictures {
namespace {

std::string from_environment(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value ? value : otherwise;
}

std::vector<std::string> parts(const std::string& list) {
  std::vector<std::string> found;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');) found.push_back(part);
  return found;
}

bool is_wanted(const std::vector<std::string>& wanted, const std::string& name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

// The input that a lesson shows above its picture, if it is a text; else empty.
std::string text_input_of(const LessonInfo& lesson) {
  for (const InputSpec& input : lesson.inputs)
    if (input.type == InputType::text) return std::string(input.name);
  return {};
}

// Computes what the document needs, and waits for a run that its step plays.
void come_to_rest(Session& session) {
  constexpr int kLongest = 100'000;
  for (int turn = 0; turn < kLongest; ++turn) {
    session.pump();
    session.finish();
    const Snapshot& now = *session.snapshot();
    if (!now.computing && !(now.training && now.training->run.status == RunStatus::playing)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void paint_lesson(const Lesson& lesson, ImVec2 size) {
  const std::filesystem::path out = from_environment("OUT", "build/pictures");
  std::filesystem::create_directories(out);
  const bool dark = !from_environment("DARK", "").empty(), answered = !from_environment("ANSWER", "").empty();
  const float scale = std::stof(from_environment("SCALE", "1"));
  const std::vector<std::string> steps = parts(from_environment("STEPS", ""));
  const std::string text = from_environment("TEXT", ""), scene = from_environment("SCENE", "");
  Driver driver(size.x, size.y, dark, Driver::Fonts::shipped);
  ImGui::GetStyle().FontScaleDpi = 1;
  ImGui::GetIO().DisplayFramebufferScale = {scale, scale};
  driver.host.still = true;
  Session session({.files = [](const std::string& path, const auto& done) { done(read_asset(path)); },
                   .address = lesson.info.id,
                   .texts = &driver.texts()});
  come_to_rest(session);
  for (int step = 0; step < static_cast<int>(lesson.info.steps.size()); ++step) {
    if (!is_wanted(steps, std::to_string(step + 1))) continue;
    session.execute(GoToStep{step});
    if (!text.empty() && !text_input_of(lesson.info).empty()) session.execute(SetInput{text_input_of(lesson.info), text});
    come_to_rest(session);
    if (answered) session.execute(Answer{std::string(lesson.info.steps[static_cast<std::size_t>(step)].id), GuessNumbers{}});
    if (!scene.empty()) session.execute(ShowScene{scene});
    come_to_rest(session);
    driver.show(*session.snapshot(), 8);
    paint_frame((out / (lesson.info.id + "-" + two_digits(step + 1) + ".png")).string(), scale);
  }
}

TEST_CASE("pictures") {
  const std::vector<std::string> wanted = parts(from_environment("LESSONS", ""));
  for (const std::string& size : parts(from_environment("SIZES", "1280x800"))) {
    const std::size_t by = size.find('x');
    for (const Lesson& lesson : lessons())
      if (is_wanted(wanted, lesson.info.id)) paint_lesson(lesson, {std::stof(size.substr(0, by)), std::stof(size.substr(by + 1))});
  }
}

}  // namespace
}  // namespace pictures
