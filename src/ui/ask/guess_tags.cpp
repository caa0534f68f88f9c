#include "ui/ask/guess_tags.h"

#include <algorithm>
#include <cmath>

#include "ui/picture/drawn_text.h"
#include "ui/places.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kTagInside = 8, kFarthestTag = 150;  // design pixels

void add_lists(const ImGuiWindow& window, std::vector<const ImDrawList*>& lists) {
  lists.push_back(window.DrawList);
  for (const ImGuiWindow* child : window.DC.ChildWindows)
    if (child->Active) add_lists(*child, lists);
}

// Returns the boxes of the letters that tags should not cover.
std::vector<Box> letters_drawn() {
  std::vector<const ImDrawList*> lists;
  add_lists(*ImGui::GetCurrentWindow(), lists);
  std::vector<Box> taken;
  for (const DrawnText& text : texts_drawn_in(lists)) taken.insert(taken.end(), text.letters.begin(), text.letters.end());
  return taken;
}

// Returns the places for a tag, the best first: on the lower edge of its ring, on the upper edge, next to the ring, and then further away.
std::vector<ImVec2> corners_for(const Box& ring, ImVec2 size, float u) {
  const float middle = ring.centre().x - size.x / 2, level = ring.centre().y - size.y / 2, gap = 3 * u;
  std::vector<ImVec2> corners;
  constexpr float kHigh = 1.6f;  // in heights of the tag: on the edge of a lower ring, the tag would hide the ring
  if (ring.height() >= kHigh * size.y) corners = {{middle, ring.max.y - size.y / 2}, {middle, ring.min.y - size.y / 2}};
  corners.insert(corners.end(), {{middle, ring.max.y + gap},
                                 {middle, ring.min.y - size.y - gap},
                                 {ring.max.x + gap, level},
                                 {ring.min.x - size.x - gap, level},
                                 {ring.min.x, ring.max.y + gap},
                                 {ring.max.x - size.x, ring.max.y + gap},
                                 {ring.min.x, ring.min.y - size.y - gap},
                                 {ring.max.x - size.x, ring.min.y - size.y - gap}});
  for (float away = 8 * u; away <= kFarthestTag * u; away += 6 * u)
    for (const float side : {0.0f, -0.5f, 0.5f, -1.0f, 1.0f}) {
      const float across = middle + side * (size.x + away);
      corners.push_back({across, ring.max.y + away});
      corners.push_back({across, ring.min.y - size.y - away});
      corners.push_back({ring.max.x + away, level + side * (size.y + away)});
      corners.push_back({ring.min.x - size.x - away, level + side * (size.y + away)});
    }
  return corners;
}

float covered_by(const Box& tag, const std::vector<Box>& taken, float margin) {
  const Box wide{{tag.min.x - margin, tag.min.y - margin}, {tag.max.x + margin, tag.max.y + margin}};
  float covered = 0;
  for (const Box& box : taken) covered += common(wide, box).width() * common(wide, box).height();
  return covered;
}

Box place_tag(const Box& ring, ImVec2 size, const Box& stage, const std::vector<Box>& taken, float u) {
  Box best;
  float least = 1e30f;
  for (const ImVec2 corner : corners_for(ring, size, u)) {
    const Box tag{corner, {corner.x + size.x, corner.y + size.y}};
    if (!(common(tag, stage) == tag)) continue;
    const float covered = covered_by(tag, taken, u);
    if (covered < least) {
      least = covered;
      best = tag;
    }
    if (covered == 0) break;
  }
  return best;
}

// Draws a line from the ring to a tag that stands apart.
void draw_tag_line(ImDrawList* list, const Theme& theme, const Box& ring, const Box& tag) {
  const auto nearest = [](const Box& box, ImVec2 to) {
    return ImVec2(std::clamp(to.x, box.min.x, box.max.x), std::clamp(to.y, box.min.y, box.max.y));
  };
  const ImVec2 from = nearest(ring, tag.centre()), to = nearest(tag, from);
  if (std::hypot(to.x - from.x, to.y - from.y) > 4 * theme.unit) list->AddLine(from, to, theme.color.guess, 1.5f * theme.unit);
}

// Not inlined: its code travels after the first frame.
[[gnu::noinline]] void draw_tags(const Frame& frame, Screen& screen, const Box& stage) {
  std::vector<GuessMark>& marks = screen.state.lesson.guess_marks;
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = theme.tiny.size + 4 * u;
  std::vector<Box> taken = letters_drawn();
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar;
  ImGui::SetCursorScreenPos(stage.min);
  if (ImGui::BeginChild("guess tags", {stage.width(), stage.height()}, 0, kFlags)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (const GuessMark& mark : marks) {
      const ImVec2 size(measure(theme.tiny, mark.tag).x + 2 * kTagInside * u, height);
      const Box tag = place_tag(mark.ring, size, stage, taken, u);
      if (tag.width() <= 0) continue;
      draw_tag_line(list, theme, mark.ring, tag);
      list->AddRectFilled(tag.min, tag.max, theme.color.panel, height / 2);
      list->AddRectFilled(tag.min, tag.max, faded(theme.color.guess, 0.1f), height / 2);
      list->AddRect(tag.min, tag.max, theme.color.guess, height / 2, 0, 1.5f * u);
      put_centred(list, theme.tiny, tag.min, tag.max, theme.color.guess, mark.tag);
      note_words(screen.places, "guess:tag", mark.tag, tag);
      taken.push_back(tag);
    }
  }
  ImGui::EndChild();
  marks.clear();
}

}  // namespace

void draw_guess_tags(const Frame& frame, Screen& screen, const Box& stage) {
  if (!screen.state.lesson.guess_marks.empty()) draw_tags(frame, screen, stage);
}

}  // namespace gf::ui
