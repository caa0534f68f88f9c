// The Python code of an op, before its operands have names.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// A number in Python: "0.5", "2", "-np.inf".
std::string python_number(float value);

/// A few lines of Python. `$0`, `$1`, … are the operands, `$out` is the result, `$name` a name of the lines' own that must not be one of
/// these: "$e = np.exp($0)\n$out = $e / $e.sum(axis=-1, keepdims=True)". No lines: the result is given, or there is no short way to say it.
struct OpCode {
  /// A list or an array that the lines name, too long to stand in them.
  struct Given {
    std::string name;  // "$ids"
    std::string list;  // "[3, 0, 3]"; empty: it is the array
    std::shared_ptr<const Tensor> array = nullptr;
    Index size = 0;
  };

  std::string numpy;
  std::string torch = {};  // where PyTorch has words of its own; empty: the same, in PyTorch's spelling
  std::vector<Given> given = {};

  /// Returns the text that stands in the lines for a list: itself if it is short, otherwise its name.
  std::string list(const std::string& name, const std::vector<std::string>& parts);
  std::string list(const std::string& name, const std::vector<int>& numbers);
  std::string list_of_words(const std::string& name, const std::vector<std::string>& words);
  /// Returns the text that stands in the lines for an array: its name.
  std::string array(const std::string& name, std::shared_ptr<const Tensor> values);
};

}  // namespace gf
