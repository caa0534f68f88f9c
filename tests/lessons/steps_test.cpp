// The guided steps: each speaks of a state of its lesson that its button brings back, and of numbers that this state has.
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
  for (const Preset& preset : lesson.presets) documents.push_back({lesson.id, preset.inputs});
  Document changed{lesson.id, {}, {{"weights", {0, 0, 0}, 1}}};
  for (const InputSpec& spec : lesson.inputs) changed.inputs.insert_or_assign(spec.name, another_value(spec));
  documents.push_back(std::move(changed));
  return documents;
}

Document without_kept(Document document, const StepExample& example) {
  for (const std::string& name : example.keep) document.inputs.erase(name);
  return document;
}

// A number that a caption states: where it stands in the trace of what the step speaks of, in hundredths where it is a percentage.
struct Stated {
  const char* lesson;
  std::size_t step;  // counted from 1, as on the screen
  const char* number;
  const char* node;
  Cell cell;
  double unit = 1;
};

const std::vector<Stated> kStated = {
    {"matrix-dictionary", 6, "0.95", "query", {0, 0, 5}},
    {"matrix-dictionary", 6, "0.9996", "weights", {0, 0, 5}},
    {"matrix-dictionary", 8, "0.35", "weights", {0, 1, 1}},
    {"matrix-dictionary", 8, "0.13", "weights", {0, 1, 2}},
    {"softmax", 4, "65", "probabilities", {0, 0, 0}, 100},
    {"softmax", 4, "24", "probabilities", {0, 0, 1}, 100},
    {"softmax", 4, "11", "probabilities", {0, 0, 2}, 100},
    {"softmax", 6, "0.0000454", "probabilities", {0, 0, 0}},
    {"next-word", 5, "0.96", "average.likeness", {0, 2, 3}},
    {"encoder-decoder", 2, "2.6", "encoder.0.self_attention.query", {0, 0, 2}},
    {"embeddings", 3, "0.004", "probabilities", {0, 0, 0}},
    {"multi-head", 6, "0.98", "projection", {0, 7, 10}},
    {"multi-head", 9, "0.30", "scaling.peakedness", {0, 0, 1}},
    {"multi-head", 9, "0.37", "scaling.peakedness", {0, 3, 1}},
    {"words-pulling-words", 3, "7.2", "first.iteration.0.dot_products", {0, 0, 3}},
    {"words-pulling-words", 3, "8", "first.iteration.0.dot_products", {0, 0, 6}},
    {"words-pulling-words", 5, "31", "first.iteration.0.weights", {0, 0, 3}, 100},
    {"words-pulling-words", 5, "69", "first.iteration.0.weights", {0, 0, 6}, 100},
    {"words-pulling-words", 6, "2.37", "first.iteration.0.output", {0, 0, 0}},
    {"words-pulling-words", 6, "1.50", "first.iteration.0.output", {0, 0, 1}},
    {"spaces", 2, "0", "determinant", {0, 0, 0}},
    {"spaces", 3, "1.23", "a.distance", {0, 0, 0}},
    {"spaces", 4, "0.07", "b.distance", {0, 0, 0}},
    {"spaces", 5, "2.65", "c.distance", {0, 0, 0}},
    {"spaces", 6, "3.27", "pair.dot_products", {0, 1, 0}},
    {"spaces", 6, "0.65", "pair.dot_products", {0, 0, 1}},
    {"spaces", 7, "0.65", "pair.dot_products", {0, 1, 0}},
    {"spaces", 8, "2.21", "values.distance", {0, 0, 0}},
    {"spaces", 10, "2.55", "c.distance", {0, 0, 0}},
};

double decimals(const std::string& number) {
  const std::size_t point = number.find('.');
  return point == std::string::npos ? 0 : static_cast<double>(number.size() - point - 1);
}

}  // namespace

TEST_SUITE("lessons/steps") {
  TEST_CASE("whatever was done before, a step's button brings back the state that the step speaks of") {
    const Texts& texts = english();
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      const nlohmann::json& steps = texts.node("lessons." + lesson.info.id + ".steps");
      for (std::size_t i = 0; i < steps.size(); ++i) {
        CAPTURE(i);
        const StepExample example = example_from_json(lesson.info, steps[i]);
        const Document fresh = with_example(lesson.info, {lesson.info.id}, example);
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
    const Document before{
        "next-word", {{"steps", 1000.0}, {"width", 8.0}}, {{"x", {0, 0, 0}, 1}}, {Selection{"x", {0, 1, 1}}, 3, {"parameters"}}};
    const Document after = with_example(lesson, before, {"", {{"asked", std::string("the sun")}, {"seed", 9.0}}, {"steps"}});
    CHECK(after == Document{"next-word", {{"asked", std::string("the sun")}, {"steps", 1000.0}}, {}, before.look});
    CHECK(is_opening(lesson, {"five-phrases", {{"seed", 9.0}}, {"steps"}}));
    CHECK_FALSE(is_opening(lesson, {"more-steps", {}, {}}));
  }

  TEST_CASE("a value that stands for the default is the default") {
    const LessonInfo& lesson = lesson_named("softmax").info;
    CHECK(shows_example(lesson, {"softmax", {{"beta", 1.0}}}, {}));
    CHECK_FALSE(shows_example(lesson, {"softmax", {{"beta", 2.0}}}, {}));
    CHECK_FALSE(shows_example(lesson, {"softmax", {}, {{"z", {0, 0, 0}, 1}}}, {}));
  }

  TEST_CASE("a step that does not fit its lesson is refused") {
    const LessonInfo& lesson = lesson_named("softmax").info;
    for (const char* step :
         {R"({"preset": "nothing"})", R"({"set": {"nothing": 1}})", R"({"set": {"beta": "large"}})", R"({"keep": ["nothing"]})"})
      CHECK_THROWS_AS(example_from_json(lesson, nlohmann::json::parse(step)), InputError);
  }

  TEST_CASE("the numbers in the captions are those of the trace") {
    const Texts& texts = english();
    for (const Stated& stated : kStated) {
      CAPTURE(stated.lesson);
      CAPTURE(stated.step);
      CAPTURE(stated.number);
      const nlohmann::json& step = texts.node("lessons." + std::string(stated.lesson) + ".steps").at(stated.step - 1);
      CHECK(step.at("caption").get<std::string>().find(stated.number) != std::string::npos);
      const LessonInfo& lesson = lesson_named(stated.lesson).info;
      const Trace trace = run_with_files(with_example(lesson, {lesson.id}, example_from_json(lesson, step)));
      const double value = static_cast<double>(node(trace, stated.node).value->at(stated.cell)) * stated.unit;
      CHECK(std::abs(value - std::stod(stated.number)) <= 0.5 * std::pow(10, -decimals(stated.number)) + 1e-6);
    }
  }
}
