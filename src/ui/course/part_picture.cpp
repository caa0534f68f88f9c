#include "ui/course/part_picture.h"

#include <algorithm>
#include <cmath>

#include "core/largest.h"
#include "core/veil.h"
#include "render/heatmap.h"
#include "ui/cells/asked.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kBars = 4, kMostLabelled = 12;
constexpr float kTallestRow = 40, kLabelFrom = 24;  // design pixels

const char* node_of_part(CoursePart part) {
  switch (part) {
    case CoursePart::text:
    case CoursePart::rows:
      return "encoder.embedding";
    case CoursePart::places:
      return "encoder.input";
    case CoursePart::attention:
      return "encoder.0.self_attention.weights";
    case CoursePart::block:
      return "encoder.0.feed_forward.hidden";
    case CoursePart::stacks:
      return "decoder.0.cross_attention.weights";
    case CoursePart::word:
      return "probabilities";
    default:
      return "";
  }
}

const TraceNode* node_of_picture(const Frame& frame, CoursePart part) {
  const int node = frame.trace ? frame.trace->find(node_of_part(part)) : -1;
  return node < 0 ? nullptr : &frame.trace->node(node);
}

// The words that were read, below each other.
void draw_pieces_read(const Theme& theme, const std::vector<std::string>& words, const Box& box) {
  const float u = theme.unit, apart = std::min(24 * u, box.height() / static_cast<float>(std::max<std::size_t>(words.size(), 1)));
  ImDrawList* list = ImGui::GetWindowDrawList();
  float y = box.min.y;
  for (const std::string& word : words) {
    const float width = std::min(measure(theme.small, word).x + 14 * u, box.width());
    const ImVec2 min(box.min.x, y), max(box.min.x + width, y + apart - 3 * u);
    list->AddRectFilled(min, max, theme.color.accent_soft, 5 * u);
    put_centred(list, theme.small, min, max, theme.color.ink, elide(theme.small, word, width - 8 * u));
    y += apart;
  }
}

// What looks, at the left, and what is looked at, above. Returns what is left of the box.
Box draw_map_labels(const Theme& theme, const TraceNode& node, const Box& box, float most_height, Index rows) {
  const float u = theme.unit;
  float wide = 0;
  for (const std::string& label : node.rows.labels) wide = std::max(wide, measure(theme.tiny, label).x);
  wide = std::min(wide, box.width() * 0.36f) + 5 * u;
  const float above = theme.tiny.size + 3 * u;
  const Box map{{box.min.x + wide, box.min.y + above}, {box.max.x, box.min.y + std::min(box.height(), above + most_height)}};
  const auto count = static_cast<float>(node.value->rows()), columns = static_cast<float>(node.value->cols());
  const float cell_h = map.height() / count, cell_w = map.width() / columns;
  const bool readable = cell_h >= 0.9f * theme.tiny.size;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t row = 0; readable && row < node.rows.labels.size() && static_cast<Index>(row) < rows; ++row)
    put_elided(list, theme.tiny, {box.min.x, map.min.y + (static_cast<float>(row) + 0.5f) * cell_h - theme.tiny.size / 2},
               theme.color.muted, node.rows.labels[row], wide - 4 * u);
  for (std::size_t col = 0; cell_w >= kLabelFrom * u && col < node.cols.labels.size(); ++col) {
    const std::string label = elide(theme.tiny, node.cols.labels[col], cell_w - 2 * u);
    put(list, theme.tiny, {map.min.x + (static_cast<float>(col) + 0.5f) * cell_w - measure(theme.tiny, label).x / 2, box.min.y},
        theme.color.muted, label);
  }
  return map;
}

// Of several heads the last one. Rows that are not there yet stay empty.
void draw_map_of(const Frame& frame, Screen& screen, const TraceNode& node, const Box& whole, Index rows) {
  const float u = frame.theme.unit, most = kTallestRow * u * static_cast<float>(node.value->rows());
  const bool labelled = node.cols.labels.size() == static_cast<std::size_t>(node.value->cols()) && node.value->cols() <= kMostLabelled;
  const Box map = labelled ? draw_map_labels(frame.theme, node, whole, most, rows)
                           : Box{whole.min, {whole.max.x, whole.min.y + std::min(whole.height(), most)}};
  const Shade shade = shade_of(frame, node);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float end =
      map.min.y + map.height() * static_cast<float>(std::min(rows, node.value->rows())) / static_cast<float>(node.value->rows());
  list->PushClipRect(map.min, {map.max.x, end}, true);
  screen.heatmaps.draw(list, node.value, node.value->shape().matrices() - 1, map.min.x, map.min.y, map.max.x, map.max.y,
                       {shade.is_signed, shade.least, shade.most, shade.dark});
  const Index all = node.value->rows(), shown = std::min(rows, all);
  const Grid grid{
      static_cast<int>(&node - frame.trace->nodes.data()),  node.value->shape().matrices() - 1,     0,  shown, node.value->cols(), map.min,
      map.width() / static_cast<float>(node.value->cols()), map.height() / static_cast<float>(all), map};
  draw_quiet_veils(frame, list, grid);
  draw_asked_veils(frame, screen, list, grid);
  list->PopClipRect();
  list->AddRect(map.min, map.max, frame.theme.color.border, 2 * u, 0, u);
}

// None while a question veils them.
std::vector<Index> likeliest_words(const Tensor& probabilities, Index row) {
  std::vector<Index> words = largest_of({probabilities.row(row), static_cast<std::size_t>(probabilities.cols())}, kBars);
  std::erase_if(words, [&](Index word) { return is_veil(probabilities.at(row, word)); });
  return words;
}

// The likeliest words of a guess, with their shares.
void draw_shares(const Frame& frame, const TraceNode& node, Index row, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, apart = std::min(24 * u, box.height() / static_cast<float>(kBars));
  ImDrawList* list = ImGui::GetWindowDrawList();
  float y = box.min.y;
  const std::vector<Index> words = likeliest_words(*node.value, row);
  if (words.empty()) draw_veil(list, theme, {box.min, {box.max.x, box.min.y + apart * static_cast<float>(kBars)}}, false);
  for (const Index id : words) {
    const float share = node.value->at(row, id), number_w = measure(theme.tiny, in_hundredths(1)).x;
    const Box bar{{box.min.x, y}, {box.min.x + std::max((box.width() - number_w - 4 * u) * share, 2 * u), y + apart - 3 * u}};
    list->AddRectFilled(bar.min, bar.max, theme.color.accent_soft, 3 * u);
    const float text_y = y + (apart - 3 * u - theme.small.size) / 2;
    put_elided(list, theme.small, {box.min.x + 4 * u, text_y}, theme.color.ink, node.cols.labels[static_cast<std::size_t>(id)],
               box.width() - number_w - 8 * u);
    const std::string number = in_hundredths(share);
    put(list, theme.tiny, {box.max.x - measure(theme.tiny, number).x, text_y + u}, theme.color.muted, number);
    y += apart;
  }
}

// The guess that is made, or was made last.
Index guess_shown(const TraceNode& node, const Work& work) { return std::clamp<Index>(work.words - 1, 0, node.value->rows() - 1); }

}  // namespace

std::string in_hundredths(float share) { return std::to_string(std::lround(100 * share)) + " %"; }

void draw_part_picture(const Frame& frame, Screen& screen, CoursePart part, const Box& box, const Work& work) {
  const TraceNode* const node = work.shows(part) ? node_of_picture(frame, part) : nullptr;
  if (!node) return;
  if (part == CoursePart::text) return draw_pieces_read(frame.theme, node->rows.labels, box);
  if (part != CoursePart::word)
    return draw_map_of(frame, screen, *node, box, part == CoursePart::stacks ? work.words : node->value->rows());
  if (work.words > 0) draw_shares(frame, *node, guess_shown(*node, work), box);
}

std::string part_picture_words(const Frame& frame, CoursePart part, const Work& work) {
  const TraceNode* const node = work.shows(part) ? node_of_picture(frame, part) : nullptr;
  std::string words;
  if (!node || (part == CoursePart::word && work.words == 0)) return words;
  if (part == CoursePart::text) {
    for (const std::string& word : node->rows.labels) words += (words.empty() ? "" : ", ") + word;
  } else if (part == CoursePart::word) {
    const Index row = guess_shown(*node, work);
    for (const Index id : likeliest_words(*node->value, row))
      words +=
          (words.empty() ? "" : ", ") + node->cols.labels[static_cast<std::size_t>(id)] + " " + in_hundredths(node->value->at(row, id));
  } else {
    words = node_title(frame, *node) + ", " + shape_text(frame, *node);
  }
  return words;
}

}  // namespace gf::ui
