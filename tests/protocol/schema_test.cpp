// Declarations of inputs: inputs that matter only with certain other values.
#include "protocol/schema.h"

#include <nlohmann/json.hpp>

#include "core/problem.h"
#include "lessons/registry.h"
#include "lessons/shared/input_specs.h"
#include "support.h"

using namespace gf;

namespace schema_test {
namespace {

constexpr InputSpec kInputs[] = {choice_input("kind", "plain, own, other"), toggle_input("on", false), number_input("rate", 0, 0, 1, 0.1),
                                 text_input("name", "")};
constexpr LessonInfo kLesson = {.id = "any", .inputs = kInputs};

bool matters_beside(const char* input, NameList choices, const Inputs& inputs) {
  return matters(kLesson, inputs, text_input("pairs", "").only_with(input, choices));
}

}  // namespace

TEST_SUITE("protocol/schema") {
  TEST_CASE(
      "an input that goes with a choice matters while it is chosen, one that goes with a switch, a number or a text while that is on, not "
      "0, or not blank") {
    CHECK_FALSE(matters_beside("kind", "own, other", {}));
    CHECK(matters_beside("kind", "own, other", {{"kind", std::string("other")}}));
    CHECK_FALSE(matters_beside("kind", "own", {{"kind", std::string("other")}}));
    CHECK_FALSE(matters_beside("on", {}, {}));
    CHECK(matters_beside("on", {}, {{"on", true}}));
    CHECK_FALSE(matters_beside("rate", {}, {}));
    CHECK(matters_beside("rate", {}, {{"rate", 0.1}}));
    CHECK_FALSE(matters_beside("name", {}, {}));
    CHECK_FALSE(matters_beside("name", {}, {{"name", std::string(" ")}}));
    CHECK(matters_beside("name", {}, {{"name", std::string("a")}}));
    CHECK(matters(kLesson, {}, text_input("pairs", "")));
  }

  TEST_CASE("a matrix may be left to the lesson where the lesson computes it, and nowhere else") {
    const InputValue left = input_value_from_json(to_json(InputValue(Tensor())), "w");
    CHECK(same_value(left, Tensor()));
    InputSpec spec{.name = "w", .type = InputType::matrix, .initial = MatrixData()};
    CHECK_NOTHROW(check_input(spec, left));
    static constexpr float kOne[1][1] = {{1}};
    spec.initial = kOne;
    try {
      check_input(spec, left);
      FAIL("taken");
    } catch (const InputError& error) {
      CHECK(error.problem().id == "wrong_type");
    }
  }

  TEST_CASE("inputs that others go with exist with these choices, and no matrix is left out") {
    int conditional = 0;
    for (const Lesson& lesson : lessons())
      for (const InputSpec& spec : lesson.info.inputs) {
        if (!spec.only_with) continue;
        ++conditional;
        CAPTURE(lesson.info.id);
        CAPTURE(spec.name);
        CHECK(spec.type != InputType::matrix);  // a matrix is always shown
        const InputSpec& other = known_input(lesson.info, spec.only_with->input);
        CHECK(spec.only_with->choices.empty() == (other.type != InputType::choice));
        for (const std::string& choice : spec.only_with->choices) CHECK_NOTHROW(check_input(other, choice));
      }
    CHECK(conditional >= 30);
  }

  TEST_CASE("a declared shape has a word of its own") {
    CHECK(shape_word("(width, head_width)") == "@shape_width_head_width");
    CHECK(shape_word("(target words and signs, 4)") == "@shape_target_words_and_signs_4");
    CHECK(shape_word("") == "@shape");
  }
}

}  // namespace schema_test
