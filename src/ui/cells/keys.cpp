#include "ui/cells/keys.h"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>

#include "study/exercise.h"
#include "ui/cells/blank.h"
#include "ui/cells/editing.h"
#include "ui/widgets/imgui_private.h"

namespace gf::ui {

namespace {

constexpr ImGuiKey kPanelKeys[] = {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow,
                                   ImGuiKey_Home,      ImGuiKey_End,        ImGuiKey_Enter,   ImGuiKey_KeypadEnter,
                                   ImGuiKey_Delete,    ImGuiKey_Backspace,  ImGuiKey_Escape};

// Whether the panels get their keys: no text is being typed, no menu is open, and Tab has not gone to a control.
bool panels_have_keys(const Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!frame.trace || frame.state.lesson.edit || io.WantTextInput) return false;
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) return false;
  if (frame.snapshot.training && frame.state.training.slider_focused) return false;
  return frame.state.keyboard.in_cells || !io.NavVisible;
}

void select_by_key(const Frame& frame, Screen& screen, int node, const Cell& cell) {
  screen.state.pointer_leads = false;
  select_cell(frame, screen, node, cell);
  screen.state.lesson.reveal = frame.trace->node(node).name;
}

void select_first(const Frame& frame, Screen& screen) {
  if (frame.trace->panels.empty() || frame.trace->panels.front().nodes.empty()) return;
  const int node = frame.trace->find(frame.trace->panels.front().nodes.front());
  if (node >= 0) select_by_key(frame, screen, node, {});
}

void move_selection(const Frame& frame, Screen& screen, ImGuiID owner) {
  const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, owner); };
  const auto count = [&](ImGuiKey key) { return static_cast<Index>(pressed(key) ? 1 : 0); };
  const Index down = count(ImGuiKey_DownArrow) - count(ImGuiKey_UpArrow), right = count(ImGuiKey_RightArrow) - count(ImGuiKey_LeftArrow);
  const bool home = pressed(ImGuiKey_Home), end = pressed(ImGuiKey_End);
  if (down == 0 && right == 0 && !home && !end) return;
  const CellReference at = selected(frame);
  if (at.node < 0) return select_first(frame, screen);
  const Shape& shape = frame.trace->node(at.node).value->shape();
  const bool whole = ImGui::GetIO().KeyCtrl;
  Cell next = at.cell;
  next.row = std::clamp<Index>(next.row + down * (whole ? shape.rows : 1), 0, shape.rows - 1);
  next.col = std::clamp<Index>(next.col + right * (whole ? shape.cols : 1), 0, shape.cols - 1);
  if (home) {
    next.col = 0;
    if (whole) next.row = 0;
  }
  if (end) {
    next.col = shape.cols - 1;
    if (whole) next.row = shape.rows - 1;
  }
  select_by_key(frame, screen, at.node, next);
}

// Whether a text field was left a moment ago. A key that comes so shortly afterwards was meant for the field.
bool was_just_in_field(const Frame& frame) { return ImGui::GetTime() < frame.state.keyboard.field_s + KeyboardFocus::kQuiet_s; }

// Begins typing in the selected cell if a digit, sign or point was typed. Returns whether it did.
bool begin_typing(const Frame& frame, Screen& screen, const CellReference& at) {
  const ImGuiIO& io = ImGui::GetIO();
  if (was_just_in_field(frame)) return false;
  if (io.KeyCtrl || io.KeyAlt) return false;
  std::string typed;
  for (const ImWchar c : io.InputQueueCharacters) {
    const bool number = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
    if (c < 128 && (number || !typed.empty())) typed += static_cast<char>(c);
  }
  if (!typed.empty()) begin_cell_edit(frame, screen, at, -1, typed);
  return !typed.empty();
}

void act_on_selection(const Frame& frame, Screen& screen, ImGuiID owner) {
  const CellReference at = selected(frame);
  if (at.node < 0) return;
  const TraceNode& node = frame.trace->node(at.node);
  const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_None, owner); };
  const bool enter = pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter);
  const bool removes = (pressed(ImGuiKey_Delete) || pressed(ImGuiKey_Backspace)) && !was_just_in_field(frame);
  if (begin_typing(frame, screen, at)) {
    if (enter) finish_cell_edit(frame, screen);
  } else if (enter) {
    begin_cell_edit(frame, screen, at, -1);
  } else if (const Blank* blank = blank_at(frame, node, at.cell); blank && blank->veiled() && removes) {
    send(screen, Fill{node.name, at.cell, std::nullopt});
  } else if (removes && pin_at(node, at.cell)) {
    send(screen, LiftPin{node.name, at.cell});
  } else if (pressed(ImGuiKey_Escape) && !frame.state.keyboard.in_cells) {
    screen.state.lesson.whole_matrix = false;
    send(screen, Deselect{});
  }
}

void clipboard_keys(const Frame& frame, Screen& screen) {
  const CellReference at = selected(frame);
  if (at.node < 0) return;
  if (ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_A, ImGuiInputFlags_RouteGlobal)) screen.state.lesson.whole_matrix = true;
  if (ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_C, ImGuiInputFlags_RouteGlobal)) {
    if (frame.state.lesson.whole_matrix)
      copy_matrix(frame, at);
    else
      copy_cell(frame, at);
  }
  if (ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_V, ImGuiInputFlags_RouteGlobal)) paste_at(frame, screen, at);
}

}  // namespace

void enter_cells(const Frame& frame, Screen& screen, int node, const Cell& first) {
  KeyboardFocus& keyboard = screen.state.keyboard;
  if (!ImGui::GetIO().NavVisible) return;
  if (!keyboard.in_cells && ImGui::IsItemActivated()) {
    keyboard.in_cells = true;
    keyboard.item = ImGui::GetItemID();
    keyboard.entered_frame = ImGui::GetFrameCount();
  }
  if (keyboard.in_cells && selected(frame).node != node) select_cell(frame, screen, node, first);
}

void handle_keys(const Frame& frame, Screen& screen) {
  const ImGuiID owner = ImGui::GetID("panel keys");
  const bool entered = frame.state.keyboard.entered_frame == ImGui::GetFrameCount();  // this Enter is used up
  if (panels_have_keys(frame) && !entered) {
    if (!frame.state.arrows_taken) move_selection(frame, screen, owner);
    act_on_selection(frame, screen, owner);
    clipboard_keys(frame, screen);
    // The panels claim their keys for the next press. Otherwise ImGui would move from control to control with them.
    for (const ImGuiKey key : kPanelKeys) ImGui::SetKeyOwner(key, owner);
  }
  constexpr ImGuiInputFlags global = ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_Repeat;
  if (ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_Z, global) && frame.snapshot.can_undo) send(screen, Undo{});
  const bool redo =
      ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_Y, global) || ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, global);
  if (redo && frame.snapshot.can_redo) send(screen, Redo{});
}

}  // namespace gf::ui
