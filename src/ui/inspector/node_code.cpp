#include "ui/inspector/node_code.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "study/code.h"
#include "ui/inspector/inspector_words.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kMostCopied = 20'000;  // numbers, which are a quarter of a megabyte of text

const std::vector<std::string>& lines_of(const Frame& frame, Screen& screen, int node) {
  return screen.state.code.get({shared_trace(frame), &frame.texts, node, frame.host.code_language},
                               [](const CodeKey& key) { return code_lines(*key.trace, key.node, key.language, *key.texts); });
}

void draw_language(const Frame& frame, Screen& screen, float height) {
  const std::vector<std::string> labels{ui_text(frame, "code.numpy"), ui_text(frame, "code.torch")};
  const int picked = segmented(frame.theme, screen.places, "code language", ui_text(frame, "code.language"), labels,
                               static_cast<int>(frame.host.code_language), height);
  if (picked >= 0)
    screen.output.requests.push_back({.kind = HostRequest::Kind::set_code_language, .code_language = static_cast<CodeLanguage>(picked)});
}

void copy(const Frame& frame, Screen& screen, int node) {
  const NodeProgram program = program_of(*frame.trace, node, frame.host.code_language, frame.texts, kMostCopied);
  ImGui::SetClipboardText(program.text.c_str());
  screen.state.notice = program.whole ? "ui.code.copied" : "ui.code.copied_in_part";
  screen.state.notice_since_s = ImGui::GetTime();
}

// Draws the choice of the language and the copy button: beside each other if they have room, otherwise below each other.
void draw_buttons(const Frame& frame, Screen& screen, int node) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch), room = ImGui::GetContentRegionAvail().x, between = 12 * theme.unit;
  const std::string label = ui_text(frame, "code.copy");
  const float language_w = segmented_width(theme, {ui_text(frame, "code.numpy"), ui_text(frame, "code.torch")});
  draw_language(frame, screen, height);
  if (language_w + between + text_button_width(theme, label) <= room) ImGui::SameLine(0, between);
  if (text_button(theme, screen.places, label, height)) copy(frame, screen, node);
  tip(theme, ui_text(frame, "code.copy_help"));
}

void draw_lines(const Frame& frame, Screen& screen, const std::vector<std::string>& lines) {
  const Theme& theme = frame.theme;
  const Type& type = theme.mono_small;
  const float letter = measure(type, "0").x, room = ImGui::GetContentRegionAvail().x - 2 * sunken_margin(theme);
  const float height = std::ceil(line_height(type) * 1.25f), between = 3 * theme.unit;
  const std::size_t letters = static_cast<std::size_t>(std::max(room / letter, 12.0f));
  std::vector<std::pair<std::string, ImU32>> shown;
  std::vector<float> tops;
  float y = 0;
  std::string words;
  for (const std::string& line : lines) {
    if (!shown.empty()) y += between;
    words += (words.empty() ? "" : "\n") + line;
    const bool held = line.find("  # ") != std::string::npos;
    for (std::string& part : folded_code(line, letters)) {
      shown.emplace_back(std::move(part), held ? theme.color.pin : theme.color.ink);
      tops.push_back(y);
      y += height;
    }
  }
  const ImVec2 at = sunken_box(theme, y - (height - line_height(type)));
  note_words(screen.places, "words:code", words, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  for (std::size_t i = 0; i < shown.size(); ++i)
    put(ImGui::GetWindowDrawList(), type, ImVec2(at.x, at.y + tops[i]), shown[i].second, shown[i].first);
}

}  // namespace

std::vector<std::string> folded_code(const std::string& line, std::size_t letters) {
  const std::size_t indent = line.find_first_not_of(' ');
  if (indent == std::string::npos) return {line};
  std::vector<std::string> folded;
  std::string now = line;
  while (now.size() > letters) {
    // Breaks at the last space that fits.
    const std::size_t first = now.find_first_not_of(' ');
    std::size_t space = now.rfind(' ', letters);
    if (space == std::string::npos || space <= first) space = now.find(' ', first);
    if (space == std::string::npos) break;
    folded.push_back(now.substr(0, space));
    now = std::string(indent + 4, ' ') + now.substr(space + 1);
  }
  folded.push_back(std::move(now));
  return folded;
}

void draw_code(const Frame& frame, Screen& screen, int node) {
  const std::vector<std::string>& lines = lines_of(frame, screen, node);
  if (lines.empty() && frame.trace->node(node).inputs.empty()) return;
  small_heading(frame, "code.title");
  if (lines.empty()) return paragraph(frame.theme.small, frame.theme.color.muted, ui_text(frame, "code.none"));
  draw_lines(frame, screen, lines);
  gap(4 * frame.theme.unit);
  draw_buttons(frame, screen, node);
}

}  // namespace gf::ui
