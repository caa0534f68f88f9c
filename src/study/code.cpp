#include "study/code.h"

#include <algorithm>
#include <cctype>
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

// Names that the lines use, and words of the language.
constexpr std::string_view kTaken[] = {
    "F",     "False",     "None",   "True",    "and",      "as",    "assert", "break",     "chr",    "class", "def",    "del", "elif",
    "else",  "enumerate", "except", "finally", "float",    "for",   "from",   "functools", "global", "if",    "import", "in",  "int",
    "is",    "lambda",    "len",    "list",    "map",      "math",  "min",    "nonlocal",  "not",    "np",    "or",     "ord", "pass",
    "print", "raise",     "range",  "return",  "reversed", "torch", "try",    "while",     "with",   "yield", "zip"};

// PyTorch's word for NumPy's; the first that fits is taken.
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
  return language == CodeLanguage::torch ? in_torch(text) : text;
}

bool begins_a_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_in_a_name(char c) { return begins_a_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Returns the name of a node in the program: the last parts of its name, as few as tell it from the others.
std::string name_of_node(const Trace& trace, int node, const std::vector<int>& nodes) {
  const std::string& whole = trace.node(node).name;
  std::string_view part = short_name(whole);
  const auto alike = [&](int other) {
    const std::string& name = trace.node(other).name;
    return other != node && (name == part || name.ends_with("." + std::string(part)));
  };
  while (part.size() < whole.size() && (!begins_a_name(part.front()) || std::any_of(nodes.begin(), nodes.end(), alike)))
    part = with_scope(whole, part);
  std::string name(part);
  for (char& c : name)
    if (!is_in_a_name(c)) c = '_';
  return name.empty() || !begins_a_name(name.front()) ? "_" + name : name;
}

// Each `$name` of the lines with what it is called.
class Names {
 public:
  Names() : taken_(std::begin(kTaken), std::end(kTaken)) {}
  explicit Names(std::set<std::string, std::less<>> taken) : taken_(std::move(taken)) {}
  const std::string& give(const std::string& place, std::string name) {
    while (!taken_.insert(name).second) name += "_";
    return of_.insert_or_assign(place, std::move(name)).first->second;
  }
  void call(const std::string& place, const std::string& name) { of_.insert_or_assign(place, name); }
  const std::string& of(const std::string& place) {
    const auto found = of_.find(place);
    return found != of_.end() ? found->second : give(place, place.substr(1));
  }
  const std::set<std::string, std::less<>>& taken() const { return taken_; }
  std::string fill_in(std::string_view lines) {
    std::string text;
    while (!lines.empty()) {
      std::size_t length = 1;
      if (lines.front() == '$') {
        while (length < lines.size() && is_in_a_name(lines[length])) ++length;
        text += of(std::string(lines.substr(0, length)));
      } else {
        text += lines.front();
      }
      lines.remove_prefix(length);
    }
    return text;
  }

 private:
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::string> of_;
};

struct Operand {
  std::string name;
  const Tensor* value;
};

// The names of nodes, and the words that no other name may be.
struct NodeNames {
  std::map<int, std::string> of;
  std::set<std::string, std::less<>> taken;
  bool of_all = false;  // the program goes on after a node
};

struct Written {
  std::string result;
  std::vector<std::string> lines;
  std::vector<Operand> operands;     // that the lines name
  std::vector<OpCode::Given> given;  // with the names that they have
};

// "0, 1", with outer axes "2, 0, 1".
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

// A line for each cell that is held; of many, one that holds them all.
void hold(const TraceNode& node, CodeLanguage language, const Texts& texts, Written& written) {
  const std::string held = "  # " + texts.get("ui.code.held");
  std::string all;
  for (const Pin& pin : node.pins) {
    const std::string place = cell_index(node.value->shape(), pin.cell);
    const std::string value = is_veiled_pin(node, pin) ? std::string(kVeiled) : number_code(pin.value, language);
    if (node.pins.size() <= kMostHeldInLines) written.lines.push_back(written.result + "[" + place + "] = " + value + held);
    all += (all.empty() ? "((" : ", ((") + place + "), " + value + ")";
  }
  if (node.pins.size() > kMostHeldInLines)
    written.lines.push_back("for cell, value in [" + all + "]: " + written.result + "[cell] = value" + held);
}

// The names of some nodes, as short as tells them apart.
NodeNames names_of(const Trace& trace, const std::vector<int>& nodes) {
  NodeNames names;
  Names given;
  for (const int node : nodes) names.of[node] = given.give("$" + std::to_string(node), name_of_node(trace, node, nodes));
  names.taken = given.taken();
  return names;
}

Written write(const Trace& trace, int id, CodeLanguage language, const Texts& texts, const NodeNames& nodes) {
  const TraceNode& node = trace.node(id);
  Names names(nodes.taken);
  names.call("$out", nodes.of.at(id));
  Written written{nodes.of.at(id), {}, {}, {}};
  OpCode code = trace.code ? trace.code(id) : OpCode();
  const bool torch = language == CodeLanguage::torch;
  const std::string lines = torch ? in_torch(code.torch.empty() ? code.numpy : code.torch) : code.numpy;
  std::set<int> known;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const int input = node.inputs[i];
    const std::string place = "$" + std::to_string(i);
    names.call(place, nodes.of.at(input));
    if (known.insert(input).second && lines.find(place) != std::string::npos)
      written.operands.push_back({nodes.of.at(input), trace.node(input).value.get()});
  }
  for (OpCode::Given& given : code.given) {
    given.name = names.of(given.name);
    written.given.push_back(std::move(given));
  }
  const std::string filled = names.fill_in(lines);
  for (std::size_t begin = 0; begin < filled.size();) {
    const std::size_t end = std::min(filled.find('\n', begin), filled.size());
    written.lines.push_back(filled.substr(begin, end - begin));
    begin = end + 1;
  }
  if (written.lines.empty()) return written;
  // The lines may give another node's array, which must stay as it is.
  if (nodes.of_all && !node.pins.empty())
    written.lines.push_back(written.result + " = " + written.result + (torch ? ".clone()" : ".copy()"));
  hold(node, language, texts, written);
  return written;
}

// With names for itself and its operands alone.
Written write(const Trace& trace, int id, CodeLanguage language, const Texts& texts) {
  std::vector<int> nodes{id};
  for (const int input : trace.node(id).inputs)
    if (std::find(nodes.begin(), nodes.end(), input) == nodes.end()) nodes.push_back(input);
  return write(trace, id, language, texts, names_of(trace, nodes));
}

bool has_veiled_cells(const Tensor& value) { return std::any_of(value.data(), value.data() + value.size(), is_veil); }

std::string imports(const std::vector<std::string>& lines, CodeLanguage language) {
  const auto uses = [&](std::string_view what) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(what) != std::string::npos; });
  };
  std::string text;
  for (const char* module : {"functools", "math"})
    if (uses(std::string(module) + ".")) text += "import " + std::string(module) + "\n";
  if (language == CodeLanguage::numpy) return text + "import numpy as np\n";
  text += "import torch\n";
  return uses("F.") ? text + "import torch.nn.functional as F\n" : text;
}

// With a point, or it would be a whole number for PyTorch.
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

// Writes the numbers of a program, or in a comment why they are left out.
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

// Outer axes are written flat, one matrix after another, and shaped back.
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
  return write(trace, node, language, texts).lines;
}

NodeProgram program_of(const Trace& trace, int node, CodeLanguage language, const Texts& texts, Index most) {
  Written written = write(trace, node, language, texts);
  if (written.lines.empty()) written.operands = {{written.result, trace.node(node).value.get()}};
  const std::vector<Pin>& pins = trace.node(node).pins;
  NodeProgram program{imports(written.lines, language) + "\n", written.result};
  program.whole = std::none_of(pins.begin(), pins.end(), [&](const Pin& pin) { return is_veiled_pin(trace.node(node), pin); });
  Index numbers = 0;
  for (const Operand& operand : written.operands) numbers += operand.value->size();
  for (const OpCode::Given& given : written.given) numbers += given.size;
  NumberWriter writer{program, language, texts, numbers <= most};
  for (const Operand& operand : written.operands) writer.add(operand);
  for (const OpCode::Given& given : written.given) writer.add(given);
  if (!written.lines.empty() && (!written.operands.empty() || !written.given.empty())) program.text += "\n";
  for (const std::string& line : written.lines) program.text += line + "\n";
  program.text += "print(" + written.result + ")\n";
  return program;
}

NodeProgram program_of_all(const Trace& trace, const std::vector<int>& shown, CodeLanguage language, const Texts& texts, Index most) {
  std::vector<int> nodes(trace.nodes.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  NodeNames names = names_of(trace, nodes);
  names.of_all = true;
  std::vector<Written> parts;
  std::vector<std::string> lines;
  Index numbers = 0;
  NodeProgram program;
  for (const int id : nodes) {
    const TraceNode& node = trace.node(id);
    Written written = write(trace, id, language, texts, names);
    if (written.lines.empty()) written.operands = {{written.result, node.value.get()}};
    if (!written.lines.empty()) written.operands.clear();
    for (const Operand& operand : written.operands) numbers += operand.value->size();
    for (const OpCode::Given& given : written.given) numbers += given.size;
    for (const Pin& pin : node.pins)
      if (is_veiled_pin(node, pin)) program.whole = false;
    lines.insert(lines.end(), written.lines.begin(), written.lines.end());
    parts.push_back(std::move(written));
  }
  program.text = imports(lines, language) + "\n";
  NumberWriter writer{program, language, texts, numbers <= most};
  for (const Written& written : parts) {
    for (const Operand& operand : written.operands) writer.add(operand);
    for (const OpCode::Given& given : written.given) writer.add(given);
    for (const std::string& line : written.lines) program.text += line + "\n";
  }
  program.text += "\n";
  for (const int id : shown) {
    program.result = names.of.at(id);
    program.text += "print(\"" + program.result + "\", " + program.result + ", sep=\"\\n\")\n";
  }
  return program;
}

}  // namespace gf
