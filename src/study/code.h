// A node of a trace in Python: the lines of its op with the names of its operands, and the whole program around them.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

enum class CodeLanguage { numpy, torch };
inline constexpr const char* kCodeLanguageNames[] = {"numpy", "torch"};

/// The lines that make the node from its operands, and hold what is held of it:
///   e = np.exp(scores)
///   weights = e / e.sum(axis=-1, keepdims=True)
///   weights[0, 1] = 0.5  # held
/// None where the node is given, or there is no short way to say it.
std::vector<std::string> code_lines(const Trace& trace, int node, CodeLanguage language, const Texts& texts);

struct NodeProgram {
  std::string text;
  std::string result;  // the name that the node has in it
  bool whole = true;   // it runs as it stands; else a comment says which numbers were left out, and why
};

/// The same lines with the imports, the operands' numbers, and a print of the result. Operands with more than `most` numbers in all are
/// left out, and those of which a cell is veiled.
NodeProgram program_of(const Trace& trace, int node, CodeLanguage language, const Texts& texts,
                       Index most = std::numeric_limits<Index>::max());

/// The whole computation as one program: numbers for what is given, then the lines of each node in order, then a print of each of `shown`.
/// A node that has no lines of its own is given. Lines that are left out, as program_of leaves them out, are said in a comment; then the
/// program does not run as it stands (`whole`). `result` is the name of the last of `shown`.
NodeProgram program_of_all(const Trace& trace, const std::vector<int>& shown, CodeLanguage language, const Texts& texts,
                           Index most = std::numeric_limits<Index>::max());

/// query = np.array([[1.5, ...],
///                   ...], dtype=np.float32)
std::string array_code(const std::string& name, const Tensor& value, CodeLanguage language = CodeLanguage::numpy);

}  // namespace gf
