// Where all panels stand: in the order in which data flows, in rows that wrap, under the headings of their sections.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ui/views/view.h"

namespace gf::ui {

struct PlacedPanel {
  PanelView panel;
  Box box;           // relative to the first panel's corner
  bool fed_by_left;  // it is computed from its left neighbour
};

struct Heading {
  std::string section, title;
  std::string summary;  // of what is folded away; empty where nothing is
  int depth = 0;
  bool folded = false;
  Box box;        // of the heading itself, relative to the first panel's corner
  float end = 0;  // where the section ends
};

struct PanelLayout {
  std::vector<PlacedPanel> panels;
  std::vector<Heading> headings;
  std::vector<PanelView> hidden;  // panels of folded sections: looked up, not measured
  float height = 0;

  // What it was laid out for.
  std::shared_ptr<const Trace> trace;
  std::set<std::string> folded;
  float width = 0, unit = 0;
  bool touch = false;
};

inline constexpr float kBetweenPanels = 26;  // in a row, design pixels

/// The layout of the frame's trace, kept in the state of the screen while nothing that it depends on changes.
const PanelLayout& panel_layout(Frame& frame, float width);

/// The panel that shows a node best: as digits or picture rather than as arcs, bars or a card of a graph. -1 where none does.
int panel_showing(const Frame& frame, const PanelLayout& layout, const std::string& node);

/// The section that is at a height among the panels: the innermost one; empty where there is none.
std::string section_at(const PanelLayout& layout, float y);

}  // namespace gf::ui
