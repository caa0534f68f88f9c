// The popup that takes things out of the page: the scene, a card, the arithmetic of a cell or the whole lesson, as a picture, numbers or a
// program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ui/frame.h"

namespace gf::ui {

/// The ways to take something out; those behind `png` are text, in the order of ExportFormat.
enum class TakenAs { svg, png, csv, latex, numpy, torch, json };

/// The button of the top bar that opens the popup.
void export_button(const Frame& frame, Screen& screen, float side);
/// Opens the popup below the last ImGui item.
void open_export(Screen& screen);
/// The popup, while it is open. Call once a frame, after the stage, whose cards can be taken, and outside of other popups.
void draw_export_popup(const Frame& frame, Screen& screen);

/// The box in which a part of the screen was drawn in the last frame, with a margin. A card that is not in the scene is the scene, and a
/// screen without a scene is the stage.
Box box_of(const Places& places, const PictureWish& wish);

/// The picture that {"type": "export", "format": "svg", "node": "weights", "cell": [0, 1]} asks for: of the scene without a node, of its
/// card, or of the arithmetic beside the selected cell; "caption": true is the scene with the words of its step. Nothing if the message is
/// another one.
std::optional<PictureWish> read_picture_message(std::string_view message);
/// The answer to it: {"text": "<svg ...>"}.
std::string picture_answer(const std::string& svg);
/// The message that brings a node into sight: {"type": "show", "node": "weights"}.
std::string show_message(const std::string& node);

}  // namespace gf::ui
