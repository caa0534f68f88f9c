#include "ui/widgets/icons.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace gf::ui {

namespace {

constexpr float kPi = 3.14159265F;

/// Strokes in a square from -1 to 1.
struct Pen {
  ImDrawList* list;
  ImVec2 centre;
  float scale;
  ImU32 color;
  float width;

  ImVec2 at(float x, float y) const { return {centre.x + x * scale, centre.y + y * scale}; }
  void line(std::initializer_list<ImVec2> points, bool closed = false) const {
    for (const ImVec2& p : points) list->PathLineTo(at(p.x, p.y));
    list->PathStroke(color, closed ? ImDrawFlags_Closed : 0, width);
  }
  void arc(float x, float y, float radius, float from, float to) const {
    list->PathArcTo(at(x, y), radius * scale, from, to, 24);
    list->PathStroke(color, 0, width);
  }
  void dot(float x, float y, float radius) const { list->AddCircleFilled(at(x, y), radius * scale, color, 16); }
};

void turn_arrow(const Pen& pen, float side) {
  pen.line({{side * -0.35F, -0.85F}, {side * -0.8F, -0.4F}, {side * -0.35F, 0.05F}});
  pen.line({{side * -0.8F, -0.4F}, {side * 0.25F, -0.4F}});
  if (side > 0) {
    pen.arc(0.25F, 0.15F, 0.55F, -kPi / 2, kPi / 2);
  } else {
    pen.arc(-0.25F, 0.15F, 0.55F, -kPi / 2, -kPi * 1.5F);
  }
  pen.line({{side * 0.25F, 0.7F}, {side * -0.3F, 0.7F}});
}

void reset(const Pen& pen) {
  pen.arc(0, 0, 0.72F, -kPi * 0.80F, kPi * 0.85F);
  pen.line({{-0.95F, -0.85F}, {-0.62F, -0.40F}, {-0.12F, -0.62F}});
}

void chain(const Pen& pen) {
  pen.arc(-0.40F, 0.40F, 0.42F, kPi * 0.25F, kPi * 1.25F);
  pen.arc(0.40F, -0.40F, 0.42F, -kPi * 0.75F, kPi * 0.25F);
  pen.line({{-0.70F, 0.10F}, {-0.32F, -0.28F}});
  pen.line({{0.32F, 0.28F}, {0.70F, -0.10F}});
  pen.line({{-0.28F, 0.28F}, {0.28F, -0.28F}});
}

void sun(const Pen& pen) {
  pen.arc(0, 0, 0.38F, 0, 2 * kPi);
  for (int ray = 0; ray < 8; ++ray) {
    const float angle = static_cast<float>(ray) * kPi / 4;
    const float x = std::cos(angle), y = std::sin(angle);
    pen.line({{0.66F * x, 0.66F * y}, {0.92F * x, 0.92F * y}});
  }
}

void moon(const Pen& pen) {
  pen.list->PathArcTo(pen.at(0, 0), 0.8F * pen.scale, kPi * 0.12F, kPi * 1.38F, 32);
  pen.list->PathArcTo(pen.at(0.42F, -0.42F), 0.68F * pen.scale, kPi * 1.22F, kPi * 0.28F, 32);
  pen.list->PathStroke(pen.color, ImDrawFlags_Closed, pen.width);
}

void half_disc(const Pen& pen) {
  pen.arc(0, 0, 0.78F, 0, 2 * kPi);
  pen.list->PathArcTo(pen.at(0, 0), 0.78F * pen.scale, -kPi / 2, kPi / 2, 24);
  pen.list->PathFillConvex(pen.color);
}

void pin(const Pen& pen) {
  pen.line({{-0.45F, -0.85F}, {0.45F, -0.85F}});
  pen.line({{-0.28F, -0.85F}, {-0.28F, -0.15F}, {-0.55F, 0.15F}, {0.55F, 0.15F}, {0.28F, -0.15F}, {0.28F, -0.85F}});
  pen.line({{0, 0.15F}, {0, 0.9F}});
}

void copy(const Pen& pen) {
  pen.list->AddRect(pen.at(-0.75F, -0.35F), pen.at(0.3F, 0.8F), pen.color, 0.2F * pen.scale, 0, pen.width);
  pen.line({{-0.25F, -0.75F}, {0.72F, -0.75F}, {0.72F, 0.35F}});
}

/// A filled triangle with its base at `from` and its tip at `to`.
void triangle(const Pen& pen, float from, float to, float half_height) {
  // Clockwise, as smooth edges need it.
  const float first = from < to ? -half_height : half_height;
  pen.list->AddTriangleFilled(pen.at(from, first), pen.at(to, 0), pen.at(from, -first), pen.color);
}

void bar(const Pen& pen, float from, float to) {
  pen.list->AddRectFilled(pen.at(from, -0.72F), pen.at(to, 0.72F), pen.color, 0.08F * pen.scale);
}

void transport(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::play:
      return triangle(pen, -0.55F, 0.75F, 0.78F);
    case Icon::pause:
      return bar(pen, -0.58F, -0.18F), bar(pen, 0.18F, 0.58F);
    case Icon::step:
      return triangle(pen, -0.7F, 0.3F, 0.72F), bar(pen, 0.42F, 0.66F);
    case Icon::epoch:
      return triangle(pen, -0.95F, -0.2F, 0.66F), triangle(pen, -0.2F, 0.55F, 0.66F), bar(pen, 0.64F, 0.86F);
    case Icon::live:
      return pen.dot(0, 0, 0.55F);
    case Icon::start:
      return bar(pen, -0.66F, -0.42F), triangle(pen, 0.7F, -0.3F, 0.72F);
    default:
      break;
  }
  pen.line({{-0.85F, -0.55F}, {-0.4F, 0.1F}, {0.1F, 0.4F}, {0.85F, 0.5F}});
  for (const float x : {-0.85F, -0.25F, 0.35F}) pen.line({{x, -0.75F + 0.35F * (x + 0.85F)}, {x + 0.4F, -0.61F + 0.35F * (x + 0.85F)}});
}

void fit(const Pen& pen) {
  for (const float x : {-1.0F, 1.0F}) {
    for (const float y : {-1.0F, 1.0F}) pen.line({{0.25F * x, 0.75F * y}, {0.75F * x, 0.75F * y}, {0.75F * x, 0.25F * y}});
  }
}

void simple(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::menu:
      for (const float y : {-0.6F, 0.0F, 0.6F}) pen.line({{-0.8F, y}, {0.8F, y}});
      break;
    case Icon::more:
      for (const float y : {-0.65F, 0.0F, 0.65F}) pen.dot(0, y, 0.16F);
      break;
    case Icon::close:
      pen.line({{-0.6F, -0.6F}, {0.6F, 0.6F}}), pen.line({{-0.6F, 0.6F}, {0.6F, -0.6F}});
      break;
    case Icon::previous:
      pen.line({{0.3F, -0.7F}, {-0.4F, 0}, {0.3F, 0.7F}});
      break;
    case Icon::next:
      pen.line({{-0.3F, -0.7F}, {0.4F, 0}, {-0.3F, 0.7F}});
      break;
    case Icon::down:
      pen.line({{-0.7F, -0.3F}, {0, 0.4F}, {0.7F, -0.3F}});
      break;
    case Icon::up:
      pen.line({{-0.7F, 0.3F}, {0, -0.4F}, {0.7F, 0.3F}});
      break;
    case Icon::plus:
      pen.line({{-0.7F, 0}, {0.7F, 0}}), pen.line({{0, -0.7F}, {0, 0.7F}});
      break;
    case Icon::minus:
      pen.line({{-0.7F, 0}, {0.7F, 0}});
      break;
    case Icon::fit:
      fit(pen);
      break;
    case Icon::check:
      pen.line({{-0.75F, 0.05F}, {-0.25F, 0.55F}, {0.75F, -0.6F}});
      break;
    default:
      pen.line({{-0.8F, 0.8F}, {-0.65F, 0.25F}, {0.45F, -0.85F}, {0.85F, -0.45F}, {-0.25F, 0.65F}}, true);
      break;
  }
}

}  // namespace

void draw_icon(ImDrawList* list, Icon icon, ImVec2 centre, float size, ImU32 color) {
  const Pen pen{list, centre, size / 2, color, std::max(size * 0.09F, 1.0F)};
  switch (icon) {
    case Icon::undo:
      turn_arrow(pen, 1);
      break;
    case Icon::redo:
      turn_arrow(pen, -1);
      break;
    case Icon::reset:
      reset(pen);
      break;
    case Icon::link:
      chain(pen);
      break;
    case Icon::sun:
      sun(pen);
      break;
    case Icon::moon:
      moon(pen);
      break;
    case Icon::half:
      half_disc(pen);
      break;
    case Icon::pin:
      pin(pen);
      break;
    case Icon::copy:
      copy(pen);
      break;
    case Icon::play:
    case Icon::pause:
    case Icon::step:
    case Icon::epoch:
    case Icon::start:
    case Icon::live:
    case Icon::compare:
      transport(pen, icon);
      break;
    default:
      simple(pen, icon);
      break;
  }
}

}  // namespace gf::ui
