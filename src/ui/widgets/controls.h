// Draws buttons, switches, sliders and fields with the looks of the theme, and notes them as controls. Each control takes its ImGui id from
// its label or from `id`. `name` is its name for assistive technology, for which a label beside the control is not visible.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ui/box.h"
#include "ui/theme.h"
#include "ui/widgets/icons.h"

namespace gf::ui {

struct Places;

/// Returns the height of a control, in points. A control for fingers is higher.
float control_height(const Theme& theme, bool touch);

/// Returns the shown part of a label. Text behind "##" or "###" belongs to the id alone, so that a button whose words change keeps its id.
std::string_view shown_part(std::string_view label);

/// Draws a square button with an icon. `label` is its tooltip and id. Returns whether the button was pressed, as all buttons do.
bool icon_button(const Theme& theme, Places& places, Icon icon, std::string_view label, float side, bool enabled = true);

enum class ButtonKind { plain, outlined, primary };
/// Draws a button with words, as wide as text_button_width.
bool text_button(const Theme& theme, Places& places, std::string_view label, float height, ButtonKind kind = ButtonKind::outlined,
                 bool enabled = true);
/// Returns the width of a button whose words stand in one line.
float text_button_width(const Theme& theme, std::string_view label);
/// Returns the size of a button of at most the width `most`. Words that are too long for it have several lines.
ImVec2 wrapped_button_size(const Theme& theme, std::string_view label, float height, float most);
/// Draws a button with words in the given size. Words that are wider than the button have several lines.
bool wide_button(const Theme& theme, Places& places, std::string_view label, ImVec2 size, ButtonKind kind = ButtonKind::outlined,
                 bool enabled = true);

/// Draws the face of a button in the given size. The caller draws its content.
bool face_button(const Theme& theme, Places& places, std::string_view label, ImVec2 size, ButtonKind kind = ButtonKind::outlined);
/// Draws a button with an icon before its words. If the words do not fit, the button has the icon alone.
bool icon_text_button(const Theme& theme, Places& places, Icon icon, std::string_view label, ImVec2 size,
                      ButtonKind kind = ButtonKind::outlined, bool enabled = true);

/// Draws an on/off switch as a track with a knob. Returns whether the switch was pressed, which turns `on`.
bool toggle(const Theme& theme, Places& places, const char* id, std::string_view name, bool& on, float height);

/// Draws a choice of labels side by side. Returns the index of another label that was picked, or -1.
int segmented(const Theme& theme, Places& places, const char* id, std::string_view name, const std::vector<std::string>& labels, int chosen,
              float height);
/// Returns the width of such a choice.
float segmented_width(const Theme& theme, const std::vector<std::string>& labels);

/// Draws a drop-down list. Returns the index of another label that was picked, or -1.
int drop_down(const Theme& theme, Places& places, const char* id, std::string_view name, const std::vector<std::string>& labels, int chosen,
              float width, float height);

/// The range of a slider. A slider of whole numbers has step 1; a slider without steps has step 0.
struct SliderRange {
  double least = 0, most = 1, step = 0;
  bool logarithmic = false;
};
/// Draws a slider over [least, most]. Returns whether the value changed.
bool slider(const Theme& theme, Places& places, const char* id, std::string_view name, double& value, const SliderRange& range,
            ImVec2 size);

/// Handles something that is dragged along a track. The caller draws it and notes it as a control. `part` is its place along the track,
/// from 0 to 1, to the right or `up`. `grip` is the box that takes a press. Returns whether the part changed.
bool drag_along(const char* id, double& part, const Box& track, const Box& grip, bool up = false);

/// The bytes begin..end-1 of a text.
struct TextSpan {
  std::size_t begin = 0, end = 0;
  bool operator==(const TextSpan&) const = default;
};

/// The options of a text field.
struct TextField {
  float width = 0, height = 0;
  std::string hint = {};  // faint words in the empty field, which say what an empty text means
  ImGuiInputTextFlags flags = 0;
  bool lines = false;                // the field has as many lines as fit; otherwise one
  bool keeps_keyboard = false;       // Enter leaves the keyboard in a field of one line, with its text selected
  bool refused = false;              // the text was refused: the frame of the field says so
  std::vector<TextSpan> wrong = {};  // the wrong parts of the text, which get a wavy line
};

/// Draws ImGui's InputText, or with a height its field of several lines, for texts in any script. Uses the pushed font, which is that of
/// `type`. `callback` lets the string grow. Returns InputText's result.
bool input_text(const Type& type, const char* id, std::string& text, ImVec2 size, ImGuiInputTextFlags flags,
                ImGuiInputTextCallback callback, void* data);

/// Draws a text field over a growing string. Returns whether the text changed; with ImGuiInputTextFlags_EnterReturnsTrue, whether Enter was
/// pressed.
bool text_field(const Theme& theme, Places& places, const char* id, std::string_view name, std::string& text, const Type& type,
                const TextField& field);
/// Selects a part of the text of a field with the keyboard, when the field is drawn next. An empty part places the cursor.
void select_in_field(ImGuiID field, const TextSpan& part);
/// Returns the byte before which the cursor of a field stands; 0 if the field does not have the keyboard.
std::size_t cursor_in_field(ImGuiID field);
/// Types the text that assistive technology wishes into the last field, and then leaves the field. The field must be noted as a text.
void type_wish(Places& places);

/// Draws a frame around the last item while that item has the keyboard.
void focus_frame(const Theme& theme, float rounding);

}  // namespace gf::ui
