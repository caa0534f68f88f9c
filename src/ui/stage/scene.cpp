#include "ui/stage/scene.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/nth.h"
#include "protocol/step.h"
#include "ui/bars/sections.h"
#include "ui/bars/steps.h"
#include "ui/stage/card_title.h"
#include "ui/stage/dock.h"
#include "ui/views/view_table.h"

namespace gf::ui {

namespace {

constexpr std::size_t kFewCards = 3, kMostOperands = 3, kMostResults = 2;

const CardToPlace& placed(const Picture& picture, int card) { return nth(picture.placed, card); }

std::vector<int> readers_of(const Picture& picture, int card) {
  std::vector<int> readers;
  for (std::size_t other = 0; other < picture.placed.size(); ++other) {
    const std::vector<int>& reads = picture.placed[other].reads;
    if (std::find(reads.begin(), reads.end(), card) != reads.end()) readers.push_back(static_cast<int>(other));
  }
  return readers;
}

bool contains(const std::vector<int>& cards, int card) { return std::find(cards.begin(), cards.end(), card) != cards.end(); }

// Returns the cards that a card reads and that are not quiet: learned weights if `weights` is set, otherwise all other cards.
std::vector<int> operands_of(const Picture& picture, int card, bool weights) {
  std::vector<int> operands;
  for (const int read : placed(picture, card).reads)
    if (read != card && placed(picture, read).parameter == weights && !placed(picture, read).quiet) operands.push_back(read);
  return operands;
}

void add(std::vector<int>& cards, const std::vector<int>& more, std::size_t most) {
  for (const int card : more)
    if (cards.size() < most && !contains(cards, card)) cards.push_back(card);
}

// Returns the readers of a card that are not quiet. The reader that the next step is about comes first.
std::vector<int> results_of(const Frame& frame, const Picture& picture, int focus) {
  std::vector<int> results = readers_of(picture, focus);
  std::erase_if(results, [&](int reader) { return placed(picture, reader).quiet; });
  const ArrayView<Step> steps = frame.snapshot.lesson().steps;
  const auto next = static_cast<std::size_t>(frame.snapshot.document.look.step) + 1;
  const int wanted = next < steps.size() ? card_showing(frame, picture, std::string(steps[next].focus)) : -1;
  std::stable_partition(results.begin(), results.end(), [&](int reader) { return reader == wanted; });
  return results;
}

// Returns the focus with its operands and results. Learned weights come only if there would be few cards otherwise, and so do the operands
// of the operands and the results of the results.
std::vector<int> cards_around(const Frame& frame, const Picture& picture, int focus) {
  std::vector<int> cards{focus};
  add(cards, operands_of(picture, focus, false), 1 + kMostOperands);
  if (cards.size() == 1) add(cards, operands_of(picture, focus, true), 1 + kMostOperands);
  const std::vector<int> operands(cards.begin() + 1, cards.end());
  add(cards, results_of(frame, picture, focus), cards.size() + kMostResults);
  for (std::size_t i = 0; i < operands.size() && cards.size() < kFewCards; ++i)
    add(cards, operands_of(picture, operands[i], false), kFewCards);
  if (cards.size() < kFewCards) add(cards, operands_of(picture, focus, true), kFewCards);
  for (std::size_t i = 1; i < cards.size() && cards.size() < kFewCards; ++i) add(cards, results_of(frame, picture, cards[i]), kFewCards);
  return cards;
}

std::vector<int> cards_of_section(const Frame& frame, const Picture& picture, std::string_view section) {
  std::vector<int> cards;
  for (std::size_t card = 0; card < picture.cards.size(); ++card) {
    if (picture.cards[card].views.empty()) continue;
    const auto panel = static_cast<std::size_t>(picture.cards[card].views.front().index);
    if (stands_in(frame.trace->panels[panel].section, section)) cards.push_back(static_cast<int>(card));
  }
  return cards;
}

SceneRole role_of(const Picture& picture, int card, int focus) {
  if (card == focus) return SceneRole::focus;
  if (focus >= 0 && contains(placed(picture, focus).reads, card)) return SceneRole::operand;
  if (focus >= 0 && contains(placed(picture, card).reads, focus)) return SceneRole::result;
  return SceneRole::context;
}

// Returns the card with the view that the scene wants first.
PictureCard with_view(PictureCard card, std::optional<View> view) {
  const auto wanted =
      std::find_if(card.views.begin(), card.views.end(), [&](const PanelView& panel) { return view && panel.view == *view; });
  if (wanted != card.views.end()) std::rotate(card.views.begin(), wanted, wanted + 1);
  return card;
}

void add_reads(const Picture& picture, Scene& scene) {
  for (std::size_t to = 0; to < scene.cards.size(); ++to)
    for (std::size_t from = 0; from < scene.cards.size(); ++from)
      if (scene.cards[to].card >= 0 && scene.cards[from].card >= 0 && to != from &&
          contains(placed(picture, scene.cards[to].card).reads, scene.cards[from].card))
        scene.reads.push_back({static_cast<int>(from), static_cast<int>(to)});
}

// Adds the columns. A card stands in the column after all that it reads. A card that reads none stands right before its first reader.
void add_columns(Scene& scene) {
  const std::size_t count = scene.cards.size();
  std::vector<int> column(count, 0);
  for (std::size_t round = 0; round < count; ++round)
    for (const SceneRead& read : scene.reads)
      nth(column, read.to) = std::min(std::max(nth(column, read.to), nth(column, read.from) + 1), static_cast<int>(count));
  for (std::size_t i = count; i-- > 0;) {
    const bool reads =
        std::any_of(scene.reads.begin(), scene.reads.end(), [&](const SceneRead& read) { return read.to == static_cast<int>(i); });
    int first = -1;
    for (const SceneRead& read : scene.reads)
      if (read.from == static_cast<int>(i)) first = first < 0 ? nth(column, read.to) : std::min(first, nth(column, read.to));
    if (!reads && first > 0) column[i] = first - 1;
  }
  const int last = count == 0 ? -1 : *std::max_element(column.begin(), column.end());
  for (int c = 0; c <= last; ++c) {
    Scene::Column stacked;
    for (std::size_t i = 0; i < count; ++i)
      if (column[i] == c) stacked.cards.push_back(static_cast<int>(i));
    if (!stacked.cards.empty()) scene.columns.push_back(std::move(stacked));
  }
}

// Returns the scene of these cards, and of the cards of a run that do not stand beside the stage.
Scene with_cards(const Picture& picture, std::vector<int> cards, int focus) {
  Scene scene;
  for (std::size_t card = 0; card < picture.cards.size(); ++card)
    if (picture.cards[card].run) cards.push_back(static_cast<int>(card));
  std::sort(cards.begin(), cards.end());
  for (const int card : cards) {
    if (card == focus) scene.focus = static_cast<int>(scene.cards.size());
    scene.cards.push_back({nth(picture.cards, card), card, role_of(picture, card, focus)});
  }
  add_reads(picture, scene);
  add_columns(scene);
  return scene;
}

int run_card(const Picture& picture, std::string_view id) {
  for (std::size_t card = 0; card < picture.cards.size(); ++card)
    if (picture.cards[card].run && picture.cards[card].run->id == id) return static_cast<int>(card);
  return -1;
}

// Leaves only the arrows that the author wrote within a line, and adds those that the trace lacks. Arrows from line to line stay as the
// trace has them.
void follow_joints(Scene& scene) {
  std::vector<int> column_of(scene.cards.size(), 0), line_of(scene.cards.size(), 0);
  int line = 0;
  for (std::size_t c = 0; c < scene.columns.size(); ++c) {
    line += c > 0 && scene.columns[c].begins_line ? 1 : 0;
    for (const int card : scene.columns[c].cards) {
      nth(column_of, card) = static_cast<int>(c);
      nth(line_of, card) = line;
    }
  }
  const auto has_arrow = [&](int column) {
    const Scene::Column& reader = nth(scene.columns, column);
    return reader.before == SceneJoint::arrow && !reader.begins_line;
  };
  std::erase_if(scene.reads, [&](const SceneRead& read) {
    const auto from = static_cast<std::size_t>(read.from), to = static_cast<std::size_t>(read.to);
    if (line_of[from] != line_of[to]) return false;
    return column_of[to] != column_of[from] + 1 || !has_arrow(column_of[to]);
  });
  for (int c = 1; c < static_cast<int>(scene.columns.size()); ++c) {
    if (!has_arrow(c)) continue;
    const bool in_trace = std::any_of(scene.reads.begin(), scene.reads.end(), [&](const SceneRead& read) {
      return nth(column_of, read.to) == c && nth(column_of, read.from) == c - 1;
    });
    if (in_trace) continue;
    for (const int from : nth(scene.columns, c - 1).cards)
      for (const int to : nth(scene.columns, c).cards) scene.reads.push_back({from, to, true});
  }
}

// Returns the card that an author names: the card that has the view, if one is named, otherwise the card that shows the node best.
int named_card(const Frame& frame, const Picture& picture, const NamedCard& named) {
  for (std::size_t card = 0; named.view && card < picture.cards.size(); ++card)
    for (const PanelView& panel : picture.cards[card].views)
      if (panel.view == *named.view && subject(frame, panel).name == named.node) return static_cast<int>(card);
  return card_showing(frame, picture, named.node);
}

bool has_card(const Scene& scene, int card) {
  return std::any_of(scene.cards.begin(), scene.cards.end(), [&](const SceneCard& shown) { return shown.card == card; });
}

// Adds a line below the scene with the cards of a run that stand neither beside the stage nor in the scene.
void add_run(const Picture& picture, Scene& scene) {
  Scene::Column below{{}, SceneJoint::none, true};
  for (std::size_t card = 0; card < picture.cards.size(); ++card) {
    if (!picture.cards[card].run || has_card(scene, static_cast<int>(card))) continue;
    below.cards.push_back(static_cast<int>(scene.cards.size()));
    scene.cards.push_back({picture.cards[card], static_cast<int>(card), SceneRole::context});
  }
  if (!below.cards.empty()) scene.columns.push_back(std::move(below));
}

// Returns the scene that an author wrote, without the cards that the picture lacks.
Scene written_scene(const Frame& frame, const Picture& picture, const SceneSpec& line) {
  Scene scene;
  scene.written = true;
  bool begins = false;
  for (const NamedColumn& column : line) {
    Scene::Column stacked{{}, column.before, false};
    begins = begins || column.begins_line;
    for (const NamedCard& named : column.cards) {
      const int card =
          named.node.starts_with('@') ? run_card(picture, std::string_view(named.node).substr(1)) : named_card(frame, picture, named);
      if (card < 0) continue;
      if (named.focus) scene.focus = static_cast<int>(scene.cards.size());
      stacked.cards.push_back(static_cast<int>(scene.cards.size()));
      scene.cards.push_back({with_view(nth(picture.cards, card), named.view), card, SceneRole::context});
    }
    if (stacked.cards.empty()) continue;
    stacked.begins_line = std::exchange(begins, false);
    scene.columns.push_back(std::move(stacked));
  }
  if (scene.focus < 0 && !scene.cards.empty()) scene.focus = static_cast<int>(scene.cards.size()) - 1;
  if (!scene.cards.empty() && !(frame.snapshot.training && waits_for_its_step(frame))) add_run(picture, scene);
  const int focus = scene.focus < 0 ? -1 : nth(scene.cards, scene.focus).card;
  for (SceneCard& card : scene.cards) card.role = role_of(picture, card.card, focus);
  if (scene.focus >= 0) nth(scene.cards, scene.focus).role = SceneRole::focus;
  add_reads(picture, scene);
  follow_joints(scene);
  return scene;
}

int card_of_node(const Frame& frame, const Picture& picture, int node) {
  return node < 0 ? -1 : card_showing(frame, picture, frame.trace->node(node).name);
}

// Returns the card of the selected cell, or otherwise the last card of a node.
int focus_without_step(const Frame& frame, const Picture& picture) {
  if (const int card = card_of_node(frame, picture, selected(frame).node); card >= 0) return card;
  for (std::size_t card = picture.cards.size(); card-- > 0;)
    if (!picture.cards[card].run) return static_cast<int>(card);
  return -1;
}

Scene resting_scene(const Frame& frame, const Picture& picture) {
  const Look& look = frame.snapshot.document.look;
  if (frame.host.options.shows_part() && picture.cards.size() <= kMostSceneCards) {
    std::vector<int> all;
    for (std::size_t card = 0; card < picture.cards.size(); ++card) all.push_back(static_cast<int>(card));
    return with_cards(picture, all, focus_without_step(frame, picture));
  }
  if (const SceneSpec line = read_scene_line(look.scene); !line.empty()) {
    const bool around = line.size() == 1 && line.front().cards.size() == 1;
    const int chosen = around ? card_showing(frame, picture, line.front().cards.front().node) : -1;
    if (chosen >= 0) return with_cards(picture, cards_around(frame, picture, chosen), chosen);
    if (!around)
      if (Scene scene = written_scene(frame, picture, line); !scene.cards.empty()) return scene;
  }
  const Step* step = has_steps(frame) ? step_of(frame.snapshot.lesson(), frame.snapshot.document) : nullptr;
  if (step && !std::string_view(step->scene).empty())
    if (Scene scene = written_scene(frame, picture, read_scene_line(step->scene)); !scene.cards.empty()) return scene;
  const int of_step = step ? card_of_step(frame, picture) : -1;
  const int focus = of_step >= 0 ? of_step : focus_without_step(frame, picture);
  if (focus < 0) return {};
  if (step && !std::string_view(step->section).empty()) {
    std::vector<int> cards = cards_of_section(frame, picture, step->section);
    if (!contains(cards, focus)) cards.push_back(focus);
    if (cards.size() <= kMostSceneCards) return with_cards(picture, cards, focus);
  }
  return with_cards(picture, cards_around(frame, picture, focus), focus);
}

Scene scene_with_gradients(const Frame& frame, const Picture& picture) {
  if (!frame.trace) return {};
  Scene scene = resting_scene(frame, picture);
  // A link may select a cell of a node that the step's scene lacks.
  const Look& look = frame.snapshot.document.look;
  int chosen = look.scene.empty() ? card_of_node(frame, picture, selected(frame).node) : -1;
  // A link may also give cells of such a node as blanks.
  for (const auto& [node, cells] : look.blanks)
    if (look.scene.empty() && chosen < 0) chosen = card_showing(frame, picture, node);
  if (chosen >= 0 && !has_card(scene, chosen)) scene = with_cards(picture, cards_around(frame, picture, chosen), chosen);
  const Film& film = frame.state.lesson.film;
  const int filmed = film.on ? card_of_node(frame, picture, film.cell.node) : -1;
  if (filmed >= 0 && !has_card(scene, filmed)) return with_cards(picture, cards_around(frame, picture, filmed), filmed);
  return scene;
}

// Leaves out gradients below their values. A gradient stays if the scene is about it, or about a node that is made from it.
void leave_out_gradients(const Frame& frame, Scene& scene) {
  const Look& look = frame.snapshot.document.look;
  const Step* step = has_steps(frame) ? step_of(frame.snapshot.lesson(), frame.snapshot.document) : nullptr;
  std::vector<int> about{selected(frame).node};
  const auto add = [&](std::string_view name) { about.push_back(frame.trace->find(name)); };
  if (step && look.scene.empty()) add(step->focus);
  for (const std::string_view line :
       {std::string_view(look.scene), step && look.scene.empty() ? std::string_view(step->scene) : std::string_view()})
    for (const NamedColumn& column : read_scene_line(line))
      for (const NamedCard& card : column.cards) add(card.node);
  const auto is_wanted = [&](int gradient) {
    return std::any_of(about.begin(), about.end(), [&](int node) {
      if (node < 0) return false;
      const std::vector<int>& inputs = frame.trace->node(node).inputs;
      return node == gradient || std::find(inputs.begin(), inputs.end(), gradient) != inputs.end();
    });
  };
  for (SceneCard& card : scene.cards)
    if (!card.shown.gradient.empty() && !is_wanted(card.shown.gradient.front().nodes.front())) card.shown.gradient.clear();
}

}  // namespace

Scene scene_of(const Frame& frame, const Picture& picture) {
  Scene scene = scene_with_gradients(frame, picture);
  leave_out_gradients(frame, scene);
  return scene;
}

}  // namespace gf::ui
