#include "ui/training/transport.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "core/join.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "protocol/look.h"
#include "ui/ask/veil.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/training/curves.h"
#include "ui/training/pace.h"
#include "ui/training/run_shown.h"
#include "ui/training/step_axis.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

using Kind = TrainingCommand::Kind;

constexpr float kNarrowTransport = 560, kStatusInOneLine = 1000, kOneLine = 760, kLowLine = 480, kLeastSlider = 150;  // design pixels

void send_kind(Screen& screen, Kind kind) { send(screen, TrainingCommand{kind}); }

void draw_play(const Frame& frame, Screen& screen, float height) {
  const Theme& theme = frame.theme;
  const RunView& run = run_of(frame);
  const bool playing = is_played(frame);
  // The button is as wide as the wider of the two words, so that the buttons beside it do not move.
  const float words = std::max(measure(theme.small, training_text(frame, "play")).x, measure(theme.small, training_text(frame, "pause")).x);
  const ImVec2 size(words + 42 * theme.unit, height);
  const bool enabled = playing || can_go_on(run);
  const ButtonKind kind = enabled ? ButtonKind::primary : ButtonKind::outlined;
  const std::string label = training_text(frame, playing ? "pause" : "play") + "###play";
  if (icon_text_button(theme, screen.places, playing ? Icon::pause : Icon::play, label, size, kind, enabled)) play_or_pause(frame, screen);
  if (enabled) tip(theme, training_text(frame, "play_key"));
}

void draw_keep(const Frame& frame, Screen& screen, float height, bool narrow) {
  const Theme& theme = frame.theme;
  const bool kept = kept_run(frame) != nullptr, possible = kept || run_of(frame).step > 0;
  const std::string label = training_text(frame, kept ? "drop" : "keep") + "###keep";
  const Icon icon = kept ? Icon::close : Icon::compare;
  const ImVec2 size(text_button_width(theme, label) + 20 * theme.unit, height);
  const bool pressed = narrow ? icon_button(theme, screen.places, icon, label, height, possible)
                              : icon_text_button(theme, screen.places, icon, label, size, ButtonKind::outlined, possible);
  if (pressed) send_kind(screen, kept ? Kind::drop_kept : Kind::keep);
  if (!narrow) tip(theme, training_text(frame, kept ? "drop_help" : "keep_help"));
}

void draw_buttons(const Frame& frame, Screen& screen, float height, bool narrow) {
  const Theme& theme = frame.theme;
  const RunView& run = run_of(frame);
  const float between = (narrow ? 4.0f : 8.0f) * theme.unit;
  draw_play(frame, screen, height);
  ImGui::SameLine(0, between);
  if (icon_button(theme, screen.places, Icon::step, training_text(frame, "step"), height, can_go_on(run))) send_kind(screen, Kind::step);
  ImGui::SameLine(0, between);
  if (icon_button(theme, screen.places, Icon::epoch, training_text(frame, "epoch"), height, can_go_on(run))) send_kind(screen, Kind::epoch);
  ImGui::SameLine(0, between);
  if (icon_button(theme, screen.places, Icon::start, training_text(frame, "restart"), height, run.step > 0))
    send_kind(screen, Kind::restart);
  ImGui::SameLine(0, between);
  draw_pace(frame, screen, height, narrow);
  ImGui::SameLine(0, between);
  draw_keep(frame, screen, height, narrow);
}

// Handles the keys of a focused slider: left and right go to the next record, Home and End to the first and the last. Claims the keys, so
// that ImGui does not move the focus with them.
void slider_keys(const Frame& frame, Screen& screen, int shown) {
  const ImGuiID owner = ImGui::GetItemID();
  const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, owner); };
  const int by = (pressed(ImGuiKey_RightArrow) ? 1 : 0) - (pressed(ImGuiKey_LeftArrow) ? 1 : 0);
  const int last = static_cast<int>(run_of(frame).records.size()) - 1;
  int to = shown + by;
  if (pressed(ImGuiKey_Home))
    to = 0;
  else if (pressed(ImGuiKey_End))
    to = last;
  if (to != shown && to >= 0) view_record(frame, screen, to);
  for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Home, ImGuiKey_End}) ImGui::SetKeyOwner(key, owner);
}

// Draws the track of a slider without a knob, for a run with fewer than two records.
void draw_empty_slider(const Theme& theme, Places& places, ImVec2 size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float u = theme.unit, middle = at.y + size.y / 2;
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, middle - 2 * u), ImVec2(at.x + size.x, middle + 2 * u), theme.color.rule, 2 * u);
  ImGui::Dummy(size);
  note_item(places, "training:time");
}

void draw_slider(const Frame& frame, Screen& screen, ImVec2 size) {
  const RunView& run = run_of(frame);
  const int shown = shown_record(run);
  screen.state.training.slider_focused = false;
  if (run.records.size() < 2) return draw_empty_slider(frame.theme, screen.places, size);
  // The slider has the scale of the curves, so that its knob stands at the step of their line.
  double step = static_cast<double>(nth(run.records, shown).step);
  const bool changed =
      slider(frame.theme, screen.places, "time", training_text(frame, "time"), step, {0, steps_shown(frame).most, 1, false}, size);
  note_item(screen.places, "training:time");
  if (changed) view_record(frame, screen, record_near(run.records, step));
  screen.state.training.slider_focused = ImGui::IsItemFocused();
  if (ImGui::IsItemFocused() && !ImGui::IsItemActive()) slider_keys(frame, screen, shown);
}

// Draws the button that says whether the newest record is shown. A press shows the newest record from then on.
void draw_live(const Frame& frame, Screen& screen, ImVec2 size) {
  const Theme& theme = frame.theme;
  const RunView& run = run_of(frame);
  const bool live = run.viewed < 0;
  if (icon_text_button(theme, screen.places, Icon::live, training_text(frame, "live"), size,
                       live ? ButtonKind::plain : ButtonKind::outlined))
    view_record(frame, screen, static_cast<int>(run.records.size()));
  tip(theme, training_text(frame, "live_help"));
}

void draw_live_icon(const Frame& frame, Screen& screen, float side) {
  if (icon_button(frame.theme, screen.places, Icon::live, training_text(frame, "live"), side, run_of(frame).viewed >= 0))
    view_record(frame, screen, static_cast<int>(run_of(frame).records.size()));
}

// Draws the slider and the button that leads back to the newest record.
void draw_time(const Frame& frame, Screen& screen, float room, float height) {
  const Theme& theme = frame.theme;
  const float words = measure(theme.small, training_text(frame, "live")).x + 36 * theme.unit;
  const bool short_of_room = room - words < kLeastSlider * theme.unit;
  const float slot = short_of_room ? height : words;
  draw_slider(frame, screen, ImVec2(std::max(room - slot - 12 * theme.unit, 1.0f), height));
  ImGui::SameLine(0, 12 * theme.unit);
  if (short_of_room)
    draw_live_icon(frame, screen, height);
  else
    draw_live(frame, screen, ImVec2(slot, height));
}

std::string step_of(const Frame& frame, int record) { return count_text(frame, nth(run_of(frame).records, record).step); }

std::string status_text(const Frame& frame) {
  const RunView& run = run_of(frame);
  return training_text(frame, "status." + std::string(name_of(run.status)), {{"step", count_text(frame, run.step)}});
}

// Returns "Step 120 of 2,000 · epoch 1.5 · 41 steps/s · ..."; the steps alone if the room is narrow.
std::string details(const Frame& frame, bool narrow) {
  const RunView& run = run_of(frame);
  std::vector<std::string> parts{
      training_text(frame, "details.step", {{"step", count_text(frame, run.step)}, {"steps", count_text(frame, run.steps)}})};
  const auto add = [&](std::string_view name, std::string value) {
    parts.push_back(training_text(frame, name, {{"value", std::move(value)}}));
  };
  if (narrow) return parts.front();
  if (run.steps_per_epoch > 0)
    add("details.epoch", tenths_text(frame, static_cast<double>(run.step) / static_cast<double>(run.steps_per_epoch)));
  if (run.status == RunStatus::playing && run.steps_per_second > 0)
    add("details.speed", tenths_text(frame, run.steps_per_second < 10 ? run.steps_per_second : std::round(run.steps_per_second)));
  const std::string weights = count_text(frame, run.parameters);
  if (run.models.empty()) {
    add("details.weights", weights);
  } else {
    parts.push_back(
        training_text(frame, "details.weights_of_models", {{"value", weights}, {"models", count_text(frame, std::ssize(run.models))}}));
  }
  parts.push_back(
      training_text(frame, "details.examples",
                    {{"training", count_text(frame, run.training_examples)}, {"held_out", count_text(frame, run.held_out_examples)}}));
  return joined(parts, training_text(frame, "details.separator"));
}

// Whether the run branches off from the kept run: a weight was edited at an earlier step than the kept run reached.
bool is_new_branch(const ShownRuns& runs) {
  if (!runs.kept || !runs.differing.empty() || runs.run.records.empty() || !runs.run.records.back().edited) return false;
  return runs.run.step < runs.kept->step;
}

}  // namespace

void draw_run_status(const Frame& frame, Screen& screen, float room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const RunView& run = run_of(frame);
  std::string text = status_text(frame);
  if (run.viewed >= 0 && shown_record(run) >= 0)
    text += " " + training_text(frame, "viewing", {{"step", step_of(frame, shown_record(run))}});
  if (is_new_branch(*frame.snapshot.training)) text += " " + training_text(frame, "branched", {{"step", count_text(frame, run.step)}});
  const ImU32 ink = run.status == RunStatus::diverged ? theme.color.warn : theme.color.ink;
  const bool narrow = room < kNarrowTransport * u;
  const std::string rest = details(frame, narrow);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (narrow) text += " " + rest;
  paragraph(theme.small, ink, text, room);
  note_item(screen.places, "training:status");
  if (narrow) return;
  // The number of lines depends on the room alone. The text changes with each step, and the page must not jump.
  if (room < kStatusInOneLine * u) return paragraph(theme.tiny, theme.color.muted, rest, room);
  put(ImGui::GetWindowDrawList(), theme.small, ImVec2(at.x + measure(theme.small, text).x + 16 * u, at.y), theme.color.muted, rest);
}

namespace {

// Plays or pauses on the space key. Does nothing if a text is being typed, a menu is open, or Tab has gone to a control.
void training_keys(const Frame& frame, Screen& screen) {
  const ImGuiIO& io = ImGui::GetIO();
  if (frame.state.lesson.edit || io.WantTextInput || (io.NavVisible && !frame.state.keyboard.in_cells)) return;
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) return;
  if (ImGui::GetTime() < frame.state.keyboard.field_s + KeyboardFocus::kQuiet_s) return;  // the space was meant for the text field
  const ImGuiID owner = ImGui::GetID("training keys");
  if (ImGui::IsKeyPressed(ImGuiKey_Space, ImGuiInputFlags_None, owner)) play_or_pause(frame, screen);
  ImGui::SetKeyOwner(ImGuiKey_Space, owner);
}

}  // namespace

void follow_transport(const Frame& frame, Screen& screen) {
  training_keys(frame, screen);
  follow_pace(frame, screen);
}

void draw_transport(const Frame& frame, Screen& screen) {
  const float u = frame.theme.unit, room = ImGui::GetContentRegionAvail().x;
  const bool low = is_low(frame), narrow = room < kNarrowTransport * u || low;
  // Controls have the height for fingers on a touch screen, and on a screen as narrow as that of a phone.
  const float height = control_height(frame.theme, frame.host.touch || (narrow && !low));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(8 * u, 5 * u));
  const float left = ImGui::GetCursorScreenPos().x;
  draw_buttons(frame, screen, height, narrow);
  const bool one_line = room >= (low ? kLowLine : kOneLine) * u || is_landscape(frame);
  if (one_line) ImGui::SameLine(0, 16 * u);
  draw_time(frame, screen, room - (one_line ? ImGui::GetCursorScreenPos().x - left : 0), height);
  if (!low) draw_run_status(frame, screen, room);
  ImGui::PopStyleVar();
}

std::string training_words(const Frame& frame) {
  const RunView& run = run_of(frame);
  const int record = shown_record(run);
  // While the run plays, assistive technology would read the numbers with each record.
  if (run.status == RunStatus::playing || record < 0 || is_question_open(frame)) return status_text(frame);
  const RunRecord& at = nth(run.records, record);
  const bool held_out = run.held_out_examples > 0;
  std::string words = status_text(frame) + " " +
                      training_text(frame, held_out ? "spoken" : "spoken_loss",
                                    {{"step", count_text(frame, at.step)},
                                     {"loss", quantity_text(frame, at.loss)},
                                     {"held_out", quantity_text(frame, at.held_out_loss)}});
  for (std::size_t i = 0; i < std::min(run.models.size(), at.model_losses.size()); ++i)
    words += " " + training_text(
                       frame, "spoken_model",
                       {{"model", training_text(frame, "series." + run.models[i])}, {"loss", quantity_text(frame, at.model_losses[i])}});
  if (held_out && std::isfinite(at.exact_match))
    words += " " + training_text(frame, "spoken_exact", {{"exact", tenths_text(frame, at.exact_match * 100)}});
  return words;
}

}  // namespace gf::ui
