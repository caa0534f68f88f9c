// Notes the place and the meaning of everything that a frame draws. Assistive technology, the keyboard, tests and pages around the program
// act on the screen through these places. In order: begin_places, then begin_part_of_screen for each part and the functions note_... for
// the things in that part, then answer_layout between frames.
#pragma once

#include <imgui.h>

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

/// The cells of a grid. The upper left corner of the first cell is that of the place.
struct PlacedCells {
  int panel = 0;
  Index outer = 0, first_row = 0, rows = 0, columns = 0;
  float cell_width = 0, cell_height = 0;
  Index first_column = 0;
};

/// The role of a control. control_json.cpp has a name for each role, in this order.
enum class Role { button, link, toggle, radio, choice, slider, text, table, figure, words, option };

/// The description of a control, for a person who can't see the screen.
struct Control {
  Role role = Role::button;
  std::string name;          // "Undo (Ctrl+Z)"
  std::string value = {};    // the text in a field, or the present choice in words
  std::string group = {};    // radio and option: the name of the group to which the control belongs
  std::string address = {};  // link: the part behind # of the target's address; for a page elsewhere, its whole address
  std::vector<std::string> choices = {};
  double now = 0, least = 0, most = 0, step = 0;  // slider; for a choice, `now` is the index of the chosen one
  bool enabled = true, on = false;                // on: the switch is on, the option is chosen, or the lesson is open
  std::optional<bool> open = {};                  // for a control that folds something out: whether that is shown
  bool lines = false;                             // text: the field has several lines
  bool first = false;                             // the keyboard comes to this control first in its part of the screen
  bool operator==(const Control&) const = default;
};

/// A thing that the frame drew.
struct Place {
  std::string id;  // "part:bench", "button:Undo", "input:beta", "grid:w_q"
  Box box;
  Box seen;  // the part of `box` that is not scrolled away
  std::optional<PlacedCells> cells;
  std::string_view part = {};  // the part of the screen: one of kParts, or empty
  std::optional<Control> control = {};
  ImGuiID item = 0, window = 0;  // the ids of a control and of its window
};

/// The parts of the screen that hold controls, in reading order. All popups and menus are the part "popup".
inline constexpr std::string_view kParts[] = {"lessons", "steps",    "input",     "settings", "training",
                                              "stage",   "messages", "inspector", "popup"};

/// A wish of assistive technology for a control. The next frames carry it out.
struct Wish {
  enum class Kind { press, set, type } kind = Kind::press;
  ImGuiID item = 0;
  double value = 0;    // set: the value of a slider, or the index of a choice
  std::string text;    // type: the text to be typed
  bool typed = false;  // type: the field has received the text
  int frames = 0;      // the number of frames that the wish has waited; their number is limited
};

/// The scene that the frame shows, for tests and for a page around the program.
struct PlacedScene {
  struct Card {
    std::string node;
    Box box;
    int subject = -1;  // the card's node in the trace; -1 for a card without a node
  };
  Box stage;
  std::string focus;
  std::vector<Card> cards;
  Box callout, board;  // a box without width means that the scene has no callout, or no board
  std::shared_ptr<const Trace> trace;
};

/// Returns the labels of the rows and columns of a card.
std::vector<std::string> words_of(const PlacedScene& scene, const PlacedScene::Card& card);

/// All places of a frame, in the order of drawing.
struct Places {
  std::optional<PlacedScene> scene;
  bool noting = true;  // false while a picture is drawn that is one button: its parts are not noted
  std::vector<Place> noted;
  std::string_view part = {};  // the part of the screen that is being drawn
  std::optional<Wish> wish;
};

/// Forgets the last frame's places.
void begin_places(Places& places);
/// Begins a part of the screen, one of kParts. Everything noted afterwards belongs to that part.
void begin_part_of_screen(Places& places, std::string_view part);

/// Notes a box under an id.
void note_box(Places& places, std::string_view id, const Box& box, std::optional<PlacedCells> cells = {});
/// Notes the box of the last ImGui item under an id.
void note_item(Places& places, std::string_view id);
/// Notes the last ImGui item as a control.
void note_control(Places& places, std::string_view id, Control control, std::optional<PlacedCells> cells = {});
/// Notes words that are drawn in a box, so that assistive technology reads them in order.
void note_words(Places& places, std::string_view id, const std::string& words, const Box& box);
/// Gives the control that was noted last another name for assistive technology than the words on it.
void name_noted(Places& places, std::string name);
/// Gives the place that was noted last the size of `box`, of which its item is a part.
void widen_noted(Places& places, const Box& box);
/// Makes the control that was noted last the first one to which the keyboard comes in its part of the screen.
void prefer_noted(Places& places);

/// Returns the value that assistive technology wishes for the slider or choice with this id, once; then the wish is gone.
std::optional<double> wished_value(Places& places, ImGuiID item);
/// Returns the wish to type a text into the field with this id; null if there is no such wish.
Wish* wished_text(Places& places, ImGuiID item);

/// The actions that a page may ask for (web/README.md).
struct ScreenActions {
  std::function<void(const std::string& node)> show;                      // brings a node into sight
  std::function<void(ImGuiID item)> focus;                                // puts the keyboard on a control
  std::function<void(ImGuiID item, Index row, Index column)> go_to_cell;  // goes to a cell of a table
};

/// Answers a message of the page, and returns nullopt for messages of other types. The answer to {"type": "layout"} is {"places": [{"id",
/// "x", "y", "width", "height", "seen_x", ...}]} in points. The seen box is the part that is not scrolled away. A grid also has {"panel",
/// "outer", "first_row", "first_column", "rows", "columns", "cell_width", "cell_height"}; its first cell begins at x, y. A control has
/// {"part", "control", "role", "name", "value", "on", ...} (control_json.h). If a scene is shown, "scene" is {"stage": BOX, "focus": NODE,
/// "cards": [{"node", "box": BOX, "letter_px", "cut", "words"}], "callout": BOX}. A BOX is {"x", "y", "width", "height"}. "letter_px" is
/// the em of the card's smallest text in pixels. "cut" says whether a text of the card is cut. "words" says whether "all", "some" or "none"
/// of the words of the card's axes are drawn.
///
/// For {"type": "show", "node": "weights"} and {"type": "control", "control": 17, "do": "press" | "focus" | "set" | "type" | "cell",
/// "value": 1, "text": "", "row": 0, "column": 0}, calls `act` or leaves a wish, and answers {"problem": null}.
std::optional<std::string> answer_layout(Places& places, std::string_view message, const ScreenActions& act);

}  // namespace gf::ui
