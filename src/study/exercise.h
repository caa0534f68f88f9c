// Judges the numbers that a reader types into blanks, and gives hints. A typed number is compared with the cell at the precision of the
// printed cell. A blank that is not filled in is veiled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/cell_reference.h"
#include "core/table.h"
#include "protocol/answers.h"
#include "protocol/document.h"
#include "protocol/trace.h"

namespace gf {

enum class BlankExtent { cell, row, column, matrix };

/// Adds a cell to the blanks, or the cells of its row, column or matrix. Leaves out cells that cannot be blanks.
Blanks with_blank(Blanks blanks, const Trace& trace, const Selection& cell, BlankExtent extent);

/// The state of a blank. `rounded`: the typed number is right, but the cell has more decimals. `shown`: the reader asked to be shown the
/// number.
enum class BlankState { empty, wrong, rounded, right, shown };

struct Blank {
  Selection at;
  BlankState state = BlankState::empty;
  double typed = 0;  // if the state is wrong, rounded or right

  bool veiled() const { return state < BlankState::right; }
};

/// Returns the blanks that the trace has, in its order, with the states of the reader's fillings. A filling counts only while the cell has
/// the value that it had when the reader answered.
std::vector<Blank> judged_blanks(const Trace& trace, const Blanks& blanks, const Fillings& fillings);

/// Returns the filling for a text that was typed into a blank, with the present value of the cell. "53 %" is 0.53, and an empty text asks
/// to be shown the number. Throws InputError if the text is no number.
Filling filling(const Trace& trace, const Selection& blank, std::string_view text);

/// Returns the number of a text that was typed into a blank. Throws InputError if the text is no number; `where` names the cell.
double number_for_blank(std::string_view text, const std::string& where);

/// Whether a number is right for a cell: it has the same print as the cell (0.5 is 0.50, −0 is 0), it is within half a unit of the last
/// printed digit, or it is the result of the printed operands.
bool says_the_same(const Trace& trace, const Selection& cell, double number);

/// Returns the trace with the blanks veiled that are not filled in, and the cells that copy their numbers. While a blank is veiled, the
/// nodes `also` are veiled, too.
Trace with_blanks_veiled(const Trace& trace, const std::vector<Blank>& blanks, NameList also);

/// Three hints for a cell, from small to large: the operands and the formula, the terms, and the last step.
struct Hints {
  std::vector<CellReference> operands;
  std::string symbols;                // "query[0,2] = Σₖ input[0,k] · w_q[k,2]"
  std::string terms;                  // "0.1·0 + 1.2·1"
  std::string last;                   // the last step without its result: "0 + 1.2"
  double comes_to = 0;                // the result of the printed numbers in the last step
  std::vector<CellReference> before;  // veiled operands; if there are any, `terms` and `last` are empty
};

/// Returns the hints for a cell of `trace` that can be a blank. `veiled` is the trace with the blanks veiled.
Hints hints_for(const Trace& trace, const Trace& veiled, const Selection& cell);

}  // namespace gf
