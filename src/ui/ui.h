// The screen: draws a snapshot with Dear ImGui and returns what the user asked for.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/snapshot.h"
#include "protocol/texts.h"
#include "ui/host.h"

namespace gf {

class HeatmapRenderer;
namespace ui {
struct Box;
struct Places;
}  // namespace ui

/// Holds what only the screen knows: where it is scrolled, which cell is being typed in, what is hovered.
class Ui {
 public:
  explicit Ui(HeatmapRenderer& heatmaps);
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  /// One frame, between ImGui::NewFrame and ImGui::Render, filling the main viewport.
  UiOutput draw(const Snapshot& snapshot, const Texts& texts, const UiHost& host);

  /// The last frame for assistive technology, in JSON: {"title", "status", "focus", "parts": [{"id", "name", "items": [{"id", "role",
  /// "name", "value", "on", ..., "x", "y", "width", "height", "table": {"columns", "rows", "cells", "row", "column"}}]}]}. `focus` is the
  /// id of the control that has the keyboard; 0: none. A group of choices has `items` of its own.
  std::string accessible_view(const Snapshot& snapshot, const Texts& texts, const UiHost& host);

  /// Tab: goes to the next part of the screen; from `outside`, to the first. Returns whether there was one, else the page around may go on.
  bool tab(bool backwards, bool outside);

  /// Answers {"type": "layout"}, {"type": "show", "node": "weights"} and {"type": "control", ...} (ui/places.h); nothing to other messages.
  std::optional<std::string> answer(std::string_view message);
  /// The box in which a part of the screen was drawn in the last frame (ui/export_popup.h).
  ui::Box box_of(const PictureWish& wish) const;
  /// A part of the screen as SVG. `draw_frame` draws a frame, between ImGui::NewFrame and ImGui::Render. Call between frames.
  std::string picture(const PictureWish& wish, const std::function<void()>& draw_frame);
  /// Returns the places of the things drawn in the last frame.
  const ui::Places& places() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gf
