#include "ui/inputs/code_editor.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/inputs/typed.h"
#include "ui/inspector/node_code.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Lengths are in design pixels.
constexpr float kMostCodeWidth = 760, kNarrowCode = 430;
constexpr float kCodeGap = 6, kCodeInside = 9;  // the gap between parts; the margin inside the field
constexpr std::size_t kMostGiven = 7, kMostGivenNarrow = 3;
constexpr int kLeastCodeLines = 1, kMostCodeLines = 11, kMostCodeLinesNarrow = 7;

std::string copy_label(const Frame& frame) { return ui_text(frame, "code.copy") + "###copy code"; }
std::string answer_label(const Frame& frame) { return ui_text(frame, "code.show_one_way") + "###one way"; }

bool offers_answer(const CodeReply& reply) { return !reply.right && !reply.answer.empty(); }

float buttons_width(const Frame& frame, const CodeReply& reply) {
  const Theme& theme = frame.theme;
  const float answer = offers_answer(reply) ? text_button_width(theme, answer_label(frame)) + 8 * theme.unit : 0;
  return answer + text_button_width(theme, copy_label(frame));
}

std::string said_words(const Frame& frame, const CodeReply& reply) {
  return reply.said.id.empty() ? std::string() : frame.texts.format(lesson_key(frame, "notes." + reply.said.id), reply.said.words);
}

std::string name_of_code(const CodeReply& reply) {
  return reply.answer.find('\n') != std::string::npos && reply.before.empty() ? "" : reply.name + " =";
}

// Returns the given lines that have room. If lines are left out at the beginning, the first line is "…".
std::vector<std::string> shown_lines(const Frame& frame, const CodeReply& reply, float room, bool narrow) {
  if (is_low(frame)) return {};
  const std::size_t most = narrow ? kMostGivenNarrow : kMostGiven;
  const auto letters = static_cast<std::size_t>(std::max(room / (measure(frame.theme.mono, "n").x), 12.0f));
  std::vector<std::string> lines;
  for (const std::string& line : reply.before)
    for (std::string& part : folded_code(line, letters)) lines.push_back(std::move(part));
  if (lines.size() <= most) return lines;
  std::vector<std::string> last{"…"};
  last.insert(last.end(), lines.end() - static_cast<std::ptrdiff_t>(most - 1), lines.end());
  return last;
}

}  // namespace

const CodeReply* reply_to(const Frame& frame, const std::string& input) {
  if (!frame.trace) return nullptr;
  const auto found = frame.trace->replies.find(input);
  return found == frame.trace->replies.end() ? nullptr : &found->second;
}

std::vector<TextSpan> wrong_code(const Frame& frame, const std::string& input, const std::string& text) {
  const CodeReply* reply = reply_to(frame, input);
  if (!reply || reply->right || reply->end <= reply->begin || reply->end > text.size()) return {};
  const auto read = frame.trace->inputs.find(input);
  const std::string* known = read == frame.trace->inputs.end() ? nullptr : std::get_if<std::string>(&read->second);
  return known && *known == text ? std::vector<TextSpan>{{reply->begin, reply->end}} : std::vector<TextSpan>{};
}

CodeLayout lay_out_code(const Frame& frame, const CodeReply& reply, const std::string& text, float room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, gap_h = kCodeGap * u;
  const bool narrow = room < kNarrowCode * u;
  CodeLayout layout;
  layout.width = std::min(room, kMostCodeWidth * u);
  layout.given = shown_lines(frame, reply, layout.width, narrow);
  layout.given_h = std::ceil(line_height(theme.mono) * 1.2f);
  float y = static_cast<float>(layout.given.size()) * layout.given_h;
  if (!layout.given.empty()) y += gap_h / 2;
  const std::string name = name_of_code(reply);
  const float name_w = name.empty() ? 0 : measure(theme.mono, name).x + 8 * u;
  const bool above = narrow && name_w > layout.width * 0.25f;
  layout.name_w = above ? 0 : name_w;
  if (above) y += layout.given_h;
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  int most = narrow ? kMostCodeLinesNarrow : kMostCodeLines;
  if (is_low(frame)) most = 1;
  const float field_h = std::max(static_cast<float>(std::clamp(lines, kLeastCodeLines, most)) * theme.mono.size + 15 * u,
                                 control_height(theme, frame.host.touch) + (is_low(frame) ? 0 : u));
  layout.field = {{layout.name_w, y}, {layout.width, y + field_h}};
  if (has_caption_beside(frame)) {
    layout.height = y + field_h;
    return layout;
  }
  y += field_h + gap_h;
  const float buttons = buttons_width(frame, reply), button_h = control_height(theme, frame.host.touch);
  layout.buttons_beside = layout.width - buttons - 16 * u >= 260 * u;
  layout.said_y = y;
  layout.said_w = layout.buttons_beside ? layout.width - buttons - 16 * u : layout.width;
  const float said_h = std::max(measure(theme.small, said_words(frame, reply), layout.said_w - 18 * u).y, 2 * line_height(theme.small));
  layout.height = layout.buttons_beside ? y + std::max(said_h, button_h) : y + said_h + gap_h + button_h;
  return layout;
}

namespace {

// Draws the buttons. Returns the y at which they end.
float draw_code_buttons(const Frame& frame, Screen& screen, const std::string& input, const CodeReply& reply, ImVec2 at, bool in_line) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch);
  ImGui::SetCursorScreenPos(at);
  if (offers_answer(reply)) {
    if (text_button(theme, screen.places, answer_label(frame), height)) {
      screen.state.lesson.typed.erase(input);
      send(screen, SetInput{input, reply.answer, new_gesture(screen)});
    }
    if (in_line)
      ImGui::SameLine(0, 8 * theme.unit);
    else
      ImGui::SetCursorScreenPos({at.x, at.y + height + 6 * theme.unit});
  }
  if (text_button(theme, screen.places, copy_label(frame), height, ButtonKind::plain)) {
    ImGui::SetClipboardText(reply.program.c_str());
    screen.state.notice = "ui.code.copied";
    screen.state.notice_since_s = ImGui::GetTime();
  }
  const float end = ImGui::GetItemRectMax().y;
  tip(theme, ui_text(frame, "code.copy_help"));
  return end;
}

// Draws the words about the code. Returns the y at which they end.
float draw_code_said(const Frame& frame, Screen& screen, const std::string& input, const CodeReply& reply, ImVec2 at, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::string words = said_words(frame, reply);
  const bool typing = reply.unfinished && frame.state.lesson.typed.contains(input);
  const bool quiet = typing || reply.said.id == "known_names";
  ImU32 ink = quiet ? theme.color.muted : theme.color.warn;
  if (reply.right) ink = theme.color.after;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float icon = reply.right ? 18 * u : 0;
  if (reply.right) draw_icon(list, Icon::check, {at.x + 7 * u, at.y + theme.small.size / 2}, 14 * u, ink);
  put(list, theme.small, {at.x + icon, at.y}, ink, words, width - 18 * u);
  const ImVec2 size = measure(theme.small, words, width - 18 * u);
  if (words.empty()) return at.y;
  note_words(screen.places, "words:reply", words, {at, {at.x + width, at.y + size.y}});
  return at.y + size.y;
}

}  // namespace

void draw_code_reply(const Frame& frame, Screen& screen, const std::string& input, const CodeReply& reply) {
  const float u = frame.theme.unit, room = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float reply_end = draw_code_said(frame, screen, input, reply, {at.x, at.y + 4 * u}, room);
  const float end =
      draw_code_buttons(frame, screen, input, reply, {at.x, reply_end + kCodeGap * u}, buttons_width(frame, reply) + 8 * u <= room);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({room, end - at.y});
}

void draw_code_around(const Frame& frame, Screen& screen, const std::string& input, const CodeReply& reply, const CodeLayout& layout,
                      ImVec2 at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::string words;
  float y = at.y;
  for (const std::string& line : layout.given) {
    put(list, theme.mono, {at.x, y}, theme.color.muted, line);
    words += (words.empty() ? "" : "\n") + line;
    y += layout.given_h;
  }
  if (!words.empty()) note_words(screen.places, "words:given code", words, {at, {at.x + layout.width, y}});
  if (const std::string name = name_of_code(reply); !name.empty()) {
    const float beside = at.y + layout.field.min.y + (kCodeInside - 2) * u, above = at.y + layout.field.min.y - layout.given_h;
    put(list, theme.mono, {at.x, layout.name_w > 0 ? beside : above}, theme.color.ink, name);
  }

  if (has_caption_beside(frame)) return;  // the column beside the stage says the rest
  draw_code_said(frame, screen, input, reply, {at.x, at.y + layout.said_y}, layout.said_w);
  const float wide = buttons_width(frame, reply), height = control_height(theme, frame.host.touch);
  draw_code_buttons(
      frame, screen, input, reply,
      layout.buttons_beside ? ImVec2(at.x + layout.width - wide, at.y + layout.said_y) : ImVec2(at.x, at.y + layout.height - height), true);
}

}  // namespace gf::ui
