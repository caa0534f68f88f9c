#include "study/code.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "core/node_name.h"
#include "core/veil.h"

namespace gf {
namespace {

constexpr std::size_t kMostHeldInLines = 2;

// Names that the lines use, and keywords of Python.
constexpr std::string_view kTaken[] = {
    "F",     "False",     "None",   "True",    "and",      "as",    "assert", "break",     "chr",    "class", "def",    "del", "elif",
    "else",  "enumerate", "except", "finally", "float",    "for",   "from",   "functools", "global", "if",    "import", "in",  "int",
    "is",    "lambda",    "len",    "list",    "map",      "math",  "min",    "nonlocal",  "not",    "np",    "or",     "ord", "pass",
    "print", "raise",     "range",  "return",  "reversed", "torch", "try",    "while",     "with",   "yield", "zip"};

// The spellings of NumPy and PyTorch. The first pair that matches is used.
constexpr std::pair<std::string_view, std::string_view> kSpellings[] = {{"np.vectorize(math.erf)", "torch.erf"},
                                                                        {"np.array(", "torch.tensor("},
                                                                        {"np.concatenate(", "torch.cat("},
                                                                        {"np.take_along_axis(", "torch.take_along_dim("},
                                                                        {"np.repeat(", "torch.repeat_interleave("},
                                                                        {"np.", "torch."},
                                                                        {"axis=", "dim="},
                                                                        {"keepdims=", "keepdim="},
                                                                        {".max(", ".amax("},
                                                                        {".swapaxes(", ".transpose("},
                                                                        {".copy()", ".clone()"},
                                                                        {".astype(int)", ".int()"}};

std::string in_torch(std::string_view numpy) {
  std::string text;
  while (!numpy.empty()) {
    const auto* const found =
        std::find_if(std::begin(kSpellings), std::end(kSpellings), [&](const auto& pair) { return numpy.starts_with(pair.first); });
    text += found == std::end(kSpellings) ? numpy.substr(0, 1) : found->second;
    numpy.remove_prefix(found == std::end(kSpellings) ? 1 : found->first.size());
  }
  return text;
}

std::string number_code(float value, CodeLanguage language) {
  const std::string text = python_number(value);
  return language == CodeLanguage::torch && !std::isfinite(value) ? in_torch(text) : text;  // a number in digits is the same in both
}

bool begins_a_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_in_a_name(char c) { return begins_a_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Returns the name of a node in the program: the last parts of its name, as few as distinguish it from the other nodes.
std::string name_of_node(const Trace& trace, int node, const std::vector<int>& nodes) {
  const std::string& whole = trace.node(node).name;
  std::string_view part = short_name(whole);
  const auto has_same_part = [&](int other) {
    const std::string& name = trace.node(other).name;
    return other != node && (name == part || name.ends_with("." + std::string(part)));
  };
  while (part.size() < whole.size() && (!begins_a_name(part.front()) || std::any_of(nodes.begin(), nodes.end(), has_same_part)))
    part = with_scope(whole, part);
  std::string name(part);
  for (char& c : name)
    if (!is_in_a_name(c)) c = '_';
  return name.empty() || !begins_a_name(name.front()) ? "_" + name : name;
}

// The names in the program for the placeholders of OpCode, such as `$out`.
class Names {
 public:
  Names() : taken_(std::begin(kTaken), std::end(kTaken)) {}
  explicit Names(std::set<std::string, std::less<>> taken) : taken_(std::move(taken)) {}
  // Gives a placeholder a name that nothing else has: the name with as many "_" as needed.
  const std::string& give(const std::string& placeholder, std::string name) {
    while (!taken_.insert(name).second) name += "_";
    return names_.insert_or_assign(placeholder, std::move(name)).first->second;
  }
  void call(const std::string& placeholder, const std::string& name) { names_.insert_or_assign(placeholder, name); }
  const std::string& name_of(const std::string& placeholder) {
    const auto found = names_.find(placeholder);
    return found != names_.end() ? found->second : give(placeholder, placeholder.substr(1));
  }
  const std::set<std::string, std::less<>>& taken() const { return taken_; }
  std::string fill_in(std::string_view lines) {
    std::string text;
    while (!lines.empty()) {
      std::size_t length = 1;
      if (lines.front() == '$') {
        while (length < lines.size() && is_in_a_name(lines[length])) ++length;
        text += name_of(std::string(lines.substr(0, length)));
      } else {
        text += lines.front();
      }
      lines.remove_prefix(length);
    }
    return text;
  }

 private:
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::string> names_;  // by placeholder
};

struct Operand {
  std::string name;
  const Tensor* value;
};

// The names of nodes in the program.
struct NodeNames {
  std::map<int, std::string> names;          // by the index of the node
  std::set<std::string, std::less<>> taken;  // names that nothing else may have
  bool whole_program = false;                // the lines of other nodes follow
};

// A node in Python.
struct NodeCode {
  std::string result;  // the name of the node
  std::vector<std::string> lines;
  std::vector<Operand> operands;     // the operands in the lines
  std::vector<OpCode::Given> given;  // the lists and arrays in the lines, with their names in the program
};

// Returns the index of a cell in Python: "0, 1", or "2, 0, 1" with an outer axis.
std::string cell_index(const Shape& shape, const Cell& cell) {
  std::string text = std::to_string(cell.row) + ", " + std::to_string(cell.col);
  Index outer = cell.outer;
  for (auto size = shape.outer.rbegin(); size != shape.outer.rend(); ++size) {
    text = std::to_string(outer % *size) + ", " + text;
    outer /= *size;
  }
  return text;
}

bool is_veiled_pin(const TraceNode& node, const Pin& pin) { return is_veil(node.value->at(pin.cell)); }

// Adds a line for each held cell, or one line for all if there are many.
void add_held_cells(const TraceNode& node, CodeLanguage language, const Texts& texts, NodeCode& code) {
  const std::string held = "  # " + texts.get("ui.code.held");
  std::string all;
  for (const Pin& pin : node.pins) {
    const std::string index = cell_index(node.value->shape(), pin.cell);
    const std::string value = is_veiled_pin(node, pin) ? std::string(kVeiled) : number_code(pin.value, language);
    if (node.pins.size() <= kMostHeldInLines) code.lines.push_back(code.result + "[" + index + "] = " + value + held);
    all += (all.empty() ? "((" : ", ((") + index + "), " + value + ")";
  }
  if (node.pins.size() > kMostHeldInLines)
    code.lines.push_back("for cell, value in [" + all + "]: " + code.result + "[cell] = value" + held);
}

// Returns names for some nodes, as short as distinguishes them.
NodeNames names_of(const Trace& trace, const std::vector<int>& nodes) {
  NodeNames names;
  Names given;
  for (const int node : nodes) names.names[node] = given.give("$" + std::to_string(node), name_of_node(trace, node, nodes));
  names.taken = given.taken();
  return names;
}

NodeCode code_of_node(const Trace& trace, int id, CodeLanguage language, const Texts& texts, const NodeNames& nodes) {
  const TraceNode& node = trace.node(id);
  Names names(nodes.taken);
  names.call("$out", nodes.names.at(id));
  NodeCode code{nodes.names.at(id), {}, {}, {}};
  OpCode op = trace.code ? trace.code(id) : OpCode();
  const bool torch = language == CodeLanguage::torch;
  const std::string lines = torch ? in_torch(op.torch.empty() ? op.numpy : op.torch) : op.numpy;
  std::set<int> known;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const int input = node.inputs[i];
    const std::string placeholder = "$" + std::to_string(i);
    names.call(placeholder, nodes.names.at(input));
    if (known.insert(input).second && lines.find(placeholder) != std::string::npos)
      code.operands.push_back({nodes.names.at(input), trace.node(input).value.get()});
  }
  for (OpCode::Given& given : op.given) {
    given.name = names.name_of(given.name);
    code.given.push_back(std::move(given));
  }
  const std::string filled = names.fill_in(lines);
  for (std::size_t begin = 0; begin < filled.size();) {
    const std::size_t end = std::min(filled.find('\n', begin), filled.size());
    code.lines.push_back(filled.substr(begin, end - begin));
    begin = end + 1;
  }
  if (code.lines.empty()) return code;
  // The result may be the array of another node, which must not change.
  if (nodes.whole_program && !node.pins.empty()) code.lines.push_back(code.result + " = " + code.result + (torch ? ".clone()" : ".copy()"));
  add_held_cells(node, language, texts, code);
  return code;
}

// Uses names that distinguish only the node and its operands.
NodeCode code_of_node(const Trace& trace, int id, CodeLanguage language, const Texts& texts) {
  std::vector<int> nodes{id};
  for (const int input : trace.node(id).inputs)
    if (std::find(nodes.begin(), nodes.end(), input) == nodes.end()) nodes.push_back(input);
  return code_of_node(trace, id, language, texts, names_of(trace, nodes));
}

bool has_veiled_cells(const Tensor& value) { return std::any_of(value.data(), value.data() + value.size(), is_veil); }

std::string imports(const std::vector<std::string>& lines, CodeLanguage language) {
  const auto uses = [&](std::string_view name) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(name) != std::string::npos; });
  };
  std::string text;
  for (const char* module : {"functools", "math"})
    if (uses(std::string(module) + ".")) text += "import " + std::string(module) + "\n";
  if (language == CodeLanguage::numpy) return text + "import numpy as np\n";
  text += "import torch\n";
  return uses("F.") ? text + "import torch.nn.functional as F\n" : text;
}

// Returns a number with a point, because PyTorch takes a number without one as an integer.
std::string float_code(float value, CodeLanguage language) {
  const std::string text = number_code(value, language);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

std::string matrix_code(const Tensor& value, Index matrix, CodeLanguage language, const std::string& indent) {
  std::string text = "[";
  for (Index r = 0; r < value.rows(); ++r) {
    text += r == 0 ? "[" : ",\n" + indent + " [";
    for (Index c = 0; c < value.cols(); ++c) text += (c == 0 ? "" : ", ") + float_code(value.at(matrix, r, c), language);
    text += "]";
  }
  return text + "]";
}

// Writes the numbers of a program, or a comment with the reason why they are left out.
struct NumberWriter {
  NodeProgram& program;
  CodeLanguage language;
  const Texts& texts;
  bool all_fit;

  void add(const Operand& operand) {
    if (has_veiled_cells(*operand.value))
      leave_out(operand.name, "ui.code.veiled", operand.value->size());
    else if (!all_fit)
      leave_out(operand.name, "ui.code.too_many", operand.value->size());
    else
      program.text += array_code(operand.name, *operand.value, language);
  }
  void add(const OpCode::Given& given) {
    if (!all_fit)
      leave_out(given.name, "ui.code.too_many", given.size);
    else
      program.text += given.array ? array_code(given.name, *given.array, language) : given.name + " = " + given.list + "\n";
  }

 private:
  void leave_out(const std::string& name, const char* why, Index count) {
    program.whole = false;
    program.text += "# " + texts.format(why, {{"name", name}, {"count", std::to_string(count)}}) + "\n";
  }
};

}  // namespace

std::string array_code(const std::string& name, const Tensor& value, CodeLanguage language) {
  const bool torch = language == CodeLanguage::torch;
  const std::string start = name + (torch ? " = torch.tensor(" : " = np.array("), end = torch ? ")" : ", dtype=np.float32)";
  const std::string indent(start.size(), ' ');
  if (value.shape().outer.empty()) return start + matrix_code(value, 0, language, indent) + end + "\n";
  std::string text = start + "[";
  for (Index k = 0; k < value.shape().matrices(); ++k)
    text += (k == 0 ? "" : ",\n " + indent) + matrix_code(value, k, language, indent + " ");
  return text + "]" + end + ".reshape" + to_string(value.shape()) + "\n";
}

std::vector<std::string> code_lines(const Trace& trace, int node, CodeLanguage language, const Texts& texts) {
  return code_of_node(trace, node, language, texts).lines;
}

NodeProgram program_of(const Trace& trace, int node, CodeLanguage language, const Texts& texts, Index most) {
  NodeCode code = code_of_node(trace, node, language, texts);
  if (code.lines.empty()) code.operands = {{code.result, trace.node(node).value.get()}};
  const std::vector<Pin>& pins = trace.node(node).pins;
  NodeProgram program{imports(code.lines, language) + "\n", code.result};
  program.whole = std::none_of(pins.begin(), pins.end(), [&](const Pin& pin) { return is_veiled_pin(trace.node(node), pin); });
  Index numbers = 0;
  for (const Operand& operand : code.operands) numbers += operand.value->size();
  for (const OpCode::Given& given : code.given) numbers += given.size;
  NumberWriter writer{program, language, texts, numbers <= most};
  for (const Operand& operand : code.operands) writer.add(operand);
  for (const OpCode::Given& given : code.given) writer.add(given);
  if (!code.lines.empty() && (!code.operands.empty() || !code.given.empty())) program.text += "\n";
  for (const std::string& line : code.lines) program.text += line + "\n";
  program.text += "print(" + code.result + ")\n";
  return program;
}

NodeProgram program_of_all(const Trace& trace, const std::vector<int>& shown, CodeLanguage language, const Texts& texts, Index most) {
  std::vector<int> nodes(trace.nodes.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  NodeNames names = names_of(trace, nodes);
  names.whole_program = true;
  std::vector<NodeCode> parts;
  std::vector<std::string> lines;
  Index numbers = 0;
  NodeProgram program;
  for (const int id : nodes) {
    const TraceNode& node = trace.node(id);
    NodeCode code = code_of_node(trace, id, language, texts, names);
    if (code.lines.empty())
      code.operands = {{code.result, node.value.get()}};
    else
      code.operands.clear();
    for (const Operand& operand : code.operands) numbers += operand.value->size();
    for (const OpCode::Given& given : code.given) numbers += given.size;
    for (const Pin& pin : node.pins)
      if (is_veiled_pin(node, pin)) program.whole = false;
    lines.insert(lines.end(), code.lines.begin(), code.lines.end());
    parts.push_back(std::move(code));
  }
  program.text = imports(lines, language) + "\n";
  NumberWriter writer{program, language, texts, numbers <= most};
  for (const NodeCode& code : parts) {
    for (const Operand& operand : code.operands) writer.add(operand);
    for (const OpCode::Given& given : code.given) writer.add(given);
    for (const std::string& line : code.lines) program.text += line + "\n";
  }
  program.text += "\n";
  for (const int id : shown) {
    program.result = names.names.at(id);
    program.text += "print(\"" + program.result + "\", " + program.result + ", sep=\"\\n\")\n";
  }
  return program;
}

}  // namespace gf
