// Names of cells in tables of constant data and in texts: a place along an axis is a number or a label. These functions turn labels into
// numbers, with the axes of a trace. Documents, links and messages have numbers only.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/tensor.h"

namespace gf {

struct Trace;
struct TraceNode;

/// A place along an axis: its number from 0, or its label. If an axis has a label several times, `nth` counts the places with that label,
/// from 1. Example: on the axis "the", "key", "the", the name "key" is place 1, {"the", 2} is place 2, and "the" alone is no place.
class PlaceName {
 public:
  constexpr PlaceName() = default;
  constexpr PlaceName(std::integral auto place) : number_(static_cast<std::int32_t>(place)) {}
  template <std::size_t N>
  constexpr PlaceName(const char (&label)[N], int nth = 0) : label_(label), number_(nth) {}

  constexpr bool has_label() const { return label_ != nullptr; }
  constexpr std::string_view label() const { return label_ ? label_ : std::string_view(); }
  /// Without a label: the place. With a label: `nth`, or 0 if the axis has the label once.
  constexpr std::int32_t number() const { return number_; }

 private:
  const char* label_ = nullptr;
  std::int32_t number_ = 0;
};

/// The name of a cell of a node.
/// Example: {0, "said", "red"} is the cell of the row "said" and the column "red".
struct CellName {
  PlaceName outer, row, col;
  constexpr CellName() = default;
  constexpr CellName(PlaceName in_outer, PlaceName in_row, PlaceName in_col) : outer(in_outer), row(in_row), col(in_col) {}
  constexpr CellName(const Cell& cell) : outer(cell.outer), row(cell.row), col(cell.col) {}
};

/// Returns the place of a label along an axis. Returns none if the axis lacks the label, or if `nth` is 0 and the axis has the label
/// several times. An axis with keys is searched by its keys ("@whole_model"), so a table names the program's own words in any language.
std::optional<Index> place_of(const Axis& axis, std::string_view label, int nth = 0);

/// Returns the place of a name. Does not check whether the axis has a number.
std::optional<Index> place_named(const PlaceName& name, const Axis& axis);

/// Returns the cell of a name. Returns none if the node lacks a label. Without a node (null), only numbers have a place.
std::optional<Cell> cell_named(const CellName& name, const TraceNode* node);
std::optional<Cell> cell_named(const CellName& name, const Trace* trace, std::string_view node);

/// Whether a text names a cell: ROW,COLUMN or OUTER,ROW,COLUMN. The text of {"the", 2} is the#2, and quotes mark a label that is a number.
/// No text can name a label that has a comma, # or bracket. Example: "said,red", "3,the#2,0", "'512',0".
bool is_cell_text(std::string_view text);

/// Returns the cell that a text names. Returns none if the node lacks a label, or if the text names no cell.
std::optional<Cell> cell_written(std::string_view text, const TraceNode& node);

}  // namespace gf
