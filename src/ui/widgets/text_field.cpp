// Draws text fields. ImGui edits the text. If its font lacks a character, this file draws the text, the selection and the cursor over the
// field.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/line_layout.h"
#include "ui/widgets/text.h"

// Declares the type of a field's state, as imgui_widgets.cpp does.
namespace ImStb {
#include <imstb_textedit.h>
}

namespace gf::ui {

namespace {

int grow(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    auto* text = static_cast<std::string*>(data->UserData);
    text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text->data();
  }
  return 0;
}

// The surface on which the text of a field is drawn.
struct FieldSheet {
  ImDrawList* list;
  ImVec2 origin;  // the upper left corner of the first line
  ImRect seen;    // the visible part
};

// Returns the surface of a field. ImGui puts a field of several lines into its own child window.
FieldSheet sheet_of(ImGuiID id, const ImRect& frame, ImVec2 padding) {
  for (ImGuiWindow* child : ImGui::GetCurrentWindow()->DC.ChildWindows)
    if (child->ChildId == id)
      return {child->DrawList, {child->Pos.x + padding.x, child->Pos.y + padding.y - child->Scroll.y}, child->InnerClipRect};
  return {ImGui::GetWindowDrawList(), {frame.Min.x + padding.x, frame.Min.y + padding.y}, frame};
}

// A line of the text of a field.
struct FieldRow {
  std::size_t begin;  // the first byte of the line in the text
  LineLayout line;
};

FieldRow row_at(const Type& type, const std::string& text, std::size_t begin, bool from_right) {
  const std::string_view rest = std::string_view(text).substr(begin);
  return {begin, lay_out(type, rest.substr(0, rest.find('\n')), from_right)};
}

// Returns the first byte of the row that contains a byte, and the number of rows above.
std::pair<std::size_t, float> row_around(const std::string& text, std::size_t at) {
  const auto begin = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const auto above = static_cast<float>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  return {begin == std::string::npos ? 0 : begin + 1, above};
}

// Returns the byte of the text at a point, which is measured from the origin of the text.
std::size_t byte_at(const Type& type, const std::string& text, ImVec2 point, bool from_right) {
  std::size_t begin = 0;
  for (float rows = std::floor(point.y / type.size); rows >= 1; --rows) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;
    begin = end + 1;
  }
  const FieldRow row = row_at(type, text, begin, from_right);
  return begin + cursor_at(type, row.line, point.x);
}

void select_word(ImStb::STB_TexteditState& state, const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.find_last_of(" \n", at - 1), behind = text.find_first_of(" \n", at);
  state.select_start = before == std::string::npos ? 0 : static_cast<int>(before) + 1;
  state.cursor = state.select_end = static_cast<int>(behind == std::string::npos ? text.size() : behind);
}

// Moves the cursor and the selection to the pointer. ImGui finds another byte there, by the widths of its own font.
void follow_mouse(ImStb::STB_TexteditState& state, const Type& type, const std::string& text, ImVec2 origin, bool from_right) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.MouseDown[0] || io.MouseClickedCount[0] > 2) return;
  const ImVec2 point(io.MousePos.x - origin.x, io.MousePos.y - origin.y);
  const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
  if (!io.MouseClicked[0] && !moved) return;
  const std::size_t at = byte_at(type, text, point, from_right);
  if (io.MouseClicked[0] && io.MouseClickedCount[0] == 2) return select_word(state, text, at);
  state.cursor = state.select_end = static_cast<int>(at);
  if (io.MouseClicked[0] && !io.KeyShift) state.select_start = state.cursor;
}

void draw_selection(const FieldSheet& sheet, const Type& type, const FieldRow& row, float y, std::size_t from, std::size_t to) {
  const std::size_t begin = std::max(from, row.begin) - row.begin, end = to - row.begin;
  const ImU32 color = ImGui::GetColorU32(ImGuiCol_TextSelectedBg);
  for (const ImVec2 span : covered(type, row.line, begin, end))
    sheet.list->AddRectFilled(ImVec2(sheet.origin.x + span.x, y), ImVec2(sheet.origin.x + span.y, y + type.size), color);
}

// Scrolls the field sideways until its cursor is visible. Returns how far the text is scrolled to the left.
float scrolled(ImGuiID id, float cursor, float room) {
  float& scroll = *ImGui::GetStateStorage()->GetFloatRef(id, 0);
  if (cursor < scroll) scroll = std::max(cursor - room / 4, 0.0f);
  if (cursor > scroll + room) scroll = cursor - room * 3 / 4;
  return scroll;
}

void draw_cursor(const FieldSheet& sheet, const Type& type, ImVec2 at) {
  sheet.list->AddLine(ImVec2(at.x, at.y + 0.5f), ImVec2(at.x, at.y + type.size - 1.5f), ImGui::GetColorU32(ImGuiCol_InputTextCursor));
  ImGuiPlatformImeData& method = ImGui::GetCurrentContext()->PlatformImeData;
  method.InputPos = ImVec2(at.x - 1, at.y);
}

// Draws a wavy line under a part of a line.
void draw_wave(ImDrawList* list, float unit, ImU32 color, float left, float right, float y) {
  const float length = 5 * unit, height = 1.5f * unit;
  bool up = false;
  for (float x = left; x <= right + length / 2; x += length / 2, up = !up)
    list->PathLineTo({std::min(x, right), y + (up ? -height : height)});
  list->PathStroke(color, 0, 1.5f * unit);
}

// Returns how far the text of the last field is scrolled to the left.
float scroll_of_field(ImGuiID id, bool plain) {
  const ImGuiInputTextState* editing = ImGui::IsItemActive() ? ImGui::GetInputTextState(id) : nullptr;
  if (!editing) return 0;
  return plain ? editing->Scroll.x : *ImGui::GetStateStorage()->GetFloatRef(id, 0);
}

// Draws wavy lines under the wrong words of the last field.
void draw_waves(const Theme& theme, const Type& type, const std::string& text, const std::vector<TextSpan>& wrong, ImVec2 padding) {
  const ImGuiID id = ImGui::GetItemID();
  const ImRect frame(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  const FieldSheet sheet = sheet_of(id, frame, padding);
  const float scroll = scroll_of_field(id, is_plain(type, text));
  sheet.list->PushClipRect(ImVec2(std::max(sheet.seen.Min.x, frame.Min.x + padding.x - 1), sheet.seen.Min.y),
                           ImVec2(std::min(sheet.seen.Max.x, frame.Max.x - padding.x + 1), sheet.seen.Max.y), true);
  for (const TextSpan& part : wrong) {
    if (part.end > text.size()) continue;
    const auto [begin, above] = row_around(text, part.begin);
    const FieldRow row = row_at(type, text, begin, begins_right(text));
    const float y = sheet.origin.y + (above + 1) * type.size - theme.unit;
    for (const ImVec2 span : covered(type, row.line, part.begin - begin, part.end - begin))
      draw_wave(sheet.list, theme.unit, theme.color.warn, sheet.origin.x - scroll + span.x, sheet.origin.x - scroll + span.y, y);
  }
  sheet.list->PopClipRect();
}

void draw_over(const Type& type, const std::string& text, ImVec2 padding) {
  const ImGuiID id = ImGui::GetItemID();
  const ImRect frame(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  const bool active = ImGui::IsItemActive(), from_right = begins_right(text);
  ImGuiInputTextState* editing = active ? ImGui::GetInputTextState(id) : nullptr;
  FieldSheet sheet = sheet_of(id, frame, padding);
  std::size_t cursor = 0, from = 0, to = 0;
  if (editing) {
    const float scroll_before = *ImGui::GetStateStorage()->GetFloatRef(id, 0);
    follow_mouse(*editing->Stb, type, text, ImVec2(sheet.origin.x - scroll_before, sheet.origin.y), from_right);
    const auto byte = [&](int at) { return std::min(static_cast<std::size_t>(std::max(at, 0)), text.size()); };
    cursor = byte(editing->Stb->cursor);
    from = byte(std::min(editing->Stb->select_start, editing->Stb->select_end));
    to = byte(std::max(editing->Stb->select_start, editing->Stb->select_end));
  }
  sheet.list->PushClipRect(ImVec2(std::max(sheet.seen.Min.x, frame.Min.x + padding.x - 1), sheet.seen.Min.y),
                           ImVec2(std::min(sheet.seen.Max.x, frame.Max.x - padding.x + 1), sheet.seen.Max.y), true);
  ImVec2 cursor_at_point;
  if (editing) {
    const auto [begin, above] = row_around(text, cursor);
    const float x = cursor_x(type, row_at(type, text, begin, from_right).line, cursor - begin);
    sheet.origin.x -= scrolled(id, x, frame.GetWidth() - 2 * padding.x);
    cursor_at_point = ImVec2(std::round(sheet.origin.x + x), sheet.origin.y + above * type.size);
  }
  float y = sheet.origin.y;
  for (std::size_t begin = 0; begin <= text.size() && y < sheet.seen.Max.y; y += type.size) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (y + type.size >= sheet.seen.Min.y) {
      const FieldRow row = row_at(type, text, begin, from_right);
      if (from < end && to > begin) draw_selection(sheet, type, row, y, from, std::min(to, end));
      draw_line(sheet.list, type, row.line, ImVec2(sheet.origin.x, y), ImGui::GetColorU32(ImGuiCol_Text));
    }
    begin = end + 1;
  }
  if (editing) draw_cursor(sheet, type, cursor_at_point);
  sheet.list->PopClipRect();
}

constexpr float kKeyRepeatDelay_s = 0.275f;  // that of ImGui

}  // namespace

bool input_text(const Type& type, const char* id, std::string& text, ImVec2 size, ImGuiInputTextFlags flags,
                ImGuiInputTextCallback callback, void* data) {
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const bool plain = is_plain(type, text);
  if (!plain)
    for (const ImGuiCol color : {ImGuiCol_Text, ImGuiCol_TextSelectedBg, ImGuiCol_InputTextCursor})
      ImGui::PushStyleColor(color, ImVec4(0, 0, 0, 0));
  const bool many_lines = size.y > 0, entering = ImGui::IsKeyDown(ImGuiKey_Enter) || ImGui::IsKeyDown(ImGuiKey_KeypadEnter);
  // Enter that is held down would also enter the field that its first press opens.
  float& delay = ImGui::GetIO().KeyRepeatDelay;
  delay = entering && !many_lines ? std::numeric_limits<float>::max() : kKeyRepeatDelay_s;
  const bool answer = many_lines ? ImGui::InputTextMultiline(id, text.data(), text.capacity() + 1, size, flags, callback, data)
                                 : ImGui::InputText(id, text.data(), text.capacity() + 1, flags, callback, data);
  delay = kKeyRepeatDelay_s;
  if (plain) return answer;
  ImGui::PopStyleColor(3);
  draw_over({ImGui::GetFont(), ImGui::GetFontSize()}, text, padding);
  return answer;
}

void select_in_field(ImGuiID field, const TextSpan& part) {
  ImGuiInputTextState* editing = ImGui::GetInputTextState(field);
  if (!editing) return;
  editing->WantReloadUserBuf = true;
  editing->ReloadSelectionStart = static_cast<int>(part.begin);
  editing->ReloadSelectionEnd = static_cast<int>(part.end);
}

std::size_t cursor_in_field(ImGuiID field) {
  const ImGuiInputTextState* editing = ImGui::GetActiveID() == field ? ImGui::GetInputTextState(field) : nullptr;
  return editing ? static_cast<std::size_t>(std::max(editing->Stb->cursor, 0)) : 0;
}

void type_wish(Places& places) {
  const ImGuiID id = ImGui::GetItemID();
  Wish* wish = wished_text(places, id);
  ImGuiInputTextState* state = wish && ImGui::IsItemActive() ? ImGui::GetInputTextState(id) : nullptr;
  if (!state) return;
  ImGuiIO& io = ImGui::GetIO();
  if (wish->typed) {
    // The field has received the text. It now loses the keyboard, as after a press beside it.
    places.wish.reset();
    return ImGui::ClearActiveID();
  }
  state->SelectAll();
  if (wish->text.empty()) {
    for (const bool down : {true, false}) io.AddKeyEvent(ImGuiKey_Delete, down);
  } else {
    io.AddInputCharactersUTF8(wish->text.c_str());
  }
  wish->typed = true;
}

bool text_field(const Theme& theme, Places& places, const char* id, std::string_view name, std::string& text, const Type& type,
                const TextField& field) {
  const float u = theme.unit;
  ImGui::PushFont(type.font, type.size / u);
  const ImVec2 padding(9 * u, field.lines ? 7 * u : std::max((field.height - ImGui::GetFontSize()) / 2, 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
  ImGui::SetNextItemWidth(field.width);
  ImGuiInputTextFlags flags = field.flags | ImGuiInputTextFlags_CallbackResize;
  // With Ctrl down, a pasted table may bring tabs. The key Tab alone goes to the next field.
  if (field.lines && ImGui::GetIO().KeyCtrl) flags |= ImGuiInputTextFlags_AllowTabInput;
  ImGui::GetIO().ConfigInputTextEnterKeepActive = field.keeps_keyboard;
  const bool changed = input_text(type, id, text, field.lines ? ImVec2(field.width, field.height) : ImVec2(), flags, grow, &text);
  ImGui::GetIO().ConfigInputTextEnterKeepActive = false;
  ImGui::PopStyleVar();
  ImGui::PopFont();
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  note_control(places, "text:" + std::string(name), {.role = Role::text, .name = std::string(name), .value = text, .lines = field.lines});
  type_wish(places);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (text.empty())
    put_elided(list, type, ImVec2(min.x + padding.x, min.y + padding.y), theme.color.faint, field.hint, field.width - 2 * padding.x);
  draw_waves(theme, type, text, field.wrong, padding);
  if (ImGui::IsItemActive() || field.refused)
    list->AddRect(min, max, field.refused ? theme.color.warn : theme.color.accent, 6 * u, 0, 1.5f * u);
  return changed;
}

}  // namespace gf::ui
