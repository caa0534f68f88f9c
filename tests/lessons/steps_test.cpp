// The guided steps: each speaks of a state of its lesson that its button brings back.
#include <nlohmann/json.hpp>

#include "lessons/context.h"
#include "protocol/step.h"

using namespace gf;
using namespace gf::test;

namespace {

InputValue another_value(const InputSpec& spec) {
  switch (spec.type) {
    case InputType::text:
      return std::string("something else");
    case InputType::number:
      return std::get<double>(spec.initial) == spec.most ? spec.least : spec.most;
    case InputType::toggle:
      return !std::get<bool>(spec.initial);
    case InputType::choice:
      return spec.choices.back();
    case InputType::matrix:
      return Tensor::from_rows({{1, 2}});
  }
  return {};
}

// What may have been done before a step is read: every example, and everything changed at once.
std::vector<Document> before_steps(const LessonInfo& lesson) {
  std::vector<Document> documents;
  for (const Preset& preset : lesson.presets) documents.push_back({lesson.id, preset.inputs, {}, {}, 0});
  Document changed{lesson.id, {}, {{"weights", {0, 0, 0}, 1}}, {}, 0};
  for (const InputSpec& spec : lesson.inputs) changed.inputs.insert_or_assign(spec.name, another_value(spec));
  documents.push_back(std::move(changed));
  return documents;
}

Document without_kept(Document document, const StepExample& example) {
  for (const std::string& name : example.keep) document.inputs.erase(name);
  return document;
}

}  // namespace

TEST_SUITE("lessons/steps") {
  TEST_CASE("whatever was done before, a step's button brings back the state that the step speaks of") {
    const Messages messages = english();
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      const nlohmann::json& steps = messages.node("lessons." + lesson.info.id + ".steps");
      for (std::size_t i = 0; i < steps.size(); ++i) {
        CAPTURE(i);
        const StepExample example = example_from_json(lesson.info, steps[i]);
        const Document fresh = with_example(lesson.info, {lesson.info.id, {}, {}, {}, 0}, example);
        for (const Document& before : before_steps(lesson.info)) {
          const Document after = with_example(lesson.info, before, example);
          CHECK(same_content(without_kept(after, example), without_kept(fresh, example)));
          CHECK(shows_example(lesson.info, after, example));
        }
        CHECK_FALSE(shows_example(lesson.info, before_steps(lesson.info).back(), example));
      }
    }
  }

  TEST_CASE("what a step doesn't speak of stays: how it is looked at, and the inputs that it keeps") {
    const LessonInfo& lesson = lesson_named("next-word").info;
    const Document before{"next-word", {{"steps", 1000.0}, {"width", 8.0}}, {{"x", {0, 0, 0}, 1}}, Selection{"x", {0, 1, 1}}, 3, {"parameters"}};
    const Document after = with_example(lesson, before, {"", {{"asked", std::string("the sun")}, {"seed", 9.0}}, {"steps"}});
    CHECK(after == Document{"next-word", {{"asked", std::string("the sun")}, {"steps", 1000.0}}, {}, before.selection, 3, {"parameters"}});
    CHECK(is_opening(lesson, {"five-phrases", {{"seed", 9.0}}, {"steps"}}));
    CHECK_FALSE(is_opening(lesson, {"more-steps", {}, {}}));
  }

  TEST_CASE("a value that stands for the default is the default") {
    const LessonInfo& lesson = lesson_named("softmax").info;
    CHECK(shows_example(lesson, {"softmax", {{"beta", 1.0}}, {}, {}, 0}, {}));
    CHECK_FALSE(shows_example(lesson, {"softmax", {{"beta", 2.0}}, {}, {}, 0}, {}));
    CHECK_FALSE(shows_example(lesson, {"softmax", {}, {{"z", {0, 0, 0}, 1}}, {}, 0}, {}));
  }

  TEST_CASE("a step that does not fit its lesson is refused") {
    const LessonInfo& lesson = lesson_named("softmax").info;
    for (const char* step : {R"({"preset": "nothing"})", R"({"set": {"nothing": 1}})", R"({"set": {"beta": "large"}})", R"({"keep": ["nothing"]})"})
      CHECK_THROWS_AS(example_from_json(lesson, nlohmann::json::parse(step)), InputError);
  }
}
