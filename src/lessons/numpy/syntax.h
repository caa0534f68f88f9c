// The part of Python with NumPy that a reader can write in a lesson, as a tree: assignments, expressions and small functions.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"

namespace gf::numpy {

inline constexpr std::size_t kMostCode = 2000;  // bytes of a text

/// A text that is not understood, or that can't be computed: what is wrong, and which bytes of the text are.
class CodeError : public std::runtime_error {
 public:
  CodeError(Problem problem, std::size_t begin, std::size_t end);
  const Problem& problem() const { return problem_; }
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }

 private:
  Problem problem_;
  std::size_t begin_, end_;
};

enum class SyntaxKind {
  number,
  name,       // also True, False and None
  unary,      // text: "-", "+" or "~"
  binary,     // text: the operator
  attribute,  // parts: the object; text: what follows the dot
  call,       // parts: the function, then its arguments
  index,      // parts: the array, then what stands between the commas
  slice,      // parts: from, to and step; each may be missing
  tuple,      // in round brackets
  list,       // in square ones
  keyword,    // an argument with a name: text = parts
  missing     // of a slice
};

struct Syntax {
  SyntaxKind kind = SyntaxKind::missing;
  std::string text = {};
  double number = 0;
  std::vector<Syntax> parts = {};
  std::size_t begin = 0, end = 0;  // bytes of the text
};

struct Statement {
  enum class Kind { expression, assignment, result, function };
  Kind kind = Kind::expression;
  std::string name = {};                     // that is assigned to, or of the function
  Syntax value = {};                         // but of a function
  std::vector<std::string> parameters = {};  // or all names that are assigned to: a, b = 1, 2
  std::vector<Statement> body = {};
};

using Program = std::vector<Statement>;

/// Reads a text. Throws CodeError, whose problem has the words `line` and `column`, counted from 1 in characters.
/// Example: parse("scores = Q @ K.T") is one assignment to "scores" of a binary "@".
Program parse(std::string_view text);

/// The problem with the words `line` and `column` of a byte of the text.
Problem placed(Problem problem, std::string_view text, std::size_t at);

}  // namespace gf::numpy
