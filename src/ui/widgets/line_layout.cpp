#include "ui/widgets/line_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/nth.h"
#include "core/utf8.h"
#include "ui/widgets/characters.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/words.h"

namespace gf::ui {

namespace {

// The em as a part of a line. ImGui measures a size by the line, and the platform by the em.
constexpr float kEm = 1 / kLineOfEm;
constexpr std::size_t kLongestWord = 240;  // bytes: a longer word is drawn in parts
constexpr std::size_t kLongest = 100'000;  // bytes: nobody reads a longer text, and its layout would delay the frame
constexpr float kWidestPicture = 2048;     // pixels
constexpr int kLargestPicture = 128;       // pixels to the em: larger words are stretched

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

bool font_has(const ImFont& font, char32_t c) { return c < 0x80 || is_control(c) || const_cast<ImFont&>(font).IsGlyphInFont(c); }

bool font_has_all(const ImFont& font, std::string_view text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return true;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    if (length > 1 && !font_has(font, code_point(text.substr(0, length)))) return false;
    text.remove_prefix(length);
  }
  return true;
}

float plain_width(const Type& type, std::string_view text) {
  return type.font->CalcTextSizeA(type.size, std::numeric_limits<float>::max(), 0, text.data(), text.data() + text.size()).x;
}

// A piece of a line before it is measured: a word, or a character that stands alone.
struct LinePart {
  std::size_t begin, end;
  Direction direction;
  bool word, lacking;
};

std::vector<LinePart> parts_of(const ImFont& font, std::string_view line) {
  std::vector<LinePart> parts;
  for (const Cluster& cluster : clusters_of(line)) {
    const Direction direction = direction_of(cluster.first);
    const bool letter = direction == Direction::left || direction == Direction::right;
    const LinePart part{cluster.begin, cluster.end, direction, letter && !stands_alone(cluster.first),
                        !font_has_all(font, line.substr(cluster.begin, cluster.end - cluster.begin))};
    LinePart* before = parts.empty() ? nullptr : &parts.back();
    if (before && before->word && part.word && before->direction == direction && part.end - before->begin <= kLongestWord) {
      before->end = part.end;
      before->lacking = before->lacking || part.lacking;
    } else {
      parts.push_back(part);
    }
  }
  return parts;
}

// Merges neighbouring parts that the font has. Only for lines that are read from the left throughout, whose parts need no reordering.
std::vector<LinePart> merged_parts(const std::vector<LinePart>& parts) {
  std::vector<LinePart> result;
  for (const LinePart& part : parts) {
    if (!result.empty() && !result.back().lacking && !part.lacking) {
      result.back().end = part.end;
    } else {
      result.push_back(part);
    }
  }
  return result;
}

Word word_of(const LineLayout& line, const Piece& piece) {
  return {line.text.substr(piece.begin, piece.end - piece.begin), piece.right_to_left};
}

// Returns the text of a piece as it is drawn: a bracket that is read from the right becomes the opposite bracket.
std::string_view shown_text(const LineLayout& line, const Piece& piece) {
  const std::string_view text = line.text.substr(piece.begin, piece.end - piece.begin);
  return piece.right_to_left ? mirrored(text) : text;
}

const WordShape& shape_of(const Type& type, const LineLayout& line, const Piece& piece) {
  return Words::of(*type.font)->shape(word_of(line, piece));
}

void draw_word(ImDrawList* list, const Type& type, const Word& word, float advance, ImVec2 at, ImU32 color) {
  const float density = std::max(ImGui::GetIO().DisplayFramebufferScale.y, 0.5f), em_px = type.size * kEm * density;
  const float least = advance > 0 ? kWidestPicture / advance : kWidestPicture;
  const int size_px = std::max(static_cast<int>(std::lround(std::min({em_px, least, static_cast<float>(kLargestPicture)}))), 1);
  ImFontBaked* baked = type.font->GetFontBaked(type.size);
  const float baseline = at.y + baked->Ascent * type.size / baked->Size;
  Words& words = *Words::of(*type.font);
  const WordInAtlas* picture = words.picture(word, size_px);
  if (picture && picture->place < 0 && words.shape(word).missing) picture = nullptr;  // the machine draws not even a box for the word
  if (!picture) return list->AddText(type.font, type.size, at, color, "\xEF\xBF\xBD");
  if (picture->place < 0) return;
  // Each pixel of the picture is a pixel of the screen, except for sizes beyond kLargestPicture or kWidestPicture.
  const float scale = std::fabs(em_px - static_cast<float>(size_px)) <= 0.5f ? 1 / density : em_px / static_cast<float>(size_px) / density;
  const ImVec2 pen(std::round(at.x * density) / density, std::round(baseline * density) / density);
  const ImVec2 min(pen.x + static_cast<float>(picture->left) * scale, pen.y + static_cast<float>(picture->top) * scale);
  const ImVec2 max(min.x + static_cast<float>(picture->width) * scale, min.y + static_cast<float>(picture->height) * scale);
  ImFontAtlasRect rect;
  ImFontAtlas* atlas = type.font->ContainerAtlas;
  if (!atlas->GetCustomRect(picture->place, &rect)) return;
  list->AddImage(atlas->TexRef, min, max, rect.uv0, rect.uv1, picture->coloured ? color | ~IM_COL32_A_MASK : color);
}

}  // namespace

bool is_plain(const Type& type, std::string_view text) {
  return text.size() > kLongest || font_has_all(*type.font, text) || !Words::of(*type.font);
}

bool begins_right(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    const Direction direction = direction_of(code_point(text.substr(0, length)));
    if (direction == Direction::left || direction == Direction::right) return direction == Direction::right;
    text.remove_prefix(length);
  }
  return false;
}

LineLayout lay_out(const Type& type, std::string_view text, bool from_right) {
  LineLayout line{text};
  std::vector<LinePart> parts = parts_of(*type.font, text);
  const bool ordered =
      !from_right && std::none_of(parts.begin(), parts.end(), [](const LinePart& p) { return p.direction == Direction::right; });
  if (ordered) parts = merged_parts(parts);
  std::vector<Direction> directions;
  for (const LinePart& part : parts) {
    line.pieces.push_back({part.begin, part.end, part.lacking});
    directions.push_back(part.direction);
  }
  Visual visual;
  if (ordered) {
    for (std::size_t i = 0; i < parts.size(); ++i) visual.order.push_back(i);
  } else {
    visual = visual_order(directions, from_right);
  }
  for (const std::size_t i : visual.order) {
    Piece& piece = line.pieces[i];
    piece.right_to_left = !ordered && visual.levels[i] % 2 == 1;
    piece.x = line.width;
    piece.width = piece.lacking ? shape_of(type, line, piece).advance * type.size * kEm : plain_width(type, shown_text(line, piece));
    line.width += piece.width;
  }
  return line;
}

std::vector<std::string_view> rows_of(const Type& type, std::string_view text, float width) {
  std::vector<std::string_view> rows;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    for (;;) {
      std::size_t end = line.size();
      if (width > 0) {
        const std::size_t first = line.empty() ? 0 : clusters_of(line).front().end;  // at least a character a row
        end = std::max(fitting(type, line, width), first);
      }
      rows.push_back(line.substr(0, end));
      if (end >= line.size()) break;
      line.remove_prefix(end);
    }
  }
  return rows;
}

void draw_line(ImDrawList* list, const Type& type, const LineLayout& line, ImVec2 at, ImU32 color) {
  const ImVec2 clip_min = list->GetClipRectMin(), clip_max = list->GetClipRectMax();
  if (at.y > clip_max.y || at.y + 2 * type.size < clip_min.y) return;
  for (const Piece& piece : line.pieces) {
    const ImVec2 from(at.x + piece.x, at.y);
    if (from.x > clip_max.x || from.x + piece.width + type.size < clip_min.x) continue;
    if (piece.lacking) {
      draw_word(list, type, word_of(line, piece), piece.width / type.size, from, color);
    } else {
      const std::string_view text = shown_text(line, piece);
      list->AddText(type.font, type.size, from, color, text.data(), text.data() + text.size());
    }
  }
}

namespace {

// Returns the places of the cursor in a piece, from the left end of the line: before each character, and behind the last one.
std::vector<float> stops_of(const Type& type, const LineLayout& line, const Piece& piece) {
  const std::vector<std::string_view> characters = utf8_characters(line.text.substr(piece.begin, piece.end - piece.begin));
  std::vector<float> stops;
  if (piece.lacking) {
    const WordShape& shape = shape_of(type, line, piece);
    for (const float stop : shape.stops) stops.push_back(piece.x + stop * type.size * kEm);
  } else {
    float x = 0;
    stops.push_back(piece.x);
    for (const std::string_view character : characters) {
      x += plain_width(type, character);
      stops.push_back(piece.x + x);
    }
    if (piece.right_to_left) std::reverse(stops.begin(), stops.end());
  }
  stops.resize(characters.size() + 1, stops.empty() ? piece.x : stops.back());
  return stops;
}

// Returns the first byte of each character of a piece, and the end of the piece, in the order of stops_of.
std::vector<std::size_t> bytes_of(const LineLayout& line, const Piece& piece) {
  std::vector<std::size_t> bytes{piece.begin};
  for (const std::string_view character : utf8_characters(line.text.substr(piece.begin, piece.end - piece.begin)))
    bytes.push_back(bytes.back() + character.size());
  return bytes;
}

float x_in(const Type& type, const LineLayout& line, const Piece& piece, std::size_t at) {
  const std::vector<std::size_t> bytes = bytes_of(line, piece);
  const auto found = std::lower_bound(bytes.begin(), bytes.end(), std::min(at, piece.end));
  return nth(stops_of(type, line, piece), found - bytes.begin());
}

}  // namespace

float cursor_x(const Type& type, const LineLayout& line, std::size_t at) {
  for (const Piece& piece : line.pieces)
    if (at < piece.end) return x_in(type, line, piece, std::max(at, piece.begin));
  return line.pieces.empty() ? 0 : x_in(type, line, line.pieces.back(), line.pieces.back().end);
}

std::size_t cursor_at(const Type& type, const LineLayout& line, float x) {
  std::size_t best = 0;
  float least = std::numeric_limits<float>::max();
  for (const Piece& piece : line.pieces) {
    // Two pieces that meet both have a cursor at the joint. The cursor of the piece that contains x counts.
    const bool beside = x < piece.x || x > piece.x + piece.width;
    const float away = std::max(piece.x - x, x - piece.x - piece.width);
    if (beside && away >= least) continue;
    const std::vector<float> stops = stops_of(type, line, piece);
    const std::vector<std::size_t> bytes = bytes_of(line, piece);
    for (std::size_t i = 0; i < stops.size(); ++i) {
      const float distance = std::fabs(stops[i] - x);
      if (distance < least) {
        least = distance;
        best = bytes[i];
      }
    }
  }
  return best;
}

std::vector<ImVec2> covered(const Type& type, const LineLayout& line, std::size_t begin, std::size_t end) {
  std::vector<ImVec2> spans;
  for (const Piece& piece : line.pieces) {
    if (piece.end <= begin || piece.begin >= end) continue;
    const float a = x_in(type, line, piece, std::max(begin, piece.begin)), b = x_in(type, line, piece, end);
    spans.push_back({std::min(a, b), std::max(a, b)});
  }
  return spans;
}

std::size_t fitting(const Type& type, std::string_view line, float width) {
  if (is_plain(type, line)) {
    const char* rest = nullptr;
    type.font->CalcTextSizeA(type.size, std::max(width, 0.0f), 0, line.data(), line.data() + line.size(), &rest);
    return static_cast<std::size_t>(rest - line.data());
  }
  const LineLayout whole = lay_out(type, line, false);
  if (whole.width <= width) return line.size();
  float used = 0;
  for (const Piece& piece : whole.pieces) {
    if (used + piece.width <= width) {
      used += piece.width;
      continue;
    }
    // A word is cut only if the word alone is too wide.
    if (piece.lacking && used > 0) return piece.begin;
    const std::vector<float> stops = stops_of(type, whole, piece);
    const std::vector<std::size_t> bytes = bytes_of(whole, piece);
    std::size_t fits = 0;
    while (fits + 1 < stops.size() && used + std::fabs(stops[fits + 1] - stops.front()) <= width) ++fits;
    return bytes[fits];
  }
  return line.size();
}

}  // namespace gf::ui
