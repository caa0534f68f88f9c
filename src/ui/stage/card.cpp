#include "ui/stage/card.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/cells/moments.h"
#include "ui/places.h"
#include "ui/stage/card_title.h"
#include "ui/stage/film.h"
#include "ui/stage/frames.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kPadding = 9, kRunWidth = 320;
constexpr float kRoom = 440, kMatrixRoom = 4000;  // the widths of a view's content, design pixels: matrices take what they need
constexpr float kChooser = 24;
constexpr float kNear = 0.85f;      // the share of the least size of letters from which title and shape have lines of their own
constexpr float kMostHeight = 640;  // of a view, design pixels: a table of 200 rows shrinks to this height

// Returns how many matrices of a stack are shown at a time.
Index shown_at_once(const Frame& frame, const PanelView& panel) {
  const ViewRow& row = row_of(panel.view);
  return row.at_once ? row.at_once(subject(frame, panel).value->shape()) : 1;
}

// Whether the stack has more matrices than are shown at a time.
bool chooses(const Frame& frame, const PanelView& panel) {
  return subject(frame, panel).value->shape().matrices() > shown_at_once(frame, panel);
}

float header_height(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  return theme.body.size + theme.tiny.size + 9 * theme.unit + (chooses(frame, panel) ? kChooser * theme.unit : 0);
}

// Returns the width that the title leaves for the button that goes through the views.
float buttons_width(const Theme& theme, const PictureCard& card) { return card.views.size() > 1 ? 22 * theme.unit : 0; }

void draw_stack_chooser(const Frame& frame, Screen& screen, const PanelView& panel, ImVec2 at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = subject(frame, panel);
  const Index at_once = shown_at_once(frame, panel);
  const Index count = node.value->shape().matrices() / at_once, outer = shown_outer(frame, node) / at_once;
  const auto arrow = [&](const char* id, Icon icon, float x, Index to) {
    ImGui::SetCursorScreenPos(ImVec2(x, at.y));
    const bool possible = to >= 0 && to < count;
    if (ImGui::InvisibleButton(id, ImVec2(22 * u, 22 * u), ImGuiButtonFlags_EnableNav) && possible)
      send(screen, ShowMatrix{node.name, to * at_once});
    const bool next = to > outer;
    note_control(
        screen.places, "stack:" + node.name + (next ? " next" : " previous"),
        {.name = frame.texts.format(next ? "ui.stage.next_matrix" : "ui.stage.previous_matrix", {{"title", title_of(frame, panel)}}),
         .enabled = possible});
    const ImU32 ink = possible ? theme.color.ink : theme.color.faint;
    draw_icon(ImGui::GetWindowDrawList(), icon, ImVec2(x + 11 * u, at.y + 11 * u), 11 * u, ink);
  };
  const std::string axis =
      at_once > 1 ? ui_text(frame, "axes.batch.one") : text_or(frame, "ui.axes." + node.outer.name + ".one", node.outer.name);
  const std::string text =
      axis + " " + (at_once > 1 ? std::to_string(outer + 1) : matrix_label(node.outer, outer)) + " / " + std::to_string(count);
  const float width = measure(theme.small, text).x;
  arrow("previous matrix", Icon::previous, at.x, outer - 1);
  put(ImGui::GetWindowDrawList(), theme.small, ImVec2(at.x + 25 * u, at.y + 4 * u), theme.color.ink, text);
  arrow("next matrix", Icon::next, at.x + 28 * u + width, outer + 1);
}

// Draws the button that goes on to the next view of the node.
void draw_view_button(const Frame& frame, Screen& screen, const PictureCard& card, const Box& box) {
  if (card.views.size() < 2) return;
  const Theme& theme = frame.theme;
  const float side = 20 * theme.unit;
  const std::string& node = frame.trace->node(subject_of(frame, card)).name;
  ImGui::SetCursorScreenPos(ImVec2(box.max.x - side - 5 * theme.unit, box.min.y + 5 * theme.unit));
  if (ImGui::InvisibleButton("view", ImVec2(side, side), ImGuiButtonFlags_EnableNav)) {
    const std::size_t next = (static_cast<std::size_t>(&shown_view(frame, card) - card.views.data()) + 1) % card.views.size();
    send(screen, ChooseView{node, next == 0 ? std::nullopt : std::optional(card.views[next].view)});
  }
  note_control(screen.places, "view:" + node, {.name = card_title(frame, card) + ": " + ui_text(frame, "stage.next_view")});
  const ImVec2 centre((ImGui::GetItemRectMin().x + ImGui::GetItemRectMax().x) / 2,
                      (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y) / 2);
  draw_icon(ImGui::GetWindowDrawList(), Icon::views, centre, 13 * theme.unit, ImGui::IsItemHovered() ? theme.color.ink : theme.color.muted);
  tip(theme, ui_text(frame, "stage.next_view"));
  focus_frame(theme, 5 * theme.unit);
}

// Draws the button that plays the node of a card by itself, while the pointer is on the card.
void draw_play_button(const Frame& frame, Screen& screen, const PictureCard& card, const Box& box) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(subject_of(frame, card));
  if (node.inputs.empty() || frame.state.lesson.film.on || !ImGui::IsWindowHovered() || !box.contains(ImGui::GetIO().MousePos)) return;
  const float side = 20 * theme.unit, right = box.max.x - 5 * theme.unit - buttons_width(theme, card);
  ImGui::SetCursorScreenPos(ImVec2(right - side, box.min.y + 5 * theme.unit));
  if (ImGui::InvisibleButton("play", ImVec2(side, side), ImGuiButtonFlags_EnableNav)) play_node(screen, node.name);
  note_control(screen.places, "play:" + node.name, {.name = card_title(frame, card) + ": " + ui_text(frame, "film.one")});
  focus_frame(theme, 5 * theme.unit);
  const ImVec2 centre(right - side / 2, box.min.y + 5 * theme.unit + side / 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddCircleFilled(centre, side / 2, theme.color.panel);
  draw_icon(list, Icon::play, centre, 12 * theme.unit, ImGui::IsItemHovered() ? theme.color.accent : theme.color.muted);
  tip(theme, ui_text(frame, "film.one"));
}

// Draws how many cells of the panel's subject the last edit changed, to the left of `right`. Draws nothing if the count would reach
// `title`, the end of the title.
void draw_changed(const Frame& frame, const PanelView& panel, ImVec2 right, float title = 0) {
  const int count = changed_cells(frame, subject(frame, panel));
  if (count == 0) return;
  const Theme& theme = frame.theme;
  const std::string text = frame.texts.format("ui.film.changed", {{"count", std::to_string(count)}});
  const float width = measure(theme.tiny, text).x, u = theme.unit;
  if (right.x - width - 8 * u < title) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({right.x - width - 8 * u, right.y - u}, {right.x, right.y + theme.tiny.size + 2 * u}, theme.color.panel);
  put(list, theme.tiny, {right.x - width - 2 * u, right.y}, theme.color.accent, text);
}

// Covers a view that the film has not finished with a sheet, which fades as the film goes on. A grid leaves its cells blank itself.
void draw_sheet(const Frame& frame, const PanelView& panel, const Box& box) {
  const float share = share_to_come(frame, subject(frame, panel));
  if (row_of(panel.view).cells == Cells::grid || share <= 0) return;
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, faded(frame.theme.color.panel, std::min(share * 1.2f, 0.96f)));
}

void draw_header(const Frame& frame, Screen& screen, const PictureCard& card, const PanelView& panel, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, padding = kPadding * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const TraceNode& node = subject(frame, panel);
  const ImVec2 at(box.min.x + padding, box.min.y + padding * 0.8f);
  put_elided(list, theme.body, at, theme.color.ink, title_of(frame, panel, true), box.width() - 2 * padding - buttons_width(theme, card));
  const float below = at.y + theme.body.size + 2 * u;
  put_elided(list, theme.tiny, ImVec2(at.x, below), theme.color.muted, shape_text(frame, node), box.width() - 2 * padding);
  draw_changed(frame, panel, {box.max.x - padding, below});
  if (chooses(frame, panel)) draw_stack_chooser(frame, screen, panel, ImVec2(at.x - 5 * u, below + theme.tiny.size + 3 * u));
}

// Returns the colour of a card's frame, and whether it is thick: they show the kinship of the card and the focused cell, or a change.
std::pair<ImU32, bool> frame_look(const Frame& frame, const PictureCard& card, bool changed) {
  const Palette& color = frame.theme.color;
  if (changed) return {color.accent, true};
  if (focused(frame).node < 0) return {color.border, false};
  switch (kinship_of(frame, card)) {
    case Kinship::operand:
      return {faded(color.accent, 0.7f), true};
    case Kinship::result:
      return {faded(color.after, 0.8f), true};
    case Kinship::before:
      return {faded(color.accent, 0.4f), false};
    case Kinship::after:
      return {faded(color.after, 0.5f), false};
    case Kinship::own:
    case Kinship::none:
      break;
  }
  return {color.border, false};
}

void draw_frame_of_card(const Theme& theme, const Box& box, std::pair<ImU32, bool> look) {
  const float u = theme.unit, round = 8 * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(box.min.x, box.min.y + 2 * u), ImVec2(box.max.x, box.max.y + 2 * u), theme.color.shadow, round);
  list->AddRectFilled(box.min, box.max, theme.color.panel, round);
  list->AddRect(box.min, box.max, look.first, round, 0, screen_theme(theme).unit * (look.second ? 1.5f : 1.0f));
}

constexpr float kGradientTitle = 24;

// Returns the size that the gradient of a node takes below the node's value, with its title.
ImVec2 gradient_size(const Frame& frame, const PictureCard& card) {
  if (card.gradient.empty()) return {0, 0};
  const ImVec2 size = row_of(card.gradient.front().view).measure(frame, card.gradient.front());
  return {size.x, size.y + kGradientTitle * frame.theme.unit};
}

void draw_gradient(const Frame& frame, Screen& screen, const PictureCard& card, const Box& content, float top, float zoom) {
  if (card.gradient.empty()) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  PanelView panel = card.gradient.front();
  panel.room *= zoom;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine({content.min.x, top + 3 * u}, {content.max.x, top + 3 * u}, theme.color.rule, u);
  put_elided(list, theme.tiny, {content.min.x, top + 6 * u}, theme.color.muted, title_of(frame, panel), content.width());
  ImGui::PushID(panel.index);
  const Box place{{content.min.x, top + kGradientTitle * u}, content.max};
  row_of(panel.view).draw(frame, screen, panel, place);
  draw_sheet(frame, panel, place);
  ImGui::PopID();
}

// Around a card of a scene, design pixels: the margins of a sheet, the room for brackets, the length of a bracket's ends, and the gap above
// a gradient.
constexpr float kSheetPadding = 16, kBracketPadding = 12, kBracket = 6, kGradientGap = 8;

float scene_padding(const Theme& theme, SceneRole role) {
  return (role == SceneRole::focus ? kSheetPadding : kBracketPadding) * theme.unit;
}

float scene_header(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit;
  return frame.theme.heading.size + 8 * u + (chooses(frame, panel) ? kChooser * u : 0);
}

ImU32 color_of_role(const Palette& color, SceneRole role) {
  switch (role) {
    case SceneRole::operand:
      return color.accent;
    case SceneRole::result:
      return color.after;
    case SceneRole::focus:
    case SceneRole::context:
      break;
  }
  return color.ink;
}

void draw_bracket(ImDrawList* list, const Theme& theme, float x, float top, float bottom, float serif, ImU32 color) {
  const ImVec2 points[] = {{x + serif, top}, {x, top}, {x, bottom}, {x + serif, bottom}};
  list->AddPolyline(points, 4, color, 0, 2 * theme.unit);
}

void draw_ground(const Frame& frame, SceneRole role, const Box& box, const Box& content) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (role == SceneRole::focus) {
    list->AddRect({box.min.x - 3 * u, box.min.y - 3 * u}, {box.max.x + 3 * u, box.max.y + 3 * u}, theme.color.halo, 12 * u, 0, 6 * u);
    list->AddRectFilled(box.min, box.max, theme.color.panel, 9 * u);
    return list->AddRect(box.min, box.max, theme.color.focus, 9 * u, 0, 1.5f * u);
  }
  const ImU32 color = role == SceneRole::context ? theme.color.rule : color_of_role(theme.color, role);
  draw_bracket(list, theme, content.min.x - 6 * u, content.min.y - 3 * u, content.max.y + 3 * u, kBracket * u, color);
  draw_bracket(list, theme, content.max.x + 6 * u, content.min.y - 3 * u, content.max.y + 3 * u, -kBracket * u, color);
}

// Draws the title of a card. A press on the title of a card that is not in focus makes the card the focus of a scene.
void draw_scene_title(const Frame& frame, Screen& screen, const PictureCard& card, const PanelView& panel, SceneRole role, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, padding = scene_padding(theme, role);
  const ImVec2 at(box.min.x + padding, box.min.y + (role == SceneRole::focus ? 12 * u : 0));
  const std::string title = title_of(frame, panel, true);
  const float room = box.width() - 2 * padding - buttons_width(theme, card);
  ImU32 color = color_of_role(theme.color, role);
  if (role != SceneRole::focus) {
    ImGui::SetCursorScreenPos(at);
    ImGui::SetNextItemAllowOverlap();
    const float width = std::clamp(measure(theme.heading, title).x, u, std::max(room, u));
    if (ImGui::InvisibleButton("title", ImVec2(width, theme.heading.size), ImGuiButtonFlags_EnableNav))
      send(screen, ShowScene{subject(frame, panel).name});
    note_control(screen.places, "scene:" + subject(frame, panel).name, {.name = frame.texts.format("ui.stage.go_to", {{"title", title}})});
    if (ImGui::IsItemHovered()) {
      ImGui::GetWindowDrawList()->AddLine({at.x, at.y + theme.heading.size}, {at.x + width, at.y + theme.heading.size}, color, u);
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    focus_frame(theme, 4 * u);
  }
  put_elided(ImGui::GetWindowDrawList(), theme.heading, at, color, title, room);
  draw_changed(frame, panel, {box.max.x - padding - buttons_width(theme, card), at.y + 2 * u},
               at.x + std::min(measure(theme.heading, title).x, room));
  if (chooses(frame, panel)) draw_stack_chooser(frame, screen, panel, ImVec2(at.x - 5 * u, at.y + theme.heading.size + 4 * u));
}

// Draws a view into its part of a card. An elastic view fills the part; another view is enlarged as a whole.
void draw_scene_view(const Frame& frame, Screen& screen, PanelView panel, const Box& place) {
  const ViewRow& row = row_of(panel.view);
  ImGui::PushID(panel.index);
  if (row.elastic) {
    panel.fill = {place.width(), place.height()};
    row.draw(frame, screen, panel, place);
  } else {
    const ImVec2 size = row.measure(frame, panel);
    const float zoom = std::min(place.width() / std::max(size.x, 1.0f), place.height() / std::max(size.y, 1.0f));
    const Theme enlarged = zoomed(frame.theme, zoom);
    panel.room *= zoom;
    row.draw(with_theme(frame, enlarged), screen, panel, place);
  }
  draw_sheet(frame, panel, place);
  ImGui::PopID();
}

float run_width(const Theme& theme, float window) { return std::min(kRunWidth * theme.unit, window); }

}  // namespace

float run_content_height(const Frame& frame, const CardRow& row, float window) {
  return row.height(frame, run_width(frame.theme, window) - 2 * kPadding * frame.theme.unit);
}

CardSize measure_run_card(const Theme& theme, float content, float window) {
  const float u = theme.unit, header = theme.body.size + 14 * u;
  return {run_width(theme, window), header + content + 2 * kPadding * u, header};
}

Frame with_theme(const Frame& frame, const Theme& theme) {
  return {frame.snapshot, frame.trace, frame.texts, frame.host, theme, frame.state};
}

CardSize measure_card(const Frame& frame, PictureCard& card, float window) {
  const Theme& theme = frame.theme;
  const float padding = kPadding * theme.unit;
  for (std::vector<PanelView>* panels : {&card.views, &card.gradient})
    for (PanelView& panel : *panels) {
      const bool grid = row_of(panel.view).cells == Cells::grid;
      panel.room = grid ? kMatrixRoom * theme.unit : std::min(kRoom * theme.unit, window - 4 * padding);
    }
  const PanelView& panel = shown_view(frame, card);
  ImVec2 content = row_of(panel.view).measure(frame, panel), below = gradient_size(frame, card);
  card.shrink = std::min(1.0f, kMostHeight * theme.unit / std::max(content.y + below.y, 1.0f));
  for (ImVec2* size : {&content, &below}) *size = {size->x * card.shrink, size->y * card.shrink};
  card.below = below.y;
  const float header = header_height(frame, panel);
  const float wanted = std::max(measure(theme.body, title_of(frame, panel, true)).x + buttons_width(theme, card),
                                measure(theme.tiny, shape_text(frame, subject(frame, panel))).x);
  return {std::max({content.x, below.x, std::min(wanted, 150 * theme.unit)}) + 2 * padding, content.y + below.y + header + 2 * padding,
          header};
}

Elastic elastic_of_card(const Frame& frame, PictureCard& card, SceneRole role, float window) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, padding = scene_padding(theme, role);
  if (card.run) {
    const auto size = [&](float width) {
      return ImVec2(width * u, card.run->height(frame, (width - 2 * kPadding) * u) + theme.body.size + 14 * u + 2 * kPadding * u);
    };
    return {size(250), size(340), size(480)};
  }
  for (std::vector<PanelView>* panels : {&card.views, &card.gradient})
    for (PanelView& panel : *panels)
      panel.room = row_of(panel.view).cells == Cells::grid ? kMatrixRoom * u : std::min(kRoom * u, window - 4 * padding);
  const PanelView& panel = shown_view(frame, card);
  Elastic size = elastic_of(frame, panel);
  if (!card.gradient.empty()) {
    const Elastic below = elastic_of(frame, card.gradient.front());
    const float between = (kGradientTitle + kGradientGap) * u;
    const auto both = [&](ImVec2 a, ImVec2 b) { return ImVec2(std::max(a.x, b.x), a.y + b.y + between); };
    size = {both(size.least, below.least), both(size.good, below.good), both(size.most, below.most)};
  }
  const float title = measure(theme.heading, title_of(frame, panel, true)).x + buttons_width(theme, card) + u;
  for (ImVec2* bound : {&size.least, &size.good, &size.most}) bound->x = std::max(bound->x, title);
  return with_margin(size, {2 * padding, scene_header(frame, panel) + (role == SceneRole::focus ? 12 * u + padding : 6 * u) + 3 * u});
}

void draw_scene_card(const Frame& frame, Screen& screen, const PictureCard& card, SceneRole role, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, padding = scene_padding(theme, role);
  if (card.run) {
    draw_frame_of_card(theme, box, {theme.color.border, false});
    return draw_training_card(frame, screen, *card.run, box, theme.body.size + 14 * u);
  }
  const PanelView& panel = shown_view(frame, card);
  const float top = box.min.y + scene_header(frame, panel) + (role == SceneRole::focus ? 12 * u : 3 * u);
  const Box content{{box.min.x + padding, top}, {box.max.x - padding, box.max.y - (role == SceneRole::focus ? padding : 6 * u)}};
  draw_ground(frame, role, box, content);
  ImGui::PushID(panel.index);
  draw_scene_title(frame, screen, card, panel, role, box);
  draw_view_button(frame, screen, card, box);
  draw_play_button(frame, screen, card, box);
  ImGui::PopID();
  if (card.gradient.empty()) return draw_scene_view(frame, screen, panel, content);
  // A value and its gradient share the height in proportion to their good heights.
  const PanelView& gradient = card.gradient.front();
  const float value_height = elastic_of(frame, panel).good.y, gradient_height = elastic_of(frame, gradient).good.y;
  const float room = content.height() - (kGradientTitle + kGradientGap) * u;
  const float middle = content.min.y + room * value_height / std::max(value_height + gradient_height, 1.0f);
  draw_scene_view(frame, screen, panel, {content.min, {content.max.x, middle}});
  const float below = middle + kGradientGap * u;
  put_elided(ImGui::GetWindowDrawList(), theme.small, {content.min.x, below + 4 * u}, theme.color.muted, title_of(frame, gradient),
             content.width());
  draw_scene_view(frame, screen, gradient, {{content.min.x, below + kGradientTitle * u}, content.max});
}

float far_header(const Theme& theme) { return theme.tiny.size + 3 * theme.unit; }

void draw_card(const Frame& frame, Screen& screen, const PictureCard& card, const Box& box, float zoom) {
  const Theme& theme = frame.theme;
  const float padding = kPadding * theme.unit, header = card.header * zoom;
  const bool far = theme.tiny.size < kNear * least_readable();
  if (card.run) {
    draw_frame_of_card(theme, box, {theme.color.border, false});
    if (far) draw_far_title(frame, card, box, header);
    return draw_training_card(frame, screen, *card.run, box, header);
  }
  PanelView panel = shown_view(frame, card);
  panel.room *= zoom;
  draw_frame_of_card(theme, box, frame_look(frame, card, far && changed_cells(frame, subject(frame, panel)) > 0));
  ImGui::PushID(panel.index);
  if (far) {
    draw_far_title(frame, card, box, header);
  } else {
    draw_header(frame, screen, card, panel, box);
    draw_view_button(frame, screen, card, box);
    draw_play_button(frame, screen, card, box);
  }
  const Box content{{box.min.x + padding, box.min.y + header + padding}, {box.max.x - padding, box.max.y - padding}};
  const Theme smaller = zoomed(screen_theme(theme), zoom * card.shrink);
  const Frame inner = with_theme(frame, smaller);
  panel.room *= card.shrink;
  const float below = card.below * zoom;
  const Box place{content.min, {content.max.x, content.max.y - below}};
  row_of(panel.view).draw(inner, screen, panel, place);
  draw_sheet(frame, panel, place);
  ImGui::PopID();
  draw_gradient(inner, screen, card, content, content.max.y - below, zoom * card.shrink);
}

}  // namespace gf::ui
