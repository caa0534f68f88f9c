// Paints the steps of lessons without a window: build/<preset>/gf_pictures. Variables of the environment choose the pictures:
//   OUT=folder  LESSONS=softmax,block (all)  STEPS=1,4 (all)  SIZES=1280x800,390x844  DARK=1  SCALE=2  TEXT="a longer sentence"
//   TYPE="a sentence" typed into the field of the lesson's text, or of the input FIELD, and Enter: it may be refused
//   ANSWER=1 as after "Show me"; ANSWER=guess as after a guess that is not so
//   MEASURE=1 prints a line for each step: size, reach and cover of the stage, the focus, texts that are small, cut, or upon each other,
//   and words of the cards that are not drawn ROUTE=1 on the short route  PRESS="button:Glossary" places that are pressed first
//   SEARCH="soft" what is typed into the search SCENE="query -> scores*": a scene in place of the step's own (protocol/scene_line.h)
#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

#include "core/join.h"
#include "lessons/registry.h"
#include "pictures/painter.h"
#include "protocol/step.h"
#include "session/session.h"
#include "study/ask.h"
#include "ui/driver.h"
#include "ui/scene_measures.h"

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

// Returns the input that a lesson shows above its picture, if that is a text; otherwise an empty name.
std::string text_input_of(const LessonInfo& lesson) {
  for (const InputSpec& input : lesson.inputs)
    if (input.type == InputType::text) return std::string(input.name);
  return {};
}

// Returns a guess that a reader could make.
GuessNumbers guess_not_so(const Step& step, const Trace& trace) {
  const std::optional<Guess> truth = step.ask ? truth_of(step, trace) : std::nullopt;
  if (!truth) return {};
  GuessNumbers numbers = numbers_of(*truth);
  if (std::holds_alternative<Choice>(*truth)) numbers[0] = numbers[0] == 0 ? 1 : numbers[0] - 1;
  if (std::holds_alternative<Number>(*truth)) numbers[0] *= 0.6;
  if (std::holds_alternative<Shares>(*truth))
    for (double& share : numbers) share = 1 / static_cast<double>(numbers.size());
  if (std::holds_alternative<PlaceInPlane>(*truth)) {
    numbers[0] -= 0.5;
    numbers[1] += 0.4;
  }
  return numbers;
}

// Computes the trace of the document, and waits for a run that its step plays.
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

void print_measures(Driver& driver, const std::string& step) {
  const std::vector<ui::DrawnText> texts = ui::drawn_texts();
  const std::optional<ui::PlacedScene>& scene = driver.ui().places().scene;
  constexpr float kSmallest = 11.9f;
  std::vector<std::string> small, cut, words;
  for (const ui::DrawnText& text : texts) {
    if (text.size < kSmallest) small.push_back(text.text);
    if (text.cut) cut.push_back(text.text);
  }
  std::printf("%s", step.c_str());
  if (scene) {
    const Cover cover = cover_of(*scene);
    std::printf("\tstage %.0fx%.0f", static_cast<double>(scene->stage.width()), static_cast<double>(scene->stage.height()));
    std::printf("\treach %.2f\tcover %.2f\tfocus %.2f%s\tcards %zu", cover.reach, cover.cover, cover.focus, cover.focus_fills ? "*" : "",
                scene->cards.size());
    for (const ui::PlacedScene::Card& card : scene->cards) {
      const std::vector<std::string> wanted = ui::words_of(*scene, card);
      const ui::ReadableText read = ui::readable_text(texts, card.box, wanted);
      if (read.words < wanted.size())
        words.push_back(card.node + (card.node == scene->focus ? "* " : " ") + std::to_string(read.words) + "/" +
                        std::to_string(wanted.size()));
    }
  }
  std::printf("\tsmall [%s]\tcut [%s]\tupon [%s]\tmissing [%s]\n", joined(small).c_str(), joined(cut).c_str(),
              joined(overlapping_texts(texts)).c_str(), joined(words).c_str());
}

// Chooses a route, presses places and types into the search, if the environment asks for it.
void lay_over(Driver& driver, Session& session) {
  const auto carry_out = [&](const std::vector<Command>& commands) {
    for (const Command& command : commands) session.execute(command);
    come_to_rest(session);
    driver.show(*session.snapshot(), 4);
  };
  if (!from_environment("ROUTE", "").empty()) carry_out({ChooseRoute{Route::hour}});
  for (const std::string& place : parts(from_environment("PRESS", ""))) carry_out(driver.click(*session.snapshot(), driver.centre(place)));
  const std::string typed = from_environment("SEARCH", "-");
  if (typed == "-") return;
  driver.press(*session.snapshot(), ImGuiKey_K, ImGuiMod_Ctrl);
  driver.show(*session.snapshot(), 4);
  carry_out(driver.type(*session.snapshot(), typed.c_str()));
}

// Types a text as a reader does, with a session that answers.
void type_into_field(Driver& driver, Session& session, const std::string& input, const std::string& text) {
  const auto carry_out = [&](const std::vector<Command>& commands) {
    for (const Command& command : commands) session.execute(command);
    come_to_rest(session);
  };
  carry_out(driver.click(*session.snapshot(), driver.centre("input:" + input)));
  carry_out(driver.press(*session.snapshot(), ImGuiKey_A, ImGuiMod_Ctrl));
  carry_out(driver.type(*session.snapshot(), text.c_str()));
  carry_out(driver.press(*session.snapshot(), ImGuiKey_Enter));
  for (int i = 0; i < 4; ++i) carry_out(driver.show(*session.snapshot()));
  driver.move(*session.snapshot(), {1, 1});
}

void paint_lesson(const Lesson& lesson, ImVec2 size) {
  const std::filesystem::path out = from_environment("OUT", "build/pictures");
  std::filesystem::create_directories(out);
  const bool dark = !from_environment("DARK", "").empty(), answered = !from_environment("ANSWER", "").empty(),
             measured = !from_environment("MEASURE", "").empty(), guesses = from_environment("ANSWER", "") == std::string("guess");
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
    if (const Step& asking = lesson.info.steps[static_cast<std::size_t>(step)]; answered)
      session.execute(Answer{std::string(asking.id), guesses ? guess_not_so(asking, *session.snapshot()->trace) : GuessNumbers{}});
    if (!scene.empty()) session.execute(ShowScene{scene});
    come_to_rest(session);
    driver.show(*session.snapshot(), 8);
    const std::string field = from_environment("FIELD", text_input_of(lesson.info).c_str());
    if (const std::string typed = from_environment("TYPE", ""); !typed.empty() && find_input(lesson.info, field))
      type_into_field(driver, session, field, typed);
    lay_over(driver, session);
    if (measured) print_measures(driver, lesson.info.id + "/" + std::to_string(step + 1));
    if (!measured) paint_frame((out / (lesson.info.id + "-" + two_digits(step + 1) + ".png")).string(), scale);
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
