#include "ui/inspector/gradient_check.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Draws a name at the left and a number at the right.
void draw_row(const Theme& theme, const std::string& name, const std::string& number, ImU32 ink) {
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x, number_w = measure(theme.mono_small, number).x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  put_elided(list, theme.small, at, theme.color.muted, name, std::max(width - number_w - 12 * u, 10 * u));
  put(list, theme.mono_small, ImVec2(at.x + width - number_w, at.y + u), ink, number);
  ImGui::Dummy(ImVec2(width, theme.small.size));
}

void draw_result(const Frame& frame, const GradientEstimate& result, const std::string& moved) {
  const Theme& theme = frame.theme;
  const double relative = relative_difference(static_cast<double>(result.gradient), result.estimate);
  const ImU32 ink = result.verdict == GradientVerdict::differ ? theme.color.warn : theme.color.ink;
  const auto row = [&](const char* key, double value) { draw_row(theme, ui_text(frame, key), format_number(value, 7), theme.color.ink); };
  paragraph(theme.small, theme.color.muted, frame.texts.format("ui.estimate.moved", {{"cell", moved}, {"h", format_number(result.h, 6)}}));
  row("estimate.above", result.loss_above);
  row("estimate.below", result.loss_below);
  row("estimate.quotient", result.estimate);
  row("estimate.gradient", static_cast<double>(result.gradient));
  const std::string percent = std::isfinite(relative) ? format_number(relative * 100, 3) + " %" : format_number(relative);
  draw_row(theme, ui_text(frame, "estimate.relative"), percent, ink);
  row("estimate.uncertainty", result.uncertainty);
  paragraph(theme.small, ink, ui_text(frame, "estimate." + std::string(name_of(result.verdict))));
}

}  // namespace

double relative_difference(double a, double b) {
  const double greater = std::max(std::fabs(a), std::fabs(b));
  return greater == 0 ? 0 : std::fabs(a - b) / greater;
}

void draw_gradient_check(const Frame& frame, Screen& screen, const TraceNode& node, const Cell& cell) {
  if (!node.gradient.is_whole()) return;
  const Theme& theme = frame.theme;
  gap(14 * theme.unit);
  const float height = control_height(theme, frame.host.touch);
  if (text_button(theme, screen.places, ui_text(frame, "estimate.ask"), height, ButtonKind::outlined, !frame.snapshot.estimating)) {
    select_cell(frame, screen, frame.trace->find(node.name), cell);
    send(screen, EstimateGradient{node.name, cell});
  }
  const std::optional<GradientEstimate>& result = frame.snapshot.estimate;
  const bool known = result && result->node == node.name && result->cell == cell;
  if (!known && !frame.snapshot.estimating) tip(theme, ui_text(frame, "estimate.help"));  // it would cover a result below
  if (frame.snapshot.estimating) return paragraph(theme.small, theme.color.muted, ui_text(frame, "estimate.computing"));
  if (!known) return;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  draw_result(frame, *result, cell_name(frame.trace->node(node.gradient.node), cell));
  note_box(screen.places, "estimate", {from, ImGui::GetCursorScreenPos()});
}

}  // namespace gf::ui
