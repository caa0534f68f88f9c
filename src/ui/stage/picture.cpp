#include "ui/stage/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "protocol/step.h"
#include "ui/ask/veil.h"
#include "ui/regions.h"
#include "ui/sections.h"
#include "ui/stage/card.h"
#include "ui/stage/put_away.h"
#include "ui/stage/sources.h"
#include "ui/stage/stream.h"
#include "ui/views/view_table.h"

namespace gf::ui {

namespace {

constexpr float kOneColumnBelow = 560, kOneColumnWhenLow = 300;  // of the width for the picture, design pixels

const std::string& section_of(const Trace& trace, const PanelView& panel) {
  return trace.panels[static_cast<std::size_t>(panel.index)].section;
}

// The card of the node that `node` is the gradient of; -1 where it is no gradient, or that has no card.
int card_of_value(const Frame& frame, const std::map<int, std::size_t>& card_of, int node) {
  const GradientOf& gradient = frame.trace->node(node).gradient;
  const auto found = gradient.is_whole() ? card_of.find(gradient.node) : card_of.end();
  return found == card_of.end() ? -1 : static_cast<int>(found->second);
}

// A view is chosen by its name, so each is there once: of a node too large for digits, two may be the same heat map.
void add_view(PictureCard& card, const PanelView& panel) {
  if (std::none_of(card.views.begin(), card.views.end(), [&](const PanelView& other) { return other.view == panel.view; }))
    card.views.push_back(panel);
}

// Panels about the same node are views of one card, but for those that show several nodes in a picture of their own.
void add_panels(const Frame& frame, Picture& picture) {
  std::map<int, std::size_t> card_of;  // of a node
  for (const PanelView& panel : panels_of(*frame.trace)) {
    const ViewRow& row = row_of(panel.view);
    const int subject = subject_of(frame, panel);
    const auto known = card_of.find(subject);
    if (const int card = card_of_value(frame, card_of, subject); card >= 0) {
      picture.cards[static_cast<std::size_t>(card)].gradient = {panel};
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

// A node that is filled in is shown as cells, although it is usually shown in another way.
void add_cells_of_blanks(const Frame& frame, Picture& picture) {
  for (PictureCard& card : picture.cards) {
    if (card.run || std::any_of(card.views.begin(), card.views.end(), has_cells)) continue;
    const int subject = subject_of(frame, card.views.front());
    const Tensor& value = *frame.trace->node(subject).value;
    if (!is_filled_in(frame, subject) || std::max(value.rows(), value.cols()) > kMostRowsWithDigits) continue;
    card.views.push_back({card.views.front().index, View::matrix, {subject}});
  }
}

// A page around the program may show a part alone: the card of a node, or those of a section.
void leave_shown(const Frame& frame, Picture& picture) {
  static constexpr std::string_view kSection = "section:";  // before the name of a section: a node may have the same name
  std::string show = frame.host.options.show;
  if (!frame.host.options.shows_part()) return;
  const bool section = show.starts_with(kSection);
  if (section) show.erase(0, kSection.size());
  const int card = section ? -1 : card_showing(frame, picture, show);
  if (card >= 0) {
    picture.cards = {picture.cards[static_cast<std::size_t>(card)]};
    return;
  }
  const auto inside = [&](const PictureCard& one) { return !one.run && stands_in(section_of(*frame.trace, one.views.front()), show); };
  if (std::any_of(picture.cards.begin(), picture.cards.end(), inside))
    std::erase_if(picture.cards, [&](const auto& one) { return !inside(one); });
}

// Whether a node is what another one is multiplied by to make a third.
bool is_factor(const Trace& trace, int node) {
  if (trace.node(node).facts.kind != NodeKind::parameter || !trace.node(node).inputs.empty()) return false;
  return std::any_of(trace.nodes.begin(), trace.nodes.end(), [&](const TraceNode& reader) {
    return reader.inputs.size() >= 2 && reader.inputs[0] != node && reader.inputs[1] == node;
  });
}

// Says for each node whether it is made of gradients: a step against one, and all that is computed with the weights after it.
std::vector<char> made_of_gradients(const Trace& trace) {
  std::vector<char> made(trace.nodes.size(), 0);
  for (std::size_t i = 0; i < made.size(); ++i) {
    const std::vector<int>& inputs = trace.nodes[i].inputs;
    made[i] = trace.nodes[i].gradient.is_gradient() ||
              std::any_of(inputs.begin(), inputs.end(), [&](int input) { return made[static_cast<std::size_t>(input)] != 0; });
  }
  return made;
}

// Whether a node is a gradient, a part of one, or a step against one.
bool reads_gradients(const Trace& trace, int node) {
  const TraceNode& one = trace.node(node);
  return one.gradient.is_gradient() ||
         std::any_of(one.inputs.begin(), one.inputs.end(), [&](int input) { return trace.node(input).gradient.is_gradient(); });
}

std::vector<CardToPlace> to_place(const Frame& frame, const PictureKey& key, Picture& picture) {
  const std::vector<std::vector<int>> sources = sources_of_cards(frame, picture);
  const std::vector<int> streams = residual_streams(*frame.trace);
  const std::vector<char> late = made_of_gradients(*frame.trace);
  std::vector<CardToPlace> cards;
  for (std::size_t i = 0; i < picture.cards.size(); ++i) {
    PictureCard& card = picture.cards[i];
    const auto content = std::find_if(key.run.begin(), key.run.end(), [&](const auto& one) { return one.row == card.run; });
    const CardSize size = card.run ? measure_run_card(frame.theme, content->height, key.width) : measure_card(frame, card, key.width);
    card.header = size.header;
    CardToPlace one{size.width, size.height, {}, sources[i], false, false, false};
    // A card that is alone has no frame around it.
    if (!card.run && frame.trace->find(frame.host.options.show) < 0) one.section = section_of(*frame.trace, card.views.front());
    if (const int subject = subject_of(frame, card); subject >= 0) {
      one.operand = is_factor(*frame.trace, subject);
      one.parameter = frame.trace->node(subject).facts.kind == NodeKind::parameter;
      one.stream = streams[static_cast<std::size_t>(subject)];
      one.quiet = reads_gradients(*frame.trace, subject), one.late = late[static_cast<std::size_t>(subject)] != 0;
    }
    cards.push_back(std::move(one));
  }
  return cards;
}

PlacementSizes sizes_for(float unit) {
  PlacementSizes sizes;
  for (float* length : {&sizes.across, &sizes.down, &sizes.around, &sizes.title, &sizes.folded_width, &sizes.folded_height})
    *length *= unit;
  return sizes;
}

constexpr float kFoldedWidth = 86, kFoldedHeight = 34;  // on the screen, of a frame that is put away: there is to be room for its name

// The section of the card that the guided step is about.
std::string section_of_focus(const Frame& frame, const Picture& picture) {
  const int card = card_of_step(frame, picture);
  return card < 0 ? std::string() : picture.placed[static_cast<std::size_t>(card)].section;
}

float zoom_of(const Placement& placement, ImVec2 window) {
  return std::min(window.x / std::max(placement.width, 1.0f), window.y / std::max(placement.height, 1.0f));
}

// The same cards with headers of at least this height.
std::vector<CardToPlace> with_headers(const PlacementKey& key, float header) {
  std::vector<CardToPlace> cards = *key.cards;
  for (std::size_t i = 0; i < cards.size(); ++i) cards[i].height += std::max(header - key.headers[i], 0.0f);
  return cards;
}

// Titles of frames and cards keep their size on the screen, so there is to be room for them where the whole is seen from far.
std::shared_ptr<const Placement> place_with_titles(const PlacementKey& key) {
  const float u = key.unit;
  const ImVec2 window(key.width, key.height);
  PlacementSizes sizes = sizes_for(u);
  const float line = 17 * u, most = 3 * sizes.title;
  float header = 0;
  Placement placement = place_cards(*key.cards, *key.put_away, sizes, window, key.one_column);
  for (int i = 0; i < 2 && !key.one_column; ++i) {
    const float zoom = zoom_of(placement, window);
    const float wanted = std::min(line / zoom, most);
    if (wanted <= sizes.title * 1.05f) break;
    sizes.title = wanted, header = std::min(key.far_header / zoom, most);
    sizes.folded_width = std::max(sizes.folded_width, kFoldedWidth * u / zoom),
    sizes.folded_height = std::max(sizes.folded_height, kFoldedHeight * u / zoom);
    placement = place_cards(with_headers(key, header), *key.put_away, sizes, window, key.one_column);
  }
  placement.title = sizes.title, placement.header = header;
  return std::make_shared<const Placement>(std::move(placement));
}

bool stands_in_column(const Frame&, ImVec2) { return false; }

// The cards of the run that are not docked. While a question is open there are none, for they might tell.
std::vector<PictureKey::RunCard> run_in_picture(const Frame& frame, float window, const std::vector<const CardRow*>& docked) {
  std::vector<PictureKey::RunCard> run;
  if (!frame.snapshot.training || is_question_open(frame)) return run;
  for (const CardRow* row : run_cards(frame))
    if (std::find(docked.begin(), docked.end(), row) == docked.end()) run.push_back({row, run_content_height(frame, *row, window)});
  return run;
}

// The size of a card can be that of the matrix that is shown of a stack. The selection shows one (shown_matrix); the first is shown anyway.
CellReference selected_matrix(const Frame& frame) {
  const std::optional<Selection>& selection = frame.snapshot.document.look.selection;
  if (!selection || selection->cell.outer == 0) return {};
  const CellReference at = selected(frame);
  return {at.node, {at.cell.outer, 0, 0}};
}

// Reads of the frame only what the key tells: trace, texts, look, veil and the sizes of the theme.
std::shared_ptr<const Picture> make_picture(const PictureKey& key, const Frame& frame, Screen& screen) {
  const auto picture = std::make_shared<Picture>();
  picture->window = {key.width, key.height}, picture->one_column = key.one_column;
  for (const PictureKey::RunCard& card : key.run) picture->cards.push_back({{}, {}, card.row, 0});
  if (frame.trace) {
    add_panels(frame, *picture), add_cells_of_blanks(frame, *picture);
    leave_shown(frame, *picture);
    picture->placed = to_place(frame, key, *picture);
  }
  picture->put_away = frames_to_put_away(frame.snapshot.document.look, picture->placed, sizes_for(key.unit),
                                         {picture->window, key.unit, key.one_column, section_of_focus(frame, *picture)});
  std::vector<float> headers;
  for (const PictureCard& card : picture->cards) headers.push_back(card.header);
  picture->kept_placement = screen.state.lesson.placement.get(
      {picture->placed, std::move(headers), picture->put_away, key.width, key.height, key.unit, far_header(frame.theme), key.one_column},
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
                       .touch = frame.host.touch,
                       .one_column = stands_in_column(frame, window)};
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
          std::any_of(panel->nodes.begin(), panel->nodes.end(), [&](int one) { return frame.trace->node(one).name == node; });
      const bool about = shows && frame.trace->node(subject_of(frame, *panel)).name == node;
      const int rank = row_of(panel->view).rank * 2 + (about ? 0 : 1);
      if (shows && rank < best_rank) best = static_cast<int>(i), best_rank = rank;
    }
  }
  return best;
}

int card_of_step(const Frame& frame, const Picture& picture) {
  const Step* step = frame.trace ? step_of(frame.snapshot.lesson(), frame.snapshot.document) : nullptr;
  return step ? card_showing(frame, picture, step->focus) : -1;
}

}  // namespace gf::ui
