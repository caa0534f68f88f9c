// The number of digits in printed arithmetic.
#pragma once

namespace gf {

/// The digits of the numbers in printed arithmetic. Each number has up to four decimals, like format_number. A number that would show fewer
/// than `significant` digits has more decimals, at most `most_decimals`.
/// Example: {4} prints 0.21571 as "0.2157", 0.00063629 as "0.0006363" and 12.34567 as "12.3457".
struct Precision {
  int significant = 0;
  int most_decimals = 400;
};

}  // namespace gf
