#include "ui/ui.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "render/heatmap.h"
#include "ui/access/accessible.h"
#include "ui/access/keyboard.h"
#include "ui/ask/exercise.h"
#include "ui/ask/veil.h"
#include "ui/bars/computing.h"
#include "ui/bars/embed.h"
#include "ui/bars/export_popup.h"
#include "ui/bars/keys_panel.h"
#include "ui/bars/messages_shown.h"
#include "ui/bars/rail.h"
#include "ui/bars/settings.h"
#include "ui/bars/steps.h"
#include "ui/bars/top_bar.h"
#include "ui/cells/editing.h"
#include "ui/cells/grid.h"
#include "ui/cells/keys.h"
#include "ui/course/page.h"
#include "ui/frame.h"
#include "ui/inputs/code_editor.h"
#include "ui/inputs/counting.h"
#include "ui/inputs/inputs.h"
#include "ui/inputs/typed.h"
#include "ui/inspector/inspector_part.h"
#include "ui/look_up/glossary.h"
#include "ui/look_up/search.h"
#include "ui/picture/vector_picture.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/stage/stage.h"
#include "ui/training/training.h"
#include "ui/training/transport.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf {

using namespace ui;

struct Ui::State : ScreenState {
  explicit State(HeatmapRenderer& renderer) : heatmaps(renderer) {}
  HeatmapRenderer& heatmaps;
  Places places;
  struct CellWish {
    ImGuiID item = 0;
    Index row = 0, column = 0;
  } cell_wished;  // the cell of a table to which assistive technology goes
};

namespace {

// Returns the trace of the open lesson; null if the snapshot's trace belongs to another lesson.
const Trace* trace_of(const Snapshot& snapshot) {
  return snapshot.trace && snapshot.trace->lesson == snapshot.document.lesson ? snapshot.trace.get() : nullptr;
}

}  // namespace

Ui::Ui(HeatmapRenderer& heatmaps) : state_(std::make_unique<State>(heatmaps)) {}
Ui::~Ui() = default;

const Places& Ui::places() const { return state_->places; }

std::string Ui::accessible_view(const Snapshot& given, const Texts& texts, const UiHost& host) {
  const Snapshot& snapshot = veiled(given, with_tried_options(host, *state_).options, state_->veil);
  UiOutput unused;
  const Theme theme = make_theme(false);
  const Frame frame{snapshot, trace_of(snapshot), texts, host, theme, *state_};
  Screen screen{*state_, unused, state_->places, state_->heatmaps};
  return ui::accessible_view(frame, screen);
}

bool Ui::tab(bool backwards, bool outside) {
  // In a menu, a field in a cell, or a list of offered words, Tab goes to ImGui. Menus are left with Escape.
  if (!state_->lesson.edit && state_->suggestions.words.empty() &&
      !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
    return go_to_part(state_->places, *state_, backwards, outside && control_with_keyboard(state_->places, *state_) == 0);
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Shift, backwards);
  for (const bool down : {true, false}) io.AddKeyEvent(ImGuiKey_Tab, down);
  return true;
}

namespace {

// Returns the options for a part of the screen. A light picture has no background, so that it may stand on any paper.
VectorPicture picture_of(const Box& part) {
  const ImU32 page = ImGui::GetColorU32(ImGuiCol_WindowBg);
  const bool light = (page >> IM_COL32_G_SHIFT & 255u) > 127;
  return {part, true, light ? std::optional(page) : std::nullopt};
}

}  // namespace

Box Ui::box_of(const PictureWish& wish) const { return ui::box_of(state_->places, wish); }

std::string Ui::picture(const PictureWish& wish, const std::function<void()>& draw_frame) {
  state_->heatmaps.use_boxes(true);
  std::string text = unseen_picture(draw_frame, [&] { return picture_of(box_of(wish)); });
  state_->heatmaps.use_boxes(false);
  return text;
}

std::optional<std::string> Ui::answer(std::string_view message) {
  const auto go_to_cell = [&](ImGuiID item, Index row, Index column) { state_->cell_wished = {item, row, column}; };
  return answer_layout(state_->places, message,
                       {[&](const std::string& node) { state_->lesson.reveal = node; },
                        [&](ImGuiID item) { focus_control(state_->places, *state_, item); }, go_to_cell});
}

namespace {

constexpr ImGuiWindowFlags kScreenFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                          ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
constexpr float kRailMenuWidth = 676;  // design pixels

void draw_rail_part(const Frame& frame, Screen& screen, const Regions& r) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  if (r.rail.width() <= 0) return;
  ImGui::GetWindowDrawList()->AddLine(ImVec2(r.rail.max.x - 0.5f * u, r.rail.min.y), ImVec2(r.rail.max.x - 0.5f * u, r.rail.max.y),
                                      theme.color.border, u);
  if (r.rail_is_strip) {
    if (begin_part("strip", r.rail, ImVec2(0, 8 * u), ImGuiWindowFlags_NoScrollbar)) draw_strip(frame, screen);
  } else if (begin_part("rail", r.rail, ImVec2(12 * u, 12 * u), 0)) {
    draw_rail(frame, screen);
  }
  ImGui::EndChild();
}

// Draws the list of lessons over a narrow screen. A press beside the list, or Escape, closes it.
void draw_rail_menu(const Frame& frame, Screen& screen, const Regions& r) {
  if (!(r.rail_is_menu || r.rail_is_strip) || !frame.state.rail_open) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  if (begin_part("lessons", r.screen, ImVec2(0, 0), kFixed)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(r.screen.min, r.screen.max, IM_COL32(0, 0, 0, 90));
    const Box box{r.screen.min, {r.screen.min.x + std::min(kRailMenuWidth * u, r.screen.width() * 0.88f), r.screen.max.y}};
    list->AddRectFilled(box.min, box.max, theme.color.page);
    ImGui::SetCursorScreenPos(ImVec2(box.max.x, box.min.y));
    if (ImGui::InvisibleButton("beside", ImVec2(std::max(r.screen.max.x - box.max.x, 1.0f), box.height()))) screen.state.rail_open = false;
    if (begin_part("rail", box, ImVec2(12 * u, 12 * u), 0)) draw_rail(frame, screen);
    ImGui::EndChild();
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
      screen.state.rail_open = false;
      screen.state.keyboard.closed_frame = ImGui::GetFrameCount();
    }
  }
  ImGui::EndChild();
}

void draw_top_part(const Frame& frame, Screen& screen, const Regions& r) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  if (frame.host.options.hides(ScreenPart::toolbar)) return;
  if (begin_part("top", r.top, ImVec2((r.rail_is_menu ? 8.0f : 22.0f) * u, 0), kFixed))
    draw_top_bar(frame, screen, r.rail_is_menu && !frame.host.options.hides(ScreenPart::rail));
  ImGui::EndChild();
}

float side_of(const Regions& r) { return r.rail_is_menu ? 12.0f : 22.0f; }

// Returns the end of the lowest bar: below it the stage keeps some height.
float end_of_bars(const Frame& frame, const Regions& r) { return std::max(r.bench.max.y - 80 * frame.theme.unit, r.bench.min.y); }

// Draws a part of the bench, as high as its content, from `top` down. In a low bench, the part ends where the stage begins and scrolls.
// Returns the y of its end.
template <typename Draw>
float draw_bar(const Frame& frame, Screen& screen, const Regions& r, const char* id, float top, float padding, Draw&& draw) {
  constexpr float kLowBench = 320, kLeastBar = 44;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const bool scrolls = r.bench.height() < kLowBench * u;
  ImGui::SetCursorScreenPos(ImVec2(r.bench.min.x, top));
  if (scrolls) ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(end_of_bars(frame, r) - top, kLeastBar * u)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(side_of(r) * u, padding * u));
  if (ImGui::BeginChild(id, ImVec2(r.bench.width(), 0), kPadded | ImGuiChildFlags_AutoResizeY, scrolls ? 0 : kFixed)) draw();
  ImGui::PopStyleVar();
  ImGui::EndChild();
  const float end = ImGui::GetItemRectMax().y;
  note_item(screen.places, "part:" + std::string(id));
  ImGui::GetWindowDrawList()->AddLine(ImVec2(r.bench.min.x, end), ImVec2(r.bench.max.x, end), theme.color.border, u);
  return end;
}

// Draws the caption in a column beside the stage of a low window. The state of a training run stands below the caption.
void draw_caption_column(const Frame& frame, Screen& screen, const Regions& r) {
  const float u = frame.theme.unit;
  const float line = r.caption.max.x - 0.5f * u;
  ImGui::GetWindowDrawList()->AddLine({line, r.caption.min.y}, {line, r.caption.max.y}, frame.theme.color.border, u);
  if (begin_part("caption column", r.caption, {14 * u, 8 * u}, kFixed)) {
    const bool run = frame.snapshot.training && !frame.host.options.hides(ScreenPart::inputs);
    const auto more = [&] {
      for (const InputSpec* input : inputs_on_stage(frame))
        if (const CodeReply* reply = reply_to(frame, input->name)) draw_code_reply(frame, screen, input->name, *reply);
      if (run && !is_question_open(frame)) {
        gap(4 * u);
        draw_run_status(frame, screen, ImGui::GetContentRegionAvail().x);
        draw_kept_line(frame, screen);
      }
    };
    if (has_steps(frame))
      draw_steps_beside(frame, screen, more);
    else
      draw_exercise(frame, screen, ImGui::GetContentRegionAvail().x);
  }
  ImGui::EndChild();
  note_box(screen.places, "part:steps", r.caption);
}

// Draws the buttons of a training run in the line below the stage of a low window. While the film is on, its bar has their place.
void draw_transport_in_foot(const Frame& frame, Screen& screen, const Foot& foot) {
  follow_transport(frame, screen);
  if (foot.transport.width() <= 0) return;
  if (begin_part("transport", foot.transport, {0, 0}, kFixed)) draw_transport(frame, screen);
  ImGui::EndChild();
  note_box(screen.places, "part:transport", foot.transport);
}

// Draws the bars above the stage: the main input, the refused text, the caption of the step, the buttons of a training run. Returns the box
// left for the stage.
Box draw_bars(const Frame& frame, Screen& screen, const Regions& r) {
  const float u = frame.theme.unit;
  Box stage = r.bench;
  ImGui::GetWindowDrawList()->AddLine({r.rail.max.x, stage.min.y}, ImVec2(stage.max.x, stage.min.y), frame.theme.color.border, u);
  if (r.foot.line.width() > 0)
    ImGui::GetWindowDrawList()->AddLine(r.foot.line.min, {r.foot.line.max.x, r.foot.line.min.y}, frame.theme.color.border, u);
  const EmbedOptions& options = frame.host.options;
  if (has_main_input(frame) && (options.hides(ScreenPart::toolbar) || !main_input_fits(frame, r.top.width())))
    stage.min.y =
        draw_bar(frame, screen, r, "input", stage.min.y, 6, [&] { draw_main_input(frame, screen, ImGui::GetContentRegionAvail().x); });
  if (has_refusal(frame))
    stage.min.y =
        draw_bar(frame, screen, r, "refused", stage.min.y, 6, [&] { draw_refusal(frame, screen, ImGui::GetContentRegionAvail().x); });
  begin_part_of_screen(screen.places, "steps");
  if (r.caption.width() > 0)
    draw_caption_column(frame, screen, r);
  else if (r.settings.width() > 0 && is_landscape(frame))
    ;  // the settings have the place of the caption
  else if (has_steps(frame))
    stage.min.y = draw_bar(frame, screen, r, "steps", stage.min.y, 6, [&] { draw_steps(frame, screen); });
  else if (has_blanks(frame))
    stage.min.y =
        draw_bar(frame, screen, r, "steps", stage.min.y, 6, [&] { draw_exercise(frame, screen, ImGui::GetContentRegionAvail().x); });
  begin_part_of_screen(screen.places, "training");
  if (frame.snapshot.training && !options.hides(ScreenPart::inputs)) {
    if (r.foot.line.width() > 0)
      draw_transport_in_foot(frame, screen, r.foot);
    else
      stage.min.y = draw_bar(frame, screen, r, "transport", stage.min.y, 8, [&] {
        follow_transport(frame, screen);
        draw_transport(frame, screen);
        draw_kept_line(frame, screen);
      });
  }
  stage.min.y = std::min(stage.min.y, end_of_bars(frame, r));
  return stage;
}

void draw_parts(const Frame& frame, Screen& screen) {
  const Regions r = lay_out(frame);
  const auto begin = [&](std::string_view part) { begin_part_of_screen(screen.places, part); };
  begin("lessons");
  if (!r.rail_is_menu) draw_rail_part(frame, screen, r);
  begin("input");
  draw_top_part(frame, screen, r);
  if (frame.snapshot.training) follow_training(screen);
  follow_counting(frame, screen);
  follow_computing(frame, screen);
  const Box stage = draw_bars(frame, screen, r);
  begin("stage");
  const bool page = page_of_step(frame) != StepPage::none && !frame.host.options.shows_part();
  if (page)
    draw_course_page(frame, screen, stage);
  else
    draw_stage(frame, screen, stage, r.covered, r.foot);
  if (!page && has_refusal(frame)) {
    if (begin_part("stale", stage, ImVec2(0, 0), kFixed | ImGuiWindowFlags_NoInputs)) draw_stale(frame, screen, stage);
    ImGui::EndChild();
  }
  note_box(screen.places, "part:bench", stage);
  note_box(screen.places, "part:inspector", r.inspector);
  begin("settings");
  draw_settings(frame, screen, r);
  begin("messages");
  draw_not_finite(frame, screen, ImVec2(stage.min.x, stage.max.y), stage.width());
  draw_problem(frame, screen, stage.min, stage.width());
  draw_missing_letters(frame, screen, ImVec2(stage.min.x, stage.max.y), stage.width());
  begin("inspector");
  if (!page) draw_inspector_part(frame, screen, r);
  begin("lessons");
  draw_rail_menu(frame, screen, r);
  draw_course_over(frame, screen, r.screen);
  draw_search(frame, screen);
  draw_glossary(frame, screen);
  draw_keys_panel(frame, screen);
  begin("input");
  draw_export_popup(frame, screen);
}

// Drops the state of another lesson.
void follow_snapshot(const Frame& frame, Screen& screen) {
  ScreenState& state = screen.state;
  if (state.lesson.id == frame.snapshot.document.lesson) return;
  state.lesson = {};
  state.settings_open = false;
  state.keyboard.last.clear();
  state.lesson.id = frame.snapshot.document.lesson;
}

void follow_pointer(Screen& screen) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsMouseClicked(0)) screen.state.pointer_leads = true;
}

void set_up_imgui(const Theme& theme) {
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigInputTextCursorBlink = false;
  io.MouseDoubleClickTime = 0.5f;  // as on desktops; with ImGui's shorter time, a slow frame could break a double click
  io.ConfigNavCursorVisibleAuto = true;
  apply_style(theme);
}

}  // namespace

namespace {

// Carries out the wish that assistive technology sent since the last frame. Pressing a control has the effect of Enter on that control.
template <typename State>
void carry_out_wishes(const Frame& frame, Screen& screen, State& state) {
  if (auto& wish = state.places.wish) {
    const bool known =
        std::any_of(state.places.noted.begin(), state.places.noted.end(), [&](const Place& place) { return place.item == wish->item; });
    constexpr int kMostFrames = 12;  // a text needs some frames: the field is pressed first, and typed in afterwards
    if (!known || ++wish->frames > kMostFrames) return wish.reset();
    if (wish->kind != Wish::Kind::set && !wish->typed) {
      ImGui::GetCurrentContext()->NavInputSource = ImGuiInputSource_Keyboard;
      ImGui::ActivateItemByID(wish->item);
    }
    if (wish->kind == Wish::Kind::press) wish.reset();
  }
  const auto asked = std::exchange(state.cell_wished, {});
  for (const Place& place : state.places.noted) {
    if (asked.item == 0 || place.item != asked.item || !place.cells || !frame.trace) continue;
    focus_control(state.places, state, asked.item);
    state.keyboard.in_cells = true;
    const int node = frame.trace->find(place.id.substr(place.id.find(':') + 1));
    if (node >= 0) return select_cell(frame, screen, node, {place.cells->outer, asked.row, asked.column});
  }
}

// Returns the factor by which everything grows on a large screen, which a teacher may show to a room.
float growth_of_window() {
  constexpr float kWidth = 1500, kHeight = 850, kMost = 1.6f, kSteps = 20;
  const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
  const float scale = std::max(ImGui::GetStyle().FontScaleDpi, 0.1f);
  const float wanted = std::min(size.x / scale / kWidth, size.y / scale / kHeight);
  return std::floor(std::clamp(wanted, 1.0f, kMost) * kSteps) / kSteps;
}

}  // namespace

UiOutput Ui::draw(const Snapshot& whole, const Texts& texts, const UiHost& given) {
  const UiHost host = with_tried_options(given, *state_);
  const Snapshot& snapshot = veiled(whole, host.options, state_->veil);
  const bool dark = host.theme == ThemeChoice::dark || (host.theme == ThemeChoice::system && host.system_dark);
  ImGui::GetStyle().FontScaleMain = host.text_size * growth_of_window();
  const Theme theme = make_theme(dark, host.more_contrast);
  set_up_imgui(theme);
  UiOutput output;
  const Frame frame{snapshot, trace_of(snapshot), texts, host, theme, *state_};
  Screen screen{*state_, output, state_->places, state_->heatmaps};
  follow_snapshot(frame, screen);
  follow_pointer(screen);
  refresh_explanation(frame, screen);
  carry_out_wishes(frame, screen, *state_);
  begin_places(state_->places);
  state_->lesson.next_hover = {};
  if (state_->lesson.edit) state_->lesson.edit->drawn = false;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.WorkPos);
  ImGui::SetNextWindowSize(viewport.WorkSize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("glassformer", nullptr, kScreenFlags);
  ImGui::PopStyleVar(2);
  draw_parts(frame, screen);
  handle_keys(frame, screen);
  handle_screen_keys(frame, screen);
  ImGui::End();
  end_undrawn_cell_edit(frame, screen);
  if (!(state_->lesson.hover == state_->lesson.next_hover)) {
    state_->lesson.hover = state_->lesson.next_hover;
    output.animating = true;
  }
  if (state_->places.wish) output.animating = true;
  std::erase_if(output.commands, [&](const Command& command) {
    return is_locked(host.options, frame.trace, command) || (frame.trace && edits_veiled_cell(*frame.trace, command));
  });
  return output;
}

}  // namespace gf
