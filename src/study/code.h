// Writes the nodes of a trace in Python: the lines of one node, a program for one node, or a program for the whole trace.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

enum class CodeLanguage { numpy, torch };
inline constexpr const char* kCodeLanguageNames[] = {"numpy", "torch"};

/// Returns the lines that compute a node from its operands, and set its held cells:
///   e = np.exp(scores)
///   weights = e / e.sum(axis=-1, keepdims=True)
///   weights[0, 1] = 0.5  # held
/// Returns no lines if the node is given, or if its op has no short code.
std::vector<std::string> code_lines(const Trace& trace, int node, CodeLanguage language, const Texts& texts);

struct NodeProgram {
  std::string text;
  std::string result;  // the name of the node in the program
  bool whole = true;   // the program runs as it stands; otherwise a comment tells which numbers are left out, and why
};

/// Returns a program with the imports, the numbers of the operands, the lines of the node, and a print of the result. Leaves out an operand
/// with a veiled cell, and all operands if they have more than `most` numbers together.
NodeProgram program_of(const Trace& trace, int node, CodeLanguage language, const Texts& texts,
                       Index most = std::numeric_limits<Index>::max());

/// Returns the whole computation as one program: for each node in order, its lines, or its numbers if it has no lines; then a print of each
/// node of `shown`. Leaves out numbers as program_of does. `result` is the name of the last node of `shown`.
NodeProgram program_of_all(const Trace& trace, const std::vector<int>& shown, CodeLanguage language, const Texts& texts,
                           Index most = std::numeric_limits<Index>::max());

/// Returns a statement with all numbers of a tensor. Outer axes are written one after the other, and `.reshape` gives them their shape.
/// query = np.array([[1.5, ...],
///                   ...], dtype=np.float32)
std::string array_code(const std::string& name, const Tensor& value, CodeLanguage language = CodeLanguage::numpy);

}  // namespace gf
