// What only the screen knows: where it is scrolled, which cell is being typed in, what is hovered. Nothing here changes what is computed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/trace.h"
#include "ui/box.h"
#include "ui/glossary_terms.h"

namespace gf::ui {

/// A press on an editable cell that may become a drag: the value follows the pointer.
struct Scrub {
  std::string node;
  Cell cell;
  float start = 0;  // value when pressed
  ImVec2 start_at;  // pointer when pressed, or where the fineness last changed
  float sent = 0;   // the value that was sent last
  bool fine = false;
  int gesture = 0;  // 0 until the pointer has moved far enough
};

/// A cell that is being typed in.
struct CellEdit {
  std::string node;
  Cell cell;
  std::string text;
  bool select_all = false;  // the old value stands there, to be replaced by the first key
  bool opened = false;      // the text field has had the keyboard
  bool drawn = false;       // in this frame
  int panel = -1;           // the panel that shows the field, where several show the node; -1: the first that draws it
  std::string wrong = {};   // what is wrong with the text that Enter was pressed on, until it changes
};

/// The explanation of the focused cell, kept while neither the cell nor the trace changes.
struct Explained {
  std::shared_ptr<const Trace> trace;
  CellReference at;
  Explanation explanation;
  std::map<int, std::vector<Cell>> operands;  // by node
};

struct GraphScreen;  // views/graph/graph_screen.h
struct PanelLayout;  // panel_layout.h
struct PlaneScreen;  // views/plane/plane.h

/// What the training screen remembers.
struct TrainingScreen {
  int hover = -1, next_hover = -1;  // the record under the pointer: of the last frame, of this one
  std::optional<bool> logarithmic;  // the scale of the loss; where it wasn't chosen, by what it spans
  std::optional<int> asked;         // the record that was asked for last in this press
  bool slider_focused = false;      // the arrow keys are the time slider's
};

/// What is let go when another lesson is opened.
struct LessonScreen {
  std::string id;                   // of the lesson
  CellReference hover, next_hover;  // the cell under the pointer: of the last frame, of this one
  std::optional<Scrub> scrub;
  std::optional<CellEdit> edit;
  Explained explained;
  std::string reveal;             // a node to scroll to
  std::optional<Box> reveal_box;  // where the cell to scroll to was drawn
  std::string reveal_section;     // a section to scroll to
  std::string here;               // the section in the middle of the panels
  float here_scroll =
      -1;  // where the panels are scrolled as long as a section that was scrolled to is the one; -1: nowhere, -2: on its way
  std::uint64_t unfold_asked = 0;                              // the revision in which a folded section was asked to open; 0: none was
  std::optional<bool> map_open;                                // the architecture map above the panels, where it was opened or closed
  bool whole_matrix = false;                                   // the matrix of the selected cell is selected
  std::map<std::string, Index> outer;                          // which matrix of a stack is shown, by node
  std::optional<Selection> selection_seen;                     // the selection whose matrix was last shown
  std::map<std::string, std::string> typing;                   // text of the inputs that are being typed in
  std::shared_ptr<const PanelLayout> layout;                   // where all panels stand
  std::map<int, std::shared_ptr<GraphScreen>> graphs;          // by panel
  std::map<std::string, std::shared_ptr<PlaneScreen>> planes;  // by outermost section
};

/// A step's caption with its live values, kept while neither the step nor the trace changes.
struct ShownCaption {
  std::string path;
  std::shared_ptr<const Trace> trace;
  std::string text;
};

struct ScreenState {
  LessonScreen lesson;
  std::string guided_step_seen;  // the lesson and guided step whose focus was last brought into view
  ShownCaption caption;          // of the guided step
  bool pointer_leads = false;    // the pointer moved after the last key
  int gesture = 0;               // the last one given out
  int input_gesture = 0;         // of the slider or text field in use
  std::string glossary;          // the term that is open, "*": the list of all; empty: none
  ImVec2 glossary_at;
  bool glossary_opening = false;
  std::vector<GlossaryForm> glossary_forms;  // of the texts, once they were asked for
  bool rail_open = false, sheet_open = false, steps_closed = false, panels_focused = false, scroll_to_top = false;
  bool arrows_taken = false;  // in this frame the arrow keys move a point of a plane
  std::string notice;         // a text key that is shown for a moment, since:
  double notice_since_s = 0;
  bool missing_letters_said = false;  // that no font has some characters, and the reader closed it
  std::string accessible, accessible_key;
  TrainingScreen training;
};

}  // namespace gf::ui
