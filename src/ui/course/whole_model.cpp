#include "ui/course/whole_model.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>

#include "protocol/route.h"
#include "study/course.h"
#include "ui/course/progress_mark.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// The parts of the model, by the ids of their lessons, in groups of the drawing. The titles of groups are "ui.last.model.<key>".
constexpr const char* kInputParts[] = {"prompting", "retrieval", "tools", "tokenizer"};
constexpr const char* kVectorParts[] = {"embeddings", "position-encoding"};
constexpr const char* kAttentionParts[] = {"dictionary",     "matrix-dictionary", "one-matrix", "words-pulling-words",
                                           "self-attention", "softmax",           "spaces",     "multi-head",
                                           "write-it"};
constexpr const char* kOutputParts[] = {"next-word", "sampling", "confidence", "thinking"};
constexpr const char* kLearningParts[] = {"training", "backpropagation"};
constexpr const char* kFurtherParts[] = {"encoder-decoder", "modern-block", "lora",       "preferences",
                                         "quantization",    "scaling",      "parallelism"};
constexpr const char* kBlockPart = "block";
constexpr const char* kModelPart = "language-model";
constexpr const char* kAgainPart = "generation";

constexpr float kPartGap = 6, kGroupPad = 12, kGroupsApart = 34;  // design pixels

float part_height(const Frame& frame) { return (frame.host.touch ? 40.0f : 32.0f) * frame.theme.unit; }

std::string part_title(const Frame& frame, const char* lesson) { return frame.texts.get("lessons." + std::string(lesson) + ".title"); }

float part_width(const Frame& frame, const char* lesson) {
  return measure(frame.theme.small, part_title(frame, lesson)).x + 46 * frame.theme.unit;
}

float widest_part(const Frame& frame, std::span<const char* const> lessons) {
  float widest = 0;
  for (const char* lesson : lessons) widest = std::max(widest, part_width(frame, lesson));
  return widest;
}

// Draws a part: the ring and the title of its lesson. A press opens the lesson.
void draw_model_part(const Frame& frame, Screen& screen, const char* id, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const LessonInfo* lesson = find_lesson(*frame.snapshot.catalogue, id);
  if (!lesson) return;
  ImGui::PushID(id);
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("part", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav)) send(screen, OpenLesson{lesson->id});
  const Progress progress = progress_of(frame, *lesson);
  const std::string title = part_title(frame, id), number = std::to_string(number_of(*frame.snapshot.catalogue, *lesson));
  const std::string answered =
      frame.texts.format("ui.map.answered", {{"answered", std::to_string(progress.answered)}, {"of", std::to_string(progress.total)}});
  note_control(screen.places, "model:" + lesson->id, {.role = Role::link, .name = title, .value = answered, .address = lesson->id});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  list->AddRectFilled(box.min, box.max, progress.done() ? blend(theme.color.panel, theme.color.accent, 0.1f) : theme.color.panel, 8 * u);
  list->AddRect(box.min, box.max, hovered ? theme.color.accent : theme.color.border, 8 * u, 0, (hovered ? 1.5f : 1.0f) * u);
  draw_progress_mark(frame, *lesson, {box.min.x + 18 * u, box.centre().y}, 10 * u, number);
  put(list, theme.small, {box.min.x + 35 * u, box.centre().y - theme.small.size / 2}, theme.color.ink, title);
  tip(theme, frame.texts.get("lessons." + lesson->id + ".subtitle") + " " + answered);
  focus_frame(theme, 8 * u);
  ImGui::PopID();
}

// A group of parts. Its title stands above as many columns of parts as fit.
struct PartGroup {
  const char* key;
  std::span<const char* const> parts;
};
constexpr PartGroup kInput{"input", kInputParts}, kVectors{"vectors", kVectorParts}, kAttention{"attention", kAttentionParts},
    kOutput{"output", kOutputParts}, kLearning{"learning", kLearningParts}, kFurther{"further", kFurtherParts};

std::size_t part_columns(const Frame& frame, const PartGroup& group, float width) {
  const float u = frame.theme.unit, room = width - 2 * kGroupPad * u, wide = widest_part(frame, group.parts);
  return std::clamp<std::size_t>(static_cast<std::size_t>((room + kPartGap * u) / (wide + kPartGap * u)), 1, group.parts.size());
}

float part_group_height(const Frame& frame, const PartGroup& group, float width) {
  const float u = frame.theme.unit;
  const std::size_t columns = part_columns(frame, group, width), rows = (group.parts.size() + columns - 1) / columns;
  const float title = measure(frame.theme.heading, ui_text(frame, "last.model." + std::string(group.key)), width - 2 * kGroupPad * u).y;
  return 2 * kGroupPad * u + title + 6 * u + static_cast<float>(rows) * (part_height(frame) + kPartGap * u) - kPartGap * u;
}

float part_group_width(const Frame& frame, const PartGroup& group, std::size_t columns) {
  const float u = frame.theme.unit, title = measure(frame.theme.heading, ui_text(frame, "last.model." + std::string(group.key))).x;
  const float parts = static_cast<float>(columns) * (widest_part(frame, group.parts) + kPartGap * u) - kPartGap * u;
  return std::max(title, parts) + 2 * kGroupPad * u;
}

void draw_part_group(const Frame& frame, Screen& screen, const PartGroup& group, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, inner = box.width() - 2 * kGroupPad * u, height = part_height(frame);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.sunken, 10 * u);
  const std::string title = ui_text(frame, "last.model." + std::string(group.key));
  const ImVec2 at(box.min.x + kGroupPad * u, box.min.y + kGroupPad * u), size = measure(theme.heading, title, inner);
  put(list, theme.heading, at, theme.color.ink, title, inner);
  note_words(screen.places, "words:model " + std::string(group.key), title, {at, {at.x + inner, at.y + size.y}});
  const std::size_t columns = part_columns(frame, group, box.width());
  const float wide = (inner - static_cast<float>(columns - 1) * kPartGap * u) / static_cast<float>(columns);
  for (std::size_t i = 0; i < group.parts.size(); ++i) {
    const ImVec2 min(at.x + static_cast<float>(i % columns) * (wide + kPartGap * u),
                     at.y + size.y + 6 * u + static_cast<float>(i / columns) * (height + kPartGap * u));
    draw_model_part(frame, screen, group.parts[i], {min, {min.x + wide, min.y + height}});
  }
}

// Returns -1, 0 or 1, by the order of the two numbers.
float direction(float from, float to) {
  if (to > from) return 1;
  return to < from ? -1.0f : 0.0f;
}

// Draws a line through the points that ends in an arrow head. The last piece runs across or down.
void draw_way(const Theme& theme, std::initializer_list<ImVec2> points) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float u = theme.unit, head = 8 * u;
  const ImVec2 end = *(points.end() - 1), before = *(points.end() - 2);
  for (const ImVec2& point : points) list->PathLineTo(point);
  list->PathStroke(theme.color.arrow, 0, 2 * u);
  const ImVec2 way(direction(before.x, end.x), direction(before.y, end.y));
  const ImVec2 base(end.x - way.x * head, end.y - way.y * head), across(way.y * head / 2, way.x * head / 2);
  list->AddTriangleFilled(end, {base.x + across.x, base.y + across.y}, {base.x - across.x, base.y - across.y}, theme.color.arrow);
}

// Returns the height of the block: its lesson, the group of attention, and the bar of the feed-forward layer.
float model_block_height(const Frame& frame, float width) {
  const float u = frame.theme.unit;
  return 2 * kGroupPad * u + part_height(frame) + 8 * u + part_group_height(frame, kAttention, width - 2 * kGroupPad * u) + 8 * u + 30 * u;
}

void draw_model_block(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, left = box.min.x + kGroupPad * u, right = box.max.x - kGroupPad * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.panel, 12 * u);
  list->AddRect(box.min, box.max, theme.color.muted, 12 * u, 0, 1.5f * u);
  float y = box.min.y + kGroupPad * u;
  draw_model_part(frame, screen, kBlockPart, {{left, y}, {left + part_width(frame, kBlockPart), y + part_height(frame)}});
  const std::string many = ui_text(frame, "last.model.many");
  put_right(list, theme.small, {right, y + (part_height(frame) - theme.small.size) / 2}, theme.color.muted, many, right - left);
  y += part_height(frame) + 8 * u;
  const float attention = part_group_height(frame, kAttention, right - left);
  draw_part_group(frame, screen, kAttention, {{left, y}, {right, y + attention}});
  y += attention + 8 * u;
  list->AddRectFilled({left, y}, {right, y + 30 * u}, theme.color.sunken, 10 * u);
  put_centred(list, theme.heading, {left, y}, {right, y + 30 * u}, theme.color.ink, ui_text(frame, "last.model.feed_forward"));
}

// The layout of the model from left to right.
struct WideModel {
  bool fits = false;
  float input = 0, vectors = 0, block = 0, output = 0, gap = 0, row = 0, lane = 0, height = 0;
};

WideModel lay_out_wide(const Frame& frame, float width) {
  const float u = frame.theme.unit;
  WideModel m;
  m.input = part_group_width(frame, kInput, 1);
  m.vectors = part_group_width(frame, kVectors, 1);
  m.output = part_group_width(frame, kOutput, 1);
  m.block = part_group_width(frame, kAttention, 2) + 2 * kGroupPad * u + 2 * u;
  const float taken = m.input + m.vectors + m.block + m.output + 2 * kGroupPad * u;
  m.gap = (width - taken) / 3;
  m.fits = m.gap >= 0.7f * kGroupsApart * u;
  m.gap = std::min(m.gap, 2.2f * kGroupsApart * u);
  m.lane = part_height(frame) + 12 * u;
  m.row = model_block_height(frame, m.block);
  m.height = m.lane + part_height(frame) + 10 * u + m.row + kGroupPad * u + m.lane + 14 * u + part_group_height(frame, kFurther, width);
  return m;
}

void draw_wide_model(const Frame& frame, Screen& screen, const Box& box, const WideModel& m) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, pad = kGroupPad * u, part = part_height(frame);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float taken = m.input + m.vectors + m.block + m.output + 2 * pad + 3 * m.gap;
  const float x0 = box.min.x + std::max((box.width() - taken) / 2, 0.0f);
  const float frame_top = box.min.y + m.lane, row = frame_top + part + 10 * u, middle = row + m.row / 2;
  const auto group_box = [&](const PartGroup& group, float x, float width) {
    const float height = part_group_height(frame, group, width);
    return Box{{x, middle - height / 2}, {x + width, middle + height / 2}};
  };
  const Box input = group_box(kInput, x0, m.input), vectors = group_box(kVectors, input.max.x + m.gap + pad, m.vectors);
  const Box block{{vectors.max.x + m.gap, row}, {vectors.max.x + m.gap + m.block, row + m.row}};
  const Box output = group_box(kOutput, block.max.x + m.gap, m.output);
  const Box whole{{vectors.min.x - pad, frame_top}, {output.max.x + pad, row + m.row + pad}};
  list->AddRect(whole.min, whole.max, theme.color.border, 14 * u, 0, 1.5f * u);
  // Writing leads from the output back to the input.
  const float lane = box.min.y + part / 2;
  draw_way(theme, {{output.centre().x, output.min.y - 4 * u},
                   {output.centre().x, lane},
                   {input.centre().x, lane},
                   {input.centre().x, input.min.y - 4 * u}});
  draw_way(theme, {{input.max.x + 4 * u, middle}, {vectors.min.x - 3 * u, middle}});
  draw_way(theme, {{vectors.max.x + 4 * u, middle}, {block.min.x - 3 * u, middle}});
  draw_way(theme, {{block.max.x + 4 * u, middle}, {output.min.x - 3 * u, middle}});
  // Learning leads from the output back to the embeddings.
  const float back = whole.max.y + m.lane - part / 2;
  draw_way(theme, {{output.centre().x, output.max.y + 4 * u},
                   {output.centre().x, back},
                   {vectors.centre().x, back},
                   {vectors.centre().x, vectors.max.y + 4 * u}});
  const auto on_line = [&](const char* lesson, float x, float y) {
    const float wide = part_width(frame, lesson);
    const ImVec2 min(x - wide / 2 - 6 * u, y - part / 2);
    list->AddRectFilled(min, {min.x + wide + 12 * u, min.y + part}, theme.color.page);
    draw_model_part(frame, screen, lesson, {{x - wide / 2, min.y}, {x + wide / 2, min.y + part}});
  };
  on_line(kAgainPart, block.centre().x, lane);
  draw_model_part(frame, screen, kModelPart,
                  {{whole.min.x + pad, frame_top + 8 * u}, {whole.min.x + pad + part_width(frame, kModelPart), frame_top + 8 * u + part}});
  draw_part_group(frame, screen, kInput, input);
  draw_part_group(frame, screen, kVectors, vectors);
  draw_model_block(frame, screen, block);
  draw_part_group(frame, screen, kOutput, output);
  on_line(kLearningParts[0], block.max.x - 0.2f * block.width(), back);
  on_line(kLearningParts[1], block.min.x + 0.2f * block.width(), back);
  const float further = part_group_height(frame, kFurther, box.width());
  draw_part_group(frame, screen, kFurther, {{box.min.x, box.max.y - further}, box.max});
}

// Calls `visit` with each of seven parts of the model, its y and its height, below each other. Returns the height of all.
template <typename Visit>
float stack_model(const Frame& frame, float width, Visit&& visit) {
  const float u = frame.theme.unit, apart = 26 * u;
  float y = 0;
  const auto add = [&](int part, float height) {
    visit(part, y, height);
    y += height + apart;
  };
  add(0, part_group_height(frame, kInput, width));
  add(1, part_group_height(frame, kVectors, width));
  add(2, model_block_height(frame, width));
  add(3, part_group_height(frame, kOutput, width));
  add(4, 2 * part_height(frame) + kPartGap * u);
  add(5, part_group_height(frame, kLearning, width));
  add(6, part_group_height(frame, kFurther, width));
  return y - apart;
}

void draw_narrow_model(const Frame& frame, Screen& screen, const Box& box) {
  const float u = frame.theme.unit, x = box.centre().x;
  stack_model(frame, box.width(), [&](int part, float y, float height) {
    const Box place{{box.min.x, box.min.y + y}, {box.max.x, box.min.y + y + height}};
    if (part > 0 && part < 5) draw_way(frame.theme, {{x, place.min.y - 23 * u}, {x, place.min.y - 3 * u}});
    switch (part) {
      case 0:
        return draw_part_group(frame, screen, kInput, place);
      case 1:
        return draw_part_group(frame, screen, kVectors, place);
      case 2:
        return draw_model_block(frame, screen, place);
      case 3:
        return draw_part_group(frame, screen, kOutput, place);
      case 4:
        draw_model_part(frame, screen, kModelPart, {place.min, {place.max.x, place.min.y + part_height(frame)}});
        return draw_model_part(frame, screen, kAgainPart, {{place.min.x, place.max.y - part_height(frame)}, place.max});
      case 5:
        return draw_part_group(frame, screen, kLearning, place);
      default:
        return draw_part_group(frame, screen, kFurther, place);
    }
  });
}

}  // namespace

float whole_model_height(const Frame& frame, float width) {
  const WideModel wide = lay_out_wide(frame, width);
  return wide.fits ? wide.height : stack_model(frame, width, [](int, float, float) {});
}

void draw_whole_model(const Frame& frame, Screen& screen, const Box& box) {
  const WideModel wide = lay_out_wide(frame, box.width());
  if (wide.fits) {
    draw_wide_model(frame, screen, box, wide);
  } else {
    draw_narrow_model(frame, screen, box);
  }
  ImGui::SetCursorScreenPos({box.min.x, box.max.y});
  ImGui::Dummy({1, 1});
}

}  // namespace gf::ui
