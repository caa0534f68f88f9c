#include "ui/widgets/characters.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "core/utf8.h"

namespace gf::ui {

namespace {

struct CharacterRange {
  char32_t first, last;
};

// The ranges are blocks of scripts, not single characters. Unassigned characters in them are drawn as missing from either side.
constexpr CharacterRange kFromRight[] = {{0x590, 0x65F},   {0x66A, 0x6EF},   {0x6FA, 0x8FF},     {0x200F, 0x200F},
                                         {0xFB1D, 0xFDFF}, {0xFE70, 0xFEFE}, {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF}};
constexpr CharacterRange kNumbers[] = {{'0', '9'}, {0x660, 0x669}, {0x6F0, 0x6F9}};
constexpr CharacterRange kFromLeft[] = {{'A', 'Z'},       {'a', 'z'},         {0xAA, 0xAA},       {0xB5, 0xB5},      {0xBA, 0xBA},
                                        {0xC0, 0xD6},     {0xD8, 0xF6},       {0xF8, 0x2B8},      {0x370, 0x58F},    {0x900, 0x1FFF},
                                        {0x2C00, 0x2DFF}, {0x3005, 0x3007},   {0x3021, 0xD7FF},   {0xE000, 0xFB1C},  {0xFF21, 0xFF3A},
                                        {0xFF41, 0xFFDC}, {0x10000, 0x107FF}, {0x11000, 0x1E7FF}, {0x20000, 0x3FFFF}};
constexpr CharacterRange kExtending[] = {
    {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x5BF, 0x5BF},   {0x5C1, 0x5C2},     {0x5C4, 0x5C5},    {0x5C7, 0x5C7},
    {0x610, 0x61A},   {0x64B, 0x65F},   {0x670, 0x670},   {0x6D6, 0x6DC},   {0x6DF, 0x6E4},     {0x6E7, 0x6E8},    {0x6EA, 0x6ED},
    {0x8D3, 0x903},   {0x93A, 0x93C},   {0x93E, 0x94F},   {0x951, 0x957},   {0x962, 0x963},     {0x981, 0x983},    {0x9BC, 0x9BC},
    {0x9BE, 0x9CD},   {0xA01, 0xA03},   {0xA3C, 0xA51},   {0xABC, 0xABC},   {0xABE, 0xACD},     {0xB3C, 0xB3C},    {0xB3E, 0xB57},
    {0xBBE, 0xBCD},   {0xC3E, 0xC56},   {0xCBC, 0xCBC},   {0xCBE, 0xCD6},   {0xD3B, 0xD3C},     {0xD3E, 0xD4D},    {0xE31, 0xE31},
    {0xE33, 0xE3A},   {0xE47, 0xE4E},   {0xEB1, 0xEB1},   {0xEB3, 0xEBC},   {0xEC8, 0xECD},     {0x102B, 0x103E},  {0x17B4, 0x17D3},
    {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200C, 0x200D}, {0x202A, 0x202E}, {0x2060, 0x206F},   {0x20D0, 0x20FF},  {0x302A, 0x302F},
    {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0x1F3FB, 0x1F3FF}, {0xE0000, 0xE0FFF}};
constexpr CharacterRange kAlone[] = {{0xE00, 0xEFF},   {0x2000, 0x2BFF}, {0x2E80, 0x9FFF}, {0xA000, 0xA4CF},   {0xAC00, 0xD7A3},
                                     {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFFEF}, {0x1F000, 0x1FAFF}, {0x20000, 0x3FFFF}};
constexpr char32_t kJoiner = 0x200D;
constexpr std::size_t kMostInCluster = 64;  // bytes: a joined family has 25; hundreds of accents on a letter are split off

template <std::size_t N>
constexpr bool in_order(const CharacterRange (&ranges)[N]) {
  for (std::size_t i = 1; i < N; ++i)
    if (ranges[i].first <= ranges[i - 1].last) return false;
  return true;
}
static_assert(in_order(kFromRight) && in_order(kNumbers) && in_order(kFromLeft) && in_order(kExtending) && in_order(kAlone));

template <std::size_t N>
bool is_in(const CharacterRange (&ranges)[N], char32_t c) {
  const CharacterRange* found = std::upper_bound(std::begin(ranges), std::end(ranges), c,
                                                 [](char32_t code, const CharacterRange& range) { return code < range.first; });
  return found != std::begin(ranges) && c <= std::prev(found)->last;
}

bool is_flag_letter(char32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }

// Returns the levels of pieces. A neutral piece has the direction of its neighbours if they agree, otherwise that of the line. A number
// after a word that is read from the right counts as part of that word.
std::vector<int> levels_of(const std::vector<Direction>& pieces, bool line_from_right) {
  const std::size_t count = pieces.size();
  const int line = line_from_right ? 1 : 0;
  std::vector<int> levels(count, line);
  std::vector<bool> reads_right(count);  // the direction that neutral neighbours take from a piece: from the right
  bool strong_right = line_from_right;
  for (std::size_t i = 0; i < count; ++i) {
    if (pieces[i] == Direction::left || pieces[i] == Direction::right) strong_right = pieces[i] == Direction::right;
    reads_right[i] = strong_right;
    if (pieces[i] == Direction::right) levels[i] = 1;
    if (pieces[i] == Direction::left) levels[i] = line_from_right ? 2 : 0;
    if (pieces[i] == Direction::number) levels[i] = strong_right ? 2 : 0;
  }
  for (std::size_t i = 0; i < count;) {
    std::size_t end = i;
    while (end < count && pieces[end] == Direction::neutral) ++end;
    const bool before = i == 0 ? line_from_right : reads_right[i - 1], after = end == count ? line_from_right : reads_right[end];
    const int read_left = line == 0 ? 0 : 2, agreed = before ? 1 : read_left;
    for (; i < end; ++i) levels[i] = before == after ? agreed : line;
    ++i;
  }
  return levels;
}

}  // namespace

Direction direction_of(char32_t c) {
  if (is_in(kNumbers, c)) return Direction::number;
  if (is_in(kFromRight, c)) return Direction::right;
  return is_in(kFromLeft, c) ? Direction::left : Direction::neutral;
}

bool extends(char32_t c) { return is_in(kExtending, c); }

bool stands_alone(char32_t c) { return is_in(kAlone, c); }

std::vector<Cluster> clusters_of(std::string_view text) {
  std::vector<Cluster> clusters;
  bool joins = false, half_flag = false;
  std::size_t at = 0;
  for (const std::string_view character : utf8_characters(text)) {
    const char32_t c = code_point(character);
    const bool completes_flag = half_flag && is_flag_letter(c);
    const bool room = !clusters.empty() && clusters.back().end - clusters.back().begin < kMostInCluster;
    if (room && (joins || completes_flag || extends(c))) {
      clusters.back().end += character.size();
    } else {
      clusters.push_back({at, at + character.size(), c});
    }
    joins = c == kJoiner && stands_alone(clusters.back().first);
    half_flag = is_flag_letter(c) && !completes_flag;
    at += character.size();
  }
  return clusters;
}

Visual visual_order(const std::vector<Direction>& pieces, bool line_from_right) {
  Visual visual{std::vector<std::size_t>(pieces.size()), levels_of(pieces, line_from_right)};
  std::iota(visual.order.begin(), visual.order.end(), std::size_t{0});
  for (int level = 2; level >= 1; --level) {
    const auto stays = [&](std::size_t piece) { return visual.levels[piece] < level; };
    for (auto from = visual.order.begin(); from != visual.order.end();) {
      from = std::find_if_not(from, visual.order.end(), stays);
      const auto to = std::find_if(from, visual.order.end(), stays);
      std::reverse(from, to);
      from = to;
    }
  }
  return visual;
}

std::string_view mirrored(std::string_view character) {
  constexpr std::string_view kPairs[][2] = {{"(", ")"}, {"[", "]"}, {"{", "}"}, {"<", ">"}, {"«", "»"}, {"‹", "›"}};
  for (const auto& pair : kPairs) {
    if (character == pair[0]) return pair[1];
    if (character == pair[1]) return pair[0];
  }
  return character;
}

}  // namespace gf::ui
