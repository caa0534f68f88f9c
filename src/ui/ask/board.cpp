#include "ui/ask/board.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "core/overloaded.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "ui/ask/ask_parts.h"
#include "ui/ask/guess_in_plane.h"
#include "ui/cells/grid.h"
#include "ui/cells/guess.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/dashes.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kBoardInside = 16, kKnobWidth = 24, kTick = 5;  // design pixels

// A bar of the board, with its parts from left to right.
struct BoardBar {
  std::vector<std::string> names, numbers;  // the label of each part; the name of an amount is empty
  std::vector<double> ends;                 // the end of each part, from 0 to 1
  bool guess = false;                       // the bar is drawn as a guess
};

// The range of numbers of a bar.
struct BoardScale {
  double least = 0, most = 1;
  double part(double value) const { return std::clamp((value - least) / (most - least), 0.0, 1.0); }
  double value(double part) const { return least + part * (most - least); }
};

bool is_asked_as_bar(const Step& step) {
  const HowMuch* const much = std::get_if<HowMuch>(&step.ask->how);
  return std::holds_alternative<WhichShares>(step.ask->how) || (much && much->most > much->least);
}

// Returns the scale of a bar. The scale of an amount includes the guess and the truth, even if the typed number is out of range.
BoardScale scale_of(const Frame& frame, const Step& step) {
  const HowMuch* const much = std::get_if<HowMuch>(&step.ask->how);
  if (!much) return {};
  BoardScale scale{much->least, much->most};
  const auto hold = [&](const Guess& guess) {
    const Number* const number = std::get_if<Number>(&guess);
    if (number && std::isfinite(number->value)) {
      scale.least = std::min(scale.least, number->value);
      scale.most = std::max(scale.most, number->value);
    }
  };
  if (const Guess* const guess = guess_made(frame)) {
    hold(*guess);
    if (const std::optional<Guess> truth = truth_of(step, *frame.trace)) hold(*truth);
  }
  return scale;
}

BoardBar bar_of(const Frame& frame, const Step& step, const BoardScale& scale, const Guess& what, bool guess) {
  BoardBar bar;
  bar.guess = guess;
  if (const Number* const number = std::get_if<Number>(&what)) {
    bar.names.emplace_back();
    bar.numbers.push_back(guess_text(step, number->value));
    bar.ends.push_back(scale.part(number->value));
    return bar;
  }
  const Shares* const shares = std::get_if<Shares>(&what);
  if (!shares) return bar;
  bar.names = answers_of(frame, step);
  double end = 0;
  for (const double share : shares->parts) {
    end += share;
    bar.ends.push_back(end);
    bar.numbers.push_back(guess_text(step, share));
  }
  bar.names.resize(shares->parts.size());
  return bar;
}

// Returns the left ends of labels that are centred at `centres` as far as possible, without overlap and between `left` and `right`.
std::vector<float> spread_labels(const std::vector<float>& centres, const std::vector<float>& widths, float left, float right, float gap) {
  std::vector<float> at(centres.size());
  for (std::size_t i = 0; i < centres.size(); ++i)
    at[i] = std::max(centres[i] - widths[i] / 2, i == 0 ? left : at[i - 1] + widths[i - 1] + gap);
  float most = right;
  for (std::size_t i = centres.size(); i-- > 0;) {
    at[i] = std::min(at[i], most - widths[i]);
    most = at[i] - gap;
  }
  return at;
}

// The places of the labels above a bar.
struct BoardLabels {
  std::vector<float> x;
  std::vector<int> line;  // line 0 is next to the bar
  int lines = 1;
};

float width_of_label(const Theme& theme, const BoardBar& bar, std::size_t i) {
  const float name = bar.names[i].empty() ? 0 : measure(theme.heading, bar.names[i]).x + 5 * theme.unit;
  return name + measure(theme.small, bar.numbers[i]).x;
}

// Returns the middle of a part of a bar, from 0 to 1; the end of the only part.
double middle_of_part(const BoardBar& bar, std::size_t i) {
  if (bar.ends.size() == 1) return bar.ends[i];
  const double from = i == 0 ? 0 : bar.ends[i - 1];
  return (from + bar.ends[i]) / 2;
}

// Places the labels on one line if they have room, otherwise in turn on as many lines as they need.
BoardLabels place_board_labels(const Theme& theme, const BoardBar& bar, const Box& track) {
  const float gap = 12 * theme.unit;
  const std::size_t count = bar.ends.size();
  std::vector<float> centres(count), widths(count);
  float all = -gap;
  for (std::size_t i = 0; i < count; ++i) {
    centres[i] = track.min.x + static_cast<float>(middle_of_part(bar, i)) * track.width();
    widths[i] = width_of_label(theme, bar, i);
    all += widths[i] + gap;
  }
  BoardLabels labels{std::vector<float>(count), std::vector<int>(count), std::max(static_cast<int>(std::ceil(all / track.width())), 1)};
  for (int line = 0; line < labels.lines; ++line) {
    std::vector<std::size_t> on_line;
    for (auto i = static_cast<std::size_t>(line); i < count; i += static_cast<std::size_t>(labels.lines)) on_line.push_back(i);
    std::vector<float> c, w;
    for (const std::size_t i : on_line) {
      c.push_back(centres[i]);
      w.push_back(widths[i]);
    }
    const std::vector<float> x = spread_labels(c, w, track.min.x, track.max.x, gap);
    for (std::size_t k = 0; k < on_line.size(); ++k) {
      labels.x[on_line[k]] = x[k];
      labels.line[on_line[k]] = line;
    }
  }
  return labels;
}

// Draws the labels of a bar. Each label on the lowest line has a short line to its part.
void draw_board_labels(const Frame& frame, const BoardBar& bar, const Box& track) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, high = theme.heading.size + 2 * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const BoardLabels labels = place_board_labels(theme, bar, track);
  for (std::size_t i = 0; i < bar.ends.size(); ++i) {
    const float y = track.min.y - 7 * u - high * static_cast<float>(labels.line[i] + 1);
    const float number_x = labels.x[i] + (bar.names[i].empty() ? 0 : measure(theme.heading, bar.names[i]).x + 5 * u);
    const ImU32 ink = bar.guess ? theme.color.guess : theme.color.ink;
    put(list, theme.heading, {labels.x[i], y}, ink, bar.names[i]);
    put(list, theme.small, {number_x, y + theme.heading.size - theme.small.size - 0.5f * u}, bar.guess ? ink : theme.color.muted,
        bar.numbers[i]);
    const float x = track.min.x + static_cast<float>(middle_of_part(bar, i)) * track.width(),
                label = std::clamp(x, labels.x[i] + 2 * u, labels.x[i] + width_of_label(theme, bar, i) - 2 * u);
    if (labels.line[i] == 0) list->AddLine({label, track.min.y - 6 * u}, {x, track.min.y - u}, ink, u);
  }
}

float labels_height(const Theme& theme, const BoardBar& bar, const Box& track) {
  return (theme.heading.size + 2 * theme.unit) * static_cast<float>(place_board_labels(theme, bar, track).lines) + 7 * theme.unit;
}

void draw_board_bar(const Frame& frame, const BoardScale& scale, const BoardBar& bar, const Box& track) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto x_of = [&](double part) { return track.min.x + static_cast<float>(part) * track.width(); };
  const Shade shade{false, 0, 1, theme.dark};
  if (bar.ends.size() == 1) {  // an amount, which begins at zero or at the nearer end of the scale
    list->AddRectFilled(track.min, track.max, theme.color.sunken, 4 * u);
    const double zero = scale.part(0);
    const Box amount{{x_of(std::min(zero, bar.ends[0])), track.min.y}, {x_of(std::max(zero, bar.ends[0])), track.max.y}};
    if (bar.guess)
      draw_guess_outline(list, theme, amount);
    else
      list->AddRectFilled(amount.min, {std::max(amount.max.x, amount.min.x + 2 * u), amount.max.y}, shade.of(0.7f), 4 * u);
    return;
  }
  double from = 0;
  for (const double end : bar.ends) {
    const Box part{{x_of(from) + u, track.min.y}, {std::max(x_of(end) - u, x_of(from) + 2 * u), track.max.y}};
    if (bar.guess) {
      list->AddRectFilled(part.min, part.max, faded(theme.color.guess, 0.1f), 4 * u);
      dashed_rect(list, part, theme.color.guess, 2 * u, 4 * u);
    } else {
      list->AddRectFilled(part.min, part.max, shade.of(static_cast<float>(end - from)), 4 * u);
    }
    from = end;
  }
}

// Draws ticks at tenths, for a count at the nearest whole numbers, with the numbers of the ends and the middle.
void draw_board_scale(const Frame& frame, const Step& step, const BoardScale& scale, const Box& track) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  constexpr int kTicks = 10;
  const HowMuch* const much = std::get_if<HowMuch>(&step.ask->how);
  for (int i = 0; i <= kTicks; ++i) {
    const double tenth = static_cast<double>(i) / kTicks, part = much ? scale.part(on_scale(*much, scale.value(tenth))) : tenth;
    const float x = track.min.x + static_cast<float>(part) * track.width(), y = track.max.y + 4 * u;
    const bool numbered = i % (kTicks / 2) == 0;
    list->AddLine({x, y}, {x, y + (numbered ? kTick * 1.6f : kTick) * u}, theme.color.muted, u);
    if (!numbered) continue;
    const std::string text = guess_text(step, scale.value(part));
    const float width = measure(theme.tiny, text).x;
    float left = i == kTicks ? x - width : x - width / 2;
    if (i == 0) left = x;
    put(list, theme.tiny, {left, y + kTick * 1.6f * u + u}, theme.color.muted, text);
  }
}

void draw_knob(const Theme& theme, const Box& knob, bool active) {
  const float u = theme.unit, middle = knob.centre().x, half = 13 * u, y = knob.centre().y;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({middle - 2 * u, knob.min.y}, {middle + 2 * u, knob.max.y}, theme.color.accent, 2 * u);
  list->AddRectFilled({middle - 9 * u, y - half}, {middle + 9 * u, y + half}, active ? theme.color.focus : theme.color.accent, 5 * u);
  for (const float side : {-1.0f, 1.0f})
    list->AddLine({middle + side * 3 * u, y - 5 * u}, {middle + side * 3 * u, y + 5 * u}, theme.color.on_accent, 1.5f * u);
}

// Lets the reader drag a knob. For the keyboard and assistive technology, the knob is the slider `control`. Returns whether `part` changed.
bool drag_knob(const Frame& frame, Screen& screen, const char* id, double& part, const Box& track, const Box& grip,
               const Control& control) {
  bool changed = drag_along(id, part, track, grip);
  note_control(screen.places, "slider:" + control.name, control);
  if (const std::optional<double> wished = wished_value(screen.places, ImGui::GetItemID()); wished && std::isfinite(*wished)) {
    part = std::clamp((*wished - control.least) / std::max(control.most - control.least, 1e-30), 0.0, 1.0);
    changed = true;
  }
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  focus_frame(frame.theme, 6 * frame.theme.unit);
  return changed;
}

Box knob_box(const Theme& theme, const Box& track, double part) {
  const float x = track.min.x + static_cast<float>(part) * track.width(), half = kKnobWidth / 2 * theme.unit;
  return {{x - half, track.min.y - 6 * theme.unit}, {x + half, track.max.y + 6 * theme.unit}};
}

// Draws the dividers between shares, and lets the reader drag them. A divider takes from one neighbour what it gives to the other.
void drag_dividers(const Frame& frame, Screen& screen, const Step& step, const BoardBar& bar, const Box& track) {
  Guessing& draft = guessing(frame, screen, step);
  std::vector<double>& shares = std::get<Shares>(draft.guess).parts;
  for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
    const double from = i == 0 ? 0 : bar.ends[i - 1], both = shares[i] + shares[i + 1];
    double part = bar.ends[i];
    const Box knob = knob_box(frame.theme, track, part);
    ImGui::PushID(static_cast<int>(i));
    const Control control{.role = Role::slider,
                          .name = frame.texts.format("ui.ask.share", {{"place", bar.names[i]}}),
                          .value = bar.numbers[i],
                          .now = shares[i],
                          .least = 0,
                          .most = both,
                          .step = 0.01};
    double asked = part;
    if (drag_knob(frame, screen, "divider", asked, track, knob, control)) {
      // A wish of assistive technology is a share of both neighbours; a drag gives the place of the divider.
      const double share = ImGui::IsItemActive() ? asked - from : asked * both;
      shares[i] = std::clamp(std::round(share * 100) / 100, 0.0, both);
      shares[i + 1] = both - shares[i];
      draft.touched = true;
    }
    draw_knob(frame.theme, knob, ImGui::IsItemActive());
    ImGui::PopID();
  }
}

void drag_amount(const Frame& frame, Screen& screen, const Step& step, const BoardScale& scale, const Box& track) {
  Guessing& draft = guessing(frame, screen, step);
  const HowMuch& much = std::get<HowMuch>(step.ask->how);
  double& value = std::get<Number>(draft.guess).value;
  double part = scale.part(value);
  const Control control{.role = Role::slider,
                        .name = ui_text(frame, "ask.yours"),
                        .value = guess_text(step, value),
                        .now = value,
                        .least = scale.least,
                        .most = scale.most,
                        .step = much.whole ? 1 : (scale.most - scale.least) / 100};
  const Box knob = knob_box(frame.theme, track, part), grip{{track.min.x, knob.min.y}, {track.max.x, knob.max.y}};
  if (drag_knob(frame, screen, "amount", part, track, grip, control)) {
    value = on_scale(much, scale.value(much.whole ? part : std::round(part * 100) / 100));
    draft.touched = true;
    draft.typed = format_number(value * (much.percent ? 100 : 1), 4);
    draft.wrong.clear();
  }
  draw_knob(frame.theme, knob_box(frame.theme, track, scale.part(value)), ImGui::IsItemActive());
}

void draw_bars(const Frame& frame, Screen& screen, const Step& step, const Box& room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, foot = kTick * 1.6f * u + theme.tiny.size + 6 * u;
  const BoardScale scale = scale_of(frame, step);
  std::vector<BoardBar> bars;
  const Guess* const guess = guess_made(frame);
  if (guess) {
    if (const std::optional<Guess> truth = truth_of(step, *frame.trace)) bars.push_back(bar_of(frame, step, scale, *truth, false));
    bars.push_back(bar_of(frame, step, scale, *guess, true));
  } else {
    bars.push_back(bar_of(frame, step, scale, guessing(frame, screen, step).guess, false));
  }
  float labels = 0, before = 0;
  for (const BoardBar& bar : bars) labels += labels_height(theme, bar, room);
  const std::string words[] = {ui_text(frame, "ask.board.truth"), ui_text(frame, "ask.yours")};
  if (guess)
    for (const std::string& word : words) before = std::max(before, measure(theme.small, word).x + 14 * u);
  if (before > room.width() * 0.3f) before = 0;
  const float bar_h = std::clamp((room.height() - labels - foot) / static_cast<float>(bars.size()), 16 * u, 72 * u);
  const float all = labels + bar_h * static_cast<float>(bars.size()) + foot;
  float y = room.min.y + std::max((room.height() - all) / 2, 0.0f);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const float side = kKnobWidth / 2 * u;
    Box track{{room.min.x + before + (guess ? 0 : side), y}, {room.max.x - (guess ? 0 : side), y}};
    track.min.y += labels_height(theme, bars[i], track);
    track.max.y = track.min.y + bar_h;
    draw_board_bar(frame, scale, bars[i], track);
    draw_board_labels(frame, bars[i], track);
    if (before > 0)
      put(ImGui::GetWindowDrawList(), theme.small, {room.min.x, track.centre().y - theme.small.size / 2},
          bars[i].guess ? theme.color.guess : theme.color.muted, words[i]);
    if (!guess) {
      if (std::holds_alternative<WhichShares>(step.ask->how)) {
        drag_dividers(frame, screen, step, bars[i], track);
      } else {
        drag_amount(frame, screen, step, scale, track);
      }
    }
    if (guess) {
      std::string parts;
      for (std::size_t k = 0; k < bars[i].numbers.size(); ++k) {
        if (k > 0) parts += ", ";
        if (!bars[i].names[k].empty()) parts += bars[i].names[k] + " ";
        parts += bars[i].numbers[k];
      }
      note_words(screen.places, i == 0 ? "truth:board" : "guess:board", words[i] + ": " + parts, track);
    }
    y = track.max.y;
    if (i + 1 == bars.size()) draw_board_scale(frame, step, scale, track);
  }
}

std::string head_of_board(const Frame& frame, const Step& step) {
  return std::visit(
      Overloaded{[&](const HowMuch& much) {
                   return frame.texts.format("ui.ask.board.amount",
                                             {{"least", guess_text(step, much.least)}, {"most", guess_text(step, much.most)}});
                 },
                 [&](const WhichShares&) {
                   return frame.texts.format("ui.ask.board.shares", {{"count", std::to_string(answers_of(frame, step).size())}});
                 },
                 [&](const auto&) { return ui_text(frame, "ask.board.place"); }},
      step.ask->how);
}

}  // namespace

bool has_board(const Frame& frame) {
  const Step* const step = asking_step(frame.snapshot);
  if (!step || !frame.trace || frame.trace->find(asked_node(*step)) < 0 || frame.host.options.shows_part() || is_low(frame)) return false;
  const Guess* const guess = guess_made(frame);
  if (guess && std::holds_alternative<NoGuess>(*guess)) return false;
  if (std::holds_alternative<WhereInPlane>(step->ask->how)) return true;
  return is_asked_as_bar(*step) && (!std::holds_alternative<WhichShares>(step->ask->how) || answers_of(frame, *step).size() > 1);
}

Elastic elastic_of_board(const Frame& frame) {
  const float u = frame.theme.unit;
  const Step& step = *asking_step(frame.snapshot);
  if (std::holds_alternative<WhereInPlane>(step.ask->how)) return {{220 * u, 230 * u}, {320 * u, 330 * u}, {520 * u, 540 * u}, true};
  const float more = guess_made(frame) ? 46 * u : 0;
  return {{250 * u, 132 * u + more}, {520 * u, 156 * u + more}, {900 * u, 260 * u + more}};
}

bool is_board_tall(const Frame& frame) { return std::holds_alternative<WhereInPlane>(asking_step(frame.snapshot)->ask->how); }

void draw_board(const Frame& frame, Screen& screen, const Box& box) {
  const Step& step = *asking_step(frame.snapshot);
  const Theme& theme = frame.theme;
  const float u = theme.unit, inside = kBoardInside * u;
  if (!is_guess_on_board(frame)) screen.output.animating = true;  // the answers below the caption change, now that the board is drawn
  screen.state.guessing.in_picture = ImGui::GetFrameCount();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.panel, 9 * u);
  list->AddRect(box.min, box.max, theme.color.guess, 9 * u, 0, 1.5f * u);
  note_box(screen.places, "board", box);
  const ImVec2 at(box.min.x + inside, box.min.y + 12 * u);
  const std::string title = ui_text(frame, "ask.yours");
  put(list, theme.heading, at, theme.color.guess, title);
  put_elided(list, theme.small, {at.x + measure(theme.heading, title).x + 8 * u, at.y + theme.heading.size - theme.small.size - 0.5f * u},
             theme.color.muted, head_of_board(frame, step), box.max.x - inside - at.x - measure(theme.heading, title).x - 8 * u);
  const Box room{{at.x, at.y + theme.heading.size + 8 * u}, {box.max.x - inside, box.max.y - 10 * u}};
  ImGui::PushID("board");
  if (std::holds_alternative<WhereInPlane>(step.ask->how))
    draw_plane_of_guess(frame, screen, step, room);
  else
    draw_bars(frame, screen, step, room);
  ImGui::PopID();
}

}  // namespace gf::ui
