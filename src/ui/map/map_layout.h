// Where the blocks of an architecture map stand: data flows upwards, the encoder's column left, the decoder's right, the output on top.
#pragma once

#include <string>
#include <vector>

#include "protocol/trace.h"

namespace gf::ui {

struct MapPoint {
  float x = 0, y = 0;
};

struct MapPlace {
  int block = 0;              // in Trace::map
  int depth = 0;              // how many frames are around it
  bool frame = false;         // other blocks stand in it
  bool title_beside = false;  // of a frame: left of its blocks, else above them
  float x = 0, y = 0, width = 0, height = 0;
  float column_end = 0;  // the right edge of the column that it stands in
};

struct MapArrow {
  int from = 0, to = 0;  // blocks
  std::vector<MapPoint> way;
};

struct MapLayout {
  std::vector<MapPlace> places;  // frames before what stands in them
  std::vector<MapArrow> arrows;
  float width = 0, height = 0;
};

/// The map for a width, in design pixels. Where there is room the parts of a block stand beside each other.
MapLayout lay_out_map(const std::vector<MapBlock>& map, float width);

/// The block that a section belongs to: the innermost one around it; -1 where there is none.
int block_of(const std::vector<MapBlock>& map, std::string_view section);

inline constexpr float kMapTitle = 15, kMapTitleBeside = 54, kMapPadding = 6;  // of a frame

}  // namespace gf::ui
