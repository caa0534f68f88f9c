// Compares answers, and draws the card with the answers of the run to a few questions at the viewed step.
#include "ui/training/samples.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "core/utf8.h"
#include "ui/places.h"
#include "ui/training/card.h"
#include "ui/training/run_shown.h"
#include "ui/training/step_axis.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Returns the words of a text, or its characters.
std::vector<std::string> words_of(const std::string& text, bool at_spaces) {
  std::vector<std::string> words;
  bool open = false;
  for (const std::string_view character : utf8_characters(text)) {
    const bool starts = !at_spaces || !open;
    open = !(at_spaces && character == " ");
    if (!open) continue;
    if (starts) words.emplace_back();
    words.back() += character;
  }
  return words;
}

}  // namespace

std::vector<AnswerWord> compared(const std::string& answer, const std::string& expected) {
  const bool at_spaces = answer.find(' ') != std::string::npos || expected.find(' ') != std::string::npos;
  const std::vector<std::string> a = words_of(answer, at_spaces), b = words_of(expected, at_spaces);
  // common[i][j] is the length of the longest common subsequence of a[i..] and b[j..].
  std::vector<std::vector<int>> common(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  std::vector<AnswerWord> words;
  for (std::size_t i = 0, j = 0; i < a.size();) {
    const bool same = j < b.size() && a[i] == b[j];
    if (!same && j < b.size() && common[i][j + 1] >= common[i + 1][j]) {
      ++j;
      continue;
    }
    words.push_back({a[i++], !same});
    if (same) ++j;
  }
  return words;
}

namespace {

constexpr float kHeader = 22, kBetween = 14, kRowPadding = 5, kMark = 18;  // design pixels
constexpr std::size_t kMostShown = 12, kLongest = 400;

struct Column {
  std::string title;
  float x = 0, width = 0;
};

// A cell of the table.
struct Answer {
  std::string text;
  std::vector<AnswerWord> words;
  bool right = false, judged = false;
};
// A line of the table: the question, the expected answer, the answer of the run, and the answer of the kept run if there is one.
using Line = std::vector<Answer>;

Answer plain(const std::string& text) {
  const std::string shown = text.substr(0, kLongest);
  return {shown, compared(shown, shown), false, false};
}

Answer judged(const std::string& text, const std::string& expected) {
  return {text, compared(text.substr(0, kLongest), expected.substr(0, kLongest)), text == expected, true};
}

std::vector<Line> lines_of(const Frame& frame) {
  std::vector<Line> lines;
  const RunView* kept = kept_run(frame);
  for (const RunSample& sample : run_of(frame).samples) {
    if (lines.size() == kMostShown) break;
    Line line{plain(sample.question), plain(sample.expected), judged(sample.said, sample.expected)};
    if (kept) {
      const auto same =
          std::find_if(kept->samples.begin(), kept->samples.end(), [&](const RunSample& s) { return s.question == sample.question; });
      line.push_back(same == kept->samples.end() ? plain({}) : judged(same->said, sample.expected));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// Returns the gap between the words of an answer: 0 if the answer has no spaces, so that its characters stand close together.
float word_gap(const Theme& theme, const Answer& answer) {
  return answer.text.find(' ') == std::string::npos ? 0 : measure(theme.small, " ").x;
}

// Draws the words of an answer, wrapped, if `list` is given. Returns their height.
float flow(const Theme& theme, const Answer& answer, ImVec2 at, float width, ImDrawList* list) {
  const float u = theme.unit, between = word_gap(theme, answer), line = theme.small.size + 4 * u;
  float x = 0, y = 0;
  for (const AnswerWord& word : answer.words) {
    const float w = measure(theme.small, word.text).x;
    if (x > 0 && x + w > width) {
      x = 0;
      y += line;
    }
    if (list) {
      const ImVec2 min(at.x + x, at.y + y);
      if (word.differs)
        list->AddRectFilled(ImVec2(min.x - u, min.y - u), ImVec2(min.x + w + u, min.y + theme.small.size + 2 * u), theme.color.warn_soft,
                            3 * u);
      put(list, theme.small, min, word.differs ? theme.color.warn : theme.color.ink, word.text);
    }
    x += w + between;
  }
  return y + line;
}

float natural_width(const Theme& theme, const Answer& answer) {
  float width = answer.judged ? kMark * theme.unit : 0;
  for (const AnswerWord& word : answer.words) width += measure(theme.small, word.text).x + word_gap(theme, answer);
  return width + theme.unit;
}

// Returns columns as wide as their texts. If these are too wide in all, the columns shrink in proportion to what exceeds their titles.
std::vector<Column> columns_of(const Frame& frame, const std::vector<Line>& lines, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  std::vector<Column> columns;
  for (const char* title : {"question", "expected", "said", "kept_said"})
    columns.push_back({training_text(frame, "samples." + std::string(title)), 0, 0});
  if (!kept_run(frame)) columns.pop_back();
  const float nothing = measure(theme.small, training_text(frame, "samples.nothing")).x;
  std::vector<float> least;
  float all = 0, all_least = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float title = measure(theme.tiny, columns[i].title).x + u;
    least.push_back(i > 1 ? std::max(title, nothing) + kMark * u : title);
    columns[i].width = least[i];
    for (const Line& line : lines) columns[i].width = std::max(columns[i].width, natural_width(theme, line[i]));
    all += columns[i].width;
    all_least += least[i];
  }
  const auto count = static_cast<float>(columns.size());
  const float room = width - (count - 1) * kBetween * u;
  const float part = all > all_least ? std::clamp((room - all_least) / (all - all_least), 0.0f, 1.0f) : 1.0f;
  const float spare = std::clamp((room - all) / count, 0.0f, 40 * u);
  float x = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].x = x;
    columns[i].width = least[i] + (columns[i].width - least[i]) * part + spare;
    x += columns[i].width + kBetween * u;
  }
  return columns;
}

float mark_width(const Theme& theme, const Answer& answer) { return answer.judged ? kMark * theme.unit : 0; }

float line_height_of(const Theme& theme, const Line& line, const std::vector<Column>& columns) {
  float height = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    height = std::max(height, flow(theme, line[i], {}, columns[i].width - mark_width(theme, line[i]), nullptr));
  return height + 2 * kRowPadding * theme.unit;
}

void draw_answer(const Frame& frame, const Answer& answer, ImVec2 at, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, mark = mark_width(theme, answer);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (answer.judged) {
    const ImVec2 centre(at.x + 6 * u, at.y + theme.small.size / 2 + u);
    draw_icon(list, answer.right ? Icon::check : Icon::close, centre, (answer.right ? 11.0f : 8.0f) * u,
              answer.right ? theme.color.series[2] : theme.color.warn);
  }
  if (answer.judged && answer.words.empty())
    put_elided(list, theme.small, ImVec2(at.x + mark, at.y), theme.color.muted, training_text(frame, "samples.nothing"), width - mark);
  flow(theme, answer, ImVec2(at.x + mark, at.y), width - mark, list);
}

float samples_height(const Frame& frame, float width) {
  const Theme& theme = frame.theme;
  const std::vector<Line> lines = lines_of(frame);
  const std::vector<Column> columns = columns_of(frame, lines, width);
  float height = kHeader * theme.unit;
  for (const Line& line : lines) height += line_height_of(theme, line, columns);
  return height;
}

void draw_samples(const Frame& frame, Screen&, const Card& card) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::vector<Line> lines = lines_of(frame);
  if (lines.empty()) return put(list, theme.small, card.content.min, theme.color.muted, training_text(frame, "samples.none"));
  const std::vector<Column> columns = columns_of(frame, lines, card.content.width());
  float y = card.content.min.y;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float mark = i > 1 ? kMark * u : 0;
    put_elided(list, theme.tiny, ImVec2(card.content.min.x + columns[i].x + mark, y), theme.color.muted, columns[i].title,
               columns[i].width - mark);
  }
  y += kHeader * u;
  for (const Line& line : lines) {
    list->AddLine(ImVec2(card.content.min.x, std::round(y) - 0.5f * u), ImVec2(card.content.max.x, std::round(y) - 0.5f * u),
                  theme.color.border, u);
    for (std::size_t i = 0; i < columns.size(); ++i)
      draw_answer(frame, line[i], ImVec2(card.content.min.x + columns[i].x, y + kRowPadding * u), columns[i].width);
    y += line_height_of(theme, line, columns);
  }
}

}  // namespace

const CardRow kSamplesCard{.id = "samples", .control = false, .height = samples_height, .draw = draw_samples};

}  // namespace gf::ui
