// Sets arithmetic as it is written by hand.
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

/// The typeset arithmetic of a cell: a fraction has a bar, an exponent is raised, and a root has a roof.
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
  /// Draws the formula with its upper left corner at `corner`. `unit` is Theme::unit.
  void draw(ImDrawList* list, ImVec2 corner, ImU32 ink, float unit) const;

  // The heights above and below the axis, the line on which bars and signs lie. Places of letters and strokes begin at its left end.
  float width = 0, above = 0, below = 0;
  std::vector<Letters> letters;
  std::vector<Stroke> strokes;
};

/// Sets an expression in a type, after a sign such as "= ". A long sum or product loses terms and is broken into lines until it is at most
/// `width` wide. Returns nullopt if that is impossible.
/// Example: for the expression 2 / √9, returns a bar with "2" above, and "√" with a roof over "9" below.
std::optional<Formula> set_formula(const Theme& theme, const std::string& sign, const Expression& expression, const Precision& precision,
                                   const Type& type, float width);

}  // namespace gf::ui
