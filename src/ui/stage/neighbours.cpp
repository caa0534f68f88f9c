#include "ui/stage/neighbours.h"

#include <algorithm>
#include <vector>

#include "ui/places.h"
#include "ui/stage/card.h"
#include "ui/stage/card_title.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kStripHeight = 96, kTileHeight = 64, kLeastTile = 60,
                kWidestTile = 132;     // of the strip and of a picture in it, design pixels
constexpr float kLeastForStrip = 260;  // the height of a stage that has room for both
constexpr float kEye = 0.3f;           // of the stage's height, where the card stands that is looked at
constexpr std::size_t kMostTiles = 8;  // in each direction

bool all_in_sight(const Stage& stage, int card) {
  if (card < 0 || card >= static_cast<int>(stage.picture.cards.size())) return false;
  const Box seen = stage.lens.at(box_of_card(stage.picture, card));
  return stage.picture.placement().in_folded[static_cast<std::size_t>(card)] < 0 && seen.min.y >= stage.area.min.y &&
         seen.max.y <= stage.area.max.y;
}

// The card that is looked at: what was asked for last or the step is about, while all of it is seen, else the one nearest to a line near
// the top.
int card_in_sight(const Stage& stage) {
  for (const int card : {stage.camera.card, stage.focus})
    if (all_in_sight(stage, card)) return card;
  const float line = stage.area.min.y + stage.area.height() * kEye;
  int nearest = -1;
  float least = 0;
  for (std::size_t card = 0; card < stage.picture.cards.size(); ++card) {
    if (stage.picture.placement().in_folded[card] >= 0) continue;
    const Box seen = stage.lens.at(stage.picture.placement().cards[card]);
    const float away = std::max({seen.min.y - line, line - seen.max.y, 0.0f});
    if (nearest < 0 || away < least) nearest = static_cast<int>(card), least = away;
  }
  return nearest;
}

std::vector<int> readers_of(const Picture& picture, int card) {
  std::vector<int> readers;
  for (std::size_t other = 0; other < picture.placed.size(); ++other) {
    const std::vector<int>& reads = picture.placed[other].reads;
    if (std::find(reads.begin(), reads.end(), card) != reads.end()) readers.push_back(static_cast<int>(other));
  }
  return readers;
}

std::vector<int> cards_of_run(const Picture& picture) {
  std::vector<int> cards;
  for (std::size_t card = 0; card < picture.cards.size(); ++card)
    if (picture.cards[card].run) cards.push_back(static_cast<int>(card));
  return cards;
}

std::vector<int> cards_after(const Picture& picture, int card) {
  std::vector<int> cards;
  for (int next = card + 1; next < static_cast<int>(picture.cards.size()); ++next) cards.push_back(next);
  return cards;
}

float tile_title_height(const Theme& theme) { return theme.tiny.size + 5 * theme.unit; }

float zoom_of_tile(const Theme& theme, const Picture& picture, int card) {
  const CardToPlace& placed = picture.placed[static_cast<std::size_t>(card)];
  const float content = placed.height - picture.cards[static_cast<std::size_t>(card)].header;
  return std::min((kTileHeight * theme.unit - tile_title_height(theme)) / std::max(content, 1.0f),
                  kWidestTile * theme.unit / std::max(placed.width, 1.0f));
}

// Some of the pictures below a word that says what they are. Returns where they end.
float draw_group(const Frame& frame, Screen& screen, const Picture& picture, std::vector<int> cards, const char* title, ImVec2 at) {
  if (cards.empty()) return at.x;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  cards.resize(std::min(cards.size(), kMostTiles));
  const std::string text = ui_text(frame, title);
  put(ImGui::GetWindowDrawList(), theme.tiny, {at.x, at.y}, theme.color.muted, text);
  float x = at.x;
  for (const int card : cards) {
    const float zoom = zoom_of_tile(theme, picture, card);
    const float width = std::max(picture.placed[static_cast<std::size_t>(card)].width * zoom, kLeastTile * u);
    const float top = at.y + theme.tiny.size + 5 * u;
    draw_card_as_button(frame, screen, picture, card, {{x, top}, {x + width, top + kTileHeight * u}}, zoom);
    x += width + 6 * u;
  }
  return std::max(x, at.x + measure(theme.tiny, text).x) + 14 * u;
}

void go_to_card(const Frame& frame, Screen& screen, const Picture& picture, int card) {
  const int subject = subject_of(frame, picture.cards[static_cast<std::size_t>(card)]);
  screen.state.lesson.overview = false, screen.output.animating = true;
  if (subject >= 0) {
    screen.state.lesson.reveal = frame.trace->node(subject).name;
  } else {
    screen.state.lesson.reveal_run = picture.cards[static_cast<std::size_t>(card)].run->id;
  }
}

}  // namespace

float neighbours_height(const Frame& frame, ImVec2 window) {
  const float u = frame.theme.unit;
  const bool room = is_narrow(frame, window) && window.y >= kLeastForStrip * u;
  return room && frame.trace && !frame.state.lesson.overview ? kStripHeight * u : 0;
}

void draw_card_as_button(const Frame& frame, Screen& screen, const Picture& picture, int card, const Box& box, float zoom) {
  const PictureCard& shown = picture.cards[static_cast<std::size_t>(card)];
  ImGui::PushID(card);
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("go", ImVec2(std::max(box.width(), 1.0f), std::max(box.height(), 1.0f)), ImGuiButtonFlags_EnableNav))
    go_to_card(frame, screen, picture, card);
  const int subject = subject_of(frame, shown);
  note_control(screen.places, "go:" + (subject < 0 ? std::string(shown.run->id) : frame.trace->node(subject).name),
               {.name = frame.texts.format("ui.stage.go_to", {{"title", card_title(frame, shown)}})});
  // What is drawn on it is neither noted nor can it be touched.
  Places unnoted;
  unnoted.noting = false;
  Screen untouched{screen.state, screen.output, unnoted, screen.heatmaps};
  const Theme& theme = frame.theme;
  const Theme small = zoomed(theme, zoom);
  PictureCard inert = shown;
  inert.header = tile_title_height(frame.theme) / zoom;
  const CellReference hover = frame.state.lesson.next_hover;
  const Box film = frame.state.lesson.film.cell_box;
  ImGui::PushStyleVar(ImGuiStyleVar_DisabledAlpha, 1);
  ImGui::BeginDisabled();
  ImGui::PushClipRect(box.min, {box.max.x + theme.unit, box.max.y + 2 * theme.unit}, true);
  const Frame near = with_theme(frame, small);
  draw_card(near, untouched, inert, box, zoom, false);
  ImGui::PopClipRect();
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
  screen.state.lesson.next_hover = hover, screen.state.lesson.film.cell_box = film;
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PopID();
}

void draw_neighbours(const Frame& frame, Screen& screen, const Stage& stage, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImGui::GetWindowDrawList()->AddLine(box.min, {box.max.x, box.min.y}, theme.color.border, u);
  ImGui::SetCursorScreenPos(box.min);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollbar;
  if (ImGui::BeginChild("neighbours", ImVec2(box.width(), box.height()), 0, kFlags) && !frame.state.lesson.edit) {
    const int card = card_in_sight(stage);
    ImVec2 at{box.min.x + 12 * u - ImGui::GetScrollX(), box.min.y + 6 * u};
    if (card >= 0) {
      const std::vector<int>& reads = stage.picture.placed[static_cast<std::size_t>(card)].reads;
      const std::vector<int> readers = readers_of(stage.picture, card);
      std::vector<int> run = cards_of_run(stage.picture);
      std::erase(run, card);
      at.x = draw_group(frame, screen, stage.picture, reads, "stage.made_from", at);
      at.x = draw_group(frame, screen, stage.picture, readers, "stage.goes_into", at);
      at.x = draw_group(frame, screen, stage.picture, run, "stage.run", at);
      if (reads.empty() && readers.empty() && run.empty())
        at.x = draw_group(frame, screen, stage.picture, cards_after(stage.picture, card), "stage.beside", at);
    }
    ImGui::SetCursorScreenPos({at.x, box.min.y});
    ImGui::Dummy({1, 1});
  }
  ImGui::EndChild();
}

}  // namespace gf::ui
