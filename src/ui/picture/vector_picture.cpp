#include "ui/picture/vector_picture.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/picture/drawn_letters.h"
#include "ui/widgets/imgui_private.h"

namespace gf::ui {

namespace {

using Polygon = std::vector<ImVec2>;

// Returns the number with one decimal, as short as possible: "-.5", "12".
std::string short_number(float value) {
  const long tenths = std::lround(value * 10);
  if (tenths == 0) return "0";
  std::string text = tenths < 0 ? "-" : "";
  if (const long whole = std::labs(tenths) / 10; whole > 0) text += std::to_string(whole);
  if (const long part = std::labs(tenths) % 10; part > 0) text += '.' + std::to_string(part);
  return text;
}

// Appends a number to a path, with a blank before it if it would run into the previous number.
void add_number(std::string& path, float value) {
  const std::string number = short_number(value);
  const bool after_digit = !path.empty() && (path.back() == '.' || (path.back() >= '0' && path.back() <= '9'));
  if (after_digit && number[0] != '-') path += ' ';
  path += number;
}

float area_of(const Polygon& polygon) {
  float twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ImVec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

// Returns the part of a convex polygon on one side of a line (Sutherland and Hodgman). `inside` returns the signed distance of a point on
// that side.
template <typename Inside>
Polygon cut(const Polygon& polygon, const Inside& inside) {
  Polygon rest;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ImVec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const float side_a = inside(a), side_b = inside(b);
    if (side_a >= 0) rest.push_back(a);
    if ((side_a < 0) == (side_b < 0)) continue;
    const float way = side_a / (side_a - side_b);
    rest.push_back({a.x + (b.x - a.x) * way, a.y + (b.y - a.y) * way});
  }
  return rest;
}

Polygon clipped(Polygon polygon, const Box& clip) {
  polygon = cut(polygon, [&](ImVec2 p) { return p.x - clip.min.x; });
  polygon = cut(polygon, [&](ImVec2 p) { return clip.max.x - p.x; });
  polygon = cut(polygon, [&](ImVec2 p) { return p.y - clip.min.y; });
  return cut(polygon, [&](ImVec2 p) { return clip.max.y - p.y; });
}

bool is_upright_box(const Polygon& p) {
  return p.size() == 4 && ((p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x) ||
                           (p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y));
}

void add_outline(std::string& path, const Polygon& polygon) {
  path += 'M';
  add_number(path, polygon[0].x);
  add_number(path, polygon[0].y);
  if (is_upright_box(polygon)) {
    const ImVec2 across{polygon[2].x - polygon[0].x, polygon[2].y - polygon[0].y};
    path += 'h';
    add_number(path, across.x);
    path += 'v';
    add_number(path, across.y);
    path += 'h';
    add_number(path, -across.x);
  } else {
    path += 'l';
    // Each step begins at the place to which the rounded numbers have led, so that rounding errors do not add up.
    ImVec2 at{std::round(polygon[0].x * 10) / 10, std::round(polygon[0].y * 10) / 10};
    for (std::size_t i = 1; i < polygon.size(); ++i) {
      const ImVec2 step{std::round((polygon[i].x - at.x) * 10) / 10, std::round((polygon[i].y - at.y) * 10) / 10};
      if (step.x == 0 && step.y == 0) continue;
      add_number(path, step.x);
      add_number(path, step.y);
      at = {at.x + step.x, at.y + step.y};
    }
  }
  path += 'z';
}

// Returns the attributes of a colour: fill="#1c1f26" fill-opacity=".50".
std::string fill_of(ImU32 color) {
  const auto channel = [&](int shift) { return color >> shift & 255u; };
  char text[24];
  std::snprintf(text, sizeof text, "fill=\"#%02x%02x%02x\"", channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT),
                channel(IM_COL32_B_SHIFT));
  std::string fill = text;
  if (const unsigned alpha = channel(IM_COL32_A_SHIFT); alpha < 255) {
    char share[8];
    std::snprintf(share, sizeof share, "%.2f", static_cast<double>(alpha) / 255);
    fill += std::string(" fill-opacity=\"") + (share + 1) + "\"";
  }
  return fill;
}

ImU32 mean_color(const std::vector<ImU32>& colors) {
  ImU32 mean = 0;
  for (const int shift : {0, 8, 16, 24}) {
    std::size_t sum = 0;
    for (const ImU32 color : colors) sum += color >> shift & 255u;
    mean |= static_cast<ImU32>((sum + colors.size() / 2) / colors.size()) << shift;
  }
  return mean;
}

void add_escaped(std::string& text, std::string_view signs) {
  for (const char sign : signs) {
    if (sign == '<')
      text += "&lt;";
    else if (sign == '&')
      text += "&amp;";
    else
      text += sign;
  }
}

bool touch(const Polygon& a, const Polygon& b) {
  return std::any_of(a.begin(), a.end(), [&](ImVec2 p) {
    return std::any_of(b.begin(), b.end(), [&](ImVec2 q) { return std::fabs(p.x - q.x) < 0.05f && std::fabs(p.y - q.y) < 0.05f; });
  });
}

// Writes shapes and letters in the order of drawing. Neighbours of the same colour become one path or one text.
class Writer {
 public:
  explicit Writer(const VectorPicture& picture, ImVec2 display)
      : for_others_(picture.for_others), left_out_(picture.left_out), part_(picture.part.value_or(Box{{0, 0}, display})) {}

  /// Returns the part of a clip rectangle that is in the picture.
  Box in_picture(const Box& clip) const { return common(clip, part_); }

  void shape(Polygon polygon, ImU32 color, const Box& clip) {
    if (color >> IM_COL32_A_SHIFT == 0) return;
    polygon = clipped(std::move(polygon), clip);
    if (polygon.size() < 3 || std::fabs(area_of(polygon)) < 0.02f) return;
    if (area_of(polygon) < 0) std::reverse(polygon.begin(), polygon.end());
    if (left_out_ == color && is_upright_box(polygon) && covers(polygon)) return;
    // Transparent shapes that do not touch may lie upon each other, so each of them is its own path.
    const bool opaque = color >> IM_COL32_A_SHIFT == 255;
    if (!path_.empty() && (color != color_ || !(opaque || touch(polygon, last_)))) end_path();
    end_text();
    color_ = color;
    add_outline(path_, polygon);
    last_ = std::move(polygon);
  }

  // Writes a letter, or a word that the fonts lack.
  void letter(const DrawnLetter& letter, ImU32 color, const Box& clip) {
    const Box seen = common(letter.box, clip);
    if (seen.width() <= 0 || seen.height() <= 0 || color >> IM_COL32_A_SHIFT == 0) return;
    const bool cut = seen.width() < letter.box.width() - 0.5f || seen.height() < letter.box.height() - 0.5f;
    const std::optional<Box> within = cut ? std::optional(clip) : std::nullopt;
    end_path();
    const std::optional<bool> blank = text_.empty() ? std::nullopt : blank_before(letter);
    if (!blank || color != color_ || !(within == within_) || letter.font != before_.font) {
      end_text();
      begin_ = letter;
      color_ = color;
      within_ = within;
    } else if (*blank) {
      text_ += ' ';
    }
    if (letter.glyph) {
      char bytes[5];
      const int length = ImTextCharToUtf8(bytes, letter.glyph->Codepoint);
      add_escaped(text_, {bytes, static_cast<std::size_t>(length)});
    } else {
      add_escaped(text_, letter.word);
    }
    before_ = letter;
  }

  std::string finish() {
    end_path();
    end_text();
    const std::string width = short_number(part_.width()), height = short_number(part_.height());
    const char* const family = for_others_ ? "Inter, Helvetica Neue, Arial, DejaVu Sans, sans-serif" : "Inter, sans-serif";
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + short_number(part_.min.x) + ' ' + short_number(part_.min.y) + ' ' +
           width + ' ' + height + "\" width=\"" + width + "\" height=\"" + height + "\" font-family=\"" + family +
           "\" text-rendering=\"geometricPrecision\">" + out_ + "</svg>\n";
  }

 private:
  // Whether a blank stands between the previous letter and this one; nullopt if this letter begins a new text.
  std::optional<bool> blank_before(const DrawnLetter& letter) const {
    constexpr float kSame = 0.05f;  // as a part of the em
    if (!goes_on(before_, letter)) return std::nullopt;
    const float gap = letter.along - before_.end, em = letter.size;
    if (std::fabs(gap) < kSame * em) return false;
    return std::fabs(gap - letter.blank) < kSame * em ? std::optional(true) : std::nullopt;
  }

  void end_path() {
    if (path_.empty()) return;
    out_ += "<path " + fill_of(color_) + " d=\"" + path_ + "\"/>";
    path_.clear();
  }

  void end_text() {
    if (text_.empty()) return;
    const ImFont* regular = ImGui::GetIO().Fonts->Fonts[0];
    float x = begin_.along, y = begin_.base + begin_.below;
    if (begin_.upright) {
      x = begin_.base + begin_.below;
      y = -begin_.along;
    }
    std::string tag = "<text x=\"" + short_number(x) + "\" y=\"" + short_number(y) + "\" font-size=\"" + short_number(begin_.size) + "\" ";
    if (begin_.font != regular) tag += "font-weight=\"600\" ";
    if (begin_.upright) tag += "transform=\"rotate(-90 " + short_number(x) + ' ' + short_number(y) + ")\" ";
    if (const float width = before_.end - begin_.along; for_others_ && width > 0)
      tag += "textLength=\"" + short_number(width) + "\" lengthAdjust=\"spacing\" ";
    if (within_) tag += "clip-path=\"url(#" + clip_path(*within_) + ")\" ";
    out_ += tag + fill_of(color_) + ">" + text_ + "</text>";
    text_.clear();
  }

  std::string clip_path(const Box& box) {
    const auto found = std::find(clips_.begin(), clips_.end(), box);
    const std::string name = 'c' + std::to_string(found - clips_.begin());
    if (found != clips_.end()) return name;
    clips_.push_back(box);
    std::string outline;
    add_outline(outline, {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}});
    out_ += "<clipPath id=\"" + name + "\"><path d=\"" + outline + "\"/></clipPath>";
    return name;
  }

  // Whether a box is at least as large as the picture.
  bool covers(const Polygon& box) const {
    const float across = std::fabs(box[2].x - box[0].x), down = std::fabs(box[2].y - box[0].y);
    return across >= part_.width() - 1 && down >= part_.height() - 1;
  }

  bool for_others_;
  std::optional<ImU32> left_out_;
  Box part_;
  std::string out_;
  ImU32 color_ = 0;  // the colour of the path or text that is being written
  std::string path_;
  Polygon last_;  // the last shape of the path
  std::string text_;
  DrawnLetter begin_, before_;  // the first and the last letter of the text
  std::optional<Box> within_;   // the clip rectangle that cuts the text
  std::vector<Box> clips_;
};

// Adds the shapes and letters of a draw command. ImGui draws an outline as a fan: each triangle begins in the first corner and continues
// from the last one.
void add_shapes(Writer& writer, const ImDrawList& list, const ImDrawCmd& command, const Box& clip, const KnownLetters& known) {
  const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
  const ImDrawVert* corners = list.VtxBuffer.Data + command.VtxOffset;
  const ImVec2 white = list._Data->TexUvWhitePixel;
  for (unsigned i = 0; i + 2 < command.ElemCount;) {
    const ImDrawIdx first = indices[i];
    if (i + 5 < command.ElemCount && static_cast<int>(command.VtxOffset + first) + 3 < list.VtxBuffer.Size)
      if (std::optional<DrawnLetter> drawn = known.at(corners + first); drawn || (drawn = known.word_at(corners + first))) {
        writer.letter(*drawn, corners[first].col, clip);
        i += 6;
        continue;
      }
    Polygon outline{corners[first].pos, corners[indices[i + 1]].pos, corners[indices[i + 2]].pos};
    std::vector<ImU32> colors{corners[first].col, corners[indices[i + 1]].col, corners[indices[i + 2]].col};
    const bool plain = corners[first].uv.x == white.x && corners[first].uv.y == white.y;
    for (i += 3; i + 2 < command.ElemCount && indices[i] == first && indices[i + 1] == indices[i - 1]; i += 3) {
      outline.push_back(corners[indices[i + 2]].pos);
      colors.push_back(corners[indices[i + 2]].col);
    }
    if (plain) writer.shape(std::move(outline), mean_color(colors), clip);
  }
}

// Whether a window is a bar of buttons over the stage (ui/stage/floating_bar.h), which is of no use on paper.
bool is_tool(const char* window) { return window && std::string_view(window).find("/tool: ") != std::string_view::npos; }

}  // namespace

std::string vector_picture(const VectorPicture& picture) {
  const ImDrawData* drawn = ImGui::GetDrawData();
  if (!drawn) return {};
  const KnownLetters known;
  Writer writer(picture, drawn->DisplaySize);
  for (const ImDrawList* list : drawn->CmdLists) {
    if (picture.for_others && is_tool(list->_OwnerName)) continue;
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const Box clip = writer.in_picture({{command.ClipRect.x, command.ClipRect.y}, {command.ClipRect.z, command.ClipRect.w}});
      if (!command.UserCallback && clip.width() > 0 && clip.height() > 0) add_shapes(writer, *list, command, clip, known);
    }
  }
  return writer.finish();
}

std::string unseen_picture(const std::function<void()>& draw, const std::function<VectorPicture()>& picture) {
  ImGuiStyle& style = ImGui::GetStyle();
  const bool fill = style.AntiAliasedFill, lines = style.AntiAliasedLines;
  style.AntiAliasedFill = style.AntiAliasedLines = false;
  ImGuiIO& io = ImGui::GetIO();
  // A picture has no pointer.
  const ImVec2 pointer = std::exchange(io.MousePos, ImVec2(-FLT_MAX, -FLT_MAX));
  io.DeltaTime = 0.001f;
  ImGui::NewFrame();
  // draw() may set the style anew from the theme. That comes too late to bring anti-aliasing back, since the lists have begun.
  draw();
  ImGui::Render();
  std::string text = vector_picture(picture());
  style.AntiAliasedFill = fill;
  style.AntiAliasedLines = lines;
  io.MousePos = pointer;
  return text;
}

}  // namespace gf::ui
