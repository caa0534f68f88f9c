// State that only the screen knows: where it is scrolled, which cell is being typed in, what is hovered. Nothing here changes what is
// computed.
#pragma once

#include <algorithm>
#include <compare>
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
#include "protocol/frame_options.h"
#include "protocol/snapshot.h"
#include "protocol/texts.h"
#include "study/code.h"
#include "study/exercise.h"
#include "study/sources.h"
#include "ui/box.h"
#include "ui/glossary_terms.h"
#include "ui/memo.h"
#include "ui/search_index.h"
#include "ui/stage/camera.h"
#include "ui/stage/place.h"
#include "ui/views/plane/plane_screen.h"
#include "ui/widgets/controls.h"

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
  int undrawn = 0;          // frames in which it was not drawn before it opened
  int panel = -1;           // the panel that shows the field, where several show the node; -1: the first that draws it
  std::string wrong = {};   // what is wrong with the text that Enter was pressed on, until it changes
};

struct ExplainedKey {
  std::shared_ptr<const Trace> trace;
  CellReference at;
  bool told = true;          // false of a blank, until a hint was asked for: its operands are not told
  bool filmed = false;       // the film is on
  int term = -1, terms = 0;  // of the film, where it is at the cell: the term whose operands are lit, of how many; -1: all are lit
  bool operator==(const ExplainedKey&) const = default;
};

/// The explanation of the focused cell.
struct Explained {
  CellReference at;
  Explanation explanation;
  std::vector<Term> terms;                    // of the film: the terms of its arithmetic; empty if it is not told
  std::map<int, std::vector<Cell>> operands;  // by node
  enum class Reach : char { none, before, after };
  std::vector<Reach> reach;  // of each node: whether the cell's node is made from it, or it from that, over any number of hops
};

/// The cells that are made from the focused one at one hop: found a little in each frame.
struct Readers {
  struct Key {
    std::shared_ptr<const Trace> trace;
    CellReference at;
    bool operator==(const Key&) const = default;
  } of;
  std::map<int, std::vector<Cell>> found;  // by node
  std::vector<CellReference> to_read;      // cells that may be made from it, the next one last
};

/// The computation played from the words to the result (stage/film.h).
struct Film {
  bool on = false, playing = false;
  double at_s = 0, speed = 1;
  std::string alone;  // the node that is played by itself; empty: all of it
  int take = -1;      // of the frame before
  bool led = false;   // the camera went to the take
  // The part of it that this frame shows.
  double length_s = 0;
  std::vector<Index> shown;  // of each node, how many cells of a matrix have been computed; kAll: it is no part of the film
  CellReference cell;        // the one that is being made
  int term = -1, terms = 0;  // of its arithmetic, the term that is being added; -1: it is not shown term by term
  Box cell_box;              // where it was drawn
  static constexpr Index kAll = -1;
};

/// Changes by an edit: its cells glow for a moment, in the order in which they were computed (stage/changes.h).
struct Changes {
  std::shared_ptr<const Trace> before, after;
  double since_s = -1;
  std::vector<int> rank, count;  // of each node, among those that changed; how many of its cells did
};

/// How a matrix of a trace is printed: finding it out reads all of its values.
struct DigitsKey {
  int node = -1;
  Index outer = 0;
  int most_chars = 0;
  auto operator<=>(const DigitsKey&) const = default;
};

/// Words that are offered below the text field that is typed in (suggestions.h).
struct Suggestions {
  std::string input = {}, text = {}, typed = {};  // the field, what stands in it, and the word at its cursor
  std::string closed_for = {};                    // the word for which the list was closed
  std::size_t word_begin = 0, word_end = 0;       // bytes of the text
  std::vector<std::string> words = {};
  std::size_t chosen = 0;
  Box box = {};
};

/// A text in the field of an input that its lesson has not taken: it is being typed, or was refused (typed.h).
struct TypedText {
  std::string text = {}, kept = {};     // and the one that was taken last
  std::uint64_t sent = 0;               // the revision of the snapshot that it was sent from
  bool asked = false;                   // the lesson has not answered yet
  std::optional<Problem> refused = {};  // what it answered
  bool active = false;                  // the field has the keyboard
  std::size_t cursor = 0;               // where in the text, in bytes
  bool entered = false, heard = false;  // Enter was pressed on this text; what came of it was seen to
  bool shown = false;                   // the last frame showed that it is refused
  bool wants_keyboard = false;          // the keyboard is to go to the field, with this part selected:
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
  CellReference matrix;  // the selected one of a stack, if it is not the first; as its first cell
  Lent<Blanks> given;    // cells to be filled in
  int step = 0;          // of the guided steps
  Lent<std::string> show;
  struct RunCard {
    const CardRow* row = nullptr;
    float height = 0;  // of its content
    bool operator==(const RunCard&) const = default;
  };
  std::vector<RunCard> run;     // the cards of the run that are in it
  float width = 0, height = 0;  // of the window, points
  float unit = 0;
  bool touch = false;
  bool one_column = false;  // the screen is narrow: the cards stand below each other, and scroll
  bool operator==(const PictureKey&) const = default;
};

/// All that decides where cards stand. Lengths in points at zoom 1.
struct PlacementKey {
  Lent<std::vector<CardToPlace>> cards;
  std::vector<float> headers;  // of the cards
  Lent<std::set<std::string>> put_away;
  float width = 0, height = 0;  // of the window
  float unit = 0;
  float far_header = 0;  // what a title takes on the screen where its letters keep their size
  bool one_column = false;
  bool operator==(const PlacementKey&) const = default;
};

/// The hints for a blank; `veiled` is the veiled likeness of the trace.
struct HintsKey {
  std::shared_ptr<const Trace> trace, veiled;
  Lent<Selection> at;
  bool operator==(const HintsKey&) const = default;
};

/// The state that the training screen remembers.
struct TrainingScreen {
  int hover = -1, next_hover = -1;  // the record under the pointer: of the last frame, of this one
  std::optional<bool> logarithmic;  // the scale of the loss; where it wasn't chosen, by what it spans
  std::optional<int> asked;         // the record that was asked for last in this press
  bool slider_focused = false;      // the arrow keys are the time slider's
  int pace = 0;                     // of training/pace.h: 0 as fast as it goes
  bool stepping = false;            // it plays slowly, step by step
  bool go_on = false;               // it is to go on at another pace
  double stepped_s = -1;            // when the last of these steps was asked for
  Index step_asked = -1;            // where the run stood then
};

/// A number that counts itself up (counting.h).
struct Counting {
  bool playing = false;
  int gesture = 0;                 // what it counts is undone at once
  double asked = -1, asked_s = 0;  // the number that was asked for last, and when; -1: none
  double shown = -1;               // the last one that was there
  double took_s = 0;               // all those numbers, from when they were asked for
  int times = 0;                   // how many they were
};

/// A card on its way to its place in a scene.
struct SceneMove {
  Box from, to;
  double since_s = -1;
  int frame = -1;       // in which it was drawn last
  bool appears = true;  // it was not in the scene before
};

/// A guess beside what is so. Its ring is drawn in the view; its tag is drawn once all words of the scene are (ask/guess_tags.h).
struct GuessMark {
  Box ring;
  std::string tag;
};

/// Counts how often the board of a question comes and goes in one scene.
/// The room for the board depends on the height of the stage. That height depends on the answers below the caption, which are higher
/// without a board. If the board comes and goes four times in all, it is given up.
struct BoardOfScene {
  std::string scene = {};  // that it is about
  ImVec2 window = {};      // in this size
  bool drawn = false;
  int changes = 0;  // from a board to none, and back
  bool is_given_up() const { return changes >= 4; }
};

/// The state that is dropped when another lesson is opened.
struct LessonScreen {
  std::string id;                   // of the lesson
  CellReference hover, next_hover;  // the cell under the pointer: of the last frame, of this one
  std::optional<Scrub> scrub;
  std::optional<CellEdit> edit;
  Memo<ExplainedKey, Explained> explained;
  Readers readers;
  std::string reveal;                                              // a node to bring into sight
  std::string reveal_section;                                      // a section to bring into sight
  std::string reveal_run;                                          // a card of a training run to bring into sight, by its id
  std::uint64_t unfold_asked = 0;                                  // the revision in which folded sections were asked to open; 0: none was
  std::set<std::string> unfolding;                                 // these sections
  std::optional<std::vector<std::string>> examples_without_step;   // once they were asked for
  bool whole_matrix = false;                                       // the matrix of the selected cell is selected
  std::map<std::string, TypedText> typed;                          // by input
  Memo<PictureKey, std::shared_ptr<const Picture>> picture;        // the cards, and where they stand
  Memo<PlacementKey, std::shared_ptr<const Placement>> placement;  // kept from picture to picture while it would be the same
  bool overview = false;                                           // all of the picture is shown in place of a scene
  std::map<std::string, SceneMove> scene_moves;                    // by what the card is about
  BoardOfScene board;
  std::string scene_shown;  // the cards of the last frame's scene
  std::string callout_for;  // the scene that its callout was measured for
  float callout_height = 0;
  bool callout_shown = false;   // the arithmetic of the selected cell stands in the picture
  float scene_scroll = 0;       // of a stage that scrolls, where it was scrolled to for its focus
  float scene_lift = 0;         // and further, for the selected cell
  bool scene_scrolled = false;  // by hand since then
  float controls_at = -1;       // the middle of the card that the step's controls stand over, across; -1: not known
  bool controls_held = false;   // the hand is at them: they stay where they are
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
  int additions = 0;  // of the texts
  std::string path;   // of the texts; empty: there is no caption
  bool operator==(const CaptionKey&) const = default;
};

/// The lines of a node's op (node_code.h).
struct CodeKey {
  std::shared_ptr<const Trace> trace;
  const Texts* texts = nullptr;
  int node = -1;
  CodeLanguage language = CodeLanguage::numpy;
  bool operator==(const CodeKey&) const = default;
};

/// The place of the keyboard on the screen, and its last place in each part of it.
struct KeyboardFocus {
  ImGuiID item = 0;            // the control that it was put on last
  std::string_view part = {};  // of it (places.h: kParts)
  std::map<std::string_view, ImGuiID> last;
  bool in_cells = false;                 // it went into the matrix that it is on: the arrow keys go from cell to cell
  int entered_frame = -1;                // in which it did
  int closed_frame = -1;                 // in which Escape closed something
  bool was_over = false;                 // in the last frame a menu was
  bool leaving = false;                  // Escape was pressed where there was nothing to come out of: the next Tab leaves the screen
  static constexpr double kQuiet_s = 2;  // so long after typing a letter is taken for one more of the text, and does nothing
  double typed_s = -kQuiet_s;            // when something was last being typed, unless Escape was pressed since then
  double field_s = -kQuiet_s;            // when a text field last had the keyboard, unless a key or press went elsewhere since then
};

/// All that decides which cells of a trace are veiled. Steps are constants of their lessons.
struct VeilKey {
  std::shared_ptr<const Trace> trace;
  const Step* asking = nullptr;      // the present step, where it asks
  const Step* exercising = nullptr;  // the present step, where it gives blanks
  Blanks given = {};
  Lent<Fillings> fillings;
  bool operator==(const VeilKey&) const = default;
};

/// A trace with what a step asks about, and what is to be filled in, veiled.
struct Veiled {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const Trace> truth = {};  // whose veiled likeness this is
  const Step* asking = nullptr;
  Blanks given = {};
  std::vector<Blank> blanks = {};  // what the reader made of them
  std::vector<int> nodes = {};     // with a veiled cell
  int asked = -1;                  // the node that is asked about
  std::vector<Cell> asked_cells = {};
  bool asks(int node, const Cell& cell) const {
    return node == asked && std::find(asked_cells.begin(), asked_cells.end(), cell) != asked_cells.end();
  }
};

/// The cells that a number is asked for or to be filled in of, with the cells that they are made from, by node.
struct NeededKey {
  std::shared_ptr<const Trace> trace;
  std::vector<Selection> cells;
  bool operator==(const NeededKey&) const = default;
};
using NeededCells = std::map<int, std::vector<Cell>>;

/// The snapshot that the screen is drawn from while something is veiled (ask/veil.h).
struct Veil {
  Memo<VeilKey, Veiled> kept;             // empty where nothing is veiled
  Snapshot snapshot = {};                 // with the veiled trace
  const Step* answered = nullptr;         // the present step, where it asks and a guess was made
  Selection asked = {};                   // what that one asked about
  std::optional<Selection> guessed = {};  // the cell that was guessed, or of which a number was
  std::string guessed_number = {};        // that number as the question has it; empty where a cell was guessed
  bool right = false;                     // the guess is so
  Memo<NeededKey, NeededCells> needed = {};
};

/// A guess that is being made (ask/ask.h).
struct Guessing {
  std::string step;          // "softmax/shares"
  Guess guess;               // as its sliders stand
  std::string typed, wrong;  // a number, and what is wrong with it
  bool touched = false;      // a hand or a key moved it
  int in_picture = -1;       // the frame in which it could last be made in the picture
  int ringed = -1;           // the frame in which the guessed cell was last ringed
};

/// How large a hint was asked for (ask/exercise.h).
struct Hinting {
  std::string blank = {};  // "softmax/sum[0,0]"
  int size = 0;            // of the largest that was asked for: 0 none, 3 all but the result
};

/// How long the present trace has been on its way (computing.h).
struct ComputingSince {
  const Trace* before = nullptr;  // the trace that is shown meanwhile
  double since_s = -1;            // -1: none is
};

/// The pages of the course (course/page.h).
struct CourseScreen {
  bool map_open = false, sources_open = false, glossary_open = false;
  std::shared_ptr<const Trace> translated;  // whose film was played, or is
  bool playing = false;
  double at_s = 0;
  std::optional<Sources> sources;    // once they were asked for
  std::set<std::string> slips_told;  // the answers that were asked for
};

/// The search (search.h).
struct SearchScreen {
  bool asked = false;  // it is to open
  bool open = false;
  std::string typed;
  std::size_t chosen = 0;  // of what was found
  bool moved = false;      // by a key in this frame: it is brought into sight
  bool by_hand = false;    // the pointer chooses since it moved
  Memo<SearchIndexKey, SearchIndex> course;
  Memo<SearchNodesKey, SearchIndex> nodes;  // of the present lesson
  Memo<SearchHitsKey, SearchHits> found;
};

struct ScreenState {
  LessonScreen lesson;
  Suggestions suggestions;
  KeyboardFocus keyboard;
  std::string guided_step_seen;           // the lesson and guided step whose focus was last brought into view
  Memo<CaptionKey, std::string> caption;  // of the guided step
  Memo<CodeKey, std::vector<std::string>> code;
  Veil veil;
  Guessing guessing;
  Hinting hinting;
  ComputingSince computing;
  bool pointer_leads = false;  // the pointer moved after the last key
  int gesture = 0;             // the last one given out
  int input_gesture = 0;       // of the slider or text field in use
  std::string glossary;        // the term that is open; empty: none
  ImVec2 glossary_at;
  bool glossary_opening = false;
  std::vector<GlossaryForm> glossary_forms;  // of the texts, once they were asked for
  int glossary_forms_of = -1;                // Texts::additions then
  Memo<SearchIndexKey, std::vector<GlossaryEntry>> glossary_entries;
  SearchScreen search;
  bool rail_open = false, sheet_open = false, steps_closed = false, caption_opened = false, settings_open = false, keys_asked = false;
  std::optional<FrameOptions> tried;  // how a frame would look, while it is made (embed.h)
  std::string tag_asked;              // for which document and options its tag was asked for last
  bool arrows_taken = false;          // in this frame the arrow keys move a point of a plane
  bool export_opens = false;          // what can be taken out (export_popup.h)
  ImVec2 export_below;
  int export_thing = 0, export_as = 0;
  std::string notice;  // a text key that is shown for a moment, since:
  double notice_since_s = 0;
  bool missing_letters_said = false;  // that no font has some characters, and the reader closed it
  TrainingScreen training;
  CourseScreen course;
};

}  // namespace gf::ui
