// Arithmetic as it is written by hand.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "core/precision.h"
#include "ui/theme.h"

namespace gf {
struct Expression;
}

namespace gf::ui {

/// The arithmetic of a cell, set: a fraction has a bar, a power is raised, a root has a roof.
/// Example: set_formula(theme, e, {}, 300), where e is 2 / √9, is a bar with "2" above it, and "√" with a roof over "9" below it.
class Formula {
 public:
  /// A run of letters whose upper left corner is at `at`.
  struct Letters {
    ImVec2 at;
    std::string text;
    Type type;
  };
  struct Stroke {
    ImVec2 from, to;
  };

  ImVec2 size() const { return {width, above + below}; }
  void draw(ImDrawList* list, ImVec2 corner, ImU32 ink, float unit) const;

  // Above and below the line on which bars and signs lie; letters and strokes are placed from the left end of that line.
  float width = 0, above = 0, below = 0;
  std::vector<Letters> letters;
  std::vector<Stroke> strokes;
};

/// Sets a tree in this type after a sign such as "= ". A long sum leaves out so many terms, and breaks into so many lines, that it is no
/// wider than `width`; nothing if it can't be.
std::optional<Formula> set_formula(const Theme& theme, const std::string& sign, const Expression& expression, const Precision& precision,
                                   const Type& type, float width);

}  // namespace gf::ui
