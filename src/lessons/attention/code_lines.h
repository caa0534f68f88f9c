// The lines that the reader writes in the lesson `write-it`: what is given before each, what it is to make, and what is said to it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "autograd/tape.h"
#include "core/table.h"
#include "lessons/numpy/evaluate.h"
#include "protocol/trace.h"

namespace gf::write_it_lesson {

/// A wrong line that tempts, and the note that says what is wrong with it.
struct WrongLine {
  Name code;
  Name note;
};

struct CodeLine {
  Name input;       // that holds what the reader wrote
  Name name;        // that the line makes: "scores"
  Name answer;      // one way to write it; a whole program where it has several lines
  NameList before;  // what is given before it, by the names of kGivenLines
  NameList known;   // the names that it may use
  ArrayView<WrongLine> wrong = {};
};

/// A line, or a function of several, that stands above the reader's.
struct GivenLine {
  Name name;
  Name code;
};

ArrayView<CodeLine> code_lines();
ArrayView<GivenLine> given_lines();

/// A name of the programs and what it stands for: a node, or where there is none a number.
struct KnownName {
  std::string name;
  NodeId node = -1;
  double number = 0;
};

/// The value of a line, and the node of the reader's result; -1 where there is none.
struct WrittenLine {
  CodeReply reply;
  NodeId node = -1;
};

/// Reads and runs what the reader wrote, puts its result on the tape as `node_name`, and holds it against a node; -1: against none.
WrittenLine written_line(Tape& tape, const CodeLine& line, const std::string& text, const std::vector<KnownName>& names,
                         const std::string& node_name, NodeId expected);

/// The line as it stands in a program: "scores = Q @ K.T". A text that is not understood stands there as it is.
std::string as_assignment(const std::string& text, std::string_view name);

}  // namespace gf::write_it_lesson
