#include "ui/widgets/icons.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace gf::ui {

namespace {

constexpr float kPi = 3.14159265f;

// Draws strokes in a square from -1 to 1.
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
  pen.line({{side * -0.35f, -0.85f}, {side * -0.8f, -0.4f}, {side * -0.35f, 0.05f}});
  pen.line({{side * -0.8f, -0.4f}, {side * 0.25f, -0.4f}});
  if (side > 0) {
    pen.arc(0.25f, 0.15f, 0.55f, -kPi / 2, kPi / 2);
  } else {
    pen.arc(-0.25f, 0.15f, 0.55f, -kPi / 2, -kPi * 1.5f);
  }
  pen.line({{side * 0.25f, 0.7f}, {side * -0.3f, 0.7f}});
}

void reset(const Pen& pen) {
  pen.arc(0, 0, 0.72f, -kPi * 0.80f, kPi * 0.85f);
  pen.line({{-0.95f, -0.85f}, {-0.62f, -0.40f}, {-0.12f, -0.62f}});
}

void chain(const Pen& pen) {
  pen.arc(-0.40f, 0.40f, 0.42f, kPi * 0.25f, kPi * 1.25f);
  pen.arc(0.40f, -0.40f, 0.42f, -kPi * 0.75f, kPi * 0.25f);
  pen.line({{-0.70f, 0.10f}, {-0.32f, -0.28f}});
  pen.line({{0.32f, 0.28f}, {0.70f, -0.10f}});
  pen.line({{-0.28f, 0.28f}, {0.28f, -0.28f}});
}

// Draws an arrow down onto a tray.
void tray(const Pen& pen) {
  pen.line({{0, -0.75f}, {0, 0.25f}});
  pen.line({{-0.34f, -0.08f}, {0, 0.28f}, {0.34f, -0.08f}});
  pen.line({{-0.70f, 0.30f}, {-0.70f, 0.70f}, {0.70f, 0.70f}, {0.70f, 0.30f}});
}

void sun(const Pen& pen) {
  pen.arc(0, 0, 0.38f, 0, 2 * kPi);
  for (int ray = 0; ray < 8; ++ray) {
    const float angle = static_cast<float>(ray) * kPi / 4;
    const float x = std::cos(angle), y = std::sin(angle);
    pen.line({{0.66f * x, 0.66f * y}, {0.92f * x, 0.92f * y}});
  }
}

void moon(const Pen& pen) {
  pen.list->PathArcTo(pen.at(0, 0), 0.8f * pen.scale, kPi * 0.12f, kPi * 1.38f, 32);
  pen.list->PathArcTo(pen.at(0.42f, -0.42f), 0.68f * pen.scale, kPi * 1.22f, kPi * 0.28f, 32);
  pen.list->PathStroke(pen.color, ImDrawFlags_Closed, pen.width);
}

void half_disc(const Pen& pen) {
  pen.arc(0, 0, 0.78f, 0, 2 * kPi);
  pen.list->PathArcTo(pen.at(0, 0), 0.78f * pen.scale, -kPi / 2, kPi / 2, 24);
  pen.list->PathFillConvex(pen.color);
}

void pin(const Pen& pen) {
  pen.line({{-0.45f, -0.85f}, {0.45f, -0.85f}});
  pen.line({{-0.28f, -0.85f}, {-0.28f, -0.15f}, {-0.55f, 0.15f}, {0.55f, 0.15f}, {0.28f, -0.15f}, {0.28f, -0.85f}});
  pen.line({{0, 0.15f}, {0, 0.9f}});
}

void copy(const Pen& pen) {
  pen.list->AddRect(pen.at(-0.75f, -0.35f), pen.at(0.3f, 0.8f), pen.color, 0.2f * pen.scale, 0, pen.width);
  pen.line({{-0.25f, -0.75f}, {0.72f, -0.75f}, {0.72f, 0.35f}});
}

// Draws a filled triangle with its base at `from` and its tip at `to`.
void triangle(const Pen& pen, float from, float to, float half_height) {
  // ImGui's smooth edges need corners in clockwise order.
  const float first = from < to ? -half_height : half_height;
  pen.list->AddTriangleFilled(pen.at(from, first), pen.at(to, 0), pen.at(from, -first), pen.color);
}

void bar(const Pen& pen, float from, float to) {
  pen.list->AddRectFilled(pen.at(from, -0.72f), pen.at(to, 0.72f), pen.color, 0.08f * pen.scale);
}

void transport(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::play:
      return triangle(pen, -0.55f, 0.75f, 0.78f);
    case Icon::pause:
      bar(pen, -0.58f, -0.18f);
      return bar(pen, 0.18f, 0.58f);
    case Icon::step:
      triangle(pen, -0.7f, 0.3f, 0.72f);
      return bar(pen, 0.42f, 0.66f);
    case Icon::epoch:
      triangle(pen, -0.95f, -0.2f, 0.66f);
      triangle(pen, -0.2f, 0.55f, 0.66f);
      return bar(pen, 0.64f, 0.86f);
    case Icon::live:
      return pen.dot(0, 0, 0.55f);
    case Icon::start:
      bar(pen, -0.66f, -0.42f);
      return triangle(pen, 0.7f, -0.3f, 0.72f);
    default:
      break;
  }
  pen.line({{-0.85f, -0.55f}, {-0.4f, 0.1f}, {0.1f, 0.4f}, {0.85f, 0.5f}});
  for (const float x : {-0.85f, -0.25f, 0.35f}) pen.line({{x, -0.75f + 0.35f * (x + 0.85f)}, {x + 0.4f, -0.61f + 0.35f * (x + 0.85f)}});
}

void fit(const Pen& pen) {
  for (const float x : {-1.0f, 1.0f}) {
    for (const float y : {-1.0f, 1.0f}) pen.line({{0.25f * x, 0.75f * y}, {0.75f * x, 0.75f * y}, {0.75f * x, 0.25f * y}});
  }
}

void simple(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::menu:
      for (const float y : {-0.6f, 0.0f, 0.6f}) pen.line({{-0.8f, y}, {0.8f, y}});
      break;
    case Icon::more:
      for (const float y : {-0.65f, 0.0f, 0.65f}) pen.dot(0, y, 0.16f);
      break;
    case Icon::close:
      pen.line({{-0.6f, -0.6f}, {0.6f, 0.6f}});
      pen.line({{-0.6f, 0.6f}, {0.6f, -0.6f}});
      break;
    case Icon::previous:
      pen.line({{0.3f, -0.7f}, {-0.4f, 0}, {0.3f, 0.7f}});
      break;
    case Icon::next:
      pen.line({{-0.3f, -0.7f}, {0.4f, 0}, {-0.3f, 0.7f}});
      break;
    case Icon::down:
      pen.line({{-0.7f, -0.3f}, {0, 0.4f}, {0.7f, -0.3f}});
      break;
    case Icon::up:
      pen.line({{-0.7f, 0.3f}, {0, -0.4f}, {0.7f, 0.3f}});
      break;
    case Icon::plus:
      pen.line({{-0.7f, 0}, {0.7f, 0}});
      pen.line({{0, -0.7f}, {0, 0.7f}});
      break;
    case Icon::minus:
      pen.line({{-0.7f, 0}, {0.7f, 0}});
      break;
    case Icon::fit:
      fit(pen);
      break;
    case Icon::sliders:
      pen.line({{-0.85f, -0.55f}, {0.85f, -0.55f}});
      pen.line({{-0.85f, 0}, {0.85f, 0}});
      pen.line({{-0.85f, 0.55f}, {0.85f, 0.55f}});
      pen.line({{-0.3f, -0.8f}, {-0.3f, -0.3f}});
      pen.line({{0.4f, -0.25f}, {0.4f, 0.25f}});
      pen.line({{-0.1f, 0.3f}, {-0.1f, 0.8f}});
      break;
    case Icon::views:
      pen.line({{-0.8f, 0.75f}, {-0.8f, 0.1f}});
      pen.line({{-0.25f, 0.75f}, {-0.25f, -0.75f}});
      pen.line({{0.3f, 0.75f}, {0.3f, -0.3f}});
      pen.line({{0.85f, 0.75f}, {0.85f, 0.4f}});
      break;
    case Icon::put_back:  // an arrow back to where a step begins
      pen.line({{-0.8f, -0.7f}, {-0.8f, 0.7f}});
      pen.line({{0.1f, -0.5f}, {-0.4f, 0}, {0.1f, 0.5f}});
      pen.line({{-0.4f, 0}, {0.85f, 0}});
      break;
    case Icon::search:
      pen.arc(-0.2f, -0.2f, 0.6f, 0, 2 * kPi);
      pen.line({{0.24f, 0.24f}, {0.85f, 0.85f}});
      break;
    case Icon::map:
      pen.line({{-0.85f, -0.3f}, {-0.85f, 0.3f}, {-0.35f, 0.3f}, {-0.35f, -0.3f}, {-0.85f, -0.3f}});
      pen.line({{-0.35f, 0}, {0.25f, 0}});
      pen.line({{0.25f, -0.8f}, {0.25f, 0.8f}, {0.85f, 0.8f}, {0.85f, -0.8f}, {0.25f, -0.8f}});
      break;
    case Icon::check:
      pen.line({{-0.75f, 0.05f}, {-0.25f, 0.55f}, {0.75f, -0.6f}});
      break;
    default:
      pen.line({{-0.8f, 0.8f}, {-0.65f, 0.25f}, {0.45f, -0.85f}, {0.85f, -0.45f}, {-0.25f, 0.65f}}, true);
      break;
  }
}

}  // namespace

void draw_icon(ImDrawList* list, Icon icon, ImVec2 centre, float size, ImU32 color) {
  const Pen pen{list, centre, size / 2, color, std::max(size * 0.09f, 1.0f)};
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
    case Icon::save:
      tray(pen);
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
