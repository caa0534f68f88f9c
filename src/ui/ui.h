// The screen: draws a snapshot with Dear ImGui and returns what the user asked for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/command.h"
#include "protocol/snapshot.h"
#include "protocol/texts.h"

namespace gf {

class HeatmapRenderer;

enum class ThemeChoice { light, dark, system };

/// What the screen asks of the platform.
struct HostRequest {
  enum class Kind { copy_link, set_theme };
  Kind kind;
  ThemeChoice theme = ThemeChoice::system;  // set_theme: to be remembered
};

struct UiOutput {
  std::vector<Command> commands;
  std::vector<HostRequest> requests;
  bool animating = false;  // draw another frame without waiting for input
};

/// What the platform tells the screen.
struct UiHost {
  ThemeChoice theme = ThemeChoice::system;
  bool system_dark = false;
  bool touch = false;         // the last pointer was a finger
  float keyboard_height = 0;  // points covered by an on-screen keyboard
  std::string copied_notice;  // "" or a message key to show for a moment ("ui.link_copied")
};

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

  /// Answers {"type": "layout"} (layout.h); nothing to other messages.
  std::optional<std::string> answer(std::string_view message);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Adds the fonts of assets/fonts and sets sizes; call once after ImGui::CreateContext.
void load_fonts(const std::string& sans, const std::string& mono);

}  // namespace gf
