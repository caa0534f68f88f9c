#include "ui/panel_layout.h"

#include <algorithm>
#include <limits>

#include "ui/panel.h"
#include "ui/sections.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kUnder = 22, kHeading = 34, kNestedHeading = 30, kSummary = 18, kApart = 10;
constexpr float kIndent = 18, kNarrowIndent = 6;  // of each level below the first
constexpr float kNarrowPanel = 520;               // design pixels; from here on there is room beside a heading, and for indents

const std::string& section_of(const Trace& trace, const PanelView& panel) {
  return trace.panels[static_cast<std::size_t>(panel.index)].section;
}

bool feeds(const Frame& frame, const PanelView& from, const PanelView& to) {
  if (from.nodes.back() == to.nodes.back()) return false;  // two views of one node
  if (!row_of(from.view).in_flow || !row_of(to.view).in_flow) return false;
  return std::any_of(to.nodes.begin(), to.nodes.end(), [&](int node) {
    const std::vector<int>& inputs = frame.trace->node(node).inputs;
    return std::any_of(from.nodes.begin(), from.nodes.end(),
                       [&](int source) { return std::find(inputs.begin(), inputs.end(), source) != inputs.end(); });
  });
}

// Whether a panel is an input whose product comes next, such as weights and what they make: they stand in one row.
bool makes_next(const Frame& frame, const PanelView& panel, const PanelView& next) {
  return is_editable(frame, frame.trace->node(panel.nodes.back())) && section_of(*frame.trace, panel) == section_of(*frame.trace, next) &&
         feeds(frame, panel, next);
}

// "12 matrices, at last 3 tokens × 4 features".
std::string summary_of(const Frame& frame, const std::vector<PanelView>& panels, const std::string& section) {
  std::set<int> nodes;
  int last = -1;
  for (const PanelView& panel : panels) {
    if (!stands_in(section_of(*frame.trace, panel), section)) continue;
    nodes.insert(panel.nodes.begin(), panel.nodes.end());
    last = panel.nodes.back();
  }
  if (last < 0) return {};
  const char* key = nodes.size() == 1 ? "ui.section.summary_one" : "ui.section.summary";
  return frame.texts.format(key, {{"count", std::to_string(nodes.size())}, {"shape", shape_text(frame, frame.trace->node(last))}});
}

// The state of laying out, panel by panel.
struct Walk {
  const Frame& frame;
  const std::vector<PanelView>& panels;
  PanelLayout& layout;
  float x = 0, y = 0, row_h = 0;
  std::vector<std::string> path;  // of the open sections, outermost first
  std::vector<std::size_t> open;  // their headings
  bool under_heading = true;      // nothing but a heading, or the top, is above

  float unit() const { return frame.theme.unit; }
  bool narrow() const { return layout.width < kNarrowPanel * unit(); }
  float indent(std::size_t depth) const { return static_cast<float>(depth) * (narrow() ? kNarrowIndent : kIndent) * unit(); }
  float left() const { return open.empty() ? 0 : indent(open.size() - 1); }

  void wrap() {
    if (row_h > 0) y += row_h + kUnder * unit();
    x = left(), row_h = 0;
  }

  void close_to(std::size_t depth) {
    wrap();
    while (open.size() > depth) {
      layout.headings[open.back()].end = y;
      open.pop_back(), path.pop_back();
    }
    x = left();
  }

  void add_heading(const std::string& section) {
    const float u = unit(), at = indent(open.size());
    Heading heading;
    heading.section = section;
    heading.title = section_title(frame.texts, frame.trace->lesson, section);
    heading.depth = static_cast<int>(open.size());
    heading.folded = layout.folded.count(section) > 0;
    if (heading.folded) heading.summary = summary_of(frame, panels, section);
    if (!under_heading) y += kApart * u;
    const float height = (open.empty() ? kHeading : kNestedHeading) * u + (heading.folded && narrow() ? kSummary * u : 0);
    heading.box = {{at, y}, {layout.width, y + height}};
    y += height;
    heading.end = y;
    open.push_back(layout.headings.size()), path.push_back(section);
    layout.headings.push_back(std::move(heading));
    under_heading = true;
    x = left();
  }

  // Ends and begins sections so that the next panel is in its own. Returns whether it can be seen there.
  bool enter(const std::string& section) {
    const std::vector<std::string> wanted = section_path(section);
    std::size_t shared = 0;
    while (shared < std::min(wanted.size(), path.size()) && wanted[shared] == path[shared]) ++shared;
    if (path.size() > shared + 1) under_heading = false;  // what follows is not about the heading above
    if (shared < path.size()) close_to(shared);
    const auto hidden = [&] { return !open.empty() && layout.headings[open.back()].folded; };
    for (std::size_t i = shared; i < wanted.size() && !hidden(); ++i) {
      wrap();
      add_heading(wanted[i]);
    }
    return !hidden();
  }

  // `together`: the width with what has to stand beside it.
  void place(PanelView panel, ImVec2 size, float together) {
    const float room = layout.width - left();
    if (x > left() && x + (together <= room ? together : size.x) > layout.width) wrap();
    const bool joined = x > left() && feeds(frame, layout.panels.back().panel, panel);
    layout.panels.push_back({std::move(panel), {{x, y}, {x + size.x, y + size.y}}, joined});
    x += size.x + kBetweenPanels * unit(), row_h = std::max(row_h, size.y);
    under_heading = false;
  }
};

// Gives the panels that can be seen their widths and measures them. Returns which ones these are.
std::vector<char> measure_all(const Walk& walk, std::vector<PanelView>& panels, std::vector<ImVec2>& sizes) {
  std::vector<char> seen(panels.size(), 0);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::string& section = section_of(*walk.frame.trace, panels[i]);
    if (!folded_around(walk.layout.folded, section).empty()) continue;
    const std::size_t depth = section_path(section).size();
    panels[i].room = content_room(walk.frame.theme, walk.layout.width - walk.indent(depth == 0 ? 0 : depth - 1));
    sizes[i] = measure_panel(walk.frame, panels[i]);
    seen[i] = 1;
  }
  return seen;
}

void lay_out(const Frame& frame, PanelLayout& layout) {
  std::vector<PanelView> panels = panels_of(*frame.trace);
  Walk walk{frame, panels, layout};
  std::vector<ImVec2> sizes(panels.size());
  const std::vector<char> seen = measure_all(walk, panels, sizes);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    if (!walk.enter(section_of(*frame.trace, panels[i]))) {
      layout.hidden.push_back(panels[i]);
      continue;
    }
    const bool pair = i + 1 < panels.size() && seen[i + 1] != 0 && makes_next(frame, panels[i], panels[i + 1]);
    walk.place(panels[i], sizes[i], sizes[i].x + (pair ? kBetweenPanels * frame.theme.unit + sizes[i + 1].x : 0));
  }
  walk.wrap();
  walk.close_to(0);
  layout.height = walk.y - (walk.under_heading ? 0 : kUnder * frame.theme.unit);
}

bool is_for(const PanelLayout& layout, const Frame& frame, float width) {
  return layout.trace == frame.snapshot.trace && layout.width == width && layout.unit == frame.theme.unit &&
         layout.touch == frame.host.touch && layout.folded == frame.snapshot.document.look.folded;
}

}  // namespace

const PanelLayout& panel_layout(Frame& frame, float width) {
  std::shared_ptr<const PanelLayout>& kept = frame.state.lesson.layout;
  if (kept && is_for(*kept, frame, width)) return *kept;
  auto layout = std::make_shared<PanelLayout>();
  layout->trace = frame.snapshot.trace;
  layout->folded = frame.snapshot.document.look.folded;
  layout->width = width, layout->unit = frame.theme.unit, layout->touch = frame.host.touch;
  lay_out(frame, *layout);
  kept = std::move(layout);
  return *kept;
}

namespace {

// How far from digits or a picture of its own a panel shows a node; -1 where it does not show it.
int rank(const Frame& frame, const PanelView& panel, const std::string& name) {
  const bool shows = std::any_of(panel.nodes.begin(), panel.nodes.end(), [&](int node) { return frame.trace->node(node).name == name; });
  return shows ? row_of(panel.view).rank : -1;
}

}  // namespace

int panel_showing(const Frame& frame, const PanelLayout& layout, const std::string& node) {
  bool best_in_flow = false;
  int best = -1, best_rank = std::numeric_limits<int>::max();
  const auto consider = [&](const PanelView& panel) {
    const int own = rank(frame, panel, node);
    if (own >= 0 && own < best_rank) best = panel.index, best_rank = own, best_in_flow = row_of(panel.view).in_flow;
  };
  for (const PlacedPanel& placed : layout.panels) consider(placed.panel);
  // What is in sight needs nothing unfolded; what is outside of the layout is not a place to read digits.
  if (best >= 0 && best_in_flow) return best;
  for (const PanelView& panel : layout.hidden) consider(panel);
  return best;
}

std::string section_at(const PanelLayout& layout, float y) {
  const Heading* innermost = nullptr;
  for (const Heading& heading : layout.headings) {
    if (heading.box.min.y <= y && y < heading.end && (!innermost || heading.depth >= innermost->depth)) innermost = &heading;
  }
  return innermost ? innermost->section : std::string();
}

}  // namespace gf::ui
