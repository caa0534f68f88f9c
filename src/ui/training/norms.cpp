// Draws the norms of the gradients of each part at each step as shades, and the learning rate below them.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/join.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "ui/cells/grid.h"
#include "ui/places.h"
#include "ui/training/card.h"
#include "ui/training/run_shown.h"
#include "ui/training/step_axis.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kRow = 17, kRate = 38, kAboveRate = 12, kAxis = 22;  // design pixels
constexpr double kMostDecades = 6;

// Returns the label of a part: "enc 0 self-attn" for "encoder.0.self_attention". Blocks have the numbers of the headings of sections.
std::string part_label(const Frame& frame, const std::string& part) {
  // A stack without a block has a label of its own: its part has the weights that stand in no block.
  const std::string alone = "ui.training.stacks." + part;
  if (part.find('.') == std::string::npos && frame.texts.has(alone)) return frame.texts.get(alone);
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= part.size();) {
    const std::size_t dot = std::min(part.find('.', from), part.size());
    std::string word = part.substr(from, dot - from);
    word = text_or(frame, "ui.training.parts." + word, word);
    std::replace(word.begin(), word.end(), '_', ' ');
    words.push_back(std::move(word));
    from = dot + 1;
  }
  return joined(words, " ");
}

// Returns the norms of a part; -1: of all weights together. Leaves out records without norms.
std::vector<CurvePoint> norms_of(const RunView& run, int part) {
  std::vector<CurvePoint> points;
  points.reserve(run.records.size());
  const auto index = static_cast<std::size_t>(std::max(part, 0));
  for (const RunRecord& record : run.records) {
    if (record.step <= 0 || (part >= 0 && index >= record.part_norms.size())) continue;
    points.push_back({static_cast<double>(record.step), part < 0 ? record.gradient_norm : record.part_norms[index]});
  }
  return points;
}

// Logarithmic shades between the least and the greatest norm.
struct Shades {
  double from = -1, to = 0;  // exponents of ten
  bool dark = false;

  ImU32 of(double norm) const {
    const double power = norm > 0 ? std::log10(norm) : from;
    const auto t = static_cast<float>(std::clamp((power - from) / (to - from), 0.0, 1.0));
    return Shade{false, 0, 1, dark}.of(0.06f + 0.94f * t);
  }
};

Shades shades_of(const Frame& frame) {
  Extent extent;
  for (const RunRecord& record : run_of(frame).records) {
    if (record.step > 0) extent.take(record.gradient_norm);
    for (const double norm : record.part_norms) extent.take(norm);
  }
  Shades shades{-1, 0, frame.theme.dark};
  if (extent.least_positive <= 0) return shades;
  shades.to = std::log10(extent.most);
  shades.from = std::clamp(std::log10(extent.least_positive), shades.to - kMostDecades, shades.to - 0.1);
  return shades;
}

// Draws the meaning of the shades, at the right end of the title.
void draw_shade_key(const Frame& frame, const Card& card, const Shades& shades) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, bar = 72 * u, y = card.box.min.y + (kCardPadding + 4) * u;
  // Rounds a power of ten to two significant digits.
  const auto text = [&](double power) {
    const double value = std::pow(10.0, power), unit = std::pow(10.0, std::floor(power) - 1);
    return quantity_text(frame, unit > 0 && std::isfinite(unit) ? std::round(value / unit) * unit : value);
  };
  const std::string least = text(shades.from), most = text(shades.to);
  ImDrawList* list = ImGui::GetWindowDrawList();
  float x = card.content.max.x - measure(theme.tiny, most).x;
  put(list, theme.tiny, ImVec2(x, y), theme.color.muted, most);
  x -= bar + 6 * u;
  constexpr int kSteps = 24;
  for (int i = 0; i < kSteps; ++i) {
    const float from = x + bar * static_cast<float>(i) / kSteps, to = x + bar * static_cast<float>(i + 1) / kSteps;
    list->AddRectFilled(ImVec2(from, y + 2 * u), ImVec2(to, y + 12 * u),
                        shades.of(std::pow(10.0, shades.from + (shades.to - shades.from) * (i + 0.5) / kSteps)));
  }
  x -= measure(theme.tiny, least).x + 6 * u;
  put(list, theme.tiny, ImVec2(x, y), theme.color.muted, least);
}

struct Columns {
  float label = 0, value = 0;  // widths
};

Columns columns_of(const Frame& frame, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  float label =
      std::max(measure(theme.tiny, training_text(frame, "norms.all")).x, measure(theme.tiny, training_text(frame, "norms.rate")).x);
  for (const std::string& part : run_of(frame).parts) label = std::max(label, measure(theme.tiny, part_label(frame, part)).x);
  return {std::min(label + 10 * u, width * 0.4f), measure(theme.mono_small, "0.000000").x + 8 * u};
}

std::string norm_text(const Frame& frame, double norm) {
  if (!std::isfinite(norm) || norm == 0) return quantity_text(frame, norm);
  const double unit = std::pow(10.0, std::floor(std::log10(std::fabs(norm))) - 2);
  return quantity_text(frame, unit > 0 && std::isfinite(unit) ? std::round(norm / unit) * unit : norm);
}

void draw_strip(const Frame& frame, const Box& box, const std::vector<CurvePoint>& points, const Scale& steps, const Shades& shades) {
  const Theme& theme = frame.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.sunken, 2 * theme.unit);
  const int columns = std::max(static_cast<int>(box.width() / (2.5f * theme.unit)), 1);
  const std::vector<std::optional<double>> strip = strip_of(points, steps, columns);
  const auto x = [&](std::size_t column) {
    return std::round(box.min.x + box.width() * static_cast<float>(column) / static_cast<float>(columns));
  };
  for (std::size_t c = 0; c < strip.size(); ++c) {
    if (!strip[c]) continue;
    const ImU32 color = std::isnan(*strip[c]) ? theme.color.warn : shades.of(*strip[c]);
    list->AddRectFilled(ImVec2(x(c), box.min.y), ImVec2(x(c + 1), box.max.y), color);
  }
}

void draw_row(const Frame& frame, const Card& card, const Box& box, int part, const Scale& steps, const Shades& shades) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const RunView& run = run_of(frame);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = std::round((box.min.y + box.max.y - theme.tiny.size) / 2);
  const std::string label = part < 0 ? training_text(frame, "norms.all") : part_label(frame, nth(run.parts, part));
  put_elided(list, theme.tiny, ImVec2(card.content.min.x, y), part < 0 ? theme.color.ink : theme.color.muted, label,
             box.min.x - card.content.min.x - 6 * u);
  draw_strip(frame, box, norms_of(run, part), steps, shades);
  const int pointed = pointed_record(frame);
  if (pointed < 0) return;
  const RunRecord& record = nth(run.records, pointed);
  const bool known = part < 0 ? record.step > 0 : static_cast<std::size_t>(part) < record.part_norms.size();
  if (!known) return;
  const double norm = part < 0 ? record.gradient_norm : nth(record.part_norms, part);
  put(list, theme.mono_small, ImVec2(box.max.x + 8 * u, y), std::isfinite(norm) ? theme.color.ink : theme.color.warn,
      norm_text(frame, norm));
}

void draw_rate(const Frame& frame, const Card& card, const Box& box, const Scale& steps) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const RunView& run = run_of(frame);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = std::round((box.min.y + box.max.y - theme.tiny.size) / 2);
  put_elided(list, theme.tiny, ImVec2(card.content.min.x, middle), theme.color.muted, training_text(frame, "norms.rate"),
             box.min.x - card.content.min.x - 6 * u);
  list->AddLine(ImVec2(box.min.x, box.max.y), box.max, theme.color.rule, u);
  Extent extent;
  std::vector<CurvePoint> points;
  for (const RunRecord& record : run.records) {
    extent.take(record.learning_rate);
    points.push_back({static_cast<double>(record.step), record.learning_rate});
  }
  if (!(extent.most > 0)) return;
  std::vector<ImVec2> line;
  for (const CurvePoint& point : decimated(points, steps, static_cast<int>(box.width()))) {
    if (!std::isfinite(point.value)) continue;
    const double height = std::max(point.value / extent.most, 0.0);
    line.emplace_back(box.min.x + static_cast<float>(steps.place(point.step)) * box.width(),
                      box.max.y - static_cast<float>(height) * (box.height() - 3 * u));
  }
  list->AddPolyline(line.data(), static_cast<int>(line.size()), theme.color.series[3], 0, 1.75f * u);
  const int pointed = pointed_record(frame);
  const std::string value = norm_text(frame, nth(run.records, pointed).learning_rate);
  put(list, theme.mono_small, ImVec2(box.max.x + 8 * u, middle), theme.color.ink, value);
}

float norms_height(const Frame& frame, float /*width*/) {
  const auto rows = static_cast<float>(run_of(frame).parts.size() + 1);
  return (rows * kRow + kAboveRate + kRate + kAxis) * frame.theme.unit;
}

void draw_norms(const Frame& frame, Screen& screen, const Card& card) {
  const float u = frame.theme.unit;
  const Columns columns = columns_of(frame, card.content.width());
  const float left = card.content.min.x + columns.label, right = std::max(card.content.max.x - columns.value, left + 20 * u);
  const int parts = static_cast<int>(run_of(frame).parts.size());
  const Scale steps = steps_shown(frame);
  const Shades shades = shades_of(frame);
  if (!run_of(frame).records.empty()) draw_shade_key(frame, card, shades);
  float y = card.content.min.y;
  for (int part = -1; part < parts; ++part, y += kRow * u)
    draw_row(frame, card, {{left, y}, {right, y + (kRow - 2) * u}}, part, steps, shades);
  y += kAboveRate * u;
  const Box rate{{left, y}, {right, y + kRate * u}}, all{{left, card.content.min.y}, {right, y + kRate * u}};
  draw_rate(frame, card, rate, steps);
  draw_step_axis(frame, rate, steps);
  draw_step_marks(frame, all, steps);
  point_at_steps(frame, screen, "norm strips", training_text(frame, "norms.title"), all, steps);
}

}  // namespace

const CardRow kNormsCard{.id = "norms", .control = false, .height = norms_height, .draw = draw_norms};

}  // namespace gf::ui
