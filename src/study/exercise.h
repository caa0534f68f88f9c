// Judges what is typed into blanks, and gives hints. A typed number is compared with the trace at the precision that the cell is printed
// with. A cell that is not filled in yet is veiled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.h"
#include "protocol/answers.h"
#include "protocol/document.h"
#include "protocol/trace.h"

namespace gf {

enum class BlankExtent { cell, row, column, matrix };

/// The blanks and this cell, or all of its row, column or matrix that can be one.
Blanks with_blank(Blanks blanks, const Trace& trace, const Selection& at, BlankExtent extent);

/// The state of a blank. `rounded`: the typed number is right as far as it goes, and the cell has more decimals.
enum class BlankState { empty, wrong, rounded, right, shown };

struct Blank {
  Selection at;
  BlankState state = BlankState::empty;
  double typed = 0;  // wrong, rounded or right

  bool veiled() const { return state < BlankState::right; }
};

/// The blanks that the trace has, in its order, with what the reader made of them.
std::vector<Blank> filled_in(const Trace& trace, const Blanks& blanks, const Fillings& fillings);

/// Returns the filling for a text that was typed into a blank. It has the cell's number, since it counts only while that stays the same.
/// "53 %" is 0.53, and an empty text asks to be shown. Throws InputError if the text is no number.
Filling filling(const Trace& trace, const Selection& at, std::string_view text);

/// The number that was typed for a blank. Throws likewise; `where` names the place.
double number_for_blank(std::string_view text, const std::string& where);

/// Whether a number is what the cell shows: the same in print (0.5 is 0.50, −0 is 0), within half of the last digit, or what the operands
/// give as they are printed.
bool says_the_same(const Trace& trace, const Selection& at, double number);

/// The trace with all veiled that is not filled in, with what hands it on as it is, and while anything is, with the step's own `also`.
Trace with_blanks_veiled(const Trace& trace, const std::vector<Blank>& blanks, NameList also);

/// How a cell is come by, in three sizes.
struct Hints {
  std::vector<CellReference> operands;  // which
  std::string symbols;                  // "query[0,2] = Σₖ input[0,k] · w_q[k,2]"
  std::string terms;                    // "0.1·0 + 1.2·1"
  std::string last;                     // all but the result: "0 + 1.2"
  double comes_to = 0;                  // what the numbers of the last step come to, as they are printed
  std::vector<CellReference> before;    // veiled cells that it is made from: then neither the terms nor the last step are told
};

/// The hints for a cell of the trace; `veiled` is its veiled likeness.
Hints hints_for(const Trace& trace, const Trace& veiled, const Selection& at);

}  // namespace gf
