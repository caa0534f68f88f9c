#include "ui/cells/cell_edit.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "study/exercise.h"
#include "ui/cells/blank.h"
#include "ui/cells/editing.h"
#include "ui/cells/grid.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

struct Typing {
  CellEdit* edit;
  bool tabbed = false;
};

int on_typing(ImGuiInputTextCallbackData* data) {
  auto* typing = static_cast<Typing*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    typing->edit->text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = typing->edit->text.data();
  } else if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    typing->tabbed = true;
  } else if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways && !typing->edit->opened) {
    // ImGui selects the whole text. If a digit opened the field, the selection is lifted, so that the next digit follows the first.
    typing->edit->opened = true;
    if (!typing->edit->select_all) {
      data->CursorPos = data->BufTextLen;
      data->SelectionStart = data->BufTextLen;
      data->SelectionEnd = data->BufTextLen;
    }
  }
  return 0;
}

// Adds the keys typed before the field has the keyboard, which ImGui would drop. Returns whether Enter was among them.
bool take_early_keys(CellEdit& edit) {
  ImVector<ImWchar>& keys = ImGui::GetIO().InputQueueCharacters;
  for (const ImWchar c : keys) {
    if (c < 32 || c >= 127) continue;
    if (edit.select_all) {
      edit.text.clear();
      edit.select_all = false;
    }
    edit.text += static_cast<char>(c);
  }
  keys.resize(0);
  return ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
}

// Draws what is wrong with the typed text, right below the field and on top of all else.
void say_what_is_wrong(const Frame& frame, const CellEdit& edit) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const ImVec2 at(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + 4 * u), size = measure(theme.small, edit.wrong);
  ImDrawList* list = ImGui::GetForegroundDrawList();
  list->AddRectFilled(at, ImVec2(at.x + size.x + 16 * u, at.y + size.y + 10 * u), theme.color.warn_soft, 6 * u);
  put(list, theme.small, ImVec2(at.x + 8 * u, at.y + 5 * u), theme.color.ink, edit.wrong);
}

// Selects the next cell: to the right after Tab, otherwise below. After a blank, opens the field on the next blank.
void move_on(const Frame& frame, Screen& screen, const Grid& grid, const Cell& cell, bool right) {
  const TraceNode& node = frame.trace->node(grid.node);
  if (blank_at(frame, node, cell)) {
    if (const Blank* next = next_blank(frame, {node.name, cell})) {
      const CellReference at{frame.trace->find(next->at.node), next->at.cell};
      select_cell(frame, screen, at.node, at.cell);
      if (at.node != grid.node) screen.state.lesson.reveal = next->at.node;
      begin_cell_edit(frame, screen, at, -1);
    }
    return;
  }
  Cell next = cell;
  if (right) {
    ++next.col;
    if (next.col >= node.value->cols()) next = {cell.outer, cell.row + 1, 0};
  } else {
    ++next.row;
  }
  select_cell(frame, screen, grid.node, next);
}

}  // namespace

void draw_cell_edit(const Frame& frame, Screen& screen, int panel, const Grid& grid) {
  if (!frame.state.lesson.edit) return;
  CellEdit& edit = *screen.state.lesson.edit;
  const TraceNode& node = frame.trace->node(grid.node);
  if (node.name != edit.node || edit.cell.outer != grid.outer || edit.drawn || (edit.panel >= 0 && edit.panel != panel)) return;
  if (!grid.has(edit.cell)) return;
  edit.panel = panel;
  edit.drawn = true;
  const Theme& theme = screen_theme(frame.theme);
  const float u = theme.unit;
  const Box box = grid.cell(edit.cell.row, edit.cell.col);
  const Type& type = theme.mono;
  const float width = std::max({box.width(), 64 * u, measure(type, edit.text).x + 22 * u}), height = std::max(box.height(), 24 * u);
  ImGui::SetCursorScreenPos(
      ImVec2(std::min(box.min.x, std::max(grid.visible.max.x - width, grid.visible.min.x)), box.centre().y - height / 2));
  const Cell cell = edit.cell;
  if (!edit.opened) {
    if (take_early_keys(edit) && enter_cell_edit(frame, screen)) return move_on(frame, screen, grid, cell, false);
    ImGui::SetKeyboardFocusHere();
    screen.output.animating = true;
  }
  Typing typing{&edit};
  const std::string before = edit.text;
  ImGui::PushFont(type.font, type.size / u);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(7 * u, (height - ImGui::GetFontSize()) / 2));
  ImGui::SetNextItemWidth(width);
  const bool entered =
      input_text(type, "##cell", edit.text, ImVec2(),
                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackCompletion |
                     ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_AutoSelectAll,
                 on_typing, &typing);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (edit.text != before) edit.wrong.clear();
  const ImU32 ink = edit.wrong.empty() ? theme.color.accent : theme.color.warn;
  ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ink, 6 * u, 0, 2 * u);
  note_item(screen.places, edit.wrong.empty() ? "cell edit" : "cell edit:wrong");
  if (!edit.wrong.empty()) say_what_is_wrong(frame, edit);
  if (!edit.opened && !ImGui::IsItemActive()) return;
  if (entered || typing.tabbed) {
    if (enter_cell_edit(frame, screen)) move_on(frame, screen, grid, cell, typing.tabbed);
  } else if (ImGui::IsItemDeactivated()) {
    // After Escape, no command changes the cell.
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
      if (frame.snapshot.problem) send(screen, DismissProblem{});  // the problem was about this text
      screen.state.lesson.edit.reset();
    } else {
      finish_cell_edit(frame, screen);
    }
  }
}

}  // namespace gf::ui
