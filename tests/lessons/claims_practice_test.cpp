// Claims of the lessons on chats, retrieval, LoRA, quantization, size and the end. Each test sets the switch that a caption names, and
// compares the results.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "lessons/context.h"
#include "lessons/registry.h"
#include "protocol/step.h"

using namespace gf;
using namespace gf::test;

namespace claims_practice_test {
namespace {

Trace with_preset(const std::string& lesson, const char* preset, const Inputs& more = {}) {
  Inputs inputs = preset_inputs(lesson_named(lesson).info, preset);
  for (const auto& [name, value] : more) inputs.insert_or_assign(name, value);
  return run_with_files({lesson, std::move(inputs)});
}

InputValue words(const char* text) { return std::string(text); }

Index column_of(const TraceNode& in, const std::string& label) {
  const auto found = std::find(in.cols.labels.begin(), in.cols.labels.end(), label);
  REQUIRE(found != in.cols.labels.end());
  return found - in.cols.labels.begin();
}

double probability(const Trace& trace, const char* of, Index row, const char* token) {
  const TraceNode& rows = node(trace, of);
  return static_cast<double>(rows.value->at(row, column_of(rows, token)));
}

// Returns a reply from the note `replies`.
std::string reply(const Trace& trace, const std::string& which) {
  const auto replies = std::find_if(trace.notes.begin(), trace.notes.end(), [](const Note& note) { return note.id == "replies"; });
  REQUIRE(replies != trace.notes.end());
  const auto match = std::find_if(replies->words.begin(), replies->words.end(), [&](const auto& word) { return word.first == which; });
  REQUIRE(match != replies->words.end());
  return match->second;
}

// Returns the label of the largest number of a column.
std::string highest(const Trace& trace, const char* of) {
  const TraceNode& column = node(trace, of);
  const float* first = column.value->data();
  return column.rows.labels.list().at(static_cast<std::size_t>(std::max_element(first, first + column.value->rows()) - first));
}

// Returns the share of right answers with `bits` bits.
double right_with(const char* bits, const char* preset, const Inputs& more) {
  const Trace trace = with_preset("quantization", preset, more);
  const TraceNode& answers = node(trace, "right_answers");
  const auto row = std::find(answers.rows.labels.begin(), answers.rows.labels.end(), bits) - answers.rows.labels.begin();
  return static_cast<double>(answers.value->at(row, 0));
}

// Returns the trace of the last lesson in which no other word of the source attends to `word`.
Trace without_attention_to(Index word) {
  std::vector<Pin> pins;
  for (Index head = 0; head < 4; ++head)
    for (Index row = 0; row < 7; ++row)
      if (row != word) pins.push_back({"encoder.0.self_attention.weights", {head, row, word}, 0});
  return run_with_files({"end", {}, pins});
}

}  // namespace

TEST_SUITE("lessons/claims_practice") {
  TEST_CASE("prompting: a request in the user's message is not obeyed, in the system prompt it is") {
    const Trace system = with_preset("prompting", "few-words");
    const Trace user =
        with_preset("prompting", "key", {{"system", words("")}, {"question", words("Answer in few words. Where is the key?")}});
    CHECK(reply(system, "said") == "Under the bed.");
    CHECK(reply(user, "said") == "The key is under the bed.");
  }

  TEST_CASE("prompting: the answer follows the context, and without it the model names a place before fine-tuning and declines after") {
    const Trace chair = with_preset("prompting", "key", {{"context", words("The key is under the chair. The cup is behind the door.")}});
    CHECK(reply(chair, "said") == "The key is under the chair.");
    CHECK(reply(with_preset("prompting", "no-context"), "said_before") == "The key is in the box.");
    CHECK(reply(with_preset("prompting", "no-context"), "said") == "I do not know.");
    CHECK(reply(with_preset("prompting", "key", {{"question", words("Where is the cup?")}}), "said") == "The cup is behind the door.");
  }

  TEST_CASE("prompting: without memory it declines, with half a conversation in the window it makes up a name, with all it knows") {
    CHECK(reply(with_preset("prompting", "no-memory"), "said") == "I do not know.");
    CHECK(reply(with_preset("prompting", "no-memory", {{"memory", true}}), "said") == "Your name is Anna.");
    CHECK(reply(with_preset("prompting", "small-window"), "said") == "Your name is Lucy.");
    CHECK(reply(with_preset("prompting", "small-window", {{"window", 40.0}}), "said") == "Your name is Anna.");
  }

  TEST_CASE("retrieval: where frequent words count, the key's note is found for the ball") {
    CHECK(highest(with_preset("retrieval", "little-words"), "scores") == "The key is under the bed.");
    CHECK(highest(with_preset("retrieval", "little-words", {{"little", false}}), "scores") == "Tim has a red ball.");
  }

  TEST_CASE("retrieval: without a note the model names another colour, with it the right one") {
    const Trace trace = with_preset("retrieval", "ball");
    CHECK(probability(trace, "answer.probabilities", 0, "␣green") > 0.5);
    CHECK(probability(trace, "answer.probabilities", 1, "␣red") > 0.99);
  }

  TEST_CASE("retrieval: the hat is found by words and by both, not by vectors") {
    CHECK(probability(with_preset("retrieval", "hat-by-vectors"), "answer.probabilities", 1, "␣grey") < 0.05);
    for (const char* preset : {"hat-by-words", "hat-by-both"})
      CHECK(probability(with_preset("retrieval", preset), "answer.probabilities", 1, "␣grey") > 0.9);
  }

  TEST_CASE("retrieval: of eight notes another colour wins, and without that word red is back") {
    const Trace eight = with_preset("retrieval", "eight");
    CHECK(probability(eight, "answer.probabilities", 1, "␣green") > 0.8);
    CHECK(probability(eight, "answer.probabilities", 1, "␣red") < 0.5);
    std::string notes = InputReader(lesson_named("retrieval").info, {}).text("sentences");
    notes.erase(notes.find("green "), 6);
    CHECK(probability(with_preset("retrieval", "eight", {{"sentences", notes}}), "answer.probabilities", 1, "␣red") > 0.9);
  }

  TEST_CASE("quantization: the step to 3 bits loses most, and a scale for each row gets more right than one for the matrix") {
    const double four = right_with("4", "per-matrix", {}), three = right_with("3", "per-matrix", {}),
                 two = right_with("2", "per-matrix", {});
    CHECK(four - three > right_with("5", "per-matrix", {}) - four);
    CHECK(four - three > three - two);
    CHECK(right_with("3", "per-matrix", {{"grouping", words("row")}}) > three + 0.2);
  }

  TEST_CASE("quantization: feed-forward alone bears 3 bits, attention alone gets half right") {
    CHECK(right_with("3", "three-bits", {{"which", words("feed_forward")}}) > 0.9);
    CHECK(right_with("3", "three-bits", {{"which", words("attention")}}) == doctest::Approx(0.5).epsilon(0.1));
    CHECK(right_with("3", "three-bits", {}) < 0.2);
  }

  TEST_CASE("end: hidden from the other words, black is still translated; hidden cat takes gender and number from its article") {
    const Trace no_black = without_attention_to(1), no_cat = without_attention_to(2);
    CHECK(probability(no_black, "probabilities", 2, "negro") > 0.99);
    CHECK(probability(no_cat, "probabilities", 0, "las") > 0.8);
    CHECK(probability(run_with_files({"end"}), "probabilities", 0, "el") > 0.99);
    const Step& held = *std::find_if(lesson_named("end").info.steps.begin(), lesson_named("end").info.steps.end(),
                                     [](const Step& step) { return step.id == "held"; });
    for (const Held& cell : held.example.hold) CHECK(node(no_black, std::string(cell.node).c_str()).value->at(cell.cell) == cell.value);
  }
}

}  // namespace claims_practice_test
