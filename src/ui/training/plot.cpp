// Draws loss and accuracy over the steps as lines. The kept run has dashed lines in the same plot.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/nth.h"
#include "core/number_text.h"
#include "ui/places.h"
#include "ui/training/card.h"
#include "ui/training/run_shown.h"
#include "ui/training/series.h"
#include "ui/training/step_axis.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

using Format = std::string (*)(const Frame& frame, double value);

std::string percent(const Frame& frame, double value) {
  return std::isfinite(value) ? training_text(frame, "percent", {{"value", tenths_text(frame, value * 100)}}) : quantity_text(frame, value);
}

std::string plain(const Frame& frame, double value) {
  // A measured value has three significant digits. Ticks have fewer anyway.
  if (!std::isfinite(value) || value == 0) return quantity_text(frame, value);
  const double power = std::pow(10.0, std::floor(std::log10(std::fabs(value))) - 2);
  return quantity_text(frame, power > 0 && std::isfinite(power) ? std::round(value / power) * power : value);
}

struct Plot {
  Box box;
  Scale steps, values;
  Format format;
  ImVec2 at(const CurvePoint& point) const {
    return {x_of_step(box, steps, point.step),
            box.max.y - static_cast<float>(std::clamp(values.place(point.value), -0.05, 1.05)) * box.height()};
  }
};

float plot_height(const Frame& frame) { return 150 * frame.theme.unit; }
constexpr float kTableLine = 18, kBelowPlot = 22;

// The table has the names of the lines and their values at the pointed step. A further row has the values of the kept run at the nearest
// step. If there are more than three lines, each name stands beside its value, in two columns.
constexpr std::size_t kMostColumns = 3, kPairColumns = 2;
float lines_of_table(const Frame& frame) { return kept_run(frame) ? 3.0f : 2.0f; }
float table_height(const Frame& frame) {
  const std::size_t series = loss_series(run_of(frame)).size(),
                    pairs = (series + kPairColumns) / kPairColumns;  // the step counts as a pair
  const float lines = series <= kMostColumns ? lines_of_table(frame) : static_cast<float>(pairs) * (lines_of_table(frame) - 1);
  return (lines * kTableLine + 8) * frame.theme.unit;
}

const RunRecord* record_at(const RunView& run, int record) { return record < 0 ? nullptr : &nth(run.records, record); }

// Returns the text of a value. A sparse series has no value before it was measured for the first time.
std::string known_text(const Frame& frame, double value, const Series& series, Format format) {
  return series.sparse && std::isnan(value) ? training_text(frame, "not_asked") : format(frame, value);
}

void draw_swatch(const Theme& theme, const Series& series, ImVec2 at) {
  const float u = theme.unit;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 5 * u}, {at.x + 13 * u, at.y + 8 * u}, theme.color.series[series.color], u);
}

constexpr float kBetweenPairs = 10;  // design pixels

// Returns the widths of the two columns: each has the width of its longest name and value, and half of the width that is left. The first
// place of the table, which has the step, needs no name.
std::array<float, kPairColumns> pair_columns(const Frame& frame, std::span<const Series> series, float width) {
  const Theme& theme = frame.theme;
  const float value_w = measure(theme.mono_small, "0.0000").x;
  std::array<float, kPairColumns> columns{};
  for (std::size_t i = 0; i < series.size(); ++i) {
    float& column = columns[(i + 1) % kPairColumns];
    column = std::max(column, 22 * theme.unit + measure(theme.tiny, training_text(frame, "series." + series[i].name)).x + value_w);
  }
  const float spare = (width - kBetweenPairs * theme.unit - columns[0] - columns[1]) / 2;
  for (float& column : columns) column += spare;
  return columns;
}

// Draws the table in two columns. The first place has the step; each other place has a name, its value, and below it the value of the kept
// run.
void draw_pairs(const Frame& frame, std::span<const Series> series, ImVec2 at, float width, Format format) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, line = kTableLine * u, row = (lines_of_table(frame) - 1) * line;
  const RunView *run = &run_of(frame), *kept = kept_run(frame);
  const int pointed = pointed_record(frame);
  const Index step = pointed < 0 ? 0 : record_at(*run, pointed)->step;
  const int kept_record = kept && pointed >= 0 ? record_near(kept->records, static_cast<double>(step)) : -1;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::array<float, kPairColumns> columns = pair_columns(frame, series, width);
  const auto place = [&](std::size_t i) {
    return ImVec2(at.x + (i % kPairColumns == 0 ? 0 : columns[0] + kBetweenPairs * u), at.y + static_cast<float>(i / kPairColumns) * row);
  };
  if (pointed >= 0)
    put_elided(list, theme.tiny, at, theme.color.ink, training_text(frame, "step_at", {{"step", count_text(frame, step)}}), columns[0]);
  if (kept_record >= 0) put_elided(list, theme.tiny, {at.x, at.y + line}, theme.color.muted, training_text(frame, "kept_run"), columns[0]);
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto [x, y] = place(i + 1);
    const float column = columns[(i + 1) % kPairColumns];
    float room = column - 18 * u;
    const auto put_value = [&](const RunView& shown, int record, float top, ImU32 ink) {
      const std::string text = known_text(frame, known_value(shown.records, record, series[i]), series[i], format);
      const float wide = measure(theme.mono_small, text).x;
      put(list, theme.mono_small, {x + column - wide, top}, ink, text);
      return wide + 4 * u;
    };
    if (pointed >= 0) room -= put_value(*run, pointed, y, theme.color.ink);
    if (kept_record >= 0) put_value(*kept, kept_record, y + line, theme.color.muted);
    draw_swatch(theme, series[i], {x, y});
    put_elided(list, theme.tiny, {x + 18 * u, y}, theme.color.muted, training_text(frame, "series." + series[i].name), room);
  }
}

// Draws the names of the lines with their values at the pointed step. The table is the legend as well, and its size does not change.
void draw_table(const Frame& frame, std::span<const Series> series, ImVec2 at, float width, Format format) {
  if (series.size() > kMostColumns) return draw_pairs(frame, series, at, width, format);
  const Theme& theme = frame.theme;
  const float u = theme.unit, line = kTableLine * u, first = std::min(78 * u, width * 0.26f);
  const float column = (width - first) / static_cast<float>(series.size());
  const auto place = [&](std::size_t i) { return ImVec2(at.x + first + static_cast<float>(i) * column, at.y); };
  ImDrawList* list = ImGui::GetWindowDrawList();
  const RunView *run = &run_of(frame), *kept = kept_run(frame);
  const auto put_values = [&](const RunView& shown, int record, float below, ImU32 ink) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      const double value = known_value(shown.records, record, series[i]);
      const ImU32 value_ink = std::isfinite(value) || series[i].sparse ? ink : theme.color.warn;
      put(list, theme.mono_small, ImVec2(place(i).x + 18 * u, place(i).y + below), value_ink, known_text(frame, value, series[i], format));
    }
  };
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto [x, y] = place(i);
    draw_swatch(theme, series[i], {x, y});
    put_elided(list, theme.tiny, ImVec2(x + 18 * u, y), theme.color.muted, training_text(frame, "series." + series[i].name),
               column - 20 * u);
  }
  const int pointed = pointed_record(frame);
  if (pointed < 0) return;
  const Index step = record_at(*run, pointed)->step;
  put_elided(list, theme.tiny, ImVec2(at.x, at.y + line), theme.color.ink,
             training_text(frame, "step_at", {{"step", count_text(frame, step)}}), first - 4 * u);
  put_values(*run, pointed, line, theme.color.ink);
  const int kept_record = kept ? record_near(kept->records, static_cast<double>(step)) : -1;
  if (kept_record < 0) return;
  put_elided(list, theme.tiny, ImVec2(at.x, at.y + 2 * line), theme.color.muted, training_text(frame, "kept_run"), first - 4 * u);
  put_values(*kept, kept_record, 2 * line, theme.color.muted);
}

void draw_value_axis(const Frame& frame, const Plot& plot, const std::vector<double>& ticks) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const double tick : ticks) {
    const float y = std::round(plot.at({0, tick}).y);
    list->AddLine(ImVec2(plot.box.min.x, y), ImVec2(plot.box.max.x, y), tick == ticks.front() ? theme.color.rule : theme.color.border, u);
    const std::string text = plot.format(frame, tick);
    put(list, theme.tiny, ImVec2(plot.box.min.x - 6 * u - measure(theme.tiny, text).x, y - theme.tiny.size / 2), theme.color.muted, text);
  }
}

// Draws a dashed line through the points, which ImGui can't.
void draw_dashes(ImDrawList* list, std::span<const ImVec2> points, ImU32 color, float width, float dash) {
  float done = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const ImVec2 from = points[i], to = points[i + 1];
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    for (float at = 0; at < length;) {
      const float in_period = std::fmod(done + at, 1.7f * dash);
      const float next = std::min(at + std::max((in_period < dash ? dash : 1.7f * dash) - in_period, 0.25f), length);
      const auto along = [&](float d) { return ImVec2(from.x + (to.x - from.x) * d / length, from.y + (to.y - from.y) * d / length); };
      if (in_period < dash) list->AddLine(along(at), along(next), color, width);
      at = next;
    }
    done += length;
  }
}

void draw_stretch(const Frame& frame, const std::vector<ImVec2>& points, ImU32 color, bool dashed) {
  const float u = frame.theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (points.size() == 1) list->AddCircleFilled(points.front(), 2.75f * u, color, 16);
  if (points.size() < 2) return;
  if (dashed) return draw_dashes(list, points, color, 1.5f * u, 5 * u);
  list->AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, 1.75f * u);
}

void draw_line(const Frame& frame, const Plot& plot, const RunView& run, const Series& series, bool dashed) {
  const Theme& theme = frame.theme;
  const ImU32 color = faded(theme.color.series[series.color], dashed ? 0.6f : 1.0f);
  std::vector<CurvePoint> points;
  points.reserve(run.records.size());
  for (const RunRecord& record : run.records)
    if (!series.sparse || std::isfinite(series.of(record))) points.push_back({static_cast<double>(record.step), series.of(record)});
  std::vector<ImVec2> stretch;
  for (const CurvePoint& point : decimated(points, plot.steps, static_cast<int>(plot.box.width()))) {
    if (std::isfinite(point.value)) {
      stretch.push_back(plot.at(point));
      continue;
    }
    // A cross marks a gap, so that the gap isn't taken for the end of the run.
    const bool breaks = !stretch.empty() && !dashed;
    draw_stretch(frame, stretch, color, dashed);
    stretch.clear();
    const ImVec2 at(x_of_step(plot.box, plot.steps, point.step), plot.box.min.y + 5 * theme.unit);
    if (breaks) draw_icon(ImGui::GetWindowDrawList(), Icon::close, at, 8 * theme.unit, theme.color.warn);
  }
  draw_stretch(frame, stretch, color, dashed);
}

void draw_dots(const Frame& frame, const Plot& plot, std::span<const Series> series) {
  const Theme& theme = frame.theme;
  const RunRecord* record = record_at(run_of(frame), pointed_record(frame));
  if (!record) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const Series& curve : series) {
    const double value = curve.of(*record);
    if (!std::isfinite(value)) continue;
    const ImVec2 at = plot.at({static_cast<double>(record->step), value});
    list->AddCircleFilled(at, 4.5f * theme.unit, theme.color.panel, 20);
    list->AddCircleFilled(at, 3.25f * theme.unit, theme.color.series[curve.color], 20);
  }
}

// Draws the table, the axes and the lines in the content of a card.
void draw_plot(const Frame& frame, Screen& screen, const Card& card, const char* id, const std::string& name,
               std::span<const Series> series, const Scale& values, Format format) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, top = card.content.min.y + table_height(frame);
  const std::vector<double> ticks = ticks_of(values, 5);
  float margin = 20 * u;
  for (const double tick : ticks) margin = std::max(margin, measure(theme.tiny, format(frame, tick)).x + 8 * u);
  const Plot plot{{{card.content.min.x + margin, top}, {card.content.max.x - 4 * u, card.content.max.y - kBelowPlot * u}},
                  steps_shown(frame),
                  values,
                  format};
  draw_table(frame, series, card.content.min, card.content.width(), format);
  draw_value_axis(frame, plot, ticks);
  draw_step_axis(frame, plot.box, plot.steps);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(ImVec2(plot.box.min.x - 5 * u, plot.box.min.y - 5 * u), ImVec2(plot.box.max.x + 5 * u, plot.box.max.y + 5 * u), true);
  draw_step_marks(frame, plot.box, plot.steps);
  if (const RunView* kept = kept_run(frame))
    for (const Series& curve : series) draw_line(frame, plot, *kept, curve, true);
  for (const Series& curve : series) draw_line(frame, plot, run_of(frame), curve, false);
  draw_dots(frame, plot, series);
  list->PopClipRect();
  if (run_of(frame).records.empty())
    put_centred(list, theme.small, plot.box.min, plot.box.max, theme.color.muted,
                elide(theme.small, training_text(frame, "no_records"), plot.box.width()));
  point_at_steps(frame, screen, id, name, plot.box, plot.steps);
}

Extent extent_of(const Frame& frame, std::span<const Series> series) {
  Extent extent;
  const auto take = [&](const RunView& run) {
    for (const RunRecord& record : run.records)
      for (const Series& curve : series) extent.take(curve.of(record));
  };
  take(run_of(frame));
  if (const RunView* kept = kept_run(frame)) take(*kept);
  return extent;
}

// Draws the choice between a linear and a logarithmic scale, at the right end of the title.
void draw_scale_choice(const Frame& frame, Screen& screen, const Card& card, bool logarithmic) {
  const float u = frame.theme.unit, height = (frame.host.touch ? 40.0f : 24.0f) * u;
  const std::vector<std::string> labels{training_text(frame, "scale.linear"), training_text(frame, "scale.logarithmic")};
  const ImVec2 max(card.content.max.x, card.content.min.y - 4 * u), min(max.x - segmented_width(frame.theme, labels), max.y - height);
  ImGui::SetCursorScreenPos(min);
  const int picked =
      segmented(frame.theme, screen.places, "scale", training_text(frame, "scale.name"), labels, logarithmic ? 1 : 0, height);
  note_box(screen.places, "training:scale", {min, max});
  if (picked >= 0) screen.state.training.logarithmic = picked == 1;
}

// Returns the height of the content of a card with losses or accuracies.
float plot_card_height(const Frame& frame, float /*width*/) {
  return table_height(frame) + plot_height(frame) + kBelowPlot * frame.theme.unit;
}

void draw_losses(const Frame& frame, Screen& screen, const Card& card) {
  const std::vector<Series> series = loss_series(run_of(frame));
  const Scale values = scale_of_losses(extent_of(frame, series), frame.state.training.logarithmic);
  draw_plot(frame, screen, card, "loss curves", training_text(frame, "loss.title"), series, values, plain);
  draw_scale_choice(frame, screen, card, values.logarithmic);
}

void draw_accuracies(const Frame& frame, Screen& screen, const Card& card) {
  draw_plot(frame, screen, card, "accuracy curves", training_text(frame, "accuracy.title"), accuracy_series(run_of(frame)), Scale{},
            percent);
}

}  // namespace

const CardRow kLossCard{.id = "loss", .control = true, .height = plot_card_height, .draw = draw_losses};
const CardRow kAccuracyCard{.id = "accuracy", .control = false, .height = plot_card_height, .draw = draw_accuracies};

}  // namespace gf::ui
