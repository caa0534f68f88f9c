#include "ui/widgets/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf::ui {

ImVec2 measure(const Type& type, std::string_view text, float wrap_width) {
  return type.font->CalcTextSizeA(type.size, std::numeric_limits<float>::max(), wrap_width, text.data(), text.data() + text.size());
}

float line_height(const Type& type) { return type.size; }

void put(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float wrap_width) {
  if (text.empty()) return;
  list->AddText(type.font, type.size, at, color, text.data(), text.data() + text.size(), wrap_width);
}

void put_centred(ImDrawList* list, const Type& type, ImVec2 min, ImVec2 max, ImU32 color, std::string_view text) {
  const ImVec2 size = measure(type, text);
  put(list, type, ImVec2(std::round((min.x + max.x - size.x) / 2), std::round((min.y + max.y - size.y) / 2)), color, text);
}

std::string elide(const Type& type, std::string_view text, float width) {
  if (measure(type, text).x <= width) return std::string(text);
  const float dots = measure(type, "…").x;
  const char* rest = nullptr;
  type.font->CalcTextSizeA(type.size, std::max(width - dots, 0.0F), 0, text.data(), text.data() + text.size(), &rest);
  auto kept = static_cast<std::size_t>(rest - text.data());
  while (kept > 0 && text[kept - 1] == ' ') --kept;
  return std::string(text.substr(0, kept)) + "…";
}

std::string broken_at_spaces(const Type& type, std::string_view text, float width) {
  std::string lines, line;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    const std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
    if (line.empty() || measure(type, longer).x <= width) {
      line = longer;
    } else {
      lines += line + "\n";
      line = word;
    }
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
  return lines + line;
}

bool put_elided(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float width) {
  if (measure(type, text).x <= width) {
    put(list, type, at, color, text);
    return false;
  }
  put(list, type, at, color, elide(type, text, width));
  return true;
}

void paragraph(const Type& type, ImU32 color, std::string_view text, float width) {
  if (text.empty()) return;
  const float wrap = width > 0 ? width : std::max(ImGui::GetContentRegionAvail().x, 1.0F);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), type, at, color, text, wrap);
  ImGui::Dummy(ImVec2(wrap, measure(type, text, wrap).y));
}

void line(const Type& type, ImU32 color, std::string_view text, float width) {
  const float room = width > 0 ? width : std::max(ImGui::GetContentRegionAvail().x, 1.0F);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool cut = put_elided(ImGui::GetWindowDrawList(), type, at, color, text, room);
  ImGui::Dummy(ImVec2(std::min(room, measure(type, text).x), line_height(type)));
  if (cut && ImGui::IsItemHovered()) ImGui::SetTooltip("%.*s", static_cast<int>(text.size()), text.data());
}

void gap(float height) {
  // Item spacing is between items as well: take it off, so that the gap is the height asked for.
  ImGui::Dummy(ImVec2(0, std::max(height - ImGui::GetStyle().ItemSpacing.y, 0.0F)));
}

void tip_now(const Theme& theme, std::string_view text) {
  if (text.empty() || !ImGui::BeginTooltip()) return;
  const float wrap = std::min(320 * theme.unit, measure(theme.small, text).x + 1);
  paragraph(theme.small, theme.color.ink, text, wrap);
  ImGui::EndTooltip();
}

void tip(const Theme& theme, std::string_view text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) tip_now(theme, text);
}

}  // namespace gf::ui
