#include "ui/stage/callout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/digits.h"
#include "core/explanation.h"
#include "core/expression_text.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "ui/ask/ask.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/widgets/formula.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kInside = 18, kTail = 14;  // design pixels
constexpr float kLeastWidth = 236, kGoodWidth = 316, kMostWidth = 420, kLeastHeight = 150, kLeastText = 84, kMostText = 264;
constexpr std::size_t kLongestLine = 240, kShortestLine = 40;  // bytes: the limits between which a line is cut

// A line of the callout.
struct CalloutLine {
  std::string text;
  Type type;
  ImU32 ink;
  float above = 0;                      // the gap above the line
  std::optional<Formula> formula = {};  // drawn in place of the text; assistive technology speaks the text
  int spare = 0;                        // 1: left out first if room is scarce, 2: left out next; 0: never left out
};

ImVec2 size_of(const CalloutLine& line, float width) { return line.formula ? line.formula->size() : measure(line.type, line.text, width); }

std::string shortened(const std::string& text, std::size_t longest) {
  if (text.size() <= longest) return text;
  std::size_t end = text.rfind(" + ", longest);
  if (end == std::string::npos || end == 0) end = text.rfind(' ', longest);
  return end == std::string::npos ? std::string("…") : text.substr(0, end) + " …";
}

std::string value_text(float value) {
  return std::isfinite(value) ? format_number(static_cast<double>(value), 4) : cell_text(value, {4, 8});
}

// Adds a line with the arithmetic as it stands, then a line for each stage of working out the innermost parts.
void add_arithmetic(const Frame& frame, const Explanation& explanation, float width, std::size_t longest, std::vector<CalloutLine>& lines) {
  constexpr int kMostStages = 3;
  const Theme& theme = frame.theme;
  const Type type{theme.body.font, theme.body.size * 1.07f};
  Expression stage = *explanation.arithmetic;
  for (int i = 0; i < kMostStages && !stage.arguments.empty(); ++i) {
    lines.push_back({"= " + shortened(to_text(stage, explanation.precision), longest), theme.mono,
                     i == 0 ? theme.color.accent : theme.color.muted, 10 * theme.unit,
                     set_formula(theme, "= ", stage, explanation.precision, type, width), 1});
    work_out_innermost(stage);
  }
}

std::vector<CalloutLine> lines_of(const Frame& frame, const CellReference& at, float width, std::size_t longest) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(at.node);
  const Explained& explained = frame.state.lesson.explained.value();
  const std::string sentence = cell_sentence(frame, node, at.cell), place = place_words(frame, node, at.cell);
  std::vector<CalloutLine> lines;
  const std::string title = node_title(frame, node) + (place.empty() ? "" : ": " + place);
  lines.push_back({sentence.empty() ? title : sentence, theme.heading, theme.color.ink});
  const bool explains = explained.at == at && !explained.explanation.right_side.empty();
  const bool has_arithmetic = explains && explained.explanation.arithmetic && !is_veil(node.value->at(at.cell));
  if (has_arithmetic) add_arithmetic(frame, explained.explanation, width, longest, lines);
  // Symbols help to fill in a blank. A guess needs the words alone.
  const bool guessed = frame.state.veil.kept.value().asking && is_veil(node.value->at(at.cell));
  if (explains && !has_arithmetic && !guessed)
    lines.push_back({"= " + shortened(explained.explanation.right_side, longest), theme.small, theme.color.muted, 10 * u, {}, 1});
  if (!is_veil(node.value->at(at.cell)))
    lines.push_back({"= " + value_text(node.value->at(at.cell)), theme.value, theme.color.ink, 10 * u});
  if (const std::string words = words_about_guess(frame, at); !words.empty())
    lines.push_back({words, theme.small, theme.color.guess, 10 * u, {}, 2});
  return lines;
}

// Returns the lines about a node, for a scene in which no cell is focused.
std::vector<CalloutLine> lines_about(const Frame& frame, int about) {
  if (about < 0) return {};
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(about);
  const std::string key = node_key(frame, node) + ".text";
  std::vector<CalloutLine> lines{{node_title(frame, node), theme.heading, theme.color.ink}};
  if (frame.texts.has(key)) lines.push_back({frame.texts.get(key), theme.small, theme.color.ink, 8 * theme.unit});
  return lines;
}

float height_of(const std::vector<CalloutLine>& lines, float width) {
  float height = 0;
  for (const CalloutLine& line : lines) height += line.above + size_of(line, width).y;
  return height;
}

std::vector<CalloutLine> lines_for(const Frame& frame, const CellReference& at, int about, float width, std::size_t longest) {
  return at.node < 0 ? lines_about(frame, about) : lines_of(frame, at, width, longest);
}

// Returns the lines that fit into the room. Cuts long lines first, then leaves out lines that can be spared. The words and the result stay.
std::vector<CalloutLine> fitting_lines(const Frame& frame, const CellReference& at, int about, ImVec2 room) {
  std::vector<CalloutLine> lines;
  for (std::size_t longest = kLongestLine; longest > kShortestLine; longest -= 20) {
    lines = lines_for(frame, at, about, room.x, longest);
    if (height_of(lines, room.x) <= room.y) return lines;
  }
  for (int spare = 1; spare <= 2; ++spare)
    while (height_of(lines, room.x) > room.y) {
      const auto last = std::find_if(lines.rbegin(), lines.rend(), [&](const CalloutLine& line) { return line.spare == spare; });
      if (last == lines.rend()) break;
      lines.erase(std::next(last).base());
    }
  return lines;
}

}  // namespace

float callout_height(const Frame& frame, int about) {
  const float u = frame.theme.unit;
  const float width = (kGoodWidth - 2 * kInside) * u;
  const std::vector<CalloutLine> lines = lines_for(frame, focused(frame), about, width, kLongestLine);
  return std::clamp(height_of(lines, width), kLeastText * u, kMostText * u) + 2 * kInside * u;
}

Elastic elastic_of_callout(const Theme& theme, float height) {
  const float u = theme.unit;
  return {{kLeastWidth * u, std::min(height, kLeastHeight * u)}, {kGoodWidth * u, height}, {kMostWidth * u, height}};
}

void draw_callout(const Frame& frame, Screen& screen, const Box& room, const Box& cell, int about) {
  const CellReference at = focused(frame);
  const Theme& theme = frame.theme;
  const float u = theme.unit, inner = room.width() - 2 * kInside * u;
  const std::vector<CalloutLine> lines = fitting_lines(frame, at, about, {inner, room.height() - 2 * kInside * u});
  // The callout is as high as its lines, and level with its cell if it stands to the right of the cell.
  const float height = std::min(height_of(lines, room.width() - 2 * kInside * u) + 2 * kInside * u, room.height());
  const bool level = cell.width() > 0 && cell.max.x <= room.min.x;
  const float top = std::clamp((level ? cell.centre().y : room.centre().y) - height / 2, room.min.y, room.max.y - height);
  const Box box{{room.min.x, top}, {room.max.x, top + height}};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.callout, 10 * u);
  list->AddRect(box.min, box.max, theme.color.focus, 10 * u, 0, u);
  // The tail points to a cell that is near, at the height of the callout.
  const float y = std::clamp(cell.centre().y, box.min.y + 24 * u, std::max(box.max.y - 24 * u, box.min.y + 24 * u));
  const bool beside = cell.width() > 0 && cell.max.x <= box.min.x && box.min.x - cell.max.x <= 90 * u && cell.centre().y > box.min.y &&
                      cell.centre().y < box.max.y;
  if (beside) {
    const ImVec2 tip(cell.max.x + 2 * u, cell.centre().y), upper(box.min.x + u, y - kTail * u / 2), lower(box.min.x + u, y + kTail * u / 2);
    list->AddTriangleFilled(tip, upper, lower, theme.color.callout);
    list->AddLine(tip, upper, theme.color.focus, u);
    list->AddLine(tip, lower, theme.color.focus, u);
  }
  const float width = box.width() - 2 * kInside * u;
  list->PushClipRect(box.min, box.max, true);
  ImVec2 pen(box.min.x + kInside * u, box.min.y + kInside * u);
  std::string words;
  for (const CalloutLine& line : lines) {
    pen.y += line.above;
    if (line.formula)
      line.formula->draw(list, pen, line.ink, u);
    else
      put(list, line.type, pen, line.ink, line.text, width);
    pen.y += size_of(line, width).y;
    words += (words.empty() ? "" : " ") + line.text;
  }
  list->PopClipRect();
  note_words(screen.places, "callout", words, box);
}

}  // namespace gf::ui
