// How many digits the numbers of an arithmetic have in print.
#pragma once

namespace gf {

/// How many digits the numbers of an arithmetic are printed with: four decimals as format_number has them, and more decimals for a number
/// that shows fewer than `significant` digits by then, but no more than `most_decimals`.
/// Example: with {4} 0.21571 is "0.2157", 0.00063629 is "0.0006363" and 12.34567 is "12.3457".
struct Precision {
  int significant = 0;
  int most_decimals = 400;
};

}  // namespace gf
