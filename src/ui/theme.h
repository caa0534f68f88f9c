// Defines the colours and type sizes of the screen, in a light and a dark palette. All code that draws takes its looks from a Theme.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace gf::ui {

/// The height of a line of Inter, in ems. ImGui measures a size by the line; designers measure it by the em.
inline constexpr float kLineOfEm = 1.21f;
/// Returns ImGui's size for a type whose em has so many design pixels.
constexpr float line_of(float em) { return em * kLineOfEm; }

/// A font and its size: the height of its line, in points.
struct Type {
  ImFont* font = nullptr;
  float size = 0;
};

/// The colours of a theme.
struct Palette {
  ImU32 page, panel, raised, sunken;     // backgrounds
  ImU32 border, rule;                    // lines around panels; lines between parts
  ImU32 outline;                         // the edge of a field, a slider or a switch that is off: at least 3 : 1 (WCAG 1.4.11)
  ImU32 ink, muted, faint;               // texts by importance; `faint` never carries words that matter
  ImU32 accent, accent_soft, on_accent;  // selected things, and the operands of the focused cell
  ImU32 after;                           // the cells that read the focused cell; right answers
  ImU32 focus, focus_ink, halo;          // the card in focus and its selected cell: ring, words, and the glow around them
  ImU32 callout;                         // the ground of the arithmetic beside a cell
  ImU32 guess;                           // the reader's guess
  ImU32 crosshair;                       // row and column of the cell under the pointer
  ImU32 arrow;                           // arrows from operands to the nodes that read them
  ImU32 edit;                            // the frame of a cell that the reader can type in
  ImU32 pin, mark;                       // held cells; published values that differ
  ImU32 warn, warn_soft;                 // values that are not finite, sums that miss, problems
  ImU32 hidden, hidden_hatch;            // cells that a mask hides
  ImU32 shadow;
  ImU32 series[8];  // lines of a plot
};

/// The looks of a frame. The comments give the em of each type in design pixels.
struct Theme {
  bool dark = false;
  float unit = 1;  // points of one design pixel: every length is a multiple of it
  Palette color;
  Type title, heading, body, small, tiny;  // 18 and 15 heavy; 15, 13 and 12
  Type caption, strong;                    // 20, and 20 heavy, for the teacher's voice
  Type mono, mono_small, value;            // for digits: 14, 13, and 24 heavy
  const Theme* screen = nullptr;           // the theme without zoom, if this theme has a zoom; otherwise null
};

/// Adds the two fonts of a collection to ImGui's fonts, with the weights 400 and 600 (assets/fonts), and sets the base size. ImGui copies
/// `collection`. Call once after ImGui::CreateContext.
void load_fonts(const std::string& collection);

/// Whether kFurtherFonts may have a letter of a word that the fonts of load_fonts lack: Latin and Greek letters, accents, and signs.
/// Example: of a word in Polish, but not of a word in Russian.
bool may_have_further_letters(std::string_view word);
inline constexpr const char* kFurtherFonts = "assets/fonts/Inter-further.ttc";

/// Adds the letters of kFurtherFonts to the two fonts. Call it between frames, after load_fonts.
void add_further_letters(const std::string& collection);

/// Returns the theme of this frame, from ImGui's fonts and scale. With `more_contrast`, words, frames and arrows are black or white,
/// without tints behind them.
Theme make_theme(bool dark, bool more_contrast = false);

/// Returns the contrast ratio of two opaque colours, from 1 to 21 (WCAG 2.2).
/// Example: contrast(white, black) is 21.
float contrast(ImU32 first, ImU32 second);

/// Returns the theme with all lengths and letters `zoom` times as large. The result refers to `theme`, which has to live as long.
Theme zoomed(const Theme& theme, float zoom);
/// Returns the theme without zoom, for tooltips, menus and fields, which keep their size.
inline const Theme& screen_theme(const Theme& theme) { return theme.screen ? *theme.screen : theme; }
/// Returns the type at a size that is readable at every zoom, for words without which a picture says nothing.
inline Type never_small(const Theme& theme, const Type& type) { return {type.font, std::max(type.size, screen_theme(theme).tiny.size)}; }
/// Returns the least size of readable letters, in points. Smaller letters are not drawn (widgets/text.h).
float least_readable();

/// Gives ImGui's own widgets the looks of the theme.
void apply_style(const Theme& theme);

/// Returns the colour with its opacity multiplied.
ImU32 faded(ImU32 color, float opacity);
/// Returns the colour a + t·(b − a).
ImU32 blend(ImU32 a, ImU32 b, float t);
/// Returns black or white, whichever has more contrast with an opaque `background`.
ImU32 ink_on(ImU32 background);

inline constexpr float kBodySize = line_of(15);

}  // namespace gf::ui
