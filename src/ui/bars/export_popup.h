// Exports parts of the screen from a popup: the scene, a card, the arithmetic of a cell or the whole lesson, as a picture, numbers or a
// program. Also reads and answers the messages by which a page asks for pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ui/frame.h"

namespace gf::ui {

/// The formats that the popup offers. Formats behind `png` are texts.
enum class TakenAs { svg, png, csv, latex, numpy, torch, json };

/// Draws the button of the top bar that opens the popup.
void export_button(const Frame& frame, Screen& screen, float side);
/// Opens the popup below the last ImGui item.
void open_export(Screen& screen);
/// Draws the popup while it is open. Call once a frame, after the stage has noted its cards, and outside other popups.
void draw_export_popup(const Frame& frame, Screen& screen);

/// Returns the box in which a part of the screen was drawn in the last frame. Cards, the callout and the scene have a margin.
/// If the wished part is not drawn, returns the box of the scene; without a scene, returns the box of the bench or the whole screen.
Box box_of(const Places& places, const PictureWish& wish);

/// Returns the picture that a message such as {"type": "export", "format": "svg", "node": "weights", "cell": [0, 1]} asks for.
/// With "cell", that is the arithmetic beside the selected cell; with "node" alone, the card of that node; otherwise the scene. If
/// "caption" is true, the scene comes with the words of its step. Returns nullopt for another message.
std::optional<PictureWish> read_picture_message(std::string_view message);
/// Returns the answer to that message: {"text": "<svg ...>"}.
std::string picture_answer(const std::string& svg);
/// Returns the message that brings a node into sight: {"type": "show", "node": "weights"}.
std::string show_message(const std::string& node);

}  // namespace gf::ui
