#include "ui/ask/veil.h"

#include <algorithm>

#include "core/explanation.h"
#include "core/veil.h"
#include "protocol/answers.h"
#include "protocol/blanks.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "study/exercise.h"
#include "ui/ask/ask_parts.h"

namespace gf::ui {

namespace {

bool is_veiled(const Tensor& value) { return std::any_of(value.data(), value.data() + value.size(), is_veil); }

Veiled veiled_for(const VeilKey& key) {
  Veiled result{key.trace, key.trace, key.asking, key.given, judged_blanks(*key.trace, key.given, *key.fillings), {}};
  std::shared_ptr<const Trace>& trace = result.trace;
  if (key.asking) {
    trace = std::make_shared<const Trace>(with_veil(*trace, *key.asking));
    result.asked = key.trace->find(asked_node(*key.asking));
    result.asked_cells = asked_places(*key.asking, *key.trace);
    if (result.asked_cells.empty() && result.asked >= 0) result.asked_cells = {asked_cell(*key.asking, *key.trace).cell};
  }
  const bool open = std::any_of(result.blanks.begin(), result.blanks.end(), [](const Blank& blank) { return blank.veiled(); });
  if (open)
    trace = std::make_shared<const Trace>(
        with_blanks_veiled(*trace, result.blanks, key.exercising ? key.exercising->exercise->also : NameList()));
  for (std::size_t node = 0; node < trace->nodes.size(); ++node)
    if (trace->nodes[node].value != key.trace->nodes[node].value && is_veiled(*trace->nodes[node].value))
      result.nodes.push_back(static_cast<int>(node));
  return result;
}

NeededCells needed_for(const NeededKey& key) {
  constexpr std::size_t kMostOperands = 512;
  NeededCells needed;
  for (const Selection& at : key.cells) {
    const int node = key.trace->find(at.node);
    if (node < 0) continue;
    needed[node].push_back(at.cell);
    if (!key.trace->explain) continue;
    const Explanation explained = key.trace->explain(node, at.cell);
    for (std::size_t i = 0; i < std::min(explained.operands.size(), kMostOperands); ++i)
      needed[explained.operands[i].node].push_back(explained.operands[i].cell);
  }
  return needed;
}

// Notes in `veil` the cells that must be seen with their digits, and the guessed cell or number.
void note_guess(const Snapshot& snapshot, const Step* step, Veil& veil) {
  veil.guessed.reset();
  veil.guessed_number.clear();
  veil.right = false;
  std::vector<Selection> cells;
  for (const Blank& blank : veil.kept.value().blanks) cells.push_back(blank.at);
  const bool is_asked = snapshot.trace && snapshot.trace->lesson == snapshot.document.lesson && step && step->ask;
  if (is_asked && std::holds_alternative<HowMuch>(step->ask->how) && snapshot.trace->find(asked_node(*step)) >= 0)
    cells.push_back(asked_cell(*step, *snapshot.trace));
  if (cells.empty())
    veil.needed = {};
  else
    veil.needed.get({snapshot.trace, std::move(cells)}, needed_for);
  if (!veil.answered || !is_asked) return;
  const Guess& guess = snapshot.answers.guesses.at(step->id);
  veil.right = is_right(*step, *snapshot.trace, guess);
  if (const Number* const number = std::get_if<Number>(&guess)) {
    veil.guessed = veil.asked;
    veil.guessed_number = guess_text(*step, number->value);
    const std::optional<Guess> truth = truth_of(*step, *snapshot.trace);
    veil.right = truth && guess_text(*step, std::get<Number>(*truth).value) == veil.guessed_number;
  }
  const Choice* const choice = std::get_if<Choice>(&guess);
  const std::vector<Cell> places = asked_places(*step, *snapshot.trace);
  if (choice && choice->place < places.size()) veil.guessed = Selection{veil.asked.node, places[choice->place]};
}

}  // namespace

const Snapshot& veiled(const Snapshot& snapshot, const EmbedOptions& options, Veil& veil) {
  const Step* const step = step_of(snapshot.lesson(), snapshot.document);
  const bool guessed = step && step->ask && snapshot.answers.guesses.contains(step->id), guided = !options.hides(ScreenPart::steps);
  const Step* const asking = guided && step && step->ask && !guessed ? step : nullptr;
  Blanks given = blanks_of(snapshot.lesson(), snapshot.document, guided);
  const bool has_trace = snapshot.trace && snapshot.trace->lesson == snapshot.document.lesson;
  const bool anything = has_trace && (asking || !given.empty());
  if (!anything) {
    veil.kept = {};
    veil.snapshot = {};
  } else {
    const Step* const exercising = guided && step && step->exercise ? step : nullptr;
    const VeilKey key{snapshot.trace, asking, exercising, std::move(given), snapshot.answers.fillings};
    const std::shared_ptr<const Trace>& trace = veil.kept.get(key, veiled_for).trace;
    veil.snapshot = snapshot;
    veil.snapshot.trace = trace;
  }
  veil.answered = guessed && snapshot.trace ? step : nullptr;
  veil.asked = veil.answered ? asked_cell(*step, *snapshot.trace) : Selection();
  note_guess(snapshot, guided ? step : nullptr, veil);
  return anything ? veil.snapshot : snapshot;
}

bool is_question_open(const Frame& frame) {
  const Veiled& veil = frame.state.veil.kept.value();
  if (veil.asking) return true;
  const Step* const step = step_of(frame.snapshot.lesson(), frame.snapshot.document);
  const auto open = [&](const Blank& blank) { return blank.veiled() && step && blank.at.node == step->focus; };
  return step && step->exercise && std::any_of(veil.blanks.begin(), veil.blanks.end(), open);
}

const Step* asking_step(const Snapshot& snapshot) {
  const Step* step = step_of(snapshot.lesson(), snapshot.document);
  return step && step->ask ? step : nullptr;
}

const Guess* guess_made(const Frame& frame) {
  const Step* step = asking_step(frame.snapshot);
  if (!step) return nullptr;
  const Guesses& guesses = frame.snapshot.answers.guesses;
  const auto found = guesses.find(step->id);
  return found == guesses.end() ? nullptr : &found->second;
}

}  // namespace gf::ui
