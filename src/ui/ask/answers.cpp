// Draws the ways to answer: buttons, a slider, a field, bars, a plane. Keys and assistive technology reach all of these controls.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/nth.h"
#include "core/number.h"
#include "core/number_text.h"
#include "core/overloaded.h"
#include "core/problem.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "ui/ask/ask_parts.h"
#include "ui/cells/guess.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kSlider = 120, kField = 84, kShareText = 46;

float height_of(const Frame& frame) { return control_height(frame.theme, frame.host.touch) - 2 * frame.theme.unit; }

void say(Screen& screen, const Step& step, const Guess& guess) { send(screen, Answer{step.id, numbers_of(guess)}); }

Guess fresh_guess(const Frame& frame, const Step& step) {
  return std::visit(Overloaded{[](const HowMuch& much) -> Guess { return Number{on_scale(much, (much.least + much.most) / 2)}; },
                               [&](const WhichShares&) -> Guess {
                                 const std::size_t count = answers_of(frame, step).size();
                                 return Shares{std::vector<double>(count, 1 / static_cast<double>(std::max<std::size_t>(count, 1)))};
                               },
                               [&](const WhereInPlane&) -> Guess {
                                 const AskedPlane plane = asked_plane(frame, step, {});
                                 return PlaceInPlane{(plane.left + plane.right) / 2, (plane.bottom + plane.top) / 2};
                               },
                               [](const auto&) -> Guess { return NoGuess{}; }},
                    step.ask->how);
}

void draw_show_me(const Frame& frame, Screen& screen, const Step& step, Flow& flow) {
  const std::string label = ui_text(frame, "ask.show");
  flow.next(text_button_width(frame.theme, label));
  if (text_button(frame.theme, screen.places, label, height_of(frame), ButtonKind::plain)) say(screen, step, NoGuess{});
}

bool draw_guess_button(const Frame& frame, Screen& screen, Flow& flow) {
  const std::string label = ui_text(frame, "ask.guess");
  flow.next(text_button_width(frame.theme, label));
  return text_button(frame.theme, screen.places, label, height_of(frame), ButtonKind::primary);
}

constexpr float kHintFrom = 620;  // design pixels

// Draws a hint that the cells of the question are buttons, too.
void draw_hint_to_press(const Frame& frame, Flow& flow) {
  const Theme& theme = frame.theme;
  const std::string words = ui_text(frame, "ask.press");
  const ImVec2 size = measure(theme.small, words);
  flow.next(size.x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), theme.small, {at.x, at.y + (height_of(frame) - size.y) / 2}, theme.color.muted, words);
  ImGui::Dummy({size.x, height_of(frame)});
}

void draw_choices(const Frame& frame, Screen& screen, const Step& step, float width) {
  const Theme& theme = frame.theme;
  const std::vector<std::string> answers = answers_of(frame, step);
  Flow flow(width, 8 * theme.unit);
  if (std::holds_alternative<WhereIsMost>(step.ask->how) && width >= kHintFrom * theme.unit) draw_hint_to_press(frame, flow);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 size = wrapped_button_size(theme, answers[i], height_of(frame), width);
    flow.next(size.x);
    if (wide_button(theme, screen.places, answers[i], size)) say(screen, step, Choice{i});
    ImGui::PopID();
  }
  draw_show_me(frame, screen, step, flow);
}

// Returns the typed number; nullopt if the text is not a number. For a share, "30" means 30 %.
std::optional<double> typed_number(const HowMuch& much, std::string text) {
  try {
    if (const std::size_t sign = text.find('%'); much.percent && sign != std::string::npos) text.erase(sign);
    return parse_number(text, "guess") * (much.percent ? 0.01 : 1);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// Sends the typed number, or the number of an untouched field with a slider. Sets `wrong` if there is no number or it is out of range.
void say_typed(const Frame& frame, Screen& screen, const Step& step, const HowMuch& much, Guessing& draft) {
  const bool by_slider = draft.typed.empty() && much.most > much.least;
  const std::optional<double> number = by_slider ? std::optional(std::get<Number>(draft.guess).value) : typed_number(much, draft.typed);
  if (!number) {
    draft.wrong = ui_text(frame, "cell.not_a_number");
  } else if (much.most > much.least && (*number < much.least || *number > much.most)) {
    draft.wrong =
        frame.texts.format("ui.ask.out_of_range", {{"least", guess_text(step, much.least)}, {"most", guess_text(step, much.most)}});
  } else {
    draft.wrong.clear();
    say(screen, step, Number{*number});
  }
}

// Draws the words that say what to do in the picture.
void draw_what_to_do(const Frame& frame, Flow& flow, const char* key) {
  const Theme& theme = frame.theme;
  const std::string words = ui_text(frame, key);
  const ImVec2 size = measure(theme.small, words);
  flow.next(size.x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), theme.small, {at.x, at.y + (height_of(frame) - size.y) / 2}, theme.color.muted, words);
  ImGui::Dummy({size.x, height_of(frame)});
}

void draw_numbers(const Frame& frame, Flow& flow, const std::string& numbers) {
  const Theme& theme = frame.theme;
  const ImVec2 size = measure(theme.heading, numbers);
  flow.next(size.x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), theme.heading, {at.x, at.y + (height_of(frame) - size.y) / 2}, theme.color.guess, numbers);
  ImGui::Dummy({size.x, height_of(frame)});
}

// Draws the words and buttons for a guess that is made in the picture.
void draw_guess_of_picture(const Frame& frame, Screen& screen, const Step& step, float width, const char* what_to_do) {
  Flow flow(width, 12 * frame.theme.unit);
  draw_what_to_do(frame, flow, what_to_do);
  const Guess guess = guessing(frame, screen, step).guess;
  if (const PlaceInPlane* const place = std::get_if<PlaceInPlane>(&guess))
    draw_numbers(frame, flow, "(" + format_number(place->x, 2) + ", " + format_number(place->y, 2) + ")");
  if (draw_guess_button(frame, screen, flow)) say(screen, step, guess);
  draw_show_me(frame, screen, step, flow);
}

void draw_number(const Frame& frame, Screen& screen, const Step& step, const HowMuch& much, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = height_of(frame);
  Guessing& draft = guessing(frame, screen, step);
  double& value = std::get<Number>(draft.guess).value;
  Flow flow(width, 8 * u);
  const std::string name = ui_text(frame, "ask.yours"), typed_before = draft.typed;
  const bool in_picture = is_guess_on_board(frame);
  if (in_picture) draw_what_to_do(frame, flow, "ask.board.drag_amount");
  if (in_picture && draft.typed.empty() && draft.touched) draft.typed = format_number(value * (much.percent ? 100 : 1), 4);
  if (much.most > much.least && !in_picture) {
    flow.next(kSlider * u);
    if (slider(theme, screen.places, "slider", name, value, {much.least, much.most, scale_step(much)}, {kSlider * u, height}))
      draft.typed = format_number(value * (much.percent ? 100 : 1), 4);
  }
  flow.next(kField * u);
  // After Enter on a text that is not a number, the keyboard stays in the field, so that the reader can type over the selected text.
  TextField field{kField * u, height, much.percent ? "%" : ui_text(frame, "ask.number"),
                  ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll};
  field.keeps_keyboard = !frame.host.touch;
  const bool entered = text_field(theme, screen.places, "##typed", name, draft.typed, theme.mono, field);
  if (!draft.wrong.empty())
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), theme.color.warn, 6 * u, 0, 1.5f * u);
  if (draft.typed != typed_before) {
    draft.wrong.clear();
    if (const std::optional<double> number = typed_number(much, draft.typed)) value = *number;
  }
  if (draw_guess_button(frame, screen, flow) || entered) say_typed(frame, screen, step, much, draft);
  draw_show_me(frame, screen, step, flow);
  if (draft.wrong.empty()) return;
  paragraph(theme.small, theme.color.warn, draft.wrong, width);
  note_words(screen.places, "words:wrong guess", draft.wrong, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

// Sets a share. The other shares change in proportion, so that their sum stays 1.
void set_share(std::vector<double>& shares, std::size_t at, double share) {
  double others = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) others += i == at ? 0 : shares[i];
  const double rest = 1 - share, each = rest / std::max(static_cast<double>(shares.size()) - 1, 1.0);
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (i != at) shares[i] = others > 0 ? shares[i] * rest / others : each;
  shares[at] = share;
}

void draw_shares(const Frame& frame, Screen& screen, const Step& step, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = height_of(frame);
  if (is_guess_on_board(frame)) return draw_guess_of_picture(frame, screen, step, width, "ask.board.drag_shares");
  const std::vector<std::string> labels = answers_of(frame, step);
  if (labels.size() < 2) return;
  Guessing& draft = guessing(frame, screen, step);
  std::vector<double>& shares = std::get<Shares>(draft.guess).parts;
  float widest = 0;
  for (const std::string& label : labels) widest = std::max(widest, measure(theme.small, label).x);
  const float label_w = std::min(widest, kAskedLabel * u) + 6 * u, usual = label_w + (kSlider + kShareText) * u;
  const float item = 2 * usual + 14 * u <= width ? usual : width;  // in a narrow window, each item has its own line
  Flow flow(width, 14 * u);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    flow.next(item);
    ImGui::BeginGroup();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float text_y = at.y + (height - theme.small.size) / 2;
    ImDrawList* list = ImGui::GetWindowDrawList();
    draw_label_before(theme, at, label_w - 6 * u, text_y, labels[i]);
    ImGui::SetCursorScreenPos({at.x + label_w, at.y});
    double share = shares[i];
    const float slider_w = item - label_w - kShareText * u;
    if (slider(theme, screen.places, "share", frame.texts.format("ui.ask.share", {{"place", labels[i]}}), share, {0, 1, 0.01},
               {slider_w, height}))
      set_share(shares, i, share);
    put(list, theme.small, {at.x + label_w + slider_w + 6 * u, text_y}, theme.color.muted, guess_text(step, shares[i]));
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({item, height});
    ImGui::EndGroup();
    ImGui::PopID();
  }
  if (draw_guess_button(frame, screen, flow)) say(screen, step, draft.guess);
  draw_show_me(frame, screen, step, flow);
}

// Draws a plane to press on or drag over, and a slider for each axis.
void draw_place(const Frame& frame, Screen& screen, const Step& step, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = height_of(frame);
  if (is_guess_on_board(frame)) return draw_guess_of_picture(frame, screen, step, width, "ask.board.drag_place");
  const AskedPlane plane = asked_plane(frame, step, {});
  Guessing& draft = guessing(frame, screen, step);
  PlaceInPlane& place = std::get<PlaceInPlane>(draft.guess);
  constexpr float kSmallPlane = 0.75f;  // in a low window
  const Box box = plane.box_at(ImGui::GetCursorScreenPos(), is_landscape(frame) ? kSmallPlane * u : u);
  draw_asked_plane(frame, plane, box);
  ImGui::InvisibleButton("plane", {box.width(), box.height()});
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto part = [](float x, float from, float to) { return std::clamp(static_cast<double>((x - from) / (to - from)), 0.0, 1.0); };
    place.x = plane.left + part(mouse.x, box.min.x, box.max.x) * (plane.right - plane.left);
    place.y = plane.top - part(mouse.y, box.min.y, box.max.y) * (plane.top - plane.bottom);
  }
  note_item(screen.places, "guess:plane");
  ImGui::GetWindowDrawList()->AddCircle(plane.at(box, place.x, place.y), 6 * u, theme.color.guess, 20, 2.5f * u);
  ImGui::SameLine(0, 14 * u);
  ImGui::BeginGroup();
  const TraceNode& node = frame.trace->at(asked_node(step));
  std::vector<std::string> labels;
  for (const Index axis : {0, 1})
    labels.push_back(node.cols.labels.empty() ? column_words(frame, node, {0, 0, axis}) : place_label(node.cols, axis));
  const float label_w = std::min(std::max(measure(theme.small, labels[0]).x, measure(theme.small, labels[1]).x), kAskedLabel * u) + 8 * u;
  const float room = width - box.width() - 14 * u, slider_w = std::min(kSlider * u, std::max(room - label_w, 40 * u));
  Flow flow(room, 14 * u);
  for (const int axis : {0, 1}) {
    ImGui::PushID(axis);
    flow.next(slider_w + label_w);
    ImGui::BeginGroup();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const std::string& label = nth(labels, axis);
    put_elided(ImGui::GetWindowDrawList(), theme.small, {start.x, start.y + (height - theme.small.size) / 2}, theme.color.ink, label,
               label_w);
    ImGui::SetCursorScreenPos({start.x + label_w, start.y});
    const double least = axis == 0 ? plane.left : plane.bottom, most = axis == 0 ? plane.right : plane.top;
    slider(theme, screen.places, "axis", label, axis == 0 ? place.x : place.y, {least, most, (most - least) / 100}, {slider_w, height});
    ImGui::EndGroup();
    ImGui::PopID();
  }
  if (draw_guess_button(frame, screen, flow)) say(screen, step, draft.guess);
  draw_show_me(frame, screen, step, flow);
  ImGui::EndGroup();
}

}  // namespace

Guessing& guessing(const Frame& frame, Screen& screen, const Step& step) {
  Guessing& draft = screen.state.guessing;
  const std::string key = frame.snapshot.document.lesson + "/" + step.id;
  const Guess fresh = fresh_guess(frame, step);
  if (draft.step != key || numbers_of(draft.guess).size() != numbers_of(fresh).size())
    draft = {.step = key, .guess = fresh, .typed = {}, .wrong = {}, .in_picture = draft.in_picture, .ringed = draft.ringed};
  return draft;
}

void draw_answers(const Frame& frame, Screen& screen, const Step& step, float width) {
  std::visit(Overloaded{[&](const HowMuch& much) { draw_number(frame, screen, step, much, width); },
                        [&](const WhichShares&) { draw_shares(frame, screen, step, width); },
                        [&](const WhereInPlane&) { draw_place(frame, screen, step, width); },
                        [&](const auto&) { draw_choices(frame, screen, step, width); }},
             step.ask->how);
}

}  // namespace gf::ui
