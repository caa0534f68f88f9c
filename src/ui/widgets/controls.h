// Buttons, switches, sliders and fields in the house's dress. Each takes its id from its label or `id`; `name` is what it is called to who
// can't see what stands beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/box.h"
#include "ui/theme.h"
#include "ui/widgets/icons.h"

namespace gf::ui {

struct Places;

/// The height of a control: larger where a finger is to hit it.
float control_height(const Theme& theme, bool touch);

/// Returns the shown part of a label: text after "##" or "###" belongs to its id alone, so that a button whose words change stays the same
/// one.
std::string_view shown_part(std::string_view label);

/// A square button with an icon; `label` is its tooltip and id.
bool icon_button(const Theme& theme, Places& places, Icon icon, std::string_view label, float side, bool enabled = true);

enum class ButtonKind { plain, outlined, primary };
bool text_button(const Theme& theme, Places& places, std::string_view label, float height, ButtonKind kind = ButtonKind::outlined,
                 bool enabled = true);
float text_button_width(const Theme& theme, std::string_view label);
/// The size of a button that is no wider than `most`: longer words have more lines.
ImVec2 wrapped_button_size(const Theme& theme, std::string_view label, float height, float most);
/// The same in a given size, which the words have room in.
bool wide_button(const Theme& theme, Places& places, std::string_view label, ImVec2 size, ButtonKind kind = ButtonKind::outlined,
                 bool enabled = true);

/// A button of this size without words of its own: the caller draws what is in it.
bool face_button(const Theme& theme, Places& places, std::string_view label, ImVec2 size, ButtonKind kind = ButtonKind::outlined);
/// The same with an icon before its words; without the words if they do not fit, as in a language with longer ones.
bool icon_text_button(const Theme& theme, Places& places, Icon icon, std::string_view label, ImVec2 size,
                      ButtonKind kind = ButtonKind::outlined, bool enabled = true);

/// An on/off switch, drawn as a track with a knob.
bool toggle(const Theme& theme, Places& places, const char* id, std::string_view name, bool& on, float height);

/// One of a few, side by side. Returns the index that was chosen, or -1.
int segmented(const Theme& theme, Places& places, const char* id, std::string_view name, const std::vector<std::string>& labels, int chosen,
              float height);
float segmented_width(const Theme& theme, const std::vector<std::string>& labels);

/// A drop-down list. Returns the index that was chosen, or -1.
int drop_down(const Theme& theme, Places& places, const char* id, std::string_view name, const std::vector<std::string>& labels, int chosen,
              float width, float height);

/// A whole-number slider has step 1; one without steps 0.
struct SliderRange {
  double least = 0, most = 1, step = 0;
  bool logarithmic = false;
};
/// A slider over [least, most]. Returns whether the value changed.
bool slider(const Theme& theme, Places& places, const char* id, std::string_view name, double& value, const SliderRange& range,
            ImVec2 size);

/// Something that is dragged along a track and has a picture of its own: the caller draws it and notes what it is. `part`, 0..1, is how far
/// it is along the track, to the right or up. `grip` is what takes a press. Returns whether the part changed.
bool drag_along(const char* id, double& part, const Box& track, const Box& grip, bool up = false);

/// A part of a text, in bytes.
struct TextSpan {
  std::size_t begin = 0, end = 0;
  bool operator==(const TextSpan&) const = default;
};

struct TextField {
  float width = 0, height = 0;
  std::string hint = {};  // what stands faintly in it while it is empty: what an empty text means
  ImGuiInputTextFlags flags = 0;
  bool lines = false;                // as many as fit; otherwise one
  bool keeps_keyboard = false;       // Enter leaves the keyboard in a field of one line, with its text selected
  bool refused = false;              // what stands in it is wrong
  std::vector<TextSpan> wrong = {};  // these of its words are, and get a wavy line
};

/// ImGui's InputText (with a height: its field of several lines) over a string that `callback` lets grow, in the font that is pushed; for
/// texts in any script.
bool input_text(const Type& type, const char* id, std::string& text, ImVec2 size, ImGuiInputTextFlags flags,
                ImGuiInputTextCallback callback, void* data);

/// A text field over a growing string. Returns whether the text changed.
bool text_field(const Theme& theme, Places& places, const char* id, std::string_view name, std::string& text, const Type& type,
                const TextField& field);
/// Selects a part of the text of a field that has the keyboard, or puts the cursor there, in the next frame.
void select_in_field(ImGuiID field, const TextSpan& part);
/// The byte before which the cursor of a field stands; 0 if it has no keyboard.
std::size_t cursor_in_field(ImGuiID field);
/// Types into the last field the text that assistive technology wished for it, and leaves it. The field must be noted as a text.
void type_wish(Places& places);

/// A frame around the last item while it has the keyboard.
void focus_frame(const Theme& theme, float rounding);

}  // namespace gf::ui
