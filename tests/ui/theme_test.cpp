// Readable text: its size, and its contrast with the colours behind it, in both themes.
#include "ui/theme.h"

#include <initializer_list>

#include "render/heatmap.h"
#include "ui/driver.h"

using namespace gf;
using namespace gf::test;

namespace theme_test {
namespace {

constexpr float kLeastContrast = 4.5f, kLeastOfShapes = 3;  // WCAG 2, level AA: 1.4.3 and 1.4.11

// Returns the look of a translucent colour on another.
ImU32 over(ImU32 color, ImU32 ground) {
  return ui::blend(ground, color | IM_COL32_A_MASK, static_cast<float>((color >> IM_COL32_A_SHIFT) & 255) / 255);
}

struct Named {
  const char* name;
  ImU32 color;
};

void check_pairs(std::initializer_list<Named> inks, std::initializer_list<Named> grounds, float least = kLeastContrast) {
  for (const Named& ink : inks)
    for (const Named& ground : grounds) {
      const float contrast = ui::contrast(over(ink.color, ground.color), ground.color);
      CHECK_MESSAGE(contrast >= least, std::string(ink.name), " on ", std::string(ground.name), ": ", contrast);
    }
}

}  // namespace

TEST_SUITE("ui/theme") {
  TEST_CASE("every ink has a contrast of 4.5 to 1 on every ground that it stands on") {
    for (const bool dark : {false, true}) {
      CAPTURE(dark);
      Driver driver(640, 400, dark);
      const ui::Palette p = ui::make_theme(dark).color;
      const auto washed = [&](ImU32 ground, float opacity) { return over(ui::faded(p.ink, opacity), ground); };
      // Frames of the picture have the tint of a series, cards are panels, and the open lesson has the shade of the accent.
      check_pairs({{"ink", p.ink}, {"muted", p.muted}, {"faint", p.faint}},
                  {{"page", p.page}, {"panel", p.panel}, {"raised", p.raised}, {"sunken", p.sunken}});
      check_pairs({{"accent", p.accent}, {"warn", p.warn}}, {{"page", p.page}, {"panel", p.panel}, {"raised", p.raised}});
      check_pairs({{"pin", p.pin}, {"mark", p.mark}}, {{"panel", p.panel}});
      check_pairs({{"accent", p.accent}, {"ink", p.ink}},
                  {{"accent_soft on page", over(p.accent_soft, p.page)}, {"accent_soft on panel", over(p.accent_soft, p.panel)}});
      check_pairs({{"on_accent", p.on_accent}}, {{"accent", p.accent}, {"accent, pressed", washed(p.accent, 0.13f)}});
      check_pairs({{"ink", p.ink}, {"warn", p.warn}}, {{"warn_soft", p.warn_soft}});
      check_pairs({{"muted", p.muted}}, {{"hidden", p.hidden}});
      check_pairs({{"ink", p.ink}}, {{"panel, pressed", washed(p.panel, 0.13f)}, {"raised, pressed", washed(p.raised, 0.13f)}});
      check_pairs({{"page", p.page}}, {{"ink", p.ink}});  // the notice that a link was copied
      for (const ImU32 series : p.series) {
        const ImU32 tint = ui::blend(p.page, series, dark ? 0.16f : 0.09f);
        check_pairs({{"muted", p.muted}, {"accent", p.accent}}, {{"frame of a block", tint}});
      }
    }
  }

  TEST_CASE("fields, sliders, switches, arrows and rings have a contrast of 3 to 1 with what they stand on") {
    for (const bool dark : {false, true}) {
      CAPTURE(dark);
      Driver driver(640, 400, dark);
      const ui::Palette p = ui::make_theme(dark).color;
      check_pairs({{"outline", p.outline}}, {{"page", p.page}, {"panel", p.panel}}, kLeastOfShapes);
      check_pairs({{"arrow", p.arrow}, {"accent", p.accent}, {"after", p.after}, {"focus", p.focus}, {"guess", p.guess}},
                  {{"page", p.page}}, kLeastOfShapes);
      check_pairs({{"edit", p.edit}, {"crosshair", p.crosshair}, {"pin", p.pin}, {"mark", p.mark}}, {{"panel", p.panel}}, kLeastOfShapes);
    }
  }

  TEST_CASE("with more contrast words have 7 to 1, and frames and arrows 4.5 to 1") {
    constexpr float kMore = 7;  // WCAG 2, level AAA
    for (const bool dark : {false, true}) {
      CAPTURE(dark);
      Driver driver(640, 400, dark);
      const ui::Palette p = ui::make_theme(dark, true).color;
      const std::initializer_list<Named> grounds = {{"page", p.page}, {"panel", p.panel}, {"raised", p.raised}, {"sunken", p.sunken}};
      check_pairs({{"ink", p.ink}, {"muted", p.muted}, {"faint", p.faint}, {"focus_ink", p.focus_ink}, {"warn", p.warn}}, grounds, kMore);
      check_pairs(
          {{"border", p.border}, {"outline", p.outline}, {"arrow", p.arrow}, {"edit", p.edit}, {"accent", p.accent}, {"focus", p.focus}},
          grounds);
    }
  }

  TEST_CASE("the contrast of black and white is 21") {
    CHECK(ui::contrast(IM_COL32_WHITE, IM_COL32_BLACK) == doctest::Approx(21));
    CHECK(ui::contrast(IM_COL32_BLACK, IM_COL32_BLACK) == 1);
  }

  TEST_CASE("numbers can be read on every colour of the heat maps") {
    for (const bool dark : {false, true})
      for (const bool both_ways : {false, true})
        for (int i = both_ways ? -200 : 0; i <= 200; ++i) {
          const ImU32 ground = colormap(static_cast<float>(i) / 200, both_ways, dark);
          CHECK_MESSAGE(ui::contrast(ui::ink_on(ground), ground) >= kLeastContrast, "at ", i, " of 200, dark ", dark, ", both ways ",
                        both_ways);
        }
  }

  TEST_CASE("no letters are smaller than 12 px") {
    Driver driver(640, 400);
    const ui::Theme theme = ui::make_theme(false);
    for (const ui::Type& type :
         {theme.title, theme.heading, theme.body, theme.small, theme.tiny, theme.mono, theme.mono_small, theme.value})
      CHECK(type.size >= 12);
    CHECK(ui::least_readable() >= 12);
  }
}

}  // namespace theme_test
