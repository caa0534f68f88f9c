// Text can be read: its size, and its contrast with what it stands on, in both themes.
#include "ui/theme.h"

#include <cmath>
#include <initializer_list>

#include "render/heatmap.h"
#include "ui/driver.h"

using namespace gf;
using namespace gf::test;

namespace theme_test {
namespace {

constexpr double kLeastContrast = 4.5;  // WCAG 2, level AA

double luminance(ImU32 color) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  const auto linear = [](double s) { return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(static_cast<double>(c.x)) + 0.7152 * linear(static_cast<double>(c.y)) + 0.0722 * linear(static_cast<double>(c.z));
}

double contrast(ImU32 ink, ImU32 ground) {
  const double a = luminance(ink), b = luminance(ground);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

// Returns the look of a translucent colour on another.
ImU32 over(ImU32 color, ImU32 ground) {
  return ui::blend(ground, color | IM_COL32_A_MASK, static_cast<float>((color >> IM_COL32_A_SHIFT) & 255) / 255);
}

struct Named {
  const char* name;
  ImU32 color;
};

void check_pairs(std::initializer_list<Named> inks, std::initializer_list<Named> grounds) {
  for (const Named& ink : inks)
    for (const Named& ground : grounds)
      CHECK_MESSAGE(contrast(over(ink.color, ground.color), ground.color) >= kLeastContrast, ink.name, " on ", ground.name, ": ",
                    contrast(over(ink.color, ground.color), ground.color));
}

}  // namespace

TEST_SUITE("ui/theme") {
  TEST_CASE("every ink has a contrast of 4.5 to 1 on every ground that it stands on") {
    for (const bool dark : {false, true}) {
      CAPTURE(dark);
      Driver driver(640, 400, dark);
      const ui::Palette p = ui::make_theme(dark).color;
      const auto washed = [&](ImU32 ground, float opacity) { return over(ui::faded(p.ink, opacity), ground); };
      // Frames of the picture are tinted with a colour of the series, cards are panels, the lesson that is open has the accent's shade.
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

  TEST_CASE("numbers can be read on every colour of the heat maps") {
    for (const bool dark : {false, true})
      for (const bool both_ways : {false, true})
        for (int i = both_ways ? -200 : 0; i <= 200; ++i) {
          const ImU32 ground = colormap(static_cast<float>(i) / 200, both_ways, dark);
          CHECK_MESSAGE(contrast(ui::ink_on(ground), ground) >= kLeastContrast, "at ", i, " of 200, dark ", dark, ", both ways ",
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
