#include "ui/course/sentence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>

#include "core/largest.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "render/heatmap.h"
#include "ui/cells/grid.h"
#include "ui/inputs/typed.h"
#include "ui/places.h"
#include "ui/views/ribbons.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr const char *kProbabilities = "probabilities", *kRead = "decoder.input", *kNumbers = "encoder.input", *kWeights = "alignment";
constexpr float kWideFrom = 700;  // on a narrower page, the two sentences stand beside each other; design pixels
constexpr float kNames = 148, kWordBox = 48, kNumbersHigh = 16, kLeastWay = 64, kMostWay = 190, kBelow = 70, kRow = 40;
constexpr float kMoreWords = 30, kMoreWordsApart = 10;  // the row of words to go on with, and the gap below the row; design pixels
constexpr double kWord_s = 0.24;                        // the time in which a word appears
constexpr const char* kTyped = "source";

// Returns the height of the parts that do not grow.
float fixed_height(float unit) { return (kWordBox + 10 + kNumbersHigh + 6 + kBelow) * unit; }

// Whether the page has room for the row of words to go on with, besides ribbons of a good length.
bool has_room_for_words(const Frame& frame, float width, float room) {
  const float u = frame.theme.unit;
  return width >= kWideFrom * u && room >= fixed_height(u) + (kLeastWay + kMoreWords + kMoreWordsApart) * u;
}

struct Nodes {
  const TraceNode *numbers, *weights;
};

std::optional<Nodes> nodes_of(const Frame& frame) {
  if (!frame.trace || frame.trace->find(kNumbers) < 0 || frame.trace->find(kWeights) < 0) return std::nullopt;
  return Nodes{&frame.trace->at(kNumbers), &frame.trace->at(kWeights)};
}

// The part of the translation that has appeared.
struct Shown {
  Index words = 0;   // how many words have appeared
  float newest = 1;  // how much of the last of them has appeared: 0 to 1
};

Shown play_film(const Frame& frame, Screen& screen, Index count) {
  CourseScreen& course = screen.state.course;
  const std::shared_ptr<const Trace> trace = shared_trace(frame);
  const bool begins = course.translated != trace;
  if (begins) {
    course.translated = trace;
    course.playing = true;
    course.at_s = 0;
  }
  if (frame.host.still) course.playing = false;
  if (!course.playing) return {count, 1};
  if (!begins) course.at_s += static_cast<double>(ImGui::GetIO().DeltaTime);
  const double words = course.at_s / kWord_s;
  if (words >= static_cast<double>(count)) {
    course.playing = false;
    return {count, 1};
  }
  screen.output.animating = true;
  return {static_cast<Index>(words) + 1, static_cast<float>(words - std::floor(words))};
}

// Draws a row of numbers as a strip of colours: a heat map whose other rows are clipped away.
void draw_strip_of(const Frame& frame, Screen& screen, const TraceNode& node, Index row, const Box& box) {
  const Shade shade = shade_of(frame, node);
  const auto rows = static_cast<float>(node.value->rows()), above = static_cast<float>(row) * box.height();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(box.min, box.max, true);
  screen.heatmaps.draw(list, node.value, 0, box.min.x, box.min.y - above, box.max.x, box.min.y - above + rows * box.height(),
                       {shade.is_signed, shade.least, shade.most, shade.dark});
  list->PopClipRect();
}

// Draws the name of a line of the picture, and its help text below.
void draw_name(const Frame& frame, ImVec2 at, const std::string& key, const std::string& count = {}) {
  const Theme& theme = frame.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  put(list, theme.heading, at, theme.color.ink, ui_text(frame, "first." + key));
  put(list, theme.small, {at.x, at.y + theme.heading.size + 2 * theme.unit}, theme.color.muted,
      frame.texts.format("ui.first.help." + key, {{"count", count}}));
}

std::string shown_word(const Frame& frame, const TranslatedWord& word) { return word.end ? ui_text(frame, "map.end") : word.word; }

void draw_again(const Frame& frame, Screen& screen, ImVec2 at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::string label = ui_text(frame, "first.again");
  ImGui::SetCursorScreenPos(at);
  if (icon_text_button(theme, screen.places, Icon::play, label + "###play work", {measure(theme.small, label).x + 44 * u, 28 * u})) {
    screen.state.course.playing = true;
    screen.state.course.at_s = 0;
  }
}

void note_translation(const Frame& frame, Screen& screen, const std::vector<TranslatedWord>& words, const Shown& shown, const Box& box) {
  std::string spoken;
  for (std::size_t i = 0; i < words.size() && static_cast<Index>(i) < shown.words; ++i)
    spoken += (spoken.empty() ? "" : ", ") + shown_word(frame, words[i]) + " " +
              spoken_number(frame, share_text(static_cast<double>(words[i].probability)));
  note_words(screen.places, "words:said", spoken, box);
}

ImU32 word_ink(const Theme& theme, const TranslatedWord& word) { return word.end ? theme.color.muted : theme.color.after; }

void draw_bar(const Theme& theme, const Box& track, float probability) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float round = track.height() / 2;
  list->AddRectFilled(track.min, track.max, theme.color.sunken, round);
  list->AddRectFilled(track.min, {track.min.x + std::max(track.width() * probability, 2 * round), track.max.y},
                      Shade{false, 0, 1, theme.dark}.of(probability), round);
}

std::vector<float> widths_of(const Type& type, const std::vector<std::string>& words) {
  std::vector<float> widths;
  for (const std::string& word : words) widths.push_back(measure(type, word).x);
  return widths;
}

// Returns the type with the largest letters with which each word fits into its part of a line.
Type type_for(const Theme& theme, const std::vector<std::string>& above, const std::vector<std::string>& below, float width) {
  for (const Type& type : {Type{theme.strong.font, line_of(22) * theme.unit}, theme.title, theme.heading}) {
    const auto fits = [&](const std::vector<std::string>& words) {
      const std::vector<float> widths = widths_of(type, words);
      const float widest = widths.empty() ? 0 : *std::max_element(widths.begin(), widths.end());
      return (widest + 10 * theme.unit) * static_cast<float>(words.size()) <= width;
    };
    if (fits(above) && fits(below)) return type;
  }
  return theme.heading;
}

struct Sentence {
  Nodes nodes;
  std::vector<TranslatedWord> translated;
  Shown shown;
};

// Returns the boxes of the words of one language, which share the width equally.
std::vector<Box> even(std::size_t count, float left, float right, float top, float height) {
  const float apart = (right - left) / static_cast<float>(count);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.push_back({{left + static_cast<float>(i) * apart, top}, {left + static_cast<float>(i + 1) * apart, top + height}});
  return boxes;
}

// Draws a translated word with its bar and probability, and the likeliest other word if there is room.
void draw_translated(const Frame& frame, const TranslatedWord& word, const Type& type, const Box& box, float opacity) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, middle = box.centre().x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto centred = [&](const Type& letters, float y, ImU32 color, const std::string& text) {
    put(list, letters, {middle - measure(letters, text).x / 2, y}, faded(color, opacity), text);
  };
  centred(type, box.min.y, word_ink(theme, word), shown_word(frame, word));
  const float bar = std::min(box.width() - 12 * u, 92 * u), top = box.min.y + type.size + 4 * u;
  if (opacity >= 1) draw_bar(theme, {{middle - bar / 2, top}, {middle + bar / 2, top + 8 * u}}, word.probability);
  centred(theme.small, top + 12 * u, theme.color.ink, spoken_number(frame, share_text(static_cast<double>(word.probability))));
  const std::string other = word.other + " " + spoken_number(frame, share_text(static_cast<double>(word.other_probability)));
  if (measure(theme.tiny, other).x <= box.width() - 4 * u) centred(theme.tiny, top + 14 * u + theme.small.size, theme.color.muted, other);
}

void draw_wide_sentence(const Frame& frame, Screen& screen, const Sentence& sentence, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, left = box.min.x + kNames * u;
  const std::vector<std::string>& words = sentence.nodes.numbers->rows.labels;
  std::vector<std::string> below;
  for (const TranslatedWord& word : sentence.translated) below.push_back(shown_word(frame, word));
  const Type type = type_for(theme, words, below, box.max.x - left);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Box frame_box{{left, box.min.y}, {box.max.x, box.min.y + kWordBox * u}};
  list->AddRectFilled(frame_box.min, frame_box.max, theme.color.panel, 10 * u);
  list->AddRect(frame_box.min, frame_box.max, theme.color.border, 10 * u, 0, u);
  draw_name(frame, {box.min.x, box.min.y + 3 * u}, "words");
  RibbonLines lines;
  lines.looked_at = even(words.size(), left, box.max.x, frame_box.max.y + 10 * u, kNumbersHigh * u);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Box& strip = lines.looked_at[i];
    put_centred(list, type, {strip.min.x, frame_box.min.y}, {strip.max.x, frame_box.max.y}, theme.color.ink, words[i]);
    const float inset = std::max((strip.width() - 120 * u) / 2, 8 * u);
    draw_strip_of(frame, screen, *sentence.nodes.numbers, static_cast<Index>(i),
                  {{strip.min.x + inset, strip.min.y}, {strip.max.x - inset, strip.max.y}});
  }
  const float bottom = box.max.y - kBelow * u;
  draw_name(frame, {box.min.x, frame_box.max.y + 2 * u}, "numbers", std::to_string(sentence.nodes.numbers->value->cols()));
  const float way = bottom - lines.looked_at.front().max.y;
  draw_name(frame, {box.min.x, lines.looked_at.front().max.y + way / 2 - 14 * u}, "attention");
  draw_name(frame, {box.min.x, bottom - 4 * u}, "next");
  draw_again(frame, screen, {box.min.x, bottom + 36 * u});
  lines.looking = even(sentence.translated.size(), left, box.max.x, bottom, type.size);
  for (Box& word : lines.looked_at) word.max.y += 6 * u;
  draw_ribbons(theme, *sentence.nodes.weights->value, 0, lines,
               {.rows = sentence.shown.words, .newest = sentence.shown.newest, .light_crossings = true});
  for (std::size_t i = 0; i < sentence.translated.size() && static_cast<Index>(i) < sentence.shown.words; ++i) {
    const bool newest = static_cast<Index>(i) + 1 == sentence.shown.words;
    draw_translated(frame, sentence.translated[i], type, lines.looking[i], newest ? sentence.shown.newest : 1);
  }
}

void draw_narrow_sentence(const Frame& frame, Screen& screen, const Sentence& sentence, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, head = 26 * u, share = measure(theme.small, "99.95 %").x;
  const std::vector<std::string>& words = sentence.nodes.numbers->rows.labels;
  std::vector<std::string> below;
  for (const TranslatedWord& word : sentence.translated) below.push_back(shown_word(frame, word));
  const std::vector<float> left_widths = widths_of(theme.heading, words), right_widths = widths_of(theme.heading, below);
  const float left = *std::max_element(left_widths.begin(), left_widths.end()) + 20 * u;
  const float right = *std::max_element(right_widths.begin(), right_widths.end()) + 16 * u + share;
  ImDrawList* list = ImGui::GetWindowDrawList();
  put(list, theme.small, box.min, theme.color.muted, ui_text(frame, "first.words"));
  put(list, theme.small, {box.max.x - right, box.min.y}, theme.color.muted, ui_text(frame, "first.next"));
  const Box of_words{{box.min.x, box.min.y + head}, {box.min.x + left, box.max.y - 36 * u}};
  list->AddRectFilled(of_words.min, of_words.max, theme.color.panel, 10 * u);
  list->AddRect(of_words.min, of_words.max, theme.color.border, 10 * u, 0, u);
  RibbonLines lines{.looked_at = {}, .looking = {}, .upright = true};
  const auto stack = [&](std::size_t count, float from, float to) {
    std::vector<Box> boxes;
    const float apart = of_words.height() / static_cast<float>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const float y = of_words.min.y + static_cast<float>(i) * apart;
      boxes.push_back({{from, y}, {to, y + apart}});
    }
    return boxes;
  };
  lines.looked_at = stack(words.size(), of_words.min.x, of_words.max.x + 4 * u);
  lines.looking = stack(below.size(), box.max.x - right, box.max.x);
  draw_ribbons(theme, *sentence.nodes.weights->value, 0, lines,
               {.rows = sentence.shown.words, .newest = sentence.shown.newest, .light_crossings = true});
  for (std::size_t i = 0; i < words.size(); ++i)
    put_centred(list, theme.heading, lines.looked_at[i].min, lines.looked_at[i].max, theme.color.ink, words[i]);
  for (std::size_t i = 0; i < below.size() && static_cast<Index>(i) < sentence.shown.words; ++i) {
    const Box& word = lines.looking[i];
    put(list, theme.heading, {word.min.x + 8 * u, word.centre().y - theme.heading.size / 2}, word_ink(theme, sentence.translated[i]),
        below[i]);
    const std::string text = spoken_number(frame, share_text(static_cast<double>(sentence.translated[i].probability)));
    put(list, theme.small, {word.max.x - measure(theme.small, text).x, word.centre().y - theme.small.size / 2}, theme.color.muted, text);
  }
  draw_again(frame, screen, {box.min.x, box.max.y - 28 * u});
}

// Draws the row of words to go on with. Returns the y of the end of the row and its gap.
float draw_more_words(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, bottom = box.min.y + kMoreWords * u;
  if (has_next_words(frame, kTyped)) {
    put(ImGui::GetWindowDrawList(), theme.heading, {box.min.x, (box.min.y + bottom - theme.heading.size) / 2}, theme.color.ink,
        ui_text(frame, "first.more"));
    draw_next_words(frame, screen, kTyped, {{box.min.x + kNames * u, box.min.y}, {box.max.x, bottom}});
  }
  return bottom + kMoreWordsApart * u;
}

}  // namespace

std::vector<TranslatedWord> translated_words(const Frame& frame) {
  std::vector<TranslatedWord> translation;
  const int guesses = frame.trace ? frame.trace->find(kProbabilities) : -1, read = frame.trace ? frame.trace->find(kRead) : -1;
  if (guesses < 0 || read < 0) return translation;
  const TraceNode& node = frame.trace->node(guesses);
  const std::vector<std::string>&words = node.cols.labels, &before = frame.trace->node(read).rows.labels;
  for (Index t = 0; t < node.value->rows(); ++t) {
    const auto next = static_cast<std::size_t>(t) + 1;
    const float* const row = node.value->row(t);
    const std::vector<Index> largest = largest_of({row, static_cast<std::size_t>(node.value->cols())}, 2);
    const bool end = next >= before.size();
    const auto word = end ? words.end() : std::find(words.begin(), words.end(), before[next]);
    const Index column = word == words.end() ? largest.front() : word - words.begin();
    const Index other = largest.front() == column ? largest.back() : largest.front();
    translation.push_back({nth(words, column), row[column], nth(words, other), row[other], end});
  }
  return translation;
}

float sentence_height(const Frame& frame, float width, float room) {
  const float u = frame.theme.unit;
  if (width < kWideFrom * u) {
    const auto words = static_cast<float>(std::max<std::size_t>(translated_words(frame).size(), 1));
    return 26 * u + words * kRow * u + 36 * u;
  }
  const float more = has_room_for_words(frame, width, room) ? (kMoreWords + kMoreWordsApart) * u : 0;
  return fixed_height(u) + more + std::clamp(room - fixed_height(u) - more, kLeastWay * u, kMostWay * u);
}

void draw_sentence(const Frame& frame, Screen& screen, const Box& whole) {
  const std::optional<Nodes> nodes = nodes_of(frame);
  Box box = whole;
  if (has_room_for_words(frame, box.width(), box.height())) box.min.y = draw_more_words(frame, screen, box);
  Sentence sentence{nodes.value_or(Nodes{}), translated_words(frame), {}};
  if (!nodes || sentence.translated.empty()) return;
  sentence.shown = play_film(frame, screen, std::ssize(sentence.translated));
  if (box.width() < kWideFrom * frame.theme.unit)
    draw_narrow_sentence(frame, screen, sentence, box);
  else
    draw_wide_sentence(frame, screen, sentence, box);
  note_translation(frame, screen, sentence.translated, sentence.shown, box);
  draw_stale(frame, screen, box);
}

}  // namespace gf::ui
