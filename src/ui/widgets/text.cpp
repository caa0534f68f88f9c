#include "ui/widgets/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "ui/widgets/line_layout.h"

namespace gf::ui {

namespace {

ImVec2 measure_lines(const Type& type, std::string_view text, float wrap_width) {
  if (!is_plain(type, text)) {
    ImVec2 size;
    for (const std::string_view row : rows_of(type, text, wrap_width)) {
      size.x = std::max(size.x, lay_out(type, row, false).width);
      size.y += type.size;
    }
    return size;
  }
  return type.font->CalcTextSizeA(type.size, std::numeric_limits<float>::max(), wrap_width, text.data(), text.data() + text.size());
}

void put_lines(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float wrap_width) {
  if (is_plain(type, text)) return list->AddText(type.font, type.size, at, color, text.data(), text.data() + text.size(), wrap_width);
  const bool from_right = begins_right(text);
  for (const std::string_view row : rows_of(type, text, wrap_width)) {
    draw_line(list, type, lay_out(type, row, from_right), at, color);
    at.y += type.size;
  }
}

// Letters of at least this part of the least readable size are drawn at the least size, while the thing that they name shrinks further.
constexpr float kNearlyReadable = 0.7f;

constexpr float kSlack = 0.5f;  // as a part of the size: the part of the gap beside a text that enlarged letters may take

// Returns the type in which a text is drawn. The room for letters that are a little too small mostly suffices for the least readable size.
Type drawn_type(const Type& type) {
  const float least = least_readable();
  return {type.font, type.size < least && type.size >= kNearlyReadable * least ? least : type.size};
}

}  // namespace

ImVec2 measure(const Type& type, std::string_view text, float wrap_width) {
  if (wrap_width <= 0) return measure_lines(type, text, 0);
  return measure_lines(type, broken_at_spaces(type, text, wrap_width), wrap_width);
}

float line_height(const Type& type) { return type.size; }

void put(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float wrap_width) {
  const Type drawn = wrap_width > 0 ? type : drawn_type(type);
  if (text.empty() || drawn.size < least_readable()) return;
  at.y -= (drawn.size - type.size) / 2;
  if (wrap_width <= 0) return put_lines(list, drawn, at, color, text, 0);
  put_lines(list, drawn, at, color, broken_at_spaces(drawn, text, wrap_width), wrap_width);
}

void put_upright(ImDrawList* list, const Type& type, ImVec2 bottom, ImU32 color, std::string_view text) {
  // Text far outside the clip rectangle would be left out. So the text is drawn inside, and its corners are then turned and moved to their
  // place.
  const ImVec2 drawn = list->GetClipRectMin();
  const int first = list->VtxBuffer.Size;
  put_lines(list, type, drawn, color, text, 0);
  const float middle = drawn.y + type.size / 2;
  for (int i = first; i < list->VtxBuffer.Size; ++i) {
    ImVec2& at = list->VtxBuffer[i].pos;
    at = {bottom.x + (at.y - middle), bottom.y - (at.x - drawn.x)};
  }
}

void put_centred(ImDrawList* list, const Type& type, ImVec2 min, ImVec2 max, ImU32 color, std::string_view text) {
  const Type drawn = drawn_type(type);
  if (drawn.size < least_readable()) return;
  const std::string cut = drawn.size > type.size ? elide(drawn, text, max.x - min.x + kSlack * drawn.size / 2) : std::string(text);
  const ImVec2 size = measure(drawn, cut);
  put(list, drawn, ImVec2(std::round((min.x + max.x - size.x) / 2), std::round((min.y + max.y - size.y) / 2)), color, cut);
}

namespace {

// Whether a text fits in a width, up to the rounding errors of adding to its measured width and subtracting again.
bool fits_in(const Type& type, std::string_view text, float width) {
  constexpr float kRounding = 0.05f;
  return measure(type, text).x <= width + kRounding;
}

}  // namespace

std::string elide(const Type& type, std::string_view text, float width) {
  if (fits_in(type, text, width)) return std::string(text);
  const float dots = measure(type, "…").x;
  std::size_t kept = fitting(type, text, std::max(width - dots, 0.0f));
  while (kept > 0 && text[kept - 1] == ' ') --kept;
  return std::string(text.substr(0, kept)) + "…";
}

namespace {

// Returns the end of the first word of a text. A per cent sign belongs to the number before it.
std::size_t end_of_word(std::string_view text) {
  std::size_t end = text.find_first_of(" \n");
  while (end != std::string_view::npos && text[end] == ' ' && text.substr(end + 1).starts_with('%'))
    end = text.find_first_of(" \n", end + 1);
  return end;
}

}  // namespace

std::string broken_at_spaces(const Type& type, std::string_view text, float width) {
  std::string lines;
  float used = 0;
  const float space_w = measure(type, " ").x;
  while (!text.empty()) {
    const std::size_t end = end_of_word(text);
    const std::string_view word = text.substr(0, end);
    const float word_w = measure(type, word).x;
    if (used > 0 && used + word_w > width) {
      lines.back() = '\n';
      used = 0;
    }
    lines += word;
    used += word_w + space_w;
    if (end == std::string_view::npos) break;
    lines += text[end];
    if (text[end] == '\n') used = 0;
    text.remove_prefix(end + 1);
  }
  return lines;
}

namespace {

// A text as it is drawn: with readable letters, and as much of it as then has room.
struct Fitted {
  Type type;
  std::string text;
  bool cut = false;
};
Fitted fitted(const Type& small_type, std::string_view text, float width) {
  const Type type = drawn_type(small_type);
  if (type.size > small_type.size) width += kSlack * type.size;  // there is a gap before the next thing
  if (fits_in(type, text, width)) return {type, std::string(text)};
  return {type, elide(type, text, width), true};
}

}  // namespace

bool put_elided(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float width) {
  const Fitted fit = fitted(type, text, width);
  put(list, fit.type, {at.x, at.y - (fit.type.size - type.size) / 2}, color, fit.text);
  return fit.cut;
}

bool put_right(ImDrawList* list, const Type& type, ImVec2 end, ImU32 color, std::string_view text, float width) {
  const Fitted fit = fitted(type, text, width);
  put(list, fit.type, {end.x - measure(fit.type, fit.text).x, end.y - (fit.type.size - type.size) / 2}, color, fit.text);
  return fit.cut;
}

void paragraph(const Type& type, ImU32 color, std::string_view text, float width) {
  if (text.empty()) return;
  const float wrap = width > 0 ? width : std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), type, at, color, text, wrap);
  ImGui::Dummy(ImVec2(wrap, measure(type, text, wrap).y));
}

void line(const Type& type, ImU32 color, std::string_view text, float width) {
  const float room = width > 0 ? width : std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool cut = put_elided(ImGui::GetWindowDrawList(), type, at, color, text, room);
  ImGui::Dummy(ImVec2(std::min(room, measure(type, text).x), line_height(type)));
  if (cut && ImGui::IsItemHovered() && ImGui::BeginTooltip()) {
    const Type body{ImGui::GetFont(), ImGui::GetFontSize()};
    paragraph(body, ImGui::GetColorU32(ImGuiCol_Text), text, measure(body, text).x + 1);
    ImGui::EndTooltip();
  }
}

void gap(float height) {
  // ImGui adds its item spacing, so it is subtracted here, and the gap has the given height.
  ImGui::Dummy(ImVec2(0, std::max(height - ImGui::GetStyle().ItemSpacing.y, 0.0f)));
}

void tip_now(const Theme& zoomed_theme, std::string_view text) {
  const Theme& theme = screen_theme(zoomed_theme);
  if (text.empty() || !ImGui::BeginTooltip()) return;
  const float wrap = std::min(320 * theme.unit, measure(theme.small, text).x + 1);
  paragraph(theme.small, theme.color.ink, text, wrap);
  ImGui::EndTooltip();
}

void tip(const Theme& theme, std::string_view text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) tip_now(theme, text);
}

}  // namespace gf::ui
