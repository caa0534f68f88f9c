#include "ui/theme.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/utf8.h"

namespace gf::ui {

namespace {

enum class Adds { font, letters_to_last };

// Adds a font of a collection as a new font, or adds its letters to the last font.
void add_font(const std::string& collection, int weight, Adds adds) {
  ImFontConfig config;
  config.PixelSnapH = false;
  config.FontNo = static_cast<ImU32>(weight);
  config.FontDataOwnedByAtlas = false;  // ImGui makes a copy
  config.MergeMode = adds == Adds::letters_to_last;
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(collection.data()), static_cast<int>(collection.size()), kBodySize, &config);
}

}  // namespace

void load_fonts(const std::string& collection) {
  ImGui::GetStyle().FontSizeBase = kBodySize;
  for (const int weight : {0, 1}) add_font(collection, weight, Adds::font);
}

bool may_have_further_letters(std::string_view word) {
  const auto may = [](char32_t c) { return (c >= 0x80 && c < 0x400) || (c >= 0x2000 && c < 0x2100); };
  const std::vector<std::string_view> letters = utf8_characters(word);
  return std::ranges::any_of(letters, [&](std::string_view letter) { return may(code_point(letter)); });
}

void add_further_letters(const std::string& collection) {
  ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
  for (const int weight : {0, 1}) {
    std::swap(fonts[weight], fonts.back());
    add_font(collection, weight, Adds::letters_to_last);
    std::swap(fonts[weight], fonts.back());
  }
}

namespace {

constexpr ImU32 rgb(unsigned value, unsigned alpha = 255) { return IM_COL32((value >> 16) & 255, (value >> 8) & 255, value & 255, alpha); }

Palette light_palette() {
  Palette p{};
  p.page = rgb(0xF7F5F0);
  p.panel = rgb(0xFFFFFF);
  p.raised = rgb(0xFFFFFF);
  p.sunken = rgb(0xEFECE4);
  p.border = rgb(0xE1DED6);
  p.rule = rgb(0xD9D6CD);
  p.outline = rgb(0x868A93);
  p.ink = rgb(0x1C1F26);
  p.muted = rgb(0x5A606C);
  p.faint = rgb(0x636974);
  p.accent = rgb(0x1D5BB8);
  p.accent_soft = rgb(0x1D5BB8, 28);
  p.on_accent = rgb(0xFFFFFF);
  p.after = rgb(0x156B41);
  p.focus = rgb(0xB87A00);
  p.focus_ink = rgb(0x7A5200);
  p.halo = rgb(0xF0B840, 90);
  p.callout = rgb(0xFFF3D6);
  p.guess = rgb(0xA3257A);
  p.arrow = rgb(0x8A877E);
  p.crosshair = rgb(0x1C2230, 126);
  p.edit = rgb(0x1C2230, 132);
  p.pin = rgb(0x7A3FC4);
  p.mark = rgb(0xB4610A);
  p.warn = rgb(0xB3261E);
  p.warn_soft = rgb(0xFBE4E1);
  p.hidden = rgb(0xECEAE4);
  p.hidden_hatch = rgb(0xCFCCC3);
  p.shadow = rgb(0x1C2230, 14);
  constexpr unsigned kSeries[8] = {0x1F5FBF, 0xC8500A, 0x00876A, 0xA8417F, 0x2C93C9, 0xA87400, 0x7A5244, 0x5A6270};
  for (int i = 0; i < 8; ++i) p.series[i] = rgb(kSeries[i]);
  return p;
}

Palette dark_palette() {
  Palette p{};
  p.page = rgb(0x14161B);
  p.panel = rgb(0x1E2229);
  p.raised = rgb(0x252A33);
  p.sunken = rgb(0x0E1014);
  p.border = rgb(0x2B2F39);
  p.rule = rgb(0x333844);
  p.outline = rgb(0x747C8A);
  p.ink = rgb(0xECEEF2);
  p.muted = rgb(0xA6ADBA);
  p.faint = rgb(0x949CA9);
  p.accent = rgb(0x86B4FF);
  p.accent_soft = rgb(0x86B4FF, 38);
  p.on_accent = rgb(0x0D1524);
  p.after = rgb(0x62D29B);
  p.focus = rgb(0xE5B544);
  p.focus_ink = rgb(0xF0CB72);
  p.halo = rgb(0xE5B544, 64);
  p.callout = rgb(0x2E2818);
  p.guess = rgb(0xF08AC4);
  p.arrow = rgb(0x6E7685);
  p.crosshair = rgb(0xE7E9EE, 130);
  p.edit = rgb(0xE7E9EE, 112);
  p.pin = rgb(0xC59BFF);
  p.mark = rgb(0xF0A94A);
  p.warn = rgb(0xFF8A80);
  p.warn_soft = rgb(0x43211F);
  p.hidden = rgb(0x20242C);
  p.hidden_hatch = rgb(0x3A404C);
  p.shadow = rgb(0x000000, 60);
  constexpr unsigned kSeries[8] = {0x7FB0FF, 0xFF9A5C, 0x4FD1AE, 0xE58BC4, 0x74CCF4, 0xF2C14E, 0xC9A08F, 0xA3ABB8};
  for (int i = 0; i < 8; ++i) p.series[i] = rgb(kSeries[i]);
  return p;
}

Palette with_more_contrast(Palette p, bool dark) {
  const ImU32 ink = dark ? rgb(0xFFFFFF) : rgb(0x000000), ground = dark ? rgb(0x000000) : rgb(0xFFFFFF);
  p.page = p.panel = p.raised = p.sunken = p.callout = p.warn_soft = ground;
  p.ink = p.muted = p.faint = p.border = p.rule = p.outline = p.arrow = p.edit = p.crosshair = p.hidden_hatch = ink;
  p.hidden = ground;
  if (!dark) {
    p.accent = rgb(0x0B3D91);
    p.after = rgb(0x0B4A2B);
    p.focus = p.focus_ink = rgb(0x5C3D00);
    p.guess = rgb(0x7A0F57);
    p.warn = rgb(0x8C0F08);
  }
  return p;
}

ImVec4 vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

void apply_colors(const Palette& p, ImVec4* c) {
  c[ImGuiCol_Text] = vec(p.ink);
  c[ImGuiCol_TextDisabled] = vec(p.faint);
  c[ImGuiCol_WindowBg] = vec(p.page);
  c[ImGuiCol_ChildBg] = ImVec4(0, 0, 0, 0);
  c[ImGuiCol_PopupBg] = vec(p.raised);
  c[ImGuiCol_Border] = vec(p.outline);
  c[ImGuiCol_BorderShadow] = ImVec4(0, 0, 0, 0);
  c[ImGuiCol_FrameBg] = vec(p.panel);
  c[ImGuiCol_FrameBgHovered] = vec(p.panel);
  c[ImGuiCol_FrameBgActive] = vec(p.panel);
  c[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
  c[ImGuiCol_ScrollbarGrab] = vec(faded(p.ink, 0.18f));
  c[ImGuiCol_ScrollbarGrabHovered] = vec(faded(p.ink, 0.32f));
  c[ImGuiCol_ScrollbarGrabActive] = vec(faded(p.ink, 0.42f));
  c[ImGuiCol_Header] = vec(p.accent_soft);
  c[ImGuiCol_HeaderHovered] = vec(faded(p.ink, 0.07f));
  c[ImGuiCol_HeaderActive] = vec(faded(p.ink, 0.12f));
  c[ImGuiCol_Button] = ImVec4(0, 0, 0, 0);
  c[ImGuiCol_ButtonHovered] = vec(faded(p.ink, 0.07f));
  c[ImGuiCol_ButtonActive] = vec(faded(p.ink, 0.12f));
  c[ImGuiCol_Separator] = vec(p.rule);
  c[ImGuiCol_TextSelectedBg] = vec(faded(p.accent, 0.30f));
  c[ImGuiCol_NavCursor] = vec(p.accent);
  c[ImGuiCol_InputTextCursor] = vec(p.ink);
}

float luminance(ImU32 color) {
  const ImVec4 c = vec(color);
  const auto linear = [](float s) { return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f); };
  return 0.2126f * linear(c.x) + 0.7152f * linear(c.y) + 0.0722f * linear(c.z);
}

}  // namespace

float contrast(ImU32 first, ImU32 second) {
  const float a = luminance(first), b = luminance(second);
  return (std::max(a, b) + 0.05f) / (std::min(a, b) + 0.05f);
}

Theme make_theme(bool dark, bool more_contrast) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
  ImFont *regular = fonts[0], *heavy = fonts.Size > 1 ? fonts[1] : fonts[0];
  Theme theme;
  theme.dark = dark;
  theme.unit = style.FontScaleMain * style.FontScaleDpi;
  theme.color = dark ? dark_palette() : light_palette();
  if (more_contrast) theme.color = with_more_contrast(theme.color, dark);
  const float u = theme.unit;
  theme.title = {heavy, line_of(18) * u};
  theme.heading = {heavy, line_of(15) * u};
  theme.body = {regular, kBodySize * u};
  theme.small = {regular, line_of(13) * u};
  theme.tiny = {regular, line_of(12) * u};
  theme.caption = {regular, line_of(20) * u};
  theme.strong = {heavy, line_of(20) * u};
  theme.mono = {regular, line_of(14) * u};
  theme.mono_small = {regular, line_of(13) * u};
  theme.value = {heavy, line_of(24) * u};
  return theme;
}

Theme zoomed(const Theme& theme, float zoom) {
  Theme scaled = theme;
  scaled.screen = &theme;
  scaled.unit *= zoom;
  for (Type* type : {&scaled.title, &scaled.heading, &scaled.body, &scaled.small, &scaled.tiny, &scaled.caption, &scaled.strong,
                     &scaled.mono, &scaled.mono_small, &scaled.value})
    type->size = std::max(type->size * zoom, 1.0f);  // ImGui has no letters of size 0
  return scaled;
}

float least_readable() { return line_of(12) * ImGui::GetStyle().FontScaleMain * ImGui::GetStyle().FontScaleDpi; }

void apply_style(const Theme& theme) {
  ImGuiStyle& style = ImGui::GetStyle();
  const float u = theme.unit;
  style.FontSizeBase = kBodySize;
  style.WindowPadding = ImVec2(12 * u, 12 * u);
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.PopupRounding = 8 * u;
  style.WindowRounding = 8 * u;
  style.FramePadding = ImVec2(10 * u, 6 * u);
  style.FrameRounding = 6 * u;
  style.FrameBorderSize = 1;
  style.ItemSpacing = ImVec2(8 * u, 8 * u);
  style.ItemInnerSpacing = ImVec2(6 * u, 6 * u);
  style.ScrollbarSize = 11 * u;
  style.ScrollbarRounding = 6 * u;
  style.GrabMinSize = 14 * u;
  style.GrabRounding = 7 * u;
  style.SelectableTextAlign = ImVec2(0, 0.5f);
  apply_colors(theme.color, style.Colors);
}

ImU32 faded(ImU32 color, float opacity) {
  const auto alpha = static_cast<float>((color >> IM_COL32_A_SHIFT) & 255) * std::clamp(opacity, 0.0f, 1.0f);
  return (color & ~IM_COL32_A_MASK) | (static_cast<ImU32>(std::lround(alpha)) << IM_COL32_A_SHIFT);
}

ImU32 blend(ImU32 a, ImU32 b, float t) {
  const ImVec4 from = vec(a), to = vec(b);
  return ImGui::ColorConvertFloat4ToU32(
      ImVec4(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t, from.z + (to.z - from.z) * t, from.w + (to.w - from.w) * t));
}

ImU32 ink_on(ImU32 background) {
  // Black and white have the same contrast (WCAG) at the luminance sqrt(1.05 · 0.05) − 0.05 = 0.179. That contrast is 4.58.
  return luminance(background) > 0.179f ? rgb(0x000000) : rgb(0xFFFFFF);
}

}  // namespace gf::ui
