// Colours and type sizes of the screen, in a light and a dark palette. Everything else takes its looks from here.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <string>

namespace gf::ui {

/// The height of a line of Inter, in ems. ImGui's sizes are those of a line, designers' those of an em.
inline constexpr float kLineOfEm = 1.21f;
/// The size of a type whose em has so many design pixels.
constexpr float line_of(float em) { return em * kLineOfEm; }

/// A font at a size in points on the screen: the height of its line.
struct Type {
  ImFont* font = nullptr;
  float size = 0;
};

struct Palette {
  ImU32 page, panel, raised, sunken;     // backgrounds, from the queue up
  ImU32 border, rule;                    // around panels; between parts
  ImU32 outline;                         // of a field, of a slider, of a switch that is off: at least 3 : 1 (WCAG 1.4.11)
  ImU32 ink, muted, faint;               // text by importance; `faint` never carries words that matter
  ImU32 accent, accent_soft, on_accent;  // what is selected, and the cells that it comes from
  ImU32 after;                           // the cells that are made from it
  ImU32 focus, focus_ink, halo;          // the card in focus and its selected cell: ring, words, the glow around it
  ImU32 callout;                         // the ground of the arithmetic beside a cell
  ImU32 guess;                           // what the reader guessed
  ImU32 crosshair;                       // row and column of the cell under the pointer
  ImU32 arrow;                           // from what is read to what reads it
  ImU32 edit;                            // the frame of a cell that can be typed in
  ImU32 pin, mark;                       // held cells; published values that differ
  ImU32 warn, warn_soft;                 // not a number, sums that miss, problems
  ImU32 hidden, hidden_hatch;            // cells that a mask hides
  ImU32 shadow;
  ImU32 series[8];  // lines of a plot
};

struct Theme {
  bool dark = false;
  float unit = 1;  // points of one design pixel: every length is a multiple of it
  Palette color;
  Type title, heading, body, small, tiny;  // 18 and 15 heavy; 15, 13 and 12
  Type caption, strong;                    // 20, and the same heavy: the teacher's voice
  Type mono, mono_small, value;            // digits, all of one width: 14, 13, and 24 heavy
  const Theme* screen = nullptr;           // of a theme under a zoom: the one without
};

/// Adds the two fonts of a collection, those of the weights 400 and 600 in assets/fonts, and sets sizes; call once after
/// ImGui::CreateContext.
void load_fonts(const std::string& collection);

/// The theme of this frame, from ImGui's fonts and scale. With more contrast there are black and white for words, frames and arrows, and no
/// tints behind them.
Theme make_theme(bool dark, bool more_contrast = false);

/// How two opaque colours differ in brightness, from 1 to 21 (WCAG 2.2, contrast ratio).
/// Example: contrast(white, black) is 21.
float contrast(ImU32 one, ImU32 other);

/// The theme at a zoom: all lengths and letters of it as many times as large. It refers to `theme`.
Theme zoomed(const Theme& theme, float zoom);
/// The theme without any zoom, for what keeps its size: tooltips, menus, fields.
inline const Theme& screen_theme(const Theme& theme) { return theme.screen ? *theme.screen : theme; }
/// The type at a size at which it can be read from far as well, for words that a picture says nothing without.
inline Type never_small(const Theme& theme, const Type& type) { return {type.font, std::max(type.size, screen_theme(theme).tiny.size)}; }
/// Letters of less than this size, in points, can't be read: they are not drawn (widgets/text.h).
float least_readable();

/// Dresses ImGui's own widgets alike.
void apply_style(const Theme& theme);

/// The same colour with its opacity multiplied.
ImU32 faded(ImU32 color, float opacity);
/// A colour on the way from `a` to `b`.
ImU32 blend(ImU32 a, ImU32 b, float t);
/// Black or white ink, whichever reads better on an opaque `background`.
ImU32 ink_on(ImU32 background);

inline constexpr float kBodySize = line_of(15);

}  // namespace gf::ui
