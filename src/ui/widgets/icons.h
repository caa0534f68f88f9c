// Draws icons as strokes, so that they are crisp at any size and need no font.
#pragma once

#include <imgui.h>

#include "ui/theme.h"

namespace gf::ui {

enum class Icon {
  undo,
  redo,
  reset,
  put_back,
  link,
  sun,
  moon,
  half,
  menu,
  more,
  close,
  previous,
  next,
  down,
  up,
  check,
  pin,
  pencil,
  copy,
  play,
  pause,
  step,
  epoch,
  start,
  live,
  compare,
  plus,
  minus,
  fit,
  views,
  sliders,
  map,
  search,
  save
};

/// Draws the icon in the square of side `size` around `centre`.
void draw_icon(ImDrawList* list, Icon icon, ImVec2 centre, float size, ImU32 color);

}  // namespace gf::ui
