#include "ui/stage/scene_layout.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/nth.h"
#include "study/ask.h"
#include "ui/ask/board.h"
#include "ui/ask/guess_in_plane.h"
#include "ui/ask/veil.h"
#include "ui/regions.h"
#include "ui/stage/callout.h"
#include "ui/stage/card.h"
#include "ui/stage/operator_sign.h"
#include "ui/views/plane/plane.h"
#include "ui/widgets/text.h"

namespace gf::ui {

bool is_plane_of_question(const Frame& frame, const SceneCard& card) {
  if (card.shown.run || shown_view(frame, card.shown).view != View::plane) return false;
  const PanelView& panel = shown_view(frame, card.shown);
  return is_place_asked_beside(frame, frame.trace->node(plane_parts(*frame.trace, panel).points).name);
}

namespace {

bool is_low_stage(const Frame& frame, ImVec2 stage) {
  constexpr float kLowStage = 320;
  return stage.y < kLowStage * frame.theme.unit;
}

constexpr float kArrowRoom = 76, kSignRoom = 34, kColumnsApart = 30, kLineApart = 46, kCardsApart = 22;  // design pixels
constexpr float kFocusWeight = 3, kCalloutWeight = 1.5f;
// Costs, in units of the score.
constexpr float kNoBoard = 0.9f;    // no board though it has room, or a board that does not fit
constexpr float kNoCallout = 0.7f;  // no callout: less than the cost of a card that is too small
constexpr float kNoCalloutWhenLow = 0.1f;
constexpr float kHidden = 0.03f;     // what lies below the stage, for each height of the stage
constexpr float kLeastOfLow = 0.7f;  // the share of a low stage's width that the focus has before the callout

float room_before(const Frame& frame, const Scene& scene, const Scene::Column& column) {
  const float u = frame.theme.unit;
  switch (column.before) {
    case SceneJoint::none:
      return kColumnsApart * u;
    case SceneJoint::arrow:
      break;
    default:
      return kSignRoom * u;
  }
  float widest = 0;
  for (const int card : column.cards) {
    const int node = subject_of(frame, nth(scene.cards, card).shown);
    if (node >= 0) widest = std::max(widest, measure(frame.theme.heading, operator_sign(*frame.trace, node)).x);
  }
  return std::max(kArrowRoom * u, widest + 22 * u);
}

bool can_have_board(const Frame& frame, const Scene& scene) {
  return scene.focus >= 0 && has_board(frame) && !frame.state.lesson.board.is_given_up() &&
         std::none_of(scene.cards.begin(), scene.cards.end(), [&](const SceneCard& card) { return is_plane_of_question(frame, card); });
}

// Returns the arrangement for one choice of line breaks and places. `breaks` has a bit for each column but the first: whether the column
// begins a line. `where` is the place of the callout: 0 none, 1 right after the focus, 2 at the end of the focus's line, 3 on a line after
// it. With `flat`, each card has a column of its own. With `boarded`, a low board has the line after the focus's line. A tall board stands
// at the end of the focus's line. A callout at place 3 stands beside the board.
Arrangement make_plan(const Frame& frame, const Scene& scene, const std::vector<SceneItem>& items, unsigned breaks, int where, bool flat,
                      bool boarded) {
  const float u = frame.theme.unit;
  Arrangement plan;
  plan.scene.items = items;
  plan.scene.between = kCardsApart * u;
  const int cards = static_cast<int>(scene.cards.size()), board = boarded ? cards : -1;
  const int callout = cards + (can_have_board(frame, scene) ? 1 : 0);
  bool due = false;
  const auto add_callout = [&] {
    plan.callout = callout;
    plan.scene.lines.back().columns.push_back({{callout}, kColumnsApart * u});
  };
  const auto end_line = [&] {
    if (!due) return;
    due = false;
    if (where == 2) add_callout();
    if (board >= 0) {
      plan.board = board;
      if (is_board_tall(frame))
        plan.scene.lines.back().columns.push_back({{board}, kColumnsApart * u});
      else
        plan.scene.lines.push_back({{{{board}, 0}}, kColumnsApart * u});
    }
    if (where == 3 && board >= 0) add_callout();
    if (where == 3 && board < 0) {
      plan.callout = callout;
      plan.scene.lines.push_back({{{{callout}, 0}}, kColumnsApart * u});
    }
  };
  for (std::size_t c = 0; c < scene.columns.size(); ++c) {
    const Scene::Column& column = scene.columns[c];
    const bool begins = c == 0 || (scene.written ? column.begins_line : (breaks >> (c - 1) & 1) != 0);
    if (begins) {
      end_line();
      plan.scene.lines.push_back({{}, c == 0 ? 0 : kLineApart * u});
    }
    std::vector<SceneColumn> parts;
    const float before = begins ? 0 : room_before(frame, scene, column);
    if (flat)
      for (const int card : column.cards) parts.push_back({{card}, parts.empty() ? before : kColumnsApart * u});
    else
      parts.push_back({column.cards, before});
    for (SceneColumn& part : parts) {
      const bool has_focus = std::find(part.items.begin(), part.items.end(), scene.focus) != part.items.end();
      plan.scene.lines.back().columns.push_back(std::move(part));
      if (!has_focus) continue;
      if (where == 1) add_callout();
      due = where > 1 || board >= 0;
    }
  }
  end_line();
  if (plan.callout < 0 && where != 0) plan.scene.items.pop_back();  // the callout is the last item
  return plan;
}

float score_of(const ComposedScene& composed, const Arrangement& plan) {
  const float lines = static_cast<float>(plan.scene.lines.size()) - 1;
  return composed.quality - (composed.fits ? 0 : 1) - 0.02f * lines;
}

// Returns the first card to leave out if there is no room: of the context, then a result, then an operand. The card that is asked about
// stays. -1: no card can be left out.
int least_needed(const Frame& frame, const Scene& scene) {
  const Step* const step = asking_step(frame.snapshot);
  const int asked = step ? frame.trace->find(asked_node(*step)) : -1;
  for (const SceneRole role : {SceneRole::context, SceneRole::result, SceneRole::operand})
    for (int card = static_cast<int>(scene.cards.size()); card-- > 0;)
      if (const SceneCard& candidate = nth(scene.cards, card);
          candidate.role == role && (asked < 0 || subject_of(frame, candidate.shown) != asked))
        return card;
  return -1;
}

// Replaces the signs of an equation that loses a column by arrows from the columns that are left.
void end_equation(Scene& scene, std::size_t column) {
  std::size_t first = column, end = column + 1;
  while (first > 0 && !scene.columns[first].begins_line) --first;
  while (end < scene.columns.size() && !scene.columns[end].begins_line) ++end;
  for (std::size_t c = first; c < end; ++c) {
    SceneJoint& before = scene.columns[c].before;
    if (before == SceneJoint::plus || before == SceneJoint::times) before = SceneJoint::none;
    if (before != SceneJoint::equals) continue;
    before = SceneJoint::arrow;
    for (const int to : scene.columns[c].cards)
      for (std::size_t k = first; k < c; ++k)
        for (const int from : scene.columns[k].cards) scene.reads.push_back({from, to, true});
  }
}

Scene without_card(Scene scene, int card) {
  for (std::size_t c = 0; c < scene.columns.size(); ++c)
    if (scene.columns[c].cards == std::vector<int>{card}) end_equation(scene, c);
  scene.cards.erase(scene.cards.begin() + card);
  if (scene.focus > card) --scene.focus;
  std::erase_if(scene.reads, [&](const SceneRead& read) { return read.from == card || read.to == card; });
  for (SceneRead& read : scene.reads) {
    read.from -= read.from > card ? 1 : 0;
    read.to -= read.to > card ? 1 : 0;
  }
  for (Scene::Column& column : scene.columns) {
    std::erase(column.cards, card);
    for (int& later : column.cards) later -= later > card ? 1 : 0;
  }
  for (std::size_t c = 0; c + 1 < scene.columns.size(); ++c)
    if (scene.columns[c].cards.empty() && scene.columns[c].begins_line) scene.columns[c + 1].begins_line = true;
  std::erase_if(scene.columns, [](const Scene::Column& column) { return column.cards.empty(); });
  return scene;
}

bool is_shown_as_plane(const Frame& frame, const SceneCard& card) {
  return !card.shown.run && shown_view(frame, card.shown).view == View::plane;
}

// Whether a scene may have a callout. A part that is shown alone has no room for it, and a low window has none while a question is open. A
// run has no cells, and the points of a plane say their places themselves.
bool wants_callout(const Frame& frame, const Scene& scene) {
  if (scene.focus < 0 || frame.host.options.shows_part() || (is_landscape(frame) && is_question_open(frame))) return false;
  const SceneCard& focus = nth(scene.cards, scene.focus);
  return !focus.shown.run && !is_shown_as_plane(frame, focus);
}

// Returns the weight of a card. Planes beside a plane in focus weigh as much as the focus, so that they can be compared.
float weight_of(const Frame& frame, const Scene& scene, const SceneCard& card) {
  const bool is_plane = scene.focus >= 0 && is_shown_as_plane(frame, nth(scene.cards, scene.focus)) && is_shown_as_plane(frame, card);
  return card.role == SceneRole::focus || is_plane ? kFocusWeight : 1;
}

// Returns the cost of a wanted callout that is left out. In a low window, a callout costs as well if it leaves the focus little width.
float cost_of_callout(const Frame& frame, const Scene& scene, const Arrangement& plan, const ComposedScene& composed, ImVec2 stage,
                      bool wanted) {
  const bool low = is_landscape(frame);
  if (plan.callout < 0) {
    if (!wanted) return 0;
    return low ? kNoCalloutWhenLow : kNoCallout;
  }
  if (!low) return 0;
  const auto focus = static_cast<std::size_t>(scene.focus);
  const float enough = std::min(kLeastOfLow * stage.x, plan.scene.items[focus].size.most.x);
  return composed.boxes[focus].width() < enough ? kNoCallout : 0;
}

struct Scored {
  ArrangedScene arranged;
  float score = -1e9f;
};

// Returns the arrangement of all cards with the best score.
Scored lay_out_cards(const Frame& frame, Scene& scene, ImVec2 stage, bool narrow, bool scrolls) {
  std::vector<SceneItem> items;
  for (SceneCard& card : scene.cards)
    items.push_back({elastic_of_card(frame, card.shown, card.role, stage.x), weight_of(frame, scene, card)});
  const bool board = can_have_board(frame, scene);
  if (board) items.push_back({elastic_of_board(frame), kFocusWeight});
  const bool callout = wants_callout(frame, scene);
  // Beside a board, the callout is at most as high as the board, so that the cards above keep their digits.
  const float most = board ? items.back().size.good.y : frame.state.lesson.callout_height;
  if (callout) items.push_back({elastic_of_callout(frame.theme, std::min(frame.state.lesson.callout_height, most)), kCalloutWeight});
  const std::size_t columns = scene.columns.size();
  const unsigned all = columns == 0 || scene.written ? 1 : 1u << (columns - 1);
  ArrangedScene best;
  float best_score = -1e9f;
  for (unsigned breaks = narrow && !scene.written ? all - 1 : 0; breaks < all; ++breaks)
    for (int where = 0; where <= (callout ? 3 : 0); ++where)
      for (int way = 0; way < (board ? 4 : 2); ++way) {
        const bool flat = way % 2 == 1, boarded = board && way < 2;
        if (narrow && (flat || where == 1 || where == 2 || (where == 0 && callout))) continue;
        Arrangement plan = make_plan(frame, scene, items, breaks, where, flat, boarded);
        if (narrow) {  // all items stand below each other
          std::vector<SceneLine> lines;
          for (const SceneLine& line : plan.scene.lines)
            for (const SceneColumn& column : line.columns)
              for (const int item : column.items)
                lines.push_back({{{{item}, 0}}, lines.empty() ? 0 : kLineApart * frame.theme.unit * 0.7f});
          plan.scene.lines = std::move(lines);
        }
        ComposedScene composed = compose(plan.scene, stage, scrolls);
        const float cost_of_board = board && boarded != composed.fits ? kNoBoard : 0;
        const float hidden = kHidden * (composed.height / stage.y - 1);
        const float score =
            score_of(composed, plan) - cost_of_callout(frame, scene, plan, composed, stage, callout) - cost_of_board - hidden;
        if (score > best_score) {
          best_score = score;
          best = {std::move(plan), std::move(composed)};
        }
      }
  best.scrolls = scrolls;
  return {std::move(best), best_score};
}

// Whether no card is smaller than its least size, and the focus has nearly its good size.
bool reads_well(const Scored& scored, const Scene& scene) {
  if (!scored.arranged.composed.fits || scene.focus < 0) return scored.arranged.composed.fits;
  const auto focus = static_cast<std::size_t>(scene.focus);
  const Elastic& size = scored.arranged.plan.scene.items[focus].size;
  const Box& box = scored.arranged.composed.boxes[focus];
  constexpr float kNearly = 0.97f;
  return box.width() >= size.good.x * kNearly && box.height() >= size.good.y * kNearly;
}

// Returns the best of three arrangements: of the scene as it is, on other lines than the author's, and with fewer cards.
Scored lay_out_what_fits(const Frame& frame, Scene& scene, ImVec2 stage, bool scrolls) {
  constexpr float kLost = 0.12f;  // the score that each card less costs
  Scored best = lay_out_cards(frame, scene, stage, false, scrolls);
  // An author's cards stay while all of them fit, if need be on other lines. In a low window, the focus comes first.
  const bool written = scene.written && !is_landscape(frame);
  const auto is_good = [&] { return written ? best.arranged.composed.fits : reads_well(best, scene); };
  if (scene.written && !is_good()) {
    constexpr float kOtherLines = 0.05f;
    Scene freely = scene;
    freely.written = false;
    Scored tried = lay_out_cards(frame, freely, stage, false, scrolls);
    tried.score -= kOtherLines;
    if (tried.score > best.score) {
      best = std::move(tried);
      scene = std::move(freely);
    }
  }
  Scene fewer = scene;
  for (float lost = kLost; !is_good() && fewer.cards.size() > (best.arranged.composed.fits ? 2 : 1); lost += kLost) {
    const int least = least_needed(frame, fewer);
    if (least < 0) break;
    fewer = without_card(std::move(fewer), least);
    Scored tried = lay_out_cards(frame, fewer, stage, false, scrolls);
    tried.score -= lost;
    if (tried.score > best.score) {
      best = std::move(tried);
      scene = fewer;
    }
  }
  return best;
}

}  // namespace

ArrangedScene lay_out_scene(const Frame& frame, Scene& scene, ImVec2 stage, bool narrow) {
  if (narrow) return lay_out_cards(frame, scene, stage, true, true).arranged;
  const bool low = is_low_stage(frame, stage);
  if (low) {
    Scene whole = scene;
    Scored fitting = lay_out_what_fits(frame, whole, stage, false);
    if (reads_well(fitting, whole)) {
      scene = std::move(whole);
      return std::move(fitting.arranged);
    }
  }
  return lay_out_what_fits(frame, scene, stage, low).arranged;
}

}  // namespace gf::ui
