#include <nlohmann/json.hpp>
#include <thread>

#include "core/json_reader.h"
#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "fuzz/harness_worker.h"
#include "lessons/registry.h"
#include "protocol/link.h"
#include "protocol/step.h"
#include "session/answer_message.h"
#include "session/session.h"

namespace gf::test {
namespace {

// A long series of commands is slow by design: a dozen find as much.
constexpr int kMostCommands = 12;

// A session without files: translators from files have a harness of their own.
struct Bench {
  explicit Bench(MakeWorker make_worker) : session({.address = "dictionary", .make_worker = make_worker}) {}
  Session session;
  const Snapshot& now() { return *session.snapshot(); }
  // Waits until the document is shown. Does not wait for a run that plays, which learns for seconds.
  void settle() {
    do {
      std::this_thread::yield();
      session.pump();
    } while (now().computing);
  }
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

// Returns a command for a run so short that it ends before the series does.
Command few_steps(Choices& choices) { return SetInput{"steps", static_cast<double>(choices.index(8)), static_cast<int>(choices.index(3))}; }

Command command(Bench& bench, Choices& choices) {
  constexpr std::size_t kTrainingButtons = static_cast<std::size_t>(TrainingCommand::Kind::until) + 1;
  switch (choices.index(26)) {
    case 0:
      return OpenLesson{choices.chance(8) ? choices.text(20) : lessons()[choices.index(lessons().size())].info.id};
    case 1:
      return Undo{};
    case 2:
      return Redo{};
    case 3:
      return Select{node_name(bench, choices), cell(choices)};
    case 4:
      return GoToStep{static_cast<int>(choices.chance(32) ? choices.index(300) : choices.index(12)) - 2};
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
      const auto kind = static_cast<TrainingCommand::Kind>(choices.index(kTrainingButtons));
      return TrainingCommand{kind, static_cast<int>(choices.index(6)) - 2, static_cast<Index>(choices.index(40)) - 2};
    }
    case 11:
      return few_steps(choices);
    case 12:
      return BringOwn{};
    case 14:
      return ChooseView{node_name(bench, choices), static_cast<View>(choices.index(std::size(kViewNames)))};
    case 16:
      return ShowMatrix{node_name(bench, choices), static_cast<Index>(choices.index(8)) - 1};
    case 15:
      return ShowScene{choices.chance(64) ? std::string() : node_name(bench, choices)};
    case 17: {
      const ArrayView<Step> steps = bench.now().lesson().steps;
      GuessNumbers guess(choices.index(4));
      for (double& number : guess) number = choices.chance(64) ? choices.number() : static_cast<double>(choices.index(3)) / 2;
      return Answer{choices.chance(8) ? choices.text(20) : std::string(steps[choices.index(steps.size())].id),
                    choices.chance(32) ? std::nullopt : std::optional(std::move(guess))};
    }
    case 18: {
      Blanks blanks;
      for (std::size_t i = choices.index(4); i > 0; --i) blanks[node_name(bench, choices)].push_back(cell(choices));
      return SetBlanks{std::move(blanks)};
    }
    case 19:
      return Fill{node_name(bench, choices), cell(choices), choices.chance(32) ? std::nullopt : std::optional(number_text(choices))};
    case 13:
      return choices.chance(128) ? Command{Deselect{}} : Command{DismissProblem{}};
    default:
      return edit(bench, choices);
  }
}

std::string ask(Bench& bench, std::string_view message) {
  const std::string answer = answer_message(bench.session, message);
  expect(answer.starts_with('{') && nlohmann::json::accept(answer), "an answer is an object");
  return answer;
}

// Asks for the snapshot: with its whole trace if `whole`, otherwise with the last node of it, which is about what the lesson shows.
void check_snapshot(Bench& bench, bool whole) {
  const Trace& trace = *bench.now().trace;
  if (!has_short_json(trace)) return;
  const nlohmann::json message = {{"type", "snapshot"}, {"trace", whole ? nlohmann::json(true) : nlohmann::json(trace.nodes.back().name)}};
  const std::string snapshot = ask(bench, message.dump());
  for (const char* field : {"\"document\":{", "\"trace\":{"}) expect(snapshot.find(field) != std::string::npos, "a snapshot tells all");
}

// Checks that the shown document can be told, linked, and opened again.
void check_state(Bench& bench, bool whole) {
  // A lesson that opens with a file has none where that is missing.
  if (!bench.now().trace) return expect(lesson_named(bench.now().document.lesson).files != nullptr, "there is a trace");
  check_snapshot(bench, whole);
  const nlohmann::json answer = nlohmann::json::parse(ask(bench, R"({"type":"link"})"));
  expect(answer.contains("link"), "there is a link");
  const auto link = answer["link"].get<std::string>();
  expect(to_json(decode_link(link)) == to_json(document_for_link(bench.now())), "a link and back is the same document");
  bench.session.execute(LoadLink{link});
  bench.settle();
  expect(!bench.now().problem || bench.now().problem->id == "missing_file", "the link of a document that is shown can be opened");
}

// Gives the session a message for each line. JSON needs no line breaks, so any message fits in a line.
void give_messages(Bench& bench, std::string_view lines) {
  for (int i = 0; i < kMostCommands && !lines.empty(); ++i) {
    const std::string_view message = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(message.size() + 1, lines.size()));
    ask(bench, message);
    bench.session.pump();
  }
}

void give_commands(Bench& bench, Choices& choices) {
  for (int i = 0; i < kMostCommands && !choices.over(); ++i) {
    bench.session.execute(command(bench, choices));
    if (choices.chance(220))
      bench.settle();
    else
      bench.session.pump();
    const std::optional<Problem>& problem = bench.now().problem;
    expect(!problem || problem->id != "engine", "what is refused is refused in words");
  }
}

void give(Bench& bench, std::string_view bytes) {
  bench.settle();
  const auto first = static_cast<std::uint8_t>(bytes.front());
  if (first == '{' || first == '[' || first >= 0x80) {
    give_messages(bench, bytes);
  } else {
    Choices choices(bytes);
    give_commands(bench, choices);
  }
  bench.settle();
}

// Returns the part of the snapshot in which the clock has no part. How far a run that plays got by now is told by the clock.
nlohmann::json told(Bench& bench) {
  const Snapshot& now = bench.now();
  if (now.training) return to_json(now.document);
  const bool whole = now.trace && has_short_json(*now.trace);
  nlohmann::json told = to_json(now, whole ? std::optional(TraceExtent{}) : std::nullopt);
  for (const char* timed : {"revision", "answers"}) told.erase(timed);
  return told;
}

}  // namespace

int fuzz_message(const std::uint8_t* data, std::size_t size, Checks checks) {
  constexpr std::uint32_t kWhole = 16, kCompared = 256;
  if (size == 0) return 0;
  const std::string_view bytes = text_of(data, size);
  Bench bench(sharing_worker);
  give(bench, bytes);
  if (is_sampled(checks, bytes, kCompared)) {
    Bench anew(unsharing_worker);
    give(anew, bytes);
    expect(told(bench) == told(anew), "a session with shared traces is one that computes all of them");
  }
  check_state(bench, is_sampled(checks, bytes, kWhole));
  return 0;
}

int fuzz_message_default(const std::uint8_t* data, std::size_t size, Checks) {
  if (size == 0) return 0;
  Bench bench(default_worker);
  give(bench, text_of(data, size));
  check_state(bench, true);
  return 0;
}

}  // namespace gf::test
