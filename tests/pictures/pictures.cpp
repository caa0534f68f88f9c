// Paints the steps of lessons without a window: build/<preset>/gf_pictures, told by the environment what to paint.
//   OUT=folder  LESSONS=softmax,block (all)  STEPS=1,4 (all)  SIZES=1280x800,390x844  DARK=1  SCALE=2  TEXT="a longer sentence"
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "pictures/painter.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

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

// The document with a text in place of the input that a lesson shows above its picture.
Document with_text(const Lesson& lesson, Document document, const std::string& text) {
  for (const InputSpec& input : lesson.info.inputs)
    if (!text.empty() && input.type == InputType::text) {
      document.inputs[std::string(input.name)] = text;
      break;
    }
  return document;
}

void paint_lesson(const Lesson& lesson, ImVec2 size) {
  const std::filesystem::path out = from_environment("OUT", "build/pictures");
  std::filesystem::create_directories(out);
  const bool dark = !from_environment("DARK", "").empty();
  const float scale = std::stof(from_environment("SCALE", "1"));
  const std::vector<std::string> steps = parts(from_environment("STEPS", ""));
  const std::string text = from_environment("TEXT", "");
  Driver driver(size.x, size.y, dark, Driver::Fonts::shipped);
  ImGui::GetStyle().FontScaleDpi = 1;
  ImGui::GetIO().DisplayFramebufferScale = {scale, scale};
  driver.host.still = true;
  for (int step = 0; step < static_cast<int>(lesson.info.steps.size()); ++step) {
    if (!is_wanted(steps, std::to_string(step + 1))) continue;
    try {
      Snapshot snapshot = snapshot_at(Document{lesson.info.id, {}, {}}, step);
      if (!text.empty()) {
        Document document = with_text(lesson, snapshot.document, text);
        snapshot = snapshot_of(std::move(document));
      }
      driver.show(snapshot, 8);
      paint_frame((out / (lesson.info.id + "-" + two_digits(step + 1) + ".png")).string(), scale);
    } catch (const InputError& error) {
      MESSAGE(lesson.info.id, " ", step + 1, ": ", error.what());
    }
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
