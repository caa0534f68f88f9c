// The panels of a lesson: headings of sections, the panels below those that are not folded, and scrolling to what is to be seen.
#include "ui/panels.h"

#include <algorithm>
#include <cmath>

#include "ui/panel.h"
#include "ui/panel_layout.h"
#include "ui/places.h"
#include "ui/sections.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kScrolling = -2;  // ScreenState::here_scroll while the panels are on their way

void draw_triangle(ImDrawList* list, ImVec2 centre, float size, bool folded, ImU32 color) {
  const float half = size / 2, depth = size * 0.42f;
  if (folded) {
    list->AddTriangleFilled(ImVec2(centre.x - depth, centre.y - half), ImVec2(centre.x + depth, centre.y),
                            ImVec2(centre.x - depth, centre.y + half), color);
  } else {
    list->AddTriangleFilled(ImVec2(centre.x - half, centre.y - depth), ImVec2(centre.x + half, centre.y - depth),
                            ImVec2(centre.x, centre.y + depth), color);
  }
}

const Type& heading_type(const Theme& theme, int depth) { return depth == 0 ? theme.heading : depth == 1 ? theme.body : theme.small; }

// What follows the title: a summary of what is folded away, beside or, where that is too narrow, below it; then a line.
void draw_beside_title(const Theme& theme, const Heading& heading, const Box& box, ImVec2 after, float title_h) {
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float summary_w = measure(theme.tiny, heading.summary).x, middle = std::round(after.y + title_h / 2) + 0.5f;
  float from = after.x + 14 * u;
  if (heading.folded && after.y + title_h + theme.tiny.size + 4 * u < box.max.y) {
    put_elided(list, theme.tiny, ImVec2(box.min.x + 18 * u, after.y + title_h + 3 * u), theme.color.muted, heading.summary,
               box.width() - 20 * u);
  } else if (!heading.summary.empty()) {
    put_elided(list, theme.tiny, ImVec2(from, middle - theme.tiny.size / 2), theme.color.muted, heading.summary,
               std::max(box.max.x - from, 10 * u));
    from += summary_w + 14 * u;
  }
  if (from < box.max.x && heading.depth < 2) list->AddLine(ImVec2(from, middle), ImVec2(box.max.x, middle), theme.color.rule, u);
}

// A press anywhere on its line folds the section away, or opens it.
void draw_heading(Frame& frame, const Heading& heading, ImVec2 origin) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Box box = moved(heading.box, origin);
  ImGui::SetCursorScreenPos(box.min);
  const float height = box.height() - 4 * u;
  if (ImGui::InvisibleButton("fold", ImVec2(std::max(box.width(), u), height), ImGuiButtonFlags_EnableNav))
    send(frame, Fold{heading.section, !heading.folded});
  note_item(theme, "section:" + heading.section);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered)
    list->AddRectFilled(ImVec2(box.min.x - 4 * u, box.min.y), ImVec2(box.max.x, box.min.y + height), faded(theme.color.ink, 0.04f), 6 * u);
  const Type& type = heading_type(theme, heading.depth);
  const float top = box.min.y + 4 * u;
  const ImU32 ink = hovered ? theme.color.ink : theme.color.muted;
  draw_triangle(list, ImVec2(box.min.x + 5 * u, top + type.size / 2 + 0.5f * u), 9 * u, heading.folded,
                hovered ? theme.color.ink : theme.color.faint);
  const float left = box.min.x + 18 * u, room = std::max(box.max.x - left - 20 * u, 10 * u);
  put_elided(list, type, ImVec2(left, top), ink, heading.title, room);
  draw_beside_title(theme, heading, box, ImVec2(left + std::min(measure(type, heading.title).x, room), top), type.size);
  focus_frame(theme, 6 * u);
}

// A line down the left of a nested section, from its heading to its end.
void draw_guide(const Theme& theme, const Heading& heading, ImVec2 origin) {
  const float u = theme.unit, x = std::round(origin.x + heading.box.min.x - 10 * u) + 0.5f;
  if (heading.depth == 0 || heading.folded || heading.box.min.x < 16 * u * static_cast<float>(heading.depth)) return;
  ImGui::GetWindowDrawList()->AddLine(ImVec2(x, origin.y + heading.box.min.y + 4 * u), ImVec2(x, origin.y + heading.end), theme.color.rule,
                                      u);
}

void draw_headings(Frame& frame, const PanelLayout& layout, ImVec2 origin) {
  for (std::size_t i = 0; i < layout.headings.size(); ++i) {
    draw_guide(frame.theme, layout.headings[i], origin);
    ImGui::PushID(static_cast<int>(i));
    ImGui::PushID(layout.headings[i].section.c_str());
    draw_heading(frame, layout.headings[i], origin);
    ImGui::PopID();
    ImGui::PopID();
  }
}

void draw_flow_arrow(const Theme& theme, const Box& box) {
  const float u = theme.unit, y = box.min.y + 24 * u, to = box.min.x - 6 * u, from = box.min.x - (kBetweenPanels - 6) * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(ImVec2(from, y), ImVec2(to, y), theme.color.faint, 1.25f * u);
  list->AddLine(ImVec2(to - 4 * u, y - 4 * u), ImVec2(to, y), theme.color.faint, 1.25f * u);
  list->AddLine(ImVec2(to - 4 * u, y + 4 * u), ImVec2(to, y), theme.color.faint, 1.25f * u);
}

void scroll_by(Frame& frame, float by) {
  if (std::fabs(by) < 1) return;
  ImGui::SetScrollY(ImGui::GetScrollY() + by);
  frame.output.animating = true;
}

void scroll_to_panel(Frame& frame, const Box& box, const Box& seen) {
  const float margin = 12 * frame.theme.unit, room = seen.height() - 2 * margin;
  float by = 0;
  if (box.height() <= room) {
    if (box.min.y < seen.min.y + margin) by = box.min.y - seen.min.y - margin;
    if (box.max.y > seen.max.y - margin) by = box.max.y - seen.max.y + margin;
  } else if (box.min.y > seen.max.y - room / 2 || box.max.y < seen.min.y + room / 2) {
    by = box.min.y - seen.min.y - margin;
  }
  scroll_by(frame, by);
}

// Scrolls so that the panel of the node to reveal is there, unfolding its section first; its cell follows once it was drawn.
// Returns whether the panel is there.
bool reveal_panel(Frame& frame, const PanelLayout& layout, ImVec2 origin, const Box& seen) {
  if (frame.state.lesson.reveal.empty()) return false;
  const int panel = panel_showing(frame, layout, frame.state.lesson.reveal);
  const Opening opening = panel < 0 ? Opening::refused : open_section(frame, frame.trace->panels[static_cast<std::size_t>(panel)].section);
  if (opening == Opening::refused) frame.state.lesson.reveal.clear();
  if (opening != Opening::open) return false;
  const auto placed =
      std::find_if(layout.panels.begin(), layout.panels.end(), [&](const PlacedPanel& one) { return one.panel.index == panel; });
  if (placed == layout.panels.end()) return false;
  if (!frame.state.lesson.reveal_box) scroll_to_panel(frame, moved(placed->box, origin), seen);
  return true;
}

void reveal_cell(Frame& frame, const Box& seen) {
  if (frame.state.lesson.reveal_box) {
    const Box box = *frame.state.lesson.reveal_box;
    const float margin = 28 * frame.theme.unit;
    float by = 0;
    if (box.min.y < seen.min.y + margin) by = box.min.y - seen.min.y - margin;
    if (box.max.y > seen.max.y - margin) by = box.max.y - seen.max.y + margin;
    scroll_by(frame, by);
    frame.state.lesson.reveal.clear();
  } else if (!frame.output.animating) {
    frame.state.lesson.reveal.clear();
  }
}

// The heading of a section, or where it has none, of the first one in it, or of the one that it is in.
const Heading* heading_of(const PanelLayout& layout, const std::string& section) {
  const Heading* around = nullptr;
  for (const Heading& heading : layout.headings) {
    if (stands_in(heading.section, section)) return &heading;
    if (stands_in(section, heading.section)) around = &heading;
  }
  return around;
}

// Scrolls to the heading of the section to reveal, once it is unfolded.
void reveal_section(Frame& frame, const PanelLayout& layout, ImVec2 origin, const Box& seen) {
  std::string& wanted = frame.state.lesson.reveal_section;
  if (wanted.empty()) return;
  const Opening opening = open_section(frame, wanted);
  if (opening == Opening::asked) return;
  if (const Heading* heading = heading_of(layout, wanted); heading && opening == Opening::open) {
    scroll_by(frame, origin.y + heading->box.min.y - seen.min.y - 8 * frame.theme.unit);
    frame.state.lesson.here = wanted, frame.state.lesson.here_scroll = kScrolling;
    frame.output.animating = true;
  }
  wanted.clear();
}

// Keeps the section that is in the middle of the window; one that was scrolled to stays it until the window is scrolled again, since near
// the end of the panels it can't get to the middle.
void note_here(Frame& frame, const PanelLayout& layout, ImVec2 origin, const Box& seen) {
  ScreenState& state = frame.state;
  if (state.lesson.here_scroll == kScrolling) {
    if (!frame.output.animating) state.lesson.here_scroll = ImGui::GetScrollY();
    return;
  }
  if (std::fabs(state.lesson.here_scroll - ImGui::GetScrollY()) < 1) return;
  state.lesson.here_scroll = -1;
  std::string here = section_at(layout, seen.centre().y - origin.y);
  if (here == state.lesson.here) return;
  state.lesson.here = std::move(here);
  frame.output.animating = true;
}

}  // namespace

void draw_panels(Frame& frame) {
  const Theme& theme = frame.theme;
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  if (!frame.trace) {
    paragraph(theme.body, theme.color.muted, ui_text(frame, frame.snapshot.computing ? "computing" : "nothing_yet"));
    return;
  }
  const PanelLayout& layout = panel_layout(frame, width);
  const Box seen = visible_box();
  frame.state.lesson.reveal_box.reset();
  draw_headings(frame, layout, origin);
  for (const PlacedPanel& placed : layout.panels) {
    const Box box = moved(placed.box, origin);
    if (box.max.y < seen.min.y || box.min.y > seen.max.y) continue;
    if (placed.fed_by_left) draw_flow_arrow(theme, box);
    draw_panel(frame, placed.panel, box);
  }
  if (reveal_panel(frame, layout, origin, seen)) reveal_cell(frame, seen);
  reveal_section(frame, layout, origin, seen);
  note_here(frame, layout, origin, seen);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(ImVec2(width, layout.height));
}

}  // namespace gf::ui
