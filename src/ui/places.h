// Places of the things on the screen, and what these are, for whoever acts on the screen from outside: assistive technology, the keyboard,
// tests, and pages that point at a part of it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"
#include "ui/box.h"
#include "ui/theme.h"

namespace gf {
struct Trace;
}

namespace gf::ui {

/// The cells of a grid: the first one begins at the upper left of its place.
struct PlacedCells {
  int panel = 0;
  Index outer = 0, first_row = 0, rows = 0, columns = 0;
  float cell_width = 0, cell_height = 0;
  Index first_column = 0;
};

enum class Role { button, link, toggle, radio, choice, slider, text, table, figure, words, option };

/// The description of a control for somebody who can't see the screen.
struct Control {
  Role role = Role::button;
  std::string name;          // "Undo (Ctrl+Z)"
  std::string value = {};    // what stands in a field, or what is chosen, in words
  std::string group = {};    // radio and option: what is chosen among them
  std::string address = {};  // link: what stands behind # in the address of where it leads; the whole address of a page elsewhere
  std::vector<std::string> choices = {};
  double now = 0, least = 0, most = 0, step = 0;  // slider; choice: which one
  bool enabled = true, on = false;                // on: a switch, what is chosen of several, the lesson that is open
  std::optional<bool> open = {};                  // where it folds something out: whether that is to be seen
  bool lines = false;                             // text: several
  bool first = false;                             // the keyboard comes here first in its part of the screen
  bool operator==(const Control&) const = default;
};

struct Place {
  std::string id;  // "part:bench", "button:Undo", "input:beta", "grid:w_q"
  Box box;
  Box seen;  // what of it is not scrolled away
  std::optional<PlacedCells> cells;
  std::string_view part = {};  // of the screen (kParts)
  std::optional<Control> control = {};
  ImGuiID item = 0, window = 0;  // of a control
};

/// The parts of the screen that hold controls, in reading order. One that is over the others is "popup".
inline constexpr std::string_view kParts[] = {"lessons", "steps",    "input",     "settings", "training",
                                              "stage",   "messages", "inspector", "popup"};

/// A wish of assistive technology for a control, which carries it out in the next frame.
struct Wish {
  enum class Kind { press, set, type } kind = Kind::press;
  ImGuiID item = 0;
  double value = 0;    // set: of a slider, or the index of a choice
  std::string text;    // type
  bool typed = false;  // type: the field has been given the text
  int frames = 0;      // it waits since then; not for ever
};

/// The scene that is shown, for tests and for a page around the program.
struct PlacedScene {
  struct Card {
    std::string node;
    Box box;
    int subject = -1;  // its node in the trace; -1: there is none
  };
  Box stage;
  std::string focus;
  std::vector<Card> cards;
  Box callout, board;  // without a width: there is none
  std::shared_ptr<const Trace> trace;
};

/// The words of the rows and columns of a card.
std::vector<std::string> words_of(const PlacedScene& scene, const PlacedScene::Card& card);

struct Places {
  std::optional<PlacedScene> scene;
  bool noting = true;  // otherwise nothing is noted, as for a picture that is one button
  std::vector<Place> noted;
  std::string_view part = {};  // that what is noted now belongs to
  std::optional<Wish> wish;
};

/// Forgets the last frame's places.
void begin_places(Places& places);
/// Begins a part of the screen, one of kParts: everything noted from now on belongs to it.
void begin_part_of_screen(Places& places, std::string_view part);

/// Notes a box or the last ImGui item under an id.
void note_box(Places& places, std::string_view id, const Box& box, std::optional<PlacedCells> cells = {});
void note_item(Places& places, std::string_view id);
/// Notes the last ImGui item as a control.
void note_control(Places& places, std::string_view id, Control control, std::optional<PlacedCells> cells = {});
/// Notes words that are drawn in a box, for who reads the screen in order.
void note_words(Places& places, std::string_view id, const std::string& words, const Box& box);
/// The control that was noted last has another name for who can't see it than what stands on it.
void name_noted(Places& places, std::string name);
/// The place that was noted last is as large as `box`, of which its item is a part.
void widen_noted(Places& places, const Box& box);
/// The keyboard comes first to the control that was noted last when it comes to its part of the screen.
void prefer_noted(Places& places);

/// Returns the value that the slider or choice with this id was wished to be set to, once.
std::optional<double> wished_value(Places& places, ImGuiID item);
/// Whether the field with this id was wished to hold this text.
Wish* wished_text(Places& places, ImGuiID item);

/// The actions that a page may ask for (docs: web/README.md).
struct ScreenActions {
  std::function<void(const std::string& node)> show;                      // bring into sight
  std::function<void(ImGuiID item)> focus;                                // the keyboard goes to a control
  std::function<void(ImGuiID item, Index row, Index column)> go_to_cell;  // of a table
};

/// The answer to {"type": "layout"}, nothing to other messages: {"places": [{"id", "x", "y", "width", "height", "seen_x", ...}]} in points;
/// what is `seen` of a place is not scrolled away. Cells of a grid begin at x, y: {"panel", "outer", "first_row", "first_column", "rows",
/// "columns", "cell_width", "cell_height"}. A control has {"part", "control", "role", "name", "value", "on", ...} (accessible.h). To
/// {"type": "show", "node": "weights"} and {"type": "control", "control": 17, "do": "press" | "focus" | "set" | "type" | "cell", "value":
/// 1, "text": "", "row": 0, "column": 0} it calls `act`, or leaves a wish, and answers {"problem": null}.
/// If a scene is shown, "scene" is {"stage": BOX, "focus": NODE, "cards": [{"node", "box": BOX, "letter_px", "cut", "words"}],
/// "callout": BOX}. A BOX is {"x", "y", "width", "height"}. "letter_px" is the em of the card's smallest text in pixels. "cut" says
/// whether a text of the card is cut. "words" says whether "all", "some" or "none" of the words of the card's axes are drawn.
std::optional<std::string> answer_layout(Places& places, std::string_view message, const ScreenActions& act);

}  // namespace gf::ui
