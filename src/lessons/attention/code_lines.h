// The lines of code that the reader writes in the lesson `write-it`: the given lines before each, its answer, and the replies to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "autograd/tape.h"
#include "core/table.h"
#include "lessons/numpy/evaluate.h"
#include "protocol/trace.h"

namespace gf::write_it_lesson {

/// A likely wrong line, and the note that says what is wrong with it.
struct WrongLine {
  Name code;
  Name note;
};

/// A line that the reader writes.
struct CodeLine {
  Name input;       // the text input with the reader's line
  Name name;        // the name that the line assigns to: "scores"
  Name answer;      // a right line, or a right program of several lines
  NameList before;  // the names of the given lines above it
  NameList known;   // the names that it may use
  ArrayView<WrongLine> wrong = {};
};

/// A line, or a function of several lines, that stands above the reader's line.
struct GivenLine {
  Name name;
  Name code;
};

ArrayView<CodeLine> code_lines();
ArrayView<GivenLine> given_lines();

/// A name that a line may use, with its value.
struct KnownName {
  std::string name;
  NodeId node = -1;  // the node of its matrix; -1: the name stands for `number`
  double number = 0;
};

/// The reply to the reader's line, and the node of its result.
struct WrittenLine {
  CodeReply reply;
  NodeId node = -1;  // -1: the line has no result
};

/// Runs the reader's line, appends its result as the node `node_name`, and compares the result with the node `expected`. If `expected` is
/// -1, nothing is compared.
WrittenLine written_line(Tape& tape, const CodeLine& line, const std::string& text, const std::vector<KnownName>& names,
                         const std::string& node_name, NodeId expected);

/// Returns the line as an assignment to `name`: "scores = Q @ K.T". A text that cannot be parsed is put behind "scores = " as it is.
std::string as_assignment(const std::string& text, std::string_view name);

}  // namespace gf::write_it_lesson
