// The screen: draws a snapshot with Dear ImGui and returns what the user asked for.
#pragma once

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
struct Places;
}

/// Holds what only the screen knows: where it is scrolled, which cell is being typed in, what is hovered.
class Ui {
 public:
  explicit Ui(HeatmapRenderer& heatmaps);
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  /// One frame, between ImGui::NewFrame and ImGui::Render, filling the main viewport.
  UiOutput draw(const Snapshot& snapshot, const Texts& texts, const UiHost& host);

  /// The table that holds the focus, as plain text for assistive technology: {"caption", "columns", "rows", "cells", "row", "column",
  /// "status"} in JSON. The same text as long as nothing changed.
  const std::string& accessible_view() const;

  /// Answers {"type": "layout"} and {"type": "show", "node": "weights"} (ui/places.h); nothing to other messages.
  std::optional<std::string> answer(std::string_view message);
  /// Where things were drawn in the last frame, since places were first asked for.
  const ui::Places& places() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gf
