// The Python code of one op, with placeholders for the names of its operands.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// Returns a number in Python: "0.5", "2", "-np.inf".
std::string python_number(float value);

/// A few lines of Python. `$0`, `$1`, … are the operands, `$out` is the result, and `$name` is a local name, which must differ from all
/// other names: "$e = np.exp($0)\n$out = $e / $e.sum(axis=-1, keepdims=True)". Without lines, the result is given, or has no short code.
struct OpCode {
  /// A list or an array that is too long to stand in the lines, which name it.
  struct Given {
    std::string name;                               // "$ids"
    std::string list;                               // "[3, 0, 3]"; empty: `array` holds the values
    std::shared_ptr<const Tensor> array = nullptr;  // null: `list` holds the values
    Index size = 0;                                 // elements of the list or array
  };

  std::string numpy;
  std::string torch = {};  // if PyTorch has functions of its own; empty: the NumPy in PyTorch's spelling
  std::vector<Given> given = {};

  /// Return the text for a list in the lines: the list if it is short, otherwise its name, after noting the list in `given`.
  std::string list(const std::string& name, const std::vector<std::string>& parts);
  std::string list(const std::string& name, const std::vector<int>& numbers);
  std::string list_of_words(const std::string& name, const std::vector<std::string>& words);
  /// Notes an array in `given`, and returns its name.
  std::string array(const std::string& name, std::shared_ptr<const Tensor> values);
};

}  // namespace gf
