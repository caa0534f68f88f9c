#include "ui/stage/card_button.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "core/nth.h"
#include "ui/places.h"
#include "ui/stage/card.h"
#include "ui/stage/card_title.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

float tile_title_height(const Theme& theme) { return theme.tiny.size + 5 * theme.unit; }

void go_to_card(const Frame& frame, Screen& screen, const Picture& picture, int card) {
  const int subject = subject_of(frame, nth(picture.cards, card));
  screen.state.lesson.overview = false;
  screen.output.animating = true;
  if (subject >= 0) send(screen, ShowScene{frame.trace->node(subject).name});
}

}  // namespace

void draw_card_as_button(const Frame& frame, Screen& screen, const Picture& picture, int card, const Box& box, float zoom) {
  const PictureCard& shown = nth(picture.cards, card);
  ImGui::PushID(card);
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("go", ImVec2(std::max(box.width(), 1.0f), std::max(box.height(), 1.0f)), ImGuiButtonFlags_EnableNav))
    go_to_card(frame, screen, picture, card);
  const int subject = subject_of(frame, shown);
  note_control(screen.places, "go:" + (subject < 0 ? std::string(shown.run->id) : frame.trace->node(subject).name),
               {.name = frame.texts.format("ui.stage.go_to", {{"title", card_title(frame, shown)}})});
  // The controls of the card on the button are neither noted nor pressed.
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
  draw_card(near, untouched, inert, box, zoom);
  ImGui::PopClipRect();
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
  screen.state.lesson.next_hover = hover;
  screen.state.lesson.film.cell_box = film;
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PopID();
}

}  // namespace gf::ui
