// Makes the picture of a lesson's plan, without a screen.
#pragma once

#include <imgui.h>

#include <string>

#include "ui/driver.h"
#include "ui/snapshots.h"
#include "ui/stage/picture.h"

namespace gf::test {

/// Holds a frame and a screen for functions of the stage. ImGui's frame is begun, and ends with the scenery.
struct Scenery {
  explicit Scenery(const std::string& lesson) : Scenery(snapshot_of(lesson)) {}
  explicit Scenery(Snapshot shown) : snapshot(std::move(shown)) {}
  Snapshot snapshot;
  Driver driver;
  HeatmapRenderer heatmaps{std::string(), std::string()};
  UiHost host;
  ui::ScreenState state;
  UiOutput output;
  ui::Theme theme = first_theme();
  ui::Places places;
  ui::Frame frame{snapshot, snapshot.trace.get(), driver.texts(), host, theme, state};
  ui::Screen screen{state, output, places, heatmaps};
  const ui::Picture& picture = ui::picture_of(frame, screen, {1200, 600}, {});

  ui::Theme first_theme() {
    driver.show(snapshot);
    ImGui::NewFrame();
    return ui::make_theme(false);
  }
  ~Scenery() { ImGui::Render(); }

  int node(const char* name) const { return snapshot.trace->find(name); }
};

}  // namespace gf::test
