#include <nlohmann/json.hpp>

#include "core/json_reader.h"
#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "protocol/link.h"
#include "session/answer_message.h"
#include "session/session.h"

namespace gf::test {
namespace {

// A session whose files are missing: the translators of files have a harness of their own.
struct Bench {
  Session session;
  const Snapshot& now() { return *session.snapshot(); }
};

std::string node_name(Bench& bench, Choices& choices) {
  if (!bench.now().trace) return choices.text(20);
  const std::vector<TraceNode>& nodes = bench.now().trace->nodes;
  return choices.chance(8) ? choices.text(20) : nodes[choices.index(nodes.size())].name;
}

Cell cell(Choices& choices) {
  const auto at = [&] { return static_cast<Index>(choices.index(6)) - (choices.chance(4) ? 2 : 0); };
  return {choices.chance(200) ? 0 : at(), at(), at()};
}

std::string number_text(Choices& choices) { return choices.chance(32) ? choices.text(20) : std::to_string(choices.number()); }

std::string block(Choices& choices) {
  std::string text;
  for (std::size_t rows = choices.index(4) + 1; rows > 0; --rows) {
    for (std::size_t cols = choices.index(4); cols > 0; --cols) text += number_text(choices) + "\t";
    text += number_text(choices) + "\n";
  }
  return text;
}

Command edit(Bench& bench, Choices& choices) {
  const LessonInfo& lesson = bench.now().lesson();
  const InputSpec& input = lesson.inputs[choices.index(lesson.inputs.size())];
  const auto gesture = static_cast<int>(choices.index(3));
  switch (choices.index(9)) {
    case 0:
      return SetInput{input.name, input_value(choices, input), gesture};
    case 1:
      return TypeInput{input.name, choices.text(60)};
    case 2:
      return TypeCell{node_name(bench, choices), cell(choices), number_text(choices)};
    case 3:
      return SetCell{node_name(bench, choices), cell(choices), choices.number(), gesture};
    case 4:
      return PasteCells{node_name(bench, choices), cell(choices), block(choices)};
    case 5:
      return LiftPin{node_name(bench, choices), cell(choices)};
    case 6:
      return HoldCell{node_name(bench, choices), cell(choices)};
    case 7:
      return lesson.presets.empty() ? ApplyPreset{choices.text(8)} : ApplyPreset{lesson.presets[choices.index(lesson.presets.size())].name};
    default:
      return LiftAllPins{};
  }
}

// The step itself, or the first where a run would play for it.
int quick_step(const LessonInfo& lesson, int step) {
  const Step* there = step_of(lesson, {.lesson = lesson.id, .look = {.step = step}});
  return there && there->example.trained.value_or(0) > 0 ? 0 : step;
}

Command command(Bench& bench, Choices& choices) {
  switch (choices.index(16)) {
    case 0:
      return OpenLesson{choices.chance(8) ? choices.text(20) : lessons()[choices.index(lessons().size())].info.id};
    case 1:
      return Undo{};
    case 2:
      return Redo{};
    case 3:
      return Select{node_name(bench, choices), cell(choices)};
    case 4:
      return GoToStep{quick_step(bench.now().lesson(), static_cast<int>(choices.index(300)) - 2)};
    case 5:
      return Fold{node_name(bench, choices), choices.chance(128)};
    case 6:
      return EstimateGradient{"d_" + node_name(bench, choices), cell(choices)};
    case 7:
      return LoadDocument{document_from(choices)};
    case 8:
      return LoadLink{choices.chance(64) ? choices.text(40) : encode_link(document_from(choices))};
    case 9:
      return ResetLesson{};
    case 10: {
      const auto kind = static_cast<TrainingCommand::Kind>(choices.index(8));
      // A run that plays ends when it has learned: seconds, by design.
      return TrainingCommand{kind == TrainingCommand::Kind::play ? TrainingCommand::Kind::step : kind,
                             static_cast<int>(choices.index(6)) - 2};
    }
    case 11:
      return BringOwn{};
    default:
      return edit(bench, choices);
  }
}

nlohmann::json ask(Bench& bench, std::string_view message) {
  const nlohmann::json answer = nlohmann::json::parse(answer_message(bench.session, message), nullptr, false);
  expect(answer.is_object(), "an answer is an object");
  return answer;
}

// What is shown can be told, linked, and opened again.
void check_state(Bench& bench) {
  expect(bench.now().trace != nullptr, "there is a trace");
  const nlohmann::json snapshot = ask(bench, R"({"type":"snapshot"})");
  expect(snapshot.contains("document") && snapshot.contains("trace"), "a snapshot has a document and a trace");
  const nlohmann::json link = ask(bench, R"({"type":"link"})");
  expect(link.contains("link"), "there is a link");
  expect(to_json(decode_link(link["link"].get<std::string>())) == to_json(for_link(bench.now().lesson(), bench.now().document)),
         "a link and back is the same document");
  bench.session.execute(LoadLink{link["link"].get<std::string>()});
  bench.session.finish();
  expect(!bench.now().problem || bench.now().problem->id == "missing_file", "the link of a document that is shown can be opened");
}

bool plain_message(std::string_view text) {
  return text.find("\"play\"") == std::string_view::npos && text.find("\\u") == std::string_view::npos;
}

}  // namespace

// Slow by design is a run that plays (left out), and a long row of commands: two dozen find as much.
int fuzz_message(const std::uint8_t* data, std::size_t size) {
  constexpr int kMostCommands = 24;
  if (size == 0) return 0;
  Choices choices(text_of(data, size));
  Bench bench;
  bench.session.finish();
  if (data[0] == '{' || data[0] == '[' || data[0] >= 0x80) {
    const std::string_view message = choices.rest();
    if (plain_message(message)) ask(bench, message);
    bench.session.finish();
    check_state(bench);
    return 0;
  }
  for (int i = 0; i < kMostCommands && !choices.over(); ++i) {
    bench.session.execute(command(bench, choices));
    if (choices.chance(220))
      bench.session.finish();
    else
      bench.session.pump();
    const std::optional<Problem>& problem = bench.now().problem;
    expect(!problem || problem->id != "engine", "what is refused is refused in words");
  }
  bench.session.finish();
  check_state(bench);
  return 0;
}

}  // namespace gf::test
