// Draws the guess and the truth in one picture, with the gap between them. The picture gives no score: both are drawn alike.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/overloaded.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "ui/ask/ask_parts.h"
#include "ui/cells/guess.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kHeight = 28, kBar = 120, kTwoShares = 110, kScale = 300;

// Draws the answers in a row. The true one is filled. The guessed one has an outline, and words that say that it is the reader's.
void draw_truth(const Frame& frame, Screen& screen, const Step& step, const Choice* guess, const Choice& right, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = kHeight * u;
  const std::vector<std::string> answers = answers_of(frame, step);
  const std::size_t chosen = guess ? guess->place : answers.size(), truth = right.place;
  ImDrawList* list = ImGui::GetWindowDrawList();
  Flow flow(width, 8 * u);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string text = i == chosen ? frame.texts.format("ui.ask.chosen", {{"answer", answers[i]}}) : answers[i];
    const float icon = i == truth ? 18 * u : 0, wide = measure(theme.small, text).x + icon + 20 * u;
    flow.next(wide);
    const ImVec2 min = ImGui::GetCursorScreenPos(), max(min.x + wide, min.y + height);
    if (i == truth) list->AddRectFilled(min, max, theme.color.accent_soft, 6 * u);
    if (i == truth) draw_icon(list, Icon::check, {min.x + 15 * u, min.y + height / 2}, 12 * u, theme.color.accent);
    ImU32 edge = i == truth ? theme.color.accent : theme.color.border, ink = i == truth ? theme.color.ink : theme.color.muted;
    if (i == chosen) {
      edge = theme.color.guess;
      ink = theme.color.guess;
    }
    list->AddRect(min, max, edge, 6 * u, 0, (i == chosen ? 1.5f : 1.0f) * u);
    put(list, theme.small, {min.x + icon + 10 * u, min.y + (height - theme.small.size) / 2}, ink, text);
    ImGui::Dummy({wide, height});
    const char* const other = i == chosen ? "guess:choice" : "other:choice";
    note_item(screen.places, i == truth ? "truth:choice" : other);
  }
}

// Draws two marks on a line, with a thick line between them.
void draw_truth(const Frame& frame, Screen& screen, const Step& step, const Number* guess, const Number& right, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const HowMuch& much = std::get<HowMuch>(step.ask->how);
  const double truth = right.value, guessed = guess ? guess->value : truth;
  double least = std::min({guessed, truth, 0.0}), most = std::max({guessed, truth, 0.0});
  if (much.most > much.least) {
    least = std::min(least, much.least);
    most = std::max(most, much.most);
  }
  if (!(most > least) || !std::isfinite(most - least)) {
    least = guessed - 1;
    most = guessed + 1;
  }
  const float wide = std::min(width, kScale * u), edge = 24 * u;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + theme.tiny.size + 7 * u;
  const auto x_of = [&](double value) {
    return at.x + edge + static_cast<float>(std::clamp((value - least) / (most - least), 0.0, 1.0)) * (wide - 2 * edge);
  };
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine({x_of(least), y}, {x_of(most), y}, theme.color.border, 2 * u);
  if (guess) list->AddLine({x_of(guessed), y}, {x_of(truth), y}, faded(theme.color.guess, 0.4f), 4 * u);
  const auto label = [&](double value, float top, ImU32 ink, const std::string& text) {
    const float half = measure(theme.tiny, text).x / 2, middle = std::clamp(x_of(value), at.x + half, at.x + std::max(wide - half, half));
    put(list, theme.tiny, {middle - half, top}, ink, text);
  };
  list->AddCircleFilled({x_of(truth), y}, 5 * u, theme.color.accent, 20);
  label(truth, y + 7 * u, theme.color.accent, guess_text(step, truth));
  if (guess) {
    list->AddCircle({x_of(guessed), y}, 6 * u, theme.color.guess, 20, 2 * u);
    label(guessed, at.y, theme.color.guess, frame.texts.format("ui.ask.you", {{"guess", guess_text(step, guessed)}}));
  }
  ImGui::Dummy({wide, 2 * theme.tiny.size + 16 * u});
  note_item(screen.places, "truth:number");
}

void draw_truth(const Frame& frame, Screen& screen, const Step& step, const Shares* guessed, const Shares& right, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = kHeight * u;
  const std::vector<std::string> labels = answers_of(frame, step);
  const std::vector<double>& truth = right.parts;
  const std::vector<double> guess = guessed ? guessed->parts : std::vector<double>();
  float widest = 0;
  for (const std::string& label : labels) widest = std::max(widest, measure(theme.small, label).x);
  const float label_w = std::min(widest, kAskedLabel * u) + 6 * u, item = label_w + (kBar + kTwoShares) * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  Flow flow(width, 14 * u);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    flow.next(item);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float text_y = at.y + (height - theme.small.size) / 2, left = at.x + label_w;
    const auto bar = [&](double share, float inset) {
      return Box{{left, at.y + inset}, {left + static_cast<float>(std::clamp(share, 0.0, 1.0)) * kBar * u, at.y + height - inset}};
    };
    draw_label_before(theme, at, label_w - 6 * u, text_y, labels[i]);
    const Box whole = bar(1, 8 * u), filled = bar(truth[i], 8 * u);
    list->AddRectFilled(whole.min, whole.max, theme.color.sunken, 2 * u);
    list->AddRectFilled(filled.min, filled.max, theme.color.accent, 2 * u);
    std::string text = guess_text(step, truth[i]), words = text;
    if (i < guess.size()) {
      draw_guess_outline(list, theme, bar(guess[i], 5 * u));
      words = frame.texts.format("ui.ask.gap.share", {{"guess", guess_text(step, guess[i])}, {"truth", text}});
      const float after = measure(theme.small, text).x + 9 * u;
      put(list, theme.tiny, {left + (kBar + 8) * u + after, text_y + theme.small.size - theme.tiny.size}, theme.color.muted,
          frame.texts.format("ui.ask.you", {{"guess", guess_text(step, guess[i])}}));
    }
    put(list, theme.small, {left + (kBar + 8) * u, text_y}, theme.color.ink, text);
    ImGui::Dummy({item, height});
    note_words(screen.places, "truth:share", labels[i] + ": " + words, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  }
}

void draw_truth(const Frame& frame, Screen& screen, const Step& step, const PlaceInPlane* guess, const PlaceInPlane& truth, float) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  std::vector<PlaceInPlane> both{truth};
  if (guess) both.push_back(*guess);
  const AskedPlane plane = asked_plane(frame, step, both);
  const Box box = plane.box_at(ImGui::GetCursorScreenPos(), u);
  draw_asked_plane(frame, plane, box);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 truth_at = plane.at(box, truth.x, truth.y);
  if (guess) {
    const ImVec2 guess_at = plane.at(box, guess->x, guess->y);
    list->AddLine(guess_at, truth_at, faded(theme.color.guess, 0.4f), 2.5f * u);
    list->AddCircle(guess_at, 6 * u, theme.color.guess, 20, 2.5f * u);
  }
  list->AddCircleFilled(truth_at, 5 * u, theme.color.accent, 20);
  ImGui::Dummy({box.width(), box.height()});
  note_item(screen.places, "truth:place");
}

}  // namespace

ImVec2 AskedPlane::at(const Box& box, double x, double y) const {
  return {box.min.x + static_cast<float>((x - left) / (right - left)) * box.width(),
          box.max.y - static_cast<float>((y - bottom) / (top - bottom)) * box.height()};
}

Box AskedPlane::box_at(ImVec2 corner, float unit) const {
  constexpr float kHigh = 132, kLeastWide = 100, kMostWide = 220;
  const float wide = std::clamp(kHigh * static_cast<float>((right - left) / (top - bottom)), kLeastWide, kMostWide);
  return {corner, {corner.x + wide * unit, corner.y + kHigh * unit}};
}

AskedPlane asked_plane(const Frame& frame, const Step& step, const std::vector<PlaceInPlane>& more) {
  AskedPlane plane{0, 0, 0, 0, {}};
  const auto hold = [&](double x, double y) {
    plane.left = std::min(plane.left, x);
    plane.right = std::max(plane.right, x);
    plane.bottom = std::min(plane.bottom, y);
    plane.top = std::max(plane.top, y);
  };
  const WhereInPlane& asked = std::get<WhereInPlane>(step.ask->how);
  for (const double end : {-asked.reach, asked.reach}) hold(end, end);
  const int known = frame.trace->find(asked.beside);
  if (known >= 0) {
    const TraceNode& node = frame.trace->node(known);
    for (Index row = 0; row < node.value->rows() && node.value->cols() >= 2; ++row) {
      const float x = node.value->at(0, row, 0), y = node.value->at(0, row, 1);
      if (!std::isfinite(x) || !std::isfinite(y)) continue;
      plane.known.emplace_back(place_label(node.rows, row), ImVec2(x, y));
      hold(static_cast<double>(x), static_cast<double>(y));
    }
  }
  for (const PlaceInPlane& place : more)
    if (std::isfinite(place.x + place.y)) hold(place.x, place.y);
  const double beside = std::max({(plane.right - plane.left) * 0.12, (plane.top - plane.bottom) * 0.12, 0.1});
  plane.left -= beside;
  plane.right += beside;
  plane.bottom -= beside;
  plane.top += beside;
  return plane;
}

void draw_asked_plane(const Frame& frame, const AskedPlane& plane, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.sunken, 6 * u);
  const ImVec2 zero = plane.at(box, 0, 0);
  list->AddLine({box.min.x, zero.y}, {box.max.x, zero.y}, theme.color.border, u);
  list->AddLine({zero.x, box.min.y}, {zero.x, box.max.y}, theme.color.border, u);
  list->PushClipRect(box.min, box.max, true);
  for (const auto& [label, place] : plane.known) {
    const ImVec2 at = plane.at(box, static_cast<double>(place.x), static_cast<double>(place.y));
    list->AddCircleFilled(at, 3 * u, theme.color.muted, 12);
    const float wide = measure(theme.tiny, label).x, right = at.x + 5 * u;
    put(list, theme.tiny, {right + wide <= box.max.x ? right : at.x - 5 * u - wide, at.y - theme.tiny.size}, theme.color.muted, label);
  }
  list->PopClipRect();
}

namespace {

// Draws the words about the gap and a button, beside the picture if there is room, otherwise below it.
void draw_words_of_gap(const Frame& frame, Screen& screen, const Step& step, const Guess& guess, float left, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = kHeight * u;
  const std::string words = gap_words(frame), again = ui_text(frame, std::holds_alternative<NoGuess>(guess) ? "ask.open" : "ask.again");
  const float button = text_button_width(theme, again), wide = words.empty() ? 0 : measure(theme.small, words).x + 8 * u;
  const bool beside = ImGui::GetItemRectMax().x + 16 * u + wide + button <= left + width;
  if (beside) ImGui::SameLine(0, 16 * u);
  if (!words.empty()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wrap = beside ? 0 : width;
    const ImVec2 size = measure(theme.small, words, wrap);
    put(ImGui::GetWindowDrawList(), theme.small, {at.x, at.y + (height - theme.small.size) / 2}, theme.color.muted, words, wrap);
    ImGui::Dummy({size.x, std::max(size.y + (height - theme.small.size) / 2, height)});
    note_words(screen.places, "words:gap", words, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (ImGui::GetItemRectMax().x + 8 * u + button <= left + width) ImGui::SameLine(0, 8 * u);
  }
  if (text_button(theme, screen.places, again, height, ButtonKind::plain)) send(screen, Answer{step.id, std::nullopt});
}

}  // namespace

void draw_beside(const Frame& frame, Screen& screen, const Step& step, const Guess& guess, float width) {
  const float left = ImGui::GetCursorScreenPos().x;
  const bool ringed = std::holds_alternative<WhereIsMost>(step.ask->how) && frame.state.guessing.ringed >= ImGui::GetFrameCount() - 1;
  const std::optional<Guess> truth = ringed || is_guess_on_board(frame) ? std::nullopt : truth_of(step, *frame.trace);
  if (truth) {
    std::visit(Overloaded{[](const NoGuess&) {},
                          [&](const auto& right) {
                            draw_truth(frame, screen, step, std::get_if<std::decay_t<decltype(right)>>(&guess), right, width);
                          }},
               *truth);
  }
  draw_words_of_gap(frame, screen, step, guess, left, width);
}

}  // namespace gf::ui
