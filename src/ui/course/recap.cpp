#include "ui/course/recap.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "protocol/step.h"
#include "ui/look_up/link_text.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// A part of the formula, and the step that shows it. The texts are "ui.recap.<key>.sign" and ".asks".
struct RecapPart {
  const char *key, *lesson, *step;
};
constexpr RecapPart kRecapParts[] = {
    {"input", "self-attention", "positions"}, {"query", "self-attention", "projections"}, {"key", "self-attention", "projections"},
    {"scores", "self-attention", "scores"},   {"root", "multi-head", "division_by_root"}, {"mask", "self-attention", "causal_mask"},
    {"weights", "self-attention", "weights"}, {"value", "self-attention", "projections"}, {"output", "self-attention", "output"}};

constexpr float kRecapPad = 18, kPartsApart = 10, kLeastPart = 250, kFormulaSize = 30, kSmallerFormula = 19;  // design pixels
constexpr float kSignColumn = 96;

Type formula_type(const Frame& frame, float width) {
  const float u = frame.theme.unit;
  return {frame.theme.title.font, (width < 620 * u ? kSmallerFormula : kFormulaSize) * u};
}

std::size_t recap_columns(const Frame& frame, float width) {
  const float u = frame.theme.unit;
  return std::clamp<std::size_t>(static_cast<std::size_t>((width + kPartsApart * u) / ((kLeastPart + kPartsApart) * u)), 1, 3);
}

float part_column(const Frame& frame, float width) {
  const auto columns = static_cast<float>(recap_columns(frame, width));
  return (width - (columns - 1) * kPartsApart * frame.theme.unit) / columns;
}

std::string part_text(const Frame& frame, const RecapPart& part, const char* which) {
  return ui_text(frame, "recap." + std::string(part.key) + "." + which);
}

float height_of_part(const Frame& frame, const RecapPart& part, float width) {
  const float u = frame.theme.unit;
  return std::max(44 * u, measure(frame.theme.body, part_text(frame, part, "asks"), width - (kSignColumn + 12) * u).y + 16 * u);
}

float height_of_parts(const Frame& frame, float width) {
  float highest = 0;
  for (const RecapPart& part : kRecapParts) highest = std::max(highest, height_of_part(frame, part, part_column(frame, width)));
  return highest;
}

float formula_height(const Type& type) { return type.size * 2.7f; }

// Draws "Attention(Q, K, V) = softmax( Q Kᵀ / √d ) V" with a fraction bar.
void draw_attention_formula(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const Type type = formula_type(frame, box.width()), raised{type.font, type.size * 0.62f};
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string left = "Attention(Q, K, V) = softmax", transposed = "T", root = "√d";
  const float products = measure(type, "Q K").x + measure(raised, transposed).x + 2 * theme.unit, under = measure(type, root).x;
  const float space = type.size * 0.3f, fraction = std::max(products, under) + space, paren = measure(type, "(").x;
  const float whole = measure(type, left).x + space + paren + fraction + 2 * space + paren + space + measure(type, "V").x;
  float x = box.min.x + (box.width() - whole) / 2;
  const float middle = box.centre().y, base = middle - type.size / 2;
  const ImU32 ink = theme.color.ink;
  put(list, type, {x, base}, ink, left);
  x += measure(type, left).x + space;
  put(list, type, {x, base}, ink, "(");
  x += paren + space;
  const float top = middle - type.size * 1.18f, bottom = middle + type.size * 0.14f, over = x + (fraction - products) / 2;
  put(list, type, {over, top}, ink, "Q K");
  put(list, raised, {over + measure(type, "Q K").x + theme.unit, top - type.size * 0.08f}, ink, transposed);
  list->AddLine({x, middle}, {x + fraction, middle}, ink, 2 * theme.unit);
  put(list, type, {x + (fraction - under) / 2, bottom}, ink, root);
  x += fraction + space;
  put(list, type, {x, base}, ink, ")");
  put(list, type, {x + paren + space, base}, ink, "V");
  note_words(screen.places, "words:recap formula", ui_text(frame, "recap.formula"), box);
}

// Returns the index of a part's step in its lesson; -1 if the lesson has no such step.
int step_of_part(const LessonInfo& lesson, const RecapPart& part) {
  for (std::size_t i = 0; i < lesson.steps.size(); ++i)
    if (lesson.steps[i].id == part.step) return static_cast<int>(i);
  return -1;
}

void draw_recap_part(const Frame& frame, Screen& screen, const RecapPart& part, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const LessonInfo* const lesson = find_lesson(*frame.snapshot.catalogue, part.lesson);
  if (!lesson) return;
  const std::string sign = part_text(frame, part, "sign"), asks = part_text(frame, part, "asks");
  ImGui::PushID(part.key);
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("part", {box.width(), box.height()}, ImGuiButtonFlags_EnableNav))
    go_to_lesson(frame, screen, part.lesson, step_of_part(*lesson, part));
  note_control(screen.places, "recap:" + std::string(part.key), {.role = Role::link, .name = sign + ": " + asks, .address = part.lesson});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, hovered ? theme.color.accent_soft : theme.color.panel, 8 * u);
  list->AddRect(box.min, box.max, hovered ? theme.color.accent : theme.color.border, 8 * u, 0, u);
  put(list, theme.title, {box.min.x + 12 * u, box.centre().y - theme.title.size / 2}, theme.color.accent, sign);
  const float room = box.width() - (kSignColumn + 12) * u;
  const ImVec2 size = measure(theme.body, asks, room);
  put(list, theme.body, {box.min.x + kSignColumn * u, box.centre().y - size.y / 2}, theme.color.ink, asks, room);
  focus_frame(theme, 8 * u);
  ImGui::PopID();
}

}  // namespace

float recap_height(const Frame& frame, float width) {
  const float u = frame.theme.unit, inner = width - 2 * kRecapPad * u;
  const std::size_t columns = recap_columns(frame, inner), rows = (std::size(kRecapParts) + columns - 1) / columns;
  return 2 * kRecapPad * u + formula_height(formula_type(frame, inner)) + 10 * u +
         static_cast<float>(rows) * (height_of_parts(frame, inner) + kPartsApart * u) - kPartsApart * u;
}

void draw_recap(const Frame& frame, Screen& screen, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, inner = width - 2 * kRecapPad * u, height = recap_height(frame, width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, theme.color.sunken, 12 * u);
  const ImVec2 corner(at.x + kRecapPad * u, at.y + kRecapPad * u);
  const float formula = formula_height(formula_type(frame, inner));
  draw_attention_formula(frame, screen, {corner, {corner.x + inner, corner.y + formula}});
  const std::size_t columns = recap_columns(frame, inner);
  const float wide = part_column(frame, inner), high = height_of_parts(frame, inner), top = corner.y + formula + 10 * u;
  for (std::size_t i = 0; i < std::size(kRecapParts); ++i) {
    const ImVec2 min(corner.x + static_cast<float>(i % columns) * (wide + kPartsApart * u),
                     top + static_cast<float>(i / columns) * (high + kPartsApart * u));
    draw_recap_part(frame, screen, kRecapParts[i], {min, {min.x + wide, min.y + high}});
  }
  ImGui::SetCursorScreenPos({at.x, at.y + height});
  ImGui::Dummy({width, 1});
}

}  // namespace gf::ui
