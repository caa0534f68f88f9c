#include "ui/stage/picture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/nth.h"
#include "protocol/step.h"
#include "ui/ask/veil.h"
#include "ui/bars/sections.h"
#include "ui/regions.h"
#include "ui/stage/card.h"
#include "ui/stage/put_away.h"
#include "ui/stage/sources.h"
#include "ui/stage/stream.h"
#include "ui/views/view_table.h"

namespace gf::ui {

namespace {

constexpr float kOneColumnBelow = 560, kOneColumnWhenLow = 300;  // the widths below which a scene has one column, design pixels

const std::string& section_of(const Trace& trace, const PanelView& panel) { return nth(trace.panels, panel.index).section; }

// Returns the card of the node that `node` is the gradient of; -1 if `node` is no gradient or its value has no card.
int card_of_value(const Frame& frame, const std::map<int, std::size_t>& card_of, int node) {
  const GradientOf& gradient = frame.trace->node(node).gradient;
  const auto found = gradient.is_whole() ? card_of.find(gradient.node) : card_of.end();
  return found == card_of.end() ? -1 : static_cast<int>(found->second);
}

// Adds a view, unless the card has it already: views are chosen by name. Two panels of a node too large for digits may be the same heat
// map.
void add_view(PictureCard& card, const PanelView& panel) {
  if (std::none_of(card.views.begin(), card.views.end(), [&](const PanelView& other) { return other.view == panel.view; }))
    card.views.push_back(panel);
}

// Adds the cards of all panels. Panels about the same node are views of one card; a view that shows several nodes has a card of its own.
void add_panels(const Frame& frame, Picture& picture) {
  std::map<int, std::size_t> card_of;  // from a node to its card
  for (const PanelView& panel : panels_of(*frame.trace)) {
    const ViewRow& row = row_of(panel.view);
    const int subject = subject_of(frame, panel);
    const auto known = card_of.find(subject);
    if (const int card = card_of_value(frame, card_of, subject); card >= 0) {
      nth(picture.cards, card).gradient = {panel};
      continue;
    }
    if (row.one_of_several && known != card_of.end()) {
      add_view(picture.cards[known->second], panel);
      continue;
    }
    if (row.one_of_several) card_of.emplace(subject, picture.cards.size());
    picture.cards.push_back({{panel}, {}, nullptr, 0});
  }
}

bool has_cells(const PanelView& panel) { return row_of(panel.view).cells != Cells::none; }

bool is_filled_in(const Frame& frame, int node) { return frame.state.veil.kept.value().given.contains(frame.trace->node(node).name); }

// Adds a view of cells to each card whose node the reader fills in, unless the card has such a view.
void add_cells_of_blanks(const Frame& frame, Picture& picture) {
  for (PictureCard& card : picture.cards) {
    if (card.run || std::any_of(card.views.begin(), card.views.end(), has_cells)) continue;
    const int subject = subject_of(frame, card.views.front());
    const Tensor& value = *frame.trace->node(subject).value;
    if (!is_filled_in(frame, subject) || std::max(value.rows(), value.cols()) > kMostRowsWithDigits) continue;
    card.views.push_back({card.views.front().index, View::matrix, {subject}});
  }
}

// Leaves only the part that the page around the program shows: the card of a node, or the cards of a section.
void leave_shown(const Frame& frame, Picture& picture) {
  static constexpr std::string_view kSection = "section:";  // marks the name of a section, since a node may have the same name
  std::string show = frame.host.options.show;
  if (!frame.host.options.shows_part()) return;
  const bool section = show.starts_with(kSection);
  if (section) show.erase(0, kSection.size());
  const int card = section ? -1 : card_showing(frame, picture, show);
  if (card >= 0) {
    picture.cards = {nth(picture.cards, card)};
    return;
  }
  const auto inside = [&](const PictureCard& shown) {
    return !shown.run && stands_in(section_of(*frame.trace, shown.views.front()), show);
  };
  if (std::any_of(picture.cards.begin(), picture.cards.end(), inside))
    std::erase_if(picture.cards, [&](const PictureCard& shown) { return !inside(shown); });
}

// Whether a node is learned weights that another node is multiplied by: the second input of its reader.
bool is_factor(const Trace& trace, int node) {
  if (trace.node(node).facts.kind != NodeKind::parameter || !trace.node(node).inputs.empty()) return false;
  return std::any_of(trace.nodes.begin(), trace.nodes.end(), [&](const TraceNode& reader) {
    return reader.inputs.size() >= 2 && reader.inputs[0] != node && reader.inputs[1] == node;
  });
}

// Returns for each node whether it is made of gradients. A training step is, and so is all that is computed with the new weights.
std::vector<bool> made_of_gradients(const Trace& trace) {
  std::vector<bool> from_gradients(trace.nodes.size());
  for (std::size_t i = 0; i < from_gradients.size(); ++i) {
    const std::vector<int>& inputs = trace.nodes[i].inputs;
    from_gradients[i] = trace.nodes[i].gradient.is_gradient() ||
                        std::any_of(inputs.begin(), inputs.end(), [&](int input) { return nth(from_gradients, input); });
  }
  return from_gradients;
}

// Whether a node is a gradient, or reads a gradient.
bool reads_gradients(const Trace& trace, int node) {
  const TraceNode& reader = trace.node(node);
  return reader.gradient.is_gradient() ||
         std::any_of(reader.inputs.begin(), reader.inputs.end(), [&](int input) { return trace.node(input).gradient.is_gradient(); });
}

std::vector<CardToPlace> to_place(const Frame& frame, const PictureKey& key, Picture& picture) {
  const std::vector<std::vector<int>> sources = sources_of_cards(frame, picture);
  const std::vector<int> streams = residual_streams(*frame.trace);
  const std::vector<bool> late = made_of_gradients(*frame.trace);
  std::vector<CardToPlace> cards;
  for (std::size_t i = 0; i < picture.cards.size(); ++i) {
    PictureCard& card = picture.cards[i];
    const auto content = std::find_if(key.run.begin(), key.run.end(), [&](const auto& run) { return run.row == card.run; });
    const CardSize size = card.run ? measure_run_card(frame.theme, content->height, key.width) : measure_card(frame, card, key.width);
    card.header = size.header;
    CardToPlace placed{size.width, size.height, {}, sources[i], false, false, false};
    // A card that the page shows alone has no frame around it.
    if (!card.run && frame.trace->find(frame.host.options.show) < 0) placed.section = section_of(*frame.trace, card.views.front());
    if (const int subject = subject_of(frame, card); subject >= 0) {
      placed.operand = is_factor(*frame.trace, subject);
      placed.parameter = frame.trace->node(subject).facts.kind == NodeKind::parameter;
      placed.stream = nth(streams, subject);
      placed.quiet = reads_gradients(*frame.trace, subject);
      placed.late = nth(late, subject);
    }
    cards.push_back(std::move(placed));
  }
  return cards;
}

PlacementSizes sizes_for(float unit) {
  PlacementSizes sizes;
  for (float* length : {&sizes.across, &sizes.down, &sizes.around, &sizes.title, &sizes.folded_width, &sizes.folded_height})
    *length *= unit;
  return sizes;
}

constexpr float kFoldedWidth = 86,
                kFoldedHeight = 34;  // the least size on the screen of a folded frame, so that its name fits; design pixels

// Returns the section of the card that the guided step is about; empty if the step has no card.
std::string section_of_focus(const Frame& frame, const Picture& picture) {
  const int card = card_of_step(frame, picture);
  return card < 0 ? std::string() : nth(picture.placed, card).section;
}

float zoom_of(const Placement& placement, ImVec2 window) {
  return std::min(window.x / std::max(placement.width, 1.0f), window.y / std::max(placement.height, 1.0f));
}

// Returns the cards of the key with headers of at least this height.
std::vector<CardToPlace> with_headers(const PlacementKey& key, float header) {
  std::vector<CardToPlace> cards = *key.cards;
  for (std::size_t i = 0; i < cards.size(); ++i) cards[i].height += std::max(header - key.headers[i], 0.0f);
  return cards;
}

// Places the cards with room for the titles of frames and cards, which keep their size on the screen in a sight from afar.
std::shared_ptr<const Placement> place_with_titles(const PlacementKey& key) {
  const float u = key.unit;
  const ImVec2 window(key.width, key.height);
  PlacementSizes sizes = sizes_for(u);
  const float line = 17 * u, most = 3 * sizes.title;
  float header = 0;
  Placement placement = place_cards(*key.cards, *key.put_away, sizes, window);
  for (int i = 0; i < 2; ++i) {
    const float zoom = zoom_of(placement, window);
    const float wanted = std::min(line / zoom, most);
    if (wanted <= sizes.title * 1.05f) break;
    sizes.title = wanted;
    header = std::min(key.far_header / zoom, most);
    sizes.folded_width = std::max(sizes.folded_width, kFoldedWidth * u / zoom);
    sizes.folded_height = std::max(sizes.folded_height, kFoldedHeight * u / zoom);
    placement = place_cards(with_headers(key, header), *key.put_away, sizes, window);
  }
  placement.title = sizes.title;
  placement.header = header;
  return std::make_shared<const Placement>(std::move(placement));
}

// Returns the cards of the run that are not docked; none while a question is open, since the cards might tell the answer.
std::vector<PictureKey::RunCard> run_in_picture(const Frame& frame, float window, const std::vector<const CardRow*>& docked) {
  std::vector<PictureKey::RunCard> run;
  if (!frame.snapshot.training || is_question_open(frame)) return run;
  for (const CardRow* row : run_cards(frame))
    if (std::find(docked.begin(), docked.end(), row) == docked.end()) run.push_back({row, run_content_height(frame, *row, window)});
  return run;
}

// Returns the matrix of a stack that the selection shows (shown_matrix), as its first cell; none for the first matrix, which is shown
// anyway. The size of a card can depend on the matrix.
CellReference selected_matrix(const Frame& frame) {
  const std::optional<Selection>& selection = frame.snapshot.document.look.selection;
  if (!selection || selection->cell.outer == 0) return {};
  const CellReference at = selected(frame);
  return {at.node, {at.cell.outer, 0, 0}};
}

// Makes the picture. Reads only the parts of the frame that the key holds: trace, texts, look, veil and the sizes of the theme.
std::shared_ptr<const Picture> make_picture(const PictureKey& key, const Frame& frame, Screen& screen) {
  const auto picture = std::make_shared<Picture>();
  picture->window = {key.width, key.height};
  for (const PictureKey::RunCard& card : key.run) picture->cards.push_back({{}, {}, card.row, 0});
  if (frame.trace) {
    add_panels(frame, *picture);
    add_cells_of_blanks(frame, *picture);
    leave_shown(frame, *picture);
    picture->placed = to_place(frame, key, *picture);
  }
  picture->put_away = frames_to_put_away(frame.snapshot.document.look, picture->placed, sizes_for(key.unit),
                                         {picture->window, section_of_focus(frame, *picture)});
  std::vector<float> headers;
  for (const PictureCard& card : picture->cards) headers.push_back(card.header);
  picture->kept_placement = screen.state.lesson.placement.get(
      {picture->placed, std::move(headers), picture->put_away, key.width, key.height, key.unit, far_header(frame.theme)},
      place_with_titles);
  for (PictureCard& card : picture->cards) card.header = std::max(card.header, picture->placement().header);
  return picture;
}

}  // namespace

bool is_narrow(const Frame& frame, ImVec2 window) {
  const float below = is_landscape(frame) ? kOneColumnWhenLow : kOneColumnBelow;
  return window.x < below * frame.theme.unit && !frame.host.options.shows_part();
}

const Picture& picture_of(const Frame& frame, Screen& screen, ImVec2 window, const std::vector<const CardRow*>& docked) {
  const Look& look = frame.snapshot.document.look;
  const PictureKey key{.trace = shared_trace(frame),
                       .texts = &frame.texts,
                       .folded = look.folded,
                       .opened = look.opened,
                       .views = look.views,
                       .matrices = look.matrices,
                       .matrix = selected_matrix(frame),
                       .given = frame.state.veil.kept.value().given,
                       .step = look.step,
                       .show = frame.host.options.show,
                       .run = run_in_picture(frame, window.x, docked),
                       .width = window.x,
                       .height = window.y,
                       .unit = frame.theme.unit,
                       .touch = frame.host.touch};
  return *screen.state.lesson.picture.get_with(key, make_picture, frame, screen);
}

const PanelView& shown_view(const Frame& frame, const PictureCard& card) {
  const int subject = subject_of(frame, card.views.front());
  const std::map<std::string, View>& views = frame.snapshot.document.look.views;
  const auto chosen = views.find(frame.trace->node(subject).name);
  const auto is_chosen = [&](const PanelView& panel) { return chosen == views.end() || panel.view == chosen->second; };
  auto shown = std::find_if(card.views.begin(), card.views.end(), is_chosen);
  if (shown == card.views.end()) shown = card.views.begin();
  if (!has_cells(*shown) && is_filled_in(frame, subject)) {
    const auto cells = std::find_if(card.views.begin(), card.views.end(), has_cells);
    if (cells != card.views.end()) shown = cells;
  }
  return *shown;
}

int subject_of(const Frame& frame, const PanelView& panel) {
  const ViewRow& row = row_of(panel.view);
  return row.subject ? row.subject(frame, panel) : panel.nodes.back();
}

int subject_of(const Frame& frame, const PictureCard& card) { return card.run ? -1 : subject_of(frame, card.views.front()); }

std::vector<const PanelView*> panels_on(const PictureCard& card) {
  std::vector<const PanelView*> panels;
  for (const PanelView& panel : card.views) panels.push_back(&panel);
  for (const PanelView& panel : card.gradient) panels.push_back(&panel);
  return panels;
}

int card_showing(const Frame& frame, const Picture& picture, const std::string& node) {
  int best = -1, best_rank = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < picture.cards.size(); ++i) {
    for (const PanelView* panel : panels_on(picture.cards[i])) {
      const bool shows =
          std::any_of(panel->nodes.begin(), panel->nodes.end(), [&](int other) { return frame.trace->node(other).name == node; });
      const bool about = shows && frame.trace->node(subject_of(frame, *panel)).name == node;
      const int rank = row_of(panel->view).rank * 2 + (about ? 0 : 1);
      if (shows && rank < best_rank) {
        best = static_cast<int>(i);
        best_rank = rank;
      }
    }
  }
  return best;
}

int card_of_step(const Frame& frame, const Picture& picture) {
  const Step* step = frame.trace ? step_of(frame.snapshot.lesson(), frame.snapshot.document) : nullptr;
  return step ? card_showing(frame, picture, step->focus) : -1;
}

}  // namespace gf::ui
