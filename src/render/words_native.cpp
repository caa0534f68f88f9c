// Measures and draws words by Pango, with the fonts of the system.
#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/utf8.h"
#include "render/words.h"

namespace gf {
namespace {

struct Unref {
  void operator()(gpointer object) const { g_object_unref(object); }
};
struct FreeDescription {
  void operator()(PangoFontDescription* description) const { pango_font_description_free(description); }
};
struct DestroySurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct DestroyCairo {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
struct DestroyOptions {
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};

using FontMap = std::shared_ptr<PangoFontMap>;
using Layout = std::unique_ptr<PangoLayout, Unref>;

constexpr int kMeasured_px = 64;  // large enough that rounding does not change a shape
constexpr int kHighest = 3;       // a tower of accents is cut at so many ems above and below the baseline

// Returns a line with the word. Its font is that of the program's own letters, and Pango finds other fonts for characters that this font
// lacks.
Layout make_layout(PangoFontMap* fonts, const Word& word, int size_px) {
  const std::unique_ptr<PangoContext, Unref> context(pango_font_map_create_context(fonts));
  const std::unique_ptr<cairo_font_options_t, DestroyOptions> options(cairo_font_options_create());
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context.get(), options.get());
  pango_context_set_base_dir(context.get(), word.right_to_left ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR);
  pango_context_set_round_glyph_positions(context.get(), FALSE);
  Layout layout(pango_layout_new(context.get()));
  const std::unique_ptr<PangoFontDescription, FreeDescription> font(pango_font_description_from_string("Inter, DejaVu Sans, Sans"));
  pango_font_description_set_absolute_size(font.get(), static_cast<double>(size_px) * PANGO_SCALE);
  pango_layout_set_font_description(layout.get(), font.get());
  pango_layout_set_auto_dir(layout.get(), FALSE);
  pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
  const std::string text = readable_utf8(word.text);
  pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
  return layout;
}

float in_ems(int units) { return static_cast<float>(units) / static_cast<float>(PANGO_SCALE * kMeasured_px); }

// Copies the pixels of a surface into a picture. Cairo stores colours multiplied by their opacity, in the machine's order of bytes.
void take_pixels(cairo_surface_t* surface, WordPicture& picture) {
  cairo_surface_flush(surface);
  const unsigned char* rows = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  picture.rgba.reserve(static_cast<std::size_t>(picture.width * picture.height) * 4);
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      std::uint32_t pixel = 0;
      std::copy_n(rows + y * stride + x * 4, 4, reinterpret_cast<unsigned char*>(&pixel));
      const std::uint32_t alpha = pixel >> 24;
      for (const int shift : {16, 8, 0}) {
        const std::uint32_t value = alpha == 0 ? 0 : std::min((pixel >> shift & 255) * 255 / alpha, std::uint32_t{255});
        picture.coloured = picture.coloured || value > 0;  // letters are drawn in black
        picture.rgba.push_back(static_cast<std::uint8_t>(value));
      }
      picture.rgba.push_back(static_cast<std::uint8_t>(alpha));
    }
}

WordShape measure_word(const FontMap& fonts, const Word& word) {
  const Layout layout = make_layout(fonts.get(), word, kMeasured_px);
  WordShape shape;
  int width = 0, height = 0;
  pango_layout_get_size(layout.get(), &width, &height);
  shape.advance = in_ems(width);
  shape.missing = pango_layout_get_unknown_glyphs_count(layout.get()) > 0;
  const char* text = pango_layout_get_text(layout.get());
  int byte = 0;
  const auto stop = [&] {
    PangoRectangle at{};
    pango_layout_get_cursor_pos(layout.get(), byte, &at, nullptr);
    shape.stops.push_back(in_ems(at.x));
  };
  for (const std::string_view character : utf8_characters(text)) {
    stop();
    byte += static_cast<int>(character.size());
  }
  stop();
  return shape;
}

WordPicture draw_word(const FontMap& fonts, const Word& word, int size_px) {
  const Layout layout = make_layout(fonts.get(), word, size_px);
  PangoRectangle ink{};
  pango_layout_get_pixel_extents(layout.get(), &ink, nullptr);
  WordPicture picture;
  if (ink.width <= 0 || ink.height <= 0) return picture;
  const int baseline = static_cast<int>(std::lround(static_cast<double>(pango_layout_get_baseline(layout.get())) / PANGO_SCALE));
  const int highest = std::max(ink.y, baseline - kHighest * size_px), lowest = std::min(ink.y + ink.height, baseline + kHighest * size_px);
  if (lowest <= highest) return picture;
  ink.y = highest;
  ink.height = lowest - highest;
  // Leaves a pixel on each side for antialiasing.
  picture.width = ink.width + 2;
  picture.height = ink.height + 2;
  picture.left = ink.x - 1;
  picture.top = ink.y - 1 - baseline;
  const std::unique_ptr<cairo_surface_t, DestroySurface> surface(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, picture.width, picture.height));
  const std::unique_ptr<cairo_t, DestroyCairo> cairo(cairo_create(surface.get()));
  const double shift = baseline - static_cast<double>(pango_layout_get_baseline(layout.get())) / PANGO_SCALE;
  cairo_move_to(cairo.get(), 1 - ink.x, 1 - ink.y + shift);
  pango_cairo_show_layout(cairo.get(), layout.get());
  take_pixels(surface.get(), picture);
  return picture;
}

}  // namespace

WordDrawing machine_words() {
  const FontMap fonts(pango_cairo_font_map_new(), Unref());
  return {[fonts](const Word& word) { return measure_word(fonts, word); },
          [fonts](const Word& word, int size_px) { return draw_word(fonts, word, size_px); }};
}

}  // namespace gf
