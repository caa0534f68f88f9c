#include "ui/ask/ask.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/number_text.h"
#include "core/overloaded.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "study/exercise.h"
#include "ui/ask/ask_parts.h"
#include "ui/cells/blank.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

Flow::Flow(float width, float between) : left_(ImGui::GetCursorScreenPos().x), right_(left_ + width), between_(between), x_(left_) {}

void Flow::next(float width) {
  if (!first_ && x_ + width <= right_) ImGui::SameLine(0, between_);
  if (first_ || x_ + width > right_) x_ = left_;
  x_ += width + between_;
  first_ = false;
}

std::vector<std::string> answers_of(const Frame& frame, const Step& step) {
  std::vector<std::string> answers;
  if (const WhichIsSo* which = std::get_if<WhichIsSo>(&step.ask->how)) {
    for (const Name answer : which->answers) {
      const std::string key = lesson_key(frame, "choices." + step.id + "." + answer);
      answers.push_back(frame.texts.has(key) ? frame.texts.get(key) : ui_text(frame, "ask.choices." + answer));
    }
    return answers;
  }
  const int index = frame.trace ? frame.trace->find(asked_node(step)) : -1;
  if (index < 0) return answers;
  const TraceNode& node = frame.trace->node(index);
  const WhereIsMost* most = std::get_if<WhereIsMost>(&step.ask->how);
  const bool down = most && most->down;
  const std::vector<Cell> places = asked_places(step, *frame.trace);
  for (const Cell& cell : places) answers.push_back(down ? place_label(node.rows, cell.row) : place_label(node.cols, cell.col));
  // Words that occur twice are followed by their positions.
  const std::vector<std::string> words = answers;
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (std::count(words.begin(), words.end(), words[i]) > 1)
      answers[i] =
          frame.texts.format("ui.ask.place", {{"word", words[i]}, {"place", std::to_string((down ? places[i].row : places[i].col) + 1)}});
  return answers;
}

std::string guess_text(const Step& step, double value) {
  const HowMuch* much = std::get_if<HowMuch>(&step.ask->how);
  const bool percent = std::holds_alternative<WhichShares>(step.ask->how) || (much && much->percent);
  if (!percent) return format_number(value, 4);
  const double size = std::abs(value);
  int digits = 4;
  if (size >= 0.001) digits = 2;
  if (size >= 0.01) digits = 1;
  if (size >= 0.1 || size == 0) digits = 0;
  return format_number(value * 100, digits) + " %";
}

double scale_step(const HowMuch& much) { return much.whole ? 1 : (much.most - much.least) / 100; }

double on_scale(const HowMuch& much, double value) { return much.whole ? std::round(value) : value; }

void draw_label_before(const Theme& theme, ImVec2 at, float width, float y, const std::string& label) {
  const float left = at.x + std::max(width - measure(theme.small, label).x, 0.0f);
  put_elided(ImGui::GetWindowDrawList(), theme.small, {left, y}, theme.color.ink, label, at.x + width - left + theme.unit);
}

bool asks(const Frame& frame) { return asking_step(frame.snapshot) && !guess_made(frame); }

namespace {

std::string gap_of(const Frame& frame, const Step& step, const Choice& guess, const Choice& truth) {
  const std::vector<std::string> answers = answers_of(frame, step);
  const auto word = [&](const Choice& choice) { return choice.place < answers.size() ? answers[choice.place] : std::string(); };
  const bool right = is_right(step, *frame.trace, guess);
  return frame.texts.format(right ? "ui.ask.gap.so" : "ui.ask.gap.choice", {{"guess", word(guess)}, {"truth", word(truth)}});
}

std::string gap_of(const Frame& frame, const Step& step, const Number& guess, const Number& truth) {
  const std::string guessed = guess_text(step, guess.value), correct = guess_text(step, truth.value);
  if (guessed == correct) return spoken_number(frame, frame.texts.format("ui.ask.gap.so", {{"guess", guessed}}));
  const double away = std::abs(truth.value - guess.value);
  const bool percent = std::get<HowMuch>(step.ask->how).percent;
  const std::string gap = percent ? frame.texts.format("ui.ask.gap.points", {{"points", format_number(away * 100, away < 0.01 ? 2 : 0)}})
                                  : format_number(away, 4);
  const char* which = truth.value > guess.value ? "ui.ask.gap.more" : "ui.ask.gap.less";
  return spoken_number(frame, frame.texts.format(which, {{"guess", guessed}, {"truth", correct}, {"gap", gap}}));
}

std::string gap_of(const Frame& frame, const Step& step, const Shares& guess, const Shares& truth) {
  if (guess.parts.size() != truth.parts.size()) return {};
  const std::vector<std::string> labels = answers_of(frame, step);
  std::size_t widest = 0;
  for (std::size_t i = 0; i < truth.parts.size(); ++i)
    if (std::abs(truth.parts[i] - guess.parts[i]) > std::abs(truth.parts[widest] - guess.parts[widest])) widest = i;
  return frame.texts.format("ui.ask.gap.shares", {{"place", labels[widest]},
                                                  {"guess", spoken_number(frame, guess_text(step, guess.parts[widest]))},
                                                  {"truth", spoken_number(frame, guess_text(step, truth.parts[widest]))}});
}

std::string gap_of(const Frame& frame, const Step&, const PlaceInPlane& guess, const PlaceInPlane& truth) {
  const auto place = [](const PlaceInPlane& point) { return "(" + format_number(point.x, 2) + ", " + format_number(point.y, 2) + ")"; };
  const double away = std::hypot(truth.x - guess.x, truth.y - guess.y);
  return frame.texts.format("ui.ask.gap.place", {{"guess", place(guess)}, {"truth", place(truth)}, {"gap", format_number(away, 2)}});
}

}  // namespace

std::string gap_words(const Frame& frame) {
  const Guess* guess = guess_made(frame);
  if (!guess || !frame.trace) return {};
  const Step& step = *asking_step(frame.snapshot);
  const std::optional<Guess> truth = truth_of(step, *frame.trace);
  if (!truth || truth->index() != guess->index()) return {};
  return std::visit(
      Overloaded{[](const NoGuess&) { return std::string(); },
                 [&](const auto& guessed) { return gap_of(frame, step, guessed, std::get<std::decay_t<decltype(guessed)>>(*truth)); }},
      *guess);
}

std::string words_about_guess(const Frame& frame, const CellReference& at) {
  if (!frame.trace || at.node < 0) return {};
  const TraceNode& node = frame.trace->node(at.node);
  if (const Blank* const blank = blank_at(frame, node, at.cell); blank && blank->veiled() && blank->state != BlankState::empty)
    return veil_words(frame, node, at.cell);
  if (!guess_made(frame)) return {};
  const Step& step = *asking_step(frame.snapshot);
  if (!(cell_of_truth(step, *frame.trace) == Selection{node.name, at.cell})) return {};
  std::string words = gap_words(frame);
  const std::string why = lesson_key(frame, "tempting." + step.id);
  if (!words.empty() && !frame.state.veil.right && frame.texts.has(why)) words += " " + frame.texts.get(why);
  return words;
}

void draw_ask(const Frame& frame, Screen& screen, float width) {
  const Step* step = asking_step(frame.snapshot);
  if (!step || !frame.trace || frame.trace->find(asked_node(*step)) < 0) return;
  ImGui::PushID("ask");
  gap(2 * frame.theme.unit);
  if (const Guess* guess = guess_made(frame))
    draw_beside(frame, screen, *step, *guess, width);
  else
    draw_answers(frame, screen, *step, width);
  ImGui::PopID();
}

}  // namespace gf::ui
