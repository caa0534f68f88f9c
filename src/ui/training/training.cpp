#include "ui/training/training.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/join.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "ui/cells/grid.h"
#include "ui/places.h"
#include "ui/training/card.h"
#include "ui/training/curves.h"
#include "ui/training/run_shown.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Returns the value of a setting in words, short enough for a line.
std::string setting_text(const Frame& frame, const std::string& input, const Inputs& inputs) {
  const auto found = inputs.find(input);
  if (found == inputs.end()) return training_text(frame, "unset");
  const InputValue& value = found->second;
  if (const bool* on = std::get_if<bool>(&value)) return training_text(frame, *on ? "on" : "off");
  if (const double* number = std::get_if<double>(&value)) return quantity_text(frame, *number);
  const std::string* text = std::get_if<std::string>(&value);
  if (!text) return training_text(frame, "other_matrix");
  std::string words = text_or(frame, lesson_key(frame, "inputs." + input + ".choices." + *text), *text);
  if (const std::size_t end = words.find('\n'); end != std::string::npos) words.replace(end, std::string::npos, " …");
  return elide(frame.theme.small, words, 120 * frame.theme.unit);
}

std::string kept_words(const Frame& frame, const RunView& kept) {
  std::vector<std::string> differences;
  for (const std::string& input : frame.snapshot.training->differing) {
    const std::string setting = text_or(frame, lesson_key(frame, "inputs." + input + ".label"), input);
    differences.push_back(training_text(frame, "difference",
                                        {{"setting", setting},
                                         {"kept", setting_text(frame, input, kept.inputs)},
                                         {"now", setting_text(frame, input, run_of(frame).inputs)}}));
  }
  if (differences.empty()) return training_text(frame, "kept_same");
  return training_text(frame, "kept", {{"differences", joined(differences, training_text(frame, "list_separator"))}});
}

constexpr std::array<const CardRow*, 4> kCards{&kLossCard, &kAccuracyCard, &kNormsCard, &kSamplesCard};

// Returns the note beside the title of a card, such as how many samples are right.
std::string note_of(const Frame& frame, const std::string& id) {
  const RunView& run = run_of(frame);
  const int shown = shown_record(run);
  if (!frame.texts.has("ui.training." + id + ".note") || (id == "samples" && shown < 0)) return {};
  const auto right = std::count_if(run.samples.begin(), run.samples.end(), [](const RunSample& sample) { return sample.right(); });
  const Index step = shown < 0 ? 0 : nth(run.records, shown).step;
  return training_text(frame, id + ".note",
                       {{"right", std::to_string(right)}, {"all", std::to_string(run.samples.size())}, {"step", count_text(frame, step)}});
}

}  // namespace

std::vector<const CardRow*> run_cards(const Frame& frame) {
  std::vector<const CardRow*> cards(kCards.begin(), kCards.end());
  // Several models that learn side by side may have no questions to answer.
  const bool silent = run_of(frame).samples.empty() && run_of(frame).models.size() > 1;
  if (silent) std::erase(cards, &kSamplesCard);
  return cards;
}

std::string training_card_title(const Frame& frame, const CardRow& row) { return training_text(frame, std::string(row.id) + ".title"); }

void draw_training_card(const Frame& frame, Screen& screen, const CardRow& row, const Box& box, float title_height) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, padding = kCardPadding * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 at(box.min.x + padding, box.min.y + padding);
  const float right = box.max.x - padding;
  const std::string title = training_card_title(frame, row);
  put_elided(list, theme.body, at, theme.color.ink, title, right - at.x);
  const float beside = at.x + measure(theme.body, title).x + 10 * u;
  const Box content{{at.x, at.y + title_height}, {right, box.max.y - padding}};
  if (beside < right) put_elided(list, theme.tiny, ImVec2(beside, at.y + 2 * u), theme.color.muted, note_of(frame, row.id), right - beside);
  ImGui::PushID(row.id);
  row.draw(frame, screen, {box, content});
  ImGui::PopID();
  note_box(screen.places, "training:" + std::string(row.id), box);
}

void draw_kept_line(const Frame& frame, Screen& screen) {
  const RunView* kept = kept_run(frame);
  if (!kept) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + theme.small.size / 2;
  for (const float x : {0.0f, 9.0f, 18.0f})
    ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x + x * u, y), ImVec2(at.x + (x + 6) * u, y), theme.color.muted, 2 * u);
  ImGui::Indent(34 * u);
  paragraph(theme.small, theme.color.ink, kept_words(frame, *kept));
  note_item(screen.places, "training:kept");
  ImGui::Unindent(34 * u);
}

void follow_training(Screen& screen) {
  TrainingScreen& state = screen.state.training;
  if (!ImGui::IsMouseDown(0)) state.asked.reset();
  if (state.hover != state.next_hover) {
    state.hover = state.next_hover;
    screen.output.animating = true;
  }
  state.next_hover = -1;
}

}  // namespace gf::ui
