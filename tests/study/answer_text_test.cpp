// The log of answers: the first guess stays beside the last one, and it is copied as text and as a table.
#include "protocol/answer_log.h"

#include <nlohmann/json.hpp>

#include "core/problem.h"
#include "lessons/registry.h"
#include "lessons/run.h"
#include "protocol/step.h"
#include "study/answer_text.h"
#include "study/ask.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace {

const Step& step_named(const LessonInfo& lesson, std::string_view id) {
  return lesson.steps[static_cast<std::size_t>(index_of_step(lesson, id))];
}

AnswerLog two_guesses() {
  AnswerLog log;
  keep_answer(log, "softmax", "shares", {"0.5 0.3 0.2", "0.65 0.24 0.11", false, 0, 31});
  keep_answer(log, "softmax", "shares", {"0.65 0.24 0.11", "0.65 0.24 0.11", true, 0, 90});
  keep_answer(log, "softmax", "sum[0,0]", {"", "11.33", false, 2, 12});
  keep_answer(log, "dictionary", "nearest", {"=sont, or", "suis", false, 0, 4});
  return log;
}

}  // namespace

TEST_SUITE("study/answer_text") {
  TEST_CASE("a second guess leaves the first one, its time and its verdict as they were") {
    const KeptAnswer kept = two_guesses().at("softmax").at("shares");
    CHECK(kept == KeptAnswer{"0.5 0.3 0.2", "0.65 0.24 0.11", "0.65 0.24 0.11", false, true, 0, 31});
    CHECK(two_guesses().at("softmax").at("sum[0,0]").hints == 2);
  }

  TEST_CASE("as a table: the order of the course, quotation marks where RFC 4180 wants them, no formula for a spreadsheet") {
    const std::string csv = log_as_csv(two_guesses(), *make_catalogue());
    CHECK(csv ==
          "lesson,question,first,first_right,last,last_right,truth,hints,seconds\r\n"
          "dictionary,nearest,\"'=sont, or\",0,\"'=sont, or\",0,suis,0,4\r\n"
          "softmax,shares,0.5 0.3 0.2,0,0.65 0.24 0.11,1,0.65 0.24 0.11,0,31\r\n"
          "softmax,\"sum[0,0]\",,0,,0,11.33,2,12\r\n");
  }

  TEST_CASE("as text: lessons by their titles, one guess or two, and who asked to be shown") {
    const std::string text = log_as_text(two_guesses(), *make_catalogue(), english());
    CHECK(text.find(english().get("lessons.softmax.title") + "\n") != std::string::npos);
    CHECK(text.find("shares: you said 0.5 0.3 0.2 at first (31 s), then 0.65 0.24 0.11; it is 0.65 0.24 0.11.") != std::string::npos);
    CHECK(text.find("sum[0,0]: you said “show me”, it is 11.33 (12 s).") != std::string::npos);
  }

  TEST_CASE("it comes back from JSON as it was; what nobody wrote is refused") {
    CHECK(answer_log_from_json(to_json(two_guesses())) == two_guesses());
    for (const char* const broken :
         {"[]", R"({"softmax":[]})", R"({"softmax":{"shares":{}}})", R"({"softmax":{"shares":{"first":1}}})",
          R"({"softmax":{"shares":{"first":"","last":"","truth":"","right":[true],"hints":0,"seconds":1}}})",
          R"({"softmax":{"shares":{"first":"","last":"","truth":"","right":[true,false],"hints":-1,"seconds":1}}})"}) {
      CAPTURE(broken);
      CHECK_THROWS_AS(answer_log_from_json(nlohmann::json::parse(broken)), InputError);
    }
  }

  TEST_CASE("a lesson keeps so many answers and no more") {
    AnswerLog log;
    for (std::size_t i = 0; i <= kMostAnswers; ++i) keep_answer(log, "softmax", std::to_string(i), {});
    CHECK(log["softmax"].size() == kMostAnswers);
  }

  TEST_CASE("guesses in words: labels, answers, numbers") {
    const Lesson& lesson = lesson_named("softmax");
    const Step& shares = step_named(lesson.info, "shares");
    const Trace trace = trace_of(lesson, {lesson.info.id});
    CHECK(guess_text(shares, trace, Shares{{0.5, 0.3, 0.2}}) == "0.5 0.3 0.2");
    CHECK(guess_text(shares, trace, NoGuess{}).empty());
    const Lesson& attention = lesson_named("self-attention");
    for (const Step& step : attention.info.steps) {
      if (!step.ask || !std::holds_alternative<WhereIsMost>(step.ask->how)) continue;
      Document document = with_example(attention.info, {attention.info.id}, step.example);
      const Trace shown = trace_of(attention, document);
      const std::string words = guess_text(step, shown, *truth_of(step, shown));
      CHECK_FALSE(words.empty());
    }
  }
}
