#include "ui/training/training.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/join.h"
#include "ui/places.h"
#include "ui/training/card.h"
#include "ui/training/curves.h"
#include "ui/training/run_shown.h"
#include "ui/training/transport.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// What a setting is called and worth in words, short enough for a line.
std::string setting_text(const Frame& frame, const std::string& input, const Inputs& inputs) {
  const auto found = inputs.find(input);
  if (found == inputs.end()) return training_text(frame, "unset");
  const InputValue& value = found->second;
  if (const bool* on = std::get_if<bool>(&value)) return training_text(frame, *on ? "on" : "off");
  if (const double* number = std::get_if<double>(&value)) return quantity_text(frame, *number);
  const std::string* text = std::get_if<std::string>(&value);
  if (!text) return training_text(frame, "other_matrix");
  const std::string words = text_or(frame, lesson_key(frame, "inputs." + input + ".choices." + *text), *text);
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

// Which settings the dashed lines were made with.
void draw_kept_line(const Frame& frame) {
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
  note_item(theme, "training:kept");
  ImGui::Unindent(34 * u);
}

// The height of the line of a title: on some a control stands, as large as a finger.
float title_height(const Frame& frame, bool with_control) { return (frame.host.touch && with_control ? 42.0f : 26.0f) * frame.theme.unit; }

struct CardTitle {
  std::string text, note;  // the note stands beside it
  float height = 0;
};

Card draw_card(const Frame& frame, const Box& box, const CardTitle& title) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, padding = kCardPadding * u, round = 10 * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(box.min.x, box.min.y + 2 * u), ImVec2(box.max.x, box.max.y + 2 * u), theme.color.shadow, round);
  list->AddRectFilled(box.min, box.max, theme.color.panel, round);
  list->AddRect(box.min, box.max, theme.color.border, round, 0, u);
  const ImVec2 at(box.min.x + padding, box.min.y + padding);
  const float right = box.max.x - padding;
  put_elided(list, theme.heading, at, theme.color.ink, title.text, right - at.x);
  const float beside = at.x + measure(theme.heading, title.text).x + 10 * u;
  if (beside < right) put_elided(list, theme.tiny, ImVec2(beside, at.y + 4 * u), theme.color.muted, title.note, right - beside);
  return {box, {{at.x, at.y + title.height}, {right, box.max.y - padding}}};
}

constexpr std::array<const CardRow*, 4> kCards{&kLossCard, &kAccuracyCard, &kNormsCard, &kSamplesCard};
// On a narrow screen what it answers comes before the norms.
constexpr std::array<std::size_t, 4> kWideOrder{0, 1, 2, 3}, kNarrowOrder{0, 1, 3, 2};
constexpr float kTwoColumnsFrom = 600, kBetweenCards = 16;

// What stands beside the title of a card, such as how many samples are right.
std::string note_of(const Frame& frame, const std::string& id) {
  const RunView& run = run_of(frame);
  const int shown = shown_record(run);
  if (!frame.texts.has("ui.training." + id + ".note") || (id == "samples" && shown < 0)) return {};
  const auto right = std::count_if(run.samples.begin(), run.samples.end(), [](const RunSample& sample) { return sample.right(); });
  const Index step = shown < 0 ? 0 : run.records[static_cast<std::size_t>(shown)].step;
  return training_text(frame, id + ".note",
                       {{"right", std::to_string(right)}, {"all", std::to_string(run.samples.size())}, {"step", count_text(frame, step)}});
}

void draw_row(Frame& frame, const CardRow& row, const Box& box, float title_h) {
  const std::string id(row.id);
  ImGui::PushID(row.id);
  row.draw(frame, draw_card(frame, box, {training_text(frame, id + ".title"), note_of(frame, id), title_h}));
  ImGui::PopID();
  note_box(frame.theme, "training:" + id, box);
}

// Cards that have something to show: a run need not have questions that it is watched on.
std::vector<std::size_t> cards_of(const Frame& frame, const std::array<std::size_t, 4>& order) {
  std::vector<std::size_t> cards(order.begin(), order.end());
  const bool silent = run_of(frame).samples.empty() && run_of(frame).models.size() > 1;
  if (silent) std::erase_if(cards, [](std::size_t card) { return kCards[card] == &kSamplesCard; });
  return cards;
}

// Two columns of cards, or one; the cards of a row are equally high. Returns the height.
float draw_cards(Frame& frame, ImVec2 origin, float room) {
  const float u = frame.theme.unit, between = kBetweenCards * u, padding = kCardPadding * u;
  const std::size_t columns = room < kTwoColumnsFrom * u ? 1 : 2;
  const std::vector<std::size_t> order = cards_of(frame, columns == 1 ? kNarrowOrder : kWideOrder);
  const float width = columns == 1 ? room : std::floor((room - between) / 2), inner = width - 2 * padding;
  float y = 0;
  for (std::size_t row = 0; row < order.size(); row += columns) {
    float content = 0, title = 0;
    for (std::size_t i = 0; i < columns && row + i < order.size(); ++i) {
      const CardRow& card = *kCards[order[row + i]];
      content = std::max(content, card.height(frame, inner)), title = std::max(title, title_height(frame, card.control));
    }
    const float height = std::ceil(content + title + 2 * padding);
    for (std::size_t i = 0; i < columns && row + i < order.size(); ++i) {
      const ImVec2 at(origin.x + static_cast<float>(i) * (width + between), origin.y + y);
      draw_row(frame, *kCards[order[row + i]], {at, {at.x + width, at.y + height}}, title);
    }
    y += height + between;
  }
  return y - between;
}

}  // namespace

void draw_training(Frame& frame) {
  if (!frame.snapshot.training) return;
  TrainingScreen& state = frame.state.training;
  state.next_hover = -1;
  if (!ImGui::IsMouseDown(0)) state.asked.reset();
  if (frame.snapshot.document.look.folded.count(kTrainingSection) == 0) {
    const float u = frame.theme.unit, room = ImGui::GetContentRegionAvail().x;
    draw_kept_line(frame);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float height = draw_cards(frame, origin, room);
    ImGui::SetCursorScreenPos(origin);
    ImGui::Dummy(ImVec2(room, height));
    gap(22 * u);
  }
  if (state.hover != state.next_hover) state.hover = state.next_hover, frame.output.animating = true;
}

}  // namespace gf::ui
