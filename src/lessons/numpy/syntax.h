// The syntax tree of the part of Python that a reader can write in a lesson: assignments, expressions and small functions.
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

/// An error in a text that cannot be parsed or computed: the problem, and the bytes of the text that it is about.
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
  attribute,  // parts: the object; text: the name after the dot
  call,       // parts: the function, then its arguments
  index,      // parts: the array, then its indices and slices
  slice,      // parts: from, to and step; each may be missing
  tuple,      // in round brackets or without brackets
  list,       // in square brackets
  keyword,    // an argument with a name; text: the name; parts: the value
  missing     // a part of a slice that is left out
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
  std::string name = {};                     // of the function, or the name that is assigned to
  Syntax value = {};                         // the expression; of a function: none
  std::vector<std::string> parameters = {};  // of a function; of an assignment such as a, b = 1, 2: all names
  std::vector<Statement> body = {};          // of a function
};

using Program = std::vector<Statement>;

/// Parses a text. Throws CodeError, whose problem has the words `line` and `column`, counted from 1 in characters.
/// Example: parse("scores = Q @ K.T") is an assignment of a binary "@" to "scores".
Program parse(std::string_view text);

/// Returns a problem with the words `line` and `column` of a byte of the text added.
Problem placed(Problem problem, std::string_view text, std::size_t at);

}  // namespace gf::numpy
