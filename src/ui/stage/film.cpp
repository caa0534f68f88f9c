#include "ui/stage/film.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "core/explanation.h"
#include "core/expression_text.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "protocol/look.h"
#include "ui/places.h"
#include "ui/stage/floating_bar.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr double kTake_s = 0.8;                     // a take whose cells appear one after another
constexpr double kTerm_s = 0.32, kResult_s = 0.75;  // a cell that is made term by term: each term, and the sum
constexpr Index kCloseCells = 4;                    // how many cells are made term by term; the other cells appear
constexpr double kOtherCell_s = 0.08, kMostOthers_s = 2;
constexpr float kFilmRest = 76;  // the part of the bar for the speed and the gaps, design pixels
constexpr int kMostFilmed = 8;   // how many terms are added one by one; the other terms come with the sum
constexpr double kSpeeds[] = {0.5, 1, 2, 4};

Cell cell_at(const Frame& frame, int node, Index flat) {
  const TraceNode& computed = frame.trace->node(node);
  const Index cols = std::max<Index>(computed.value->cols(), 1);
  return {shown_matrix(frame.snapshot.document.look, *frame.trace, computed), flat / cols, flat % cols};
}

int filmed_terms(const Explanation& explanation) {
  if (!explanation.arithmetic) return 1;
  return std::min(static_cast<int>(terms_of(*explanation.arithmetic, explanation.precision).size()), kMostFilmed);
}

double cell_s(const Take& take) { return kTerm_s * take.terms + kResult_s; }

Index close_cells(Index cells) { return std::min(cells, kCloseCells); }

double length_of(const Take& take, Index cells) {
  if (!take.close) return kTake_s;
  const Index close = close_cells(cells);
  return cell_s(take) * static_cast<double>(close) + std::min(kOtherCell_s * static_cast<double>(cells - close), kMostOthers_s);
}

Index cells_of(const Frame& frame, int node) { return frame.trace->node(node).value->shape().matrix_size(); }

bool is_made(const TraceNode& node) {
  const bool given = node.inputs.empty() && (!node.input.empty() || node.facts.kind == NodeKind::parameter);
  return !given && node.value->size() > 0;
}

// Returns the node that is seen closely: the focus, or, if the focus was given, the first node made from it, or otherwise the first node.
int close_node(const Frame& frame, const std::vector<Take>& reel, int focus) {
  const auto is_focus = [&](const Take& take) { return take.node == focus; };
  const auto reads_focus = [&](const Take& take) {
    const std::vector<int>& inputs = frame.trace->node(take.node).inputs;
    return std::find(inputs.begin(), inputs.end(), focus) != inputs.end();
  };
  if (reel.empty() || std::any_of(reel.begin(), reel.end(), is_focus)) return focus;
  const auto reader = std::find_if(reel.begin(), reel.end(), reads_focus);
  return reader != reel.end() ? reader->node : reel.front().node;
}

// Adds the takes of the nodes on a card that the reel does not have yet.
void add_takes_of_card(const Frame& frame, const Picture& picture, std::size_t card, std::vector<bool>& known, std::vector<Take>& reel) {
  for (const PanelView* panel : panels_on(picture.cards[card])) {
    for (const int node : panel->nodes) {
      if (!nth(known, node) && is_made(frame.trace->node(node))) reel.push_back({node, static_cast<int>(card)});
      nth(known, node) = true;
    }
  }
}

double length_of_reel(const std::vector<Take>& reel) { return reel.empty() ? 0 : reel.back().begin_s + reel.back().length_s; }

void stop(Film& film) { film = Film{.speed = film.speed}; }

void take_shot(const Frame& frame, Screen& screen, const std::vector<Take>& reel) {
  Film& film = screen.state.lesson.film;
  const Shot shot = shot_at(frame, reel, film.at_s);
  film.shown.assign(frame.trace->nodes.size(), Film::kAll);
  film.cell = {};
  film.term = -1;
  film.terms = 0;
  for (std::size_t i = 0; i < reel.size(); ++i) {
    const int place = static_cast<int>(i);
    Index& shown = nth(film.shown, reel[i].node);
    if (place > shot.take) shown = 0;
    if (place == shot.take) shown = shot.cells;
  }
  if (shot.take < 0 || shot.cells < 1) return;
  const Take& take = nth(reel, shot.take);
  film.cell = {take.node, cell_at(frame, take.node, std::min(shot.cells, cells_of(frame, take.node)) - 1)};
  film.term = shot.term;
  film.terms = take.terms;
}

}  // namespace

std::vector<Take> make_reel(const Frame& frame, const Picture& picture, int close_to, bool alone) {
  std::vector<Take> reel;
  std::vector<bool> known(frame.trace->nodes.size());
  for (std::size_t card = 0; card < picture.cards.size(); ++card)
    if (!picture.cards[card].run) add_takes_of_card(frame, picture, card, known, reel);
  if (alone) std::erase_if(reel, [&](const Take& take) { return take.node != close_to; });
  std::sort(reel.begin(), reel.end(), [](const Take& a, const Take& b) { return a.node < b.node; });
  close_to = close_node(frame, reel, close_to);
  double at = 0;
  for (Take& take : reel) {
    take.begin_s = at;
    take.close = take.node == close_to;
    if (take.close && frame.trace->explain) take.terms = filmed_terms(frame.trace->explain(take.node, cell_at(frame, take.node, 0)));
    take.length_s = length_of(take, cells_of(frame, take.node));
    at += take.length_s;
  }
  return reel;
}

Shot shot_at(const Frame& frame, const std::vector<Take>& reel, double at_s) {
  Shot shot;
  for (const Take& take : reel)
    if (take.begin_s <= at_s) ++shot.take;
  if (shot.take < 0) return shot;
  const Take& take = nth(reel, shot.take);
  const Index cells = cells_of(frame, take.node);
  const double since = at_s - take.begin_s;
  if (!take.close) {
    // The last fifth of the take leaves time to look at the whole node.
    const double done = std::clamp(since / (0.8 * take.length_s), 0.0, 1.0);
    shot.cells = std::min(cells, static_cast<Index>(std::floor(done * static_cast<double>(cells))) + 1);
    return shot;
  }
  const Index close = close_cells(cells), at = static_cast<Index>(since / cell_s(take));
  if (at < close) {
    shot.cells = at + 1;
    const double within = since - static_cast<double>(at) * cell_s(take);
    shot.term = std::min(static_cast<int>(within / kTerm_s), take.terms);
    return shot;
  }
  const double rest = std::max(take.length_s - cell_s(take) * static_cast<double>(close), 1e-9);
  const double done = std::clamp((since - cell_s(take) * static_cast<double>(close)) / rest, 0.0, 1.0);
  shot.cells = std::min(cells, close + 1 + static_cast<Index>(done * static_cast<double>(cells - close)));
  return shot;
}

int run_film(const Frame& frame, Screen& screen, const Picture& picture, int focus) {
  Film& film = screen.state.lesson.film;
  film.cell_box = {};
  if (!film.on || !frame.trace) return -1;
  const int alone = film.alone.empty() ? -1 : frame.trace->find(film.alone);
  const std::vector<Take> reel = make_reel(frame, picture, alone >= 0 ? alone : focus, alone >= 0);
  film.length_s = length_of_reel(reel);
  if (film.playing) {
    film.at_s += static_cast<double>(ImGui::GetIO().DeltaTime) * film.speed;
    screen.output.animating = true;
  }
  const int way_back = film.led ? -2 : -1;
  if (film.at_s >= film.length_s) {
    stop(film);
    screen.output.animating = true;
    return way_back;
  }
  take_shot(frame, screen, reel);
  const int take = shot_at(frame, reel, film.at_s).take;
  if (take == film.take || take < 0 || !film.playing) return -1;
  film.take = take;
  const Take& now = nth(reel, take);
  film.led = now.close;
  return now.close ? now.card : way_back;
}

void play_node(Screen& screen, const std::string& node) {
  Film& film = screen.state.lesson.film;
  film = Film{.on = true, .playing = true, .speed = film.speed, .alone = node};
  screen.output.animating = true;
}

Box film_bar_box(const Frame& frame, const Box& stage) {
  const float u = frame.theme.unit, side = (frame.host.touch ? 40.0f : 30.0f) * u;
  const bool narrow = stage.width() < 620 * u;
  const float start = narrow ? side : measure(frame.theme.small, ui_text(frame, "film.play")).x + 42 * u;
  const float slider = std::clamp(stage.width() - 4 * side - 190 * u, 60 * u, 260 * u);
  const float width = frame.state.lesson.film.on ? side * 2 + slider + kFilmRest * u : start;
  return {{stage.min.x + 12 * u, stage.max.y - side - 8 * u}, {stage.min.x + 12 * u + width, stage.max.y - 8 * u}};
}

void draw_film_bar(const Frame& frame, Screen& screen, const Box& box) {
  if (!frame.trace) return;
  const Theme& theme = frame.theme;
  Film& film = screen.state.lesson.film;
  const float u = theme.unit, side = box.height();
  const std::string label = ui_text(frame, "film.play");
  const float slider_w = std::max(box.width() - 2 * side - kFilmRest * u, 30 * u);
  if (!begin_floating_bar(theme, "tool: film", box)) return ImGui::EndChild();
  ImGui::SetCursorScreenPos(box.min);
  if (!film.on) {
    const bool pressed = box.width() <= side + 1
                             ? icon_button(theme, screen.places, Icon::play, label, side)
                             : icon_text_button(theme, screen.places, Icon::play, label, {box.width(), side}, ButtonKind::plain);
    if (pressed) play_node(screen, "");
    return ImGui::EndChild();
  }
  if (icon_button(theme, screen.places, film.playing ? Icon::pause : Icon::play,
                  ui_text(frame, film.playing ? "film.pause" : "film.go_on") + "###film", side)) {
    film.playing = !film.playing;
    screen.output.animating = true;
  }
  ImGui::SetCursorScreenPos({box.min.x + side + 8 * u, box.min.y});
  double at = film.at_s;
  if (slider(theme, screen.places, "film time", ui_text(frame, "film.time"), at, {0, std::max(film.length_s - 1e-3, 1e-3), 0.01, false},
             {slider_w, side})) {
    film.at_s = at;
    film.playing = false;
    screen.output.animating = true;
  }
  note_item(screen.places, "film:time");
  ImGui::SetCursorScreenPos({box.min.x + side + slider_w + 16 * u, box.min.y});
  const std::string speed = format_number(film.speed, 2) + " ×";
  const bool faster = text_button(theme, screen.places, speed + "###film speed", side, ButtonKind::plain);
  name_noted(screen.places, ui_text(frame, "film.speed") + ": " + speed);
  if (faster) {
    const auto* next = std::upper_bound(std::begin(kSpeeds), std::end(kSpeeds), film.speed);
    film.speed = next == std::end(kSpeeds) ? kSpeeds[0] : *next;
  }
  tip(theme, ui_text(frame, "film.speed"));
  ImGui::SetCursorScreenPos({box.max.x - side, box.min.y});
  if (icon_button(theme, screen.places, Icon::close, ui_text(frame, "film.close"), side)) {
    stop(film);
    screen.output.animating = true;
  }
  ImGui::EndChild();
}

void draw_film_sum(const Frame& frame, Screen& screen, const Box& area) {
  const Film& film = frame.state.lesson.film;
  const Explained& explained = frame.state.lesson.explained.value();
  if (!film.on || film.term < 0 || film.cell_box.width() <= 0 || !(explained.at == film.cell)) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::string& numbers = explained.explanation.numbers;
  if (numbers.empty()) return;
  const std::span<const Term> terms = explained.terms;
  const std::size_t count = std::min(static_cast<std::size_t>(film.term) + 1, terms.size());
  const bool done = film.term >= film.terms || terms.empty();
  const std::string text = done ? numbers : sum_text(terms.first(count)) + (count < terms.size() ? " + …" : "");
  // The box is as wide as the finished sum, so that it stands still while the sum grows.
  const float wrap = std::min(420 * u, area.width() - 40 * u), width = std::min(measure(theme.mono, numbers).x + 2 * u, wrap);
  const ImVec2 size{width + 20 * u, measure(theme.mono, numbers, wrap).y + 14 * u};
  const float x = std::clamp(film.cell_box.centre().x - size.x / 2, area.min.x + 6 * u, std::max(area.max.x - size.x - 6 * u, area.min.x));
  const bool above = film.cell_box.max.y + size.y + 10 * u > area.max.y;
  const ImVec2 at{x, above ? film.cell_box.min.y - size.y - 8 * u : film.cell_box.max.y + 8 * u};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({at.x, at.y + 2 * u}, {at.x + size.x, at.y + size.y + 3 * u}, theme.color.shadow, 8 * u);
  list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, theme.color.panel, 8 * u);
  list->AddRect(at, {at.x + size.x, at.y + size.y}, theme.color.accent, 8 * u, 0, 1.5f * u);
  put(list, theme.mono, {at.x + 10 * u, at.y + 7 * u}, theme.color.ink, text, wrap);
  note_words(screen.places, "film:sum", text, {at, {at.x + size.x, at.y + size.y}});
}

}  // namespace gf::ui
