// Declares the state that only the screen knows: scroll positions, the cell that is being typed in, the hovered cell. No field of this
// state changes a value that a lesson computes.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/digits.h"
#include "core/explanation.h"
#include "core/expression_text.h"
#include "protocol/answers.h"
#include "protocol/embed_options.h"
#include "protocol/snapshot.h"
#include "protocol/texts.h"
#include "study/code.h"
#include "study/exercise.h"
#include "study/sources.h"
#include "ui/box.h"
#include "ui/look_up/glossary_terms.h"
#include "ui/look_up/search_index.h"
#include "ui/memo.h"
#include "ui/stage/camera.h"
#include "ui/stage/place.h"
#include "ui/views/plane/plane_screen.h"
#include "ui/widgets/controls.h"

namespace gf::ui {

/// A press on an editable cell that may become a drag: the value follows the pointer.
struct Scrub {
  std::string node;
  Cell cell;
  float start = 0;  // the value when the press began
  ImVec2 start_at;  // the place of the pointer when the press began or the fineness last changed
  float sent = 0;   // the value that was sent last
  bool fine = false;
  int gesture = 0;  // 0 until the pointer has moved far enough
};

/// A cell that is being typed in.
struct CellEdit {
  std::string node;
  Cell cell;
  std::string text;
  bool select_all = false;  // the old value is selected, so that the first key replaces it
  bool opened = false;      // the text field has had the keyboard
  bool drawn = false;       // the field was drawn in this frame
  int undrawn = 0;          // frames without the field before it opened
  int panel = -1;           // the panel with the field, if several panels show the node; -1: the first panel that draws the node
  std::string wrong = {};   // the fault of the text on which Enter was pressed, until that text changes
};

/// All that the explanation of a cell depends on.
struct ExplainedKey {
  std::shared_ptr<const Trace> trace;
  CellReference at;
  bool told = true;          // false for a blank without a hint: its operands stay secret
  bool filmed = false;       // the film is on
  int term = -1, terms = 0;  // if the film is at the cell: the term whose operands are lit, and the number of terms; -1: all are lit
  bool operator==(const ExplainedKey&) const = default;
};

/// The explanation of the focused cell.
struct Explained {
  CellReference at;
  Explanation explanation;
  std::vector<Term> terms;                    // the terms of the cell's arithmetic, if the film shows them one by one; otherwise empty
  std::map<int, std::vector<Cell>> operands;  // by node
  enum class Reach : char { none, before, after };
  std::vector<Reach> reach;  // by node: whether it comes before or after the cell's node in the computation, over any number of ops
};

/// The cells that read the focused cell. Each frame searches some more of them.
struct Readers {
  struct Key {
    std::shared_ptr<const Trace> trace;
    CellReference at;
    bool operator==(const Key&) const = default;
  } of;
  std::map<int, std::vector<Cell>> found;  // by node
  std::vector<CellReference> to_read;      // the cells that may read it and are still to be searched; the next one stands last
};

/// The film that plays the computation from the words to the result (stage/film.h).
struct Film {
  bool on = false, playing = false;
  double at_s = 0, speed = 1;
  std::string alone;  // the only node that is played; empty: all nodes
  int take = -1;      // the take of the frame before
  bool led = false;   // the camera went to the take
  // The part of the film that this frame shows.
  double length_s = 0;
  std::vector<Index> shown;  // by node: the number of computed cells of a matrix; kAll: the node is no part of the film
  CellReference cell;        // the cell that is being computed
  int term = -1, terms = 0;  // the term of its arithmetic that is being added, and their number; -1: not shown term by term
  Box cell_box;              // the box in which that cell was drawn
  static constexpr Index kAll = -1;
};

/// The changes by an edit. The changed cells glow for a moment, in the order of computation (stage/changes.h).
struct Changes {
  std::shared_ptr<const Trace> before, after;
  double since_s = -1;
  std::vector<int> rank, count;  // by node: its rank among the changed nodes; the number of its changed cells
};

/// The key for the digits with which a matrix of a trace is printed. Choosing the digits reads all values of the matrix.
struct DigitsKey {
  int node = -1;
  Index outer = 0;
  int most_chars = 0;
  auto operator<=>(const DigitsKey&) const = default;
};

/// Words that are offered below a text field while the reader types in it (suggestions.h).
struct Suggestions {
  std::string input = {}, text = {}, typed = {};  // the input of the field, its text, and the word at its cursor
  std::string closed_for = {};                    // the word for which the list was closed
  std::size_t word_begin = 0, word_end = 0;       // bytes of the text
  std::vector<std::string> words = {};
  std::size_t chosen = 0;
  Box box = {};
};

/// A text in the field of an input that is being typed or was refused (inputs/typed.h).
struct TypedText {
  std::string text = {}, kept = {};     // the text in the field, and the text that was accepted last
  std::uint64_t sent = 0;               // the revision of the snapshot from which `text` was sent
  bool asked = false;                   // the lesson has not replied yet
  std::optional<Problem> refused = {};  // the lesson's reply, if it refused the text
  bool active = false;                  // the field has the keyboard
  std::size_t cursor = 0;               // the place of the cursor in the text, in bytes
  bool entered = false, heard = false;  // Enter was pressed on this text; the reply to that was handled
  bool shown = false;                   // the last frame showed that the text is refused
  bool wants_keyboard = false;          // the keyboard is to go to the field, with the part `select` selected
  TextSpan select = {};
};

struct Picture;  // stage/picture.h
struct CardRow;  // training/card.h

/// All that the picture of a lesson is made from.
struct PictureKey {
  std::shared_ptr<const Trace> trace;
  const Texts* texts = nullptr;
  Lent<std::set<std::string>> folded, opened;
  Lent<std::map<std::string, View>> views;
  Lent<std::map<std::string, Index>> matrices;
  CellReference matrix;  // the first cell of the selected matrix of a stack, unless that is the first matrix
  Lent<Blanks> given;    // cells to be filled in
  int step = 0;          // the index of the guided step
  Lent<std::string> show;
  struct RunCard {
    const CardRow* row = nullptr;
    float height = 0;  // the height of its content
    bool operator==(const RunCard&) const = default;
  };
  std::vector<RunCard> run;     // the cards of the training run in the picture
  float width = 0, height = 0;  // the size of the window, in points
  float unit = 0;
  bool touch = false;
  bool operator==(const PictureKey&) const = default;
};

/// All that decides where cards stand. Lengths in points at zoom 1.
struct PlacementKey {
  Lent<std::vector<CardToPlace>> cards;
  std::vector<float> headers;  // the heights of the cards' headers
  Lent<std::set<std::string>> put_away;
  float width = 0, height = 0;  // the size of the window
  float unit = 0;
  float far_header = 0;  // the height of a title on the screen at a zoom at which its letters keep their size
  bool operator==(const PlacementKey&) const = default;
};

/// The key of the hints for a blank. `veiled` is the veiled copy of the trace.
struct HintsKey {
  std::shared_ptr<const Trace> trace, veiled;
  Lent<Selection> at;
  bool operator==(const HintsKey&) const = default;
};

/// The state that the training screen remembers.
struct TrainingScreen {
  int hover = -1, next_hover = -1;  // the record under the pointer: of the last frame, of this one
  std::optional<bool> logarithmic;  // the chosen scale of the loss; if none was chosen, the range of the loss decides
  std::optional<int> asked;         // the record that was asked for last in this press
  bool slider_focused = false;      // the arrow keys belong to the time slider
  int pace = 0;                     // the pace of training/pace.h: 0 is as fast as possible
  bool stepping = false;            // the run plays slowly, step by step
  bool go_on = false;               // the run is to go on at another pace
  double stepped_s = -1;            // the time at which the last of these steps was asked for
  Index step_asked = -1;            // the step of the run at that time
};

/// A number that counts itself up (inputs/counting.h).
struct Counting {
  bool playing = false;
  int gesture = 0;                 // the gesture of all its edits, which Undo takes back at once
  double asked = -1, asked_s = 0;  // the number that was asked for last, and the time of that; -1: no number was
  double shown = -1;               // the last number that was computed
  double took_s = 0;               // the sum of the times that the computed numbers took
  int times = 0;                   // the number of computed numbers
};

/// A card on its way to its place in a scene.
struct SceneMove {
  Box from, to;
  double since_s = -1;
  int frame = -1;       // the frame in which the card was drawn last
  bool appears = true;  // the card was not in the scene before
};

/// A guess beside the true value. A view draws its ring. Its tag is drawn after all words of the scene (ask/guess_tags.h).
struct GuessMark {
  Box ring;
  std::string tag;
};

/// Counts how often the board of a question comes and goes in one scene.
/// The room for the board depends on the height of the stage, and that height on the answers below the caption, which are higher without a
/// board. After four changes, the scene has no board any more.
struct BoardOfScene {
  std::string scene = {};  // the scene whose changes are counted
  ImVec2 window = {};      // the size of the window
  bool drawn = false;
  int changes = 0;  // from a board to none, and back
  bool is_given_up() const { return changes >= 4; }
};

/// The state that the screen drops when another lesson is opened.
struct LessonScreen {
  std::string id;                   // the id of the lesson
  CellReference hover, next_hover;  // the cell under the pointer: of the last frame, of this one
  std::optional<Scrub> scrub;
  std::optional<CellEdit> edit;
  Memo<ExplainedKey, Explained> explained;
  Readers readers;
  std::string reveal;                                              // a node to bring into sight
  std::string reveal_section;                                      // a section to bring into sight
  std::uint64_t unfold_asked = 0;                                  // the revision in which sections were asked to unfold; 0: none were
  std::set<std::string> unfolding;                                 // the sections that were asked to unfold
  std::optional<std::vector<std::string>> examples_without_step;   // nullopt until they are asked for
  bool whole_matrix = false;                                       // the whole matrix of the selected cell is selected
  std::map<std::string, TypedText> typed;                          // by input
  Memo<PictureKey, std::shared_ptr<const Picture>> picture;        // the cards and their places
  Memo<PlacementKey, std::shared_ptr<const Placement>> placement;  // kept from picture to picture while its key stays the same
  bool overview = false;                                           // the plan of the whole lesson is shown in place of a scene
  std::map<std::string, SceneMove> scene_moves;                    // by the subject of the card
  BoardOfScene board;
  std::string scene_shown;  // the cards of the last frame's scene
  std::string callout_for;  // the scene for which the callout was measured
  float callout_height = 0;
  bool callout_shown = false;   // the arithmetic of the selected cell stands in the picture
  float scene_scroll = 0;       // the scroll position that a scrolling stage got for its focus
  float scene_lift = 0;         // the further scrolling for the selected cell
  bool scene_scrolled = false;  // the reader has scrolled since then
  float controls_at = -1;       // the x of the middle of the card below the step's controls; -1: not known
  bool controls_held = false;   // the reader uses the controls, so that they keep their place
  Camera camera;
  Film film;
  Changes changes;
  MemoTable<std::shared_ptr<const Trace>, DigitsKey, Digits> digits;
  Memo<HintsKey, Hints> hints;
  Counting counting;
  std::map<std::string, PlaneScreen> planes;  // by outermost section
  std::vector<GuessMark> guess_marks;         // of this frame
};

/// A step's caption with its live values.
struct CaptionKey {
  std::shared_ptr<const Trace> trace;
  const Texts* texts = nullptr;
  int additions = 0;  // Texts::additions
  std::string path;   // the key of the caption in the texts; empty without a caption
  bool operator==(const CaptionKey&) const = default;
};

/// The key of the lines of code of a node's op (node_code.h).
struct CodeKey {
  std::shared_ptr<const Trace> trace;
  const Texts* texts = nullptr;
  int node = -1;
  CodeLanguage language = CodeLanguage::numpy;
  bool operator==(const CodeKey&) const = default;
};

/// The place of the keyboard on the screen, and its last place in each part of the screen.
struct KeyboardFocus {
  ImGuiID item = 0;            // the control on which the keyboard was put last
  std::string_view part = {};  // the part of that control (places.h: kParts)
  std::map<std::string_view, ImGuiID> last;
  bool in_cells = false;                 // the keyboard is inside a matrix: the arrow keys go from cell to cell
  int entered_frame = -1;                // the frame in which it went into the matrix
  int closed_frame = -1;                 // the frame in which Escape closed something
  bool was_over = false;                 // a menu or popup was open in the last frame
  bool leaving = false;                  // Escape was pressed with nothing to close or leave: the next Tab leaves the screen
  static constexpr double kQuiet_s = 2;  // for this time after typing, a letter key counts as a late part of the text, and does nothing
  double typed_s = -kQuiet_s;            // the last time of typing, unless Escape was pressed since then
  double field_s = -kQuiet_s;  // the last time at which a text field had the keyboard, unless the reader went elsewhere since then
};

/// All that decides which cells of a trace are veiled. Steps are constants of their lessons.
struct VeilKey {
  std::shared_ptr<const Trace> trace;
  const Step* asking = nullptr;      // the present step, if it asks
  const Step* exercising = nullptr;  // the present step, if it gives blanks
  Blanks given = {};
  Lent<Fillings> fillings;
  bool operator==(const VeilKey&) const = default;
};

/// A trace in which the cells that a step asks about and the blanks are veiled.
struct Veiled {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const Trace> truth = {};  // the trace without veil
  const Step* asking = nullptr;
  Blanks given = {};
  std::vector<Blank> blanks = {};  // the blanks with the reader's fillings
  std::vector<int> nodes = {};     // the nodes with a veiled cell
  int asked = -1;                  // the node about which the step asks
  std::vector<Cell> asked_cells = {};
  bool asks(int node, const Cell& cell) const {
    return node == asked && std::find(asked_cells.begin(), asked_cells.end(), cell) != asked_cells.end();
  }
};

/// The cells whose number is asked for or to be filled in. NeededCells has them and their operands, by node.
struct NeededKey {
  std::shared_ptr<const Trace> trace;
  std::vector<Selection> cells;
  bool operator==(const NeededKey&) const = default;
};
using NeededCells = std::map<int, std::vector<Cell>>;

/// The snapshot that the screen is drawn from while something is veiled (ask/veil.h).
struct Veil {
  Memo<VeilKey, Veiled> kept;             // empty if nothing is veiled
  Snapshot snapshot = {};                 // the snapshot with the veiled trace
  const Step* answered = nullptr;         // the present step, if it asks and a guess was made
  Selection asked = {};                   // the cell that `answered` asked about
  std::optional<Selection> guessed = {};  // the guessed cell, or the cell whose number was guessed
  std::string guessed_number = {};        // the guessed number in the unit of the question; empty if a cell was guessed
  bool right = false;                     // the guess is right
  Memo<NeededKey, NeededCells> needed = {};
};

/// A guess that is being made (ask/ask.h).
struct Guessing {
  std::string step;          // "softmax/shares"
  Guess guess;               // the guess at which the sliders stand
  std::string typed, wrong;  // a typed number, and the message about its fault
  bool touched = false;      // the reader has changed the guess
  int in_picture = -1;       // the last frame in which the guess could be made in the picture
  int ringed = -1;           // the frame in which the guessed cell was last ringed
};

/// The hints that the reader asked for (ask/exercise.h).
struct Hinting {
  std::string blank = {};  // "softmax/sum[0,0]"
  int size = 0;            // the size of the largest hint: 0 none, 3 all but the result
};

/// Since when a trace has been computed (bars/computing.h).
struct ComputingSince {
  const Trace* before = nullptr;  // the trace that is shown meanwhile
  double since_s = -1;            // -1: no trace is being computed
};

/// The pages of the course (course/page.h).
struct CourseScreen {
  bool map_open = false, sources_open = false, glossary_open = false;
  std::shared_ptr<const Trace> translated;  // the trace whose film plays or was played
  bool playing = false;
  double at_s = 0;
  std::optional<Sources> sources;    // nullopt until they are asked for
  std::set<std::string> slips_told;  // the answers that the reader asked for
};

/// The search (look_up/search.h).
struct SearchScreen {
  bool asked = false;  // the sheet is to open
  bool open = false;
  std::string typed;
  std::size_t chosen = 0;  // the place of the chosen result
  bool moved = false;      // a key or a new text chose another result, which has to be scrolled into sight
  bool by_hand = false;    // the pointer chooses, since it moved last
  Memo<SearchIndexKey, SearchIndex> course;
  Memo<SearchNodesKey, SearchIndex> nodes;  // the nodes of the present lesson
  Memo<SearchHitsKey, SearchHits> found;
};

/// All state that the screen keeps from frame to frame.
struct ScreenState {
  LessonScreen lesson;
  Suggestions suggestions;
  KeyboardFocus keyboard;
  std::string guided_step_seen;           // the lesson and guided step whose focus was last brought into view
  Memo<CaptionKey, std::string> caption;  // the caption of the guided step
  Memo<CodeKey, std::vector<std::string>> code;
  Veil veil;
  Guessing guessing;
  Hinting hinting;
  ComputingSince computing;
  bool pointer_leads = false;  // the pointer moved after the last key
  int gesture = 0;             // the last gesture that new_gesture returned
  int input_gesture = 0;       // the gesture of the slider or text field in use
  std::string glossary;        // the open term; empty if no term is open
  ImVec2 glossary_at;
  bool glossary_opening = false;
  std::vector<GlossaryForm> glossary_forms;  // the forms of all terms
  int glossary_forms_of = -1;                // Texts::additions when glossary_forms were read
  Memo<SearchIndexKey, std::vector<GlossaryEntry>> glossary_entries;
  SearchScreen search;
  bool rail_open = false, sheet_open = false, steps_closed = false, caption_opened = false, settings_open = false, keys_asked = false;
  std::optional<EmbedOptions> tried;  // the options of a frame that the reader makes (embed.h)
  std::string tag_asked;              // the document and options for which the frame's tag was asked for last
  bool arrows_taken = false;          // the arrow keys move a point of a plane in this frame
  bool export_opens = false;          // the popup of bars/export_popup.h is to open
  ImVec2 export_below;
  int export_thing = 0, export_as = 0;
  std::string notice;                 // the key of a text that is shown for a moment
  double notice_since_s = 0;          // the time at which the notice appeared
  bool missing_letters_said = false;  // the reader closed the message about characters that no font has
  TrainingScreen training;
  CourseScreen course;
};

}  // namespace gf::ui
