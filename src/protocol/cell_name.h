// Names of cells in tables of constant data: a place along an axis is a number or the label that stands there. Labels become numbers here
// alone, against the axes of a trace; documents, links and messages have numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/tensor.h"

namespace gf {

struct Trace;
struct TraceNode;

/// A place along an axis: its number from 0, or its label. If the label stands there more than once, `nth` tells which is meant, from 1.
/// Example: of the axis "the", "key", "the" the place "key" is 1, {"the", 2} is 2, and "the" alone is none.
class PlaceName {
 public:
  constexpr PlaceName() = default;
  constexpr PlaceName(std::integral auto place) : number_(static_cast<std::int32_t>(place)) {}
  template <std::size_t N>
  constexpr PlaceName(const char (&label)[N], int nth = 0) : label_(label), number_(nth) {}

  constexpr bool has_label() const { return label_ != nullptr; }
  constexpr std::string_view label() const { return label_ ? label_ : std::string_view(); }
  /// The place. If it has a label: which of the places with that label is meant, from 1; 0 for the only one.
  constexpr std::int32_t number() const { return number_; }

 private:
  const char* label_ = nullptr;
  std::int32_t number_ = 0;
};

/// A cell of a node, in a table.
/// Example: {0, "said", "red"} is the cell of the row "said" and the column "red".
struct CellName {
  PlaceName outer, row, col;
  constexpr CellName() = default;
  constexpr CellName(PlaceName in_outer, PlaceName in_row, PlaceName in_col) : outer(in_outer), row(in_row), col(in_col) {}
  constexpr CellName(const Cell& cell) : outer(cell.outer), row(cell.row), col(cell.col) {}
};

/// Returns the place of a label along an axis; nothing if the axis lacks it, or if `nth` is 0 and the label stands there more than once.
/// The program's own words are found by their keys ("@whole_model"), in any language.
std::optional<Index> place_of(const Axis& axis, std::string_view label, int nth = 0);

/// Returns the place that a table names. A number is taken as it is.
std::optional<Index> place_named(const PlaceName& name, const Axis& axis);

/// Returns the cell; nothing if a label can't be found. Without a node (null) no label can.
std::optional<Cell> cell_named(const CellName& name, const TraceNode* node);
std::optional<Cell> cell_named(const CellName& name, const Trace* trace, std::string_view node);

/// Whether a text names a cell: two places, or three of a stack, with commas between them. A place is a number or a label; {"the", 2} is
/// written the#2, and a label that is a number '512'. Labels with a comma, # or bracket of their own can't be written.
/// Example: "said,red", "3,the#2,0", "'512',0".
bool is_cell_text(std::string_view text);

/// Returns the cell of such a text; nothing if the node lacks a label, or if the text names no cell.
std::optional<Cell> cell_written(std::string_view text, const TraceNode& node);

}  // namespace gf
