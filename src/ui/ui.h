// Draws a snapshot with Dear ImGui, and returns the commands and requests of the user.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/snapshot.h"
#include "protocol/texts.h"
#include "ui/host.h"

namespace gf {

class HeatmapRenderer;
namespace ui {
struct Box;
struct Places;
}  // namespace ui

/// Holds the state that only the screen knows: the scroll positions, the cell that is being typed in, the hovered cell.
class Ui {
 public:
  explicit Ui(HeatmapRenderer& heatmaps);
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  /// Draws a frame that fills the main viewport. Call between ImGui::NewFrame and ImGui::Render.
  UiOutput draw(const Snapshot& snapshot, const Texts& texts, const UiHost& host);

  /// Returns the last frame for assistive technology, in JSON: {"title", "step", "scene", "status": [[NAME, TEXT]], "focus", "parts":
  /// [{"id", "name", "items": [{"id", "role", "name", "value", "on", ..., "x", "y", "width", "height", "table": {"columns", "rows",
  /// "cells", "first_row", "first_column", "row", "column"}}]}]}. "focus" is the id of the control that has the keyboard; 0 if no control
  /// has. A group of choices has its own "items".
  std::string accessible_view(const Snapshot& snapshot, const Texts& texts, const UiHost& host);

  /// Moves the keyboard as Tab does: to the next part of the screen, or from `outside` to the first. Returns false if no part is left, so
  /// that the page around may go on.
  bool tab(bool backwards, bool outside);

  /// Answers {"type": "layout"}, {"type": "show", "node": "weights"} and {"type": "control", ...} (ui/places.h). Returns nullopt for other
  /// messages.
  std::optional<std::string> answer(std::string_view message);
  /// Returns the box in which a part of the screen was drawn in the last frame (ui/bars/export_popup.h).
  ui::Box box_of(const PictureWish& wish) const;
  /// Returns a part of the screen as SVG. `draw_frame` draws a frame, and is called between ImGui::NewFrame and ImGui::Render. Call picture
  /// between frames.
  std::string picture(const PictureWish& wish, const std::function<void()>& draw_frame);
  /// Returns the places of the last frame.
  const ui::Places& places() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gf
