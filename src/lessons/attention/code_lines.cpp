#include "lessons/attention/code_lines.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "autograd/op_table.h"
#include "core/nth.h"
#include "core/number_text.h"

namespace gf::write_it_lesson {
namespace {

constexpr double kAlike = 1e-4;         // a relative difference that rounding makes, or a layer norm without its ε
constexpr double kAsGoodAsNone = -1e4;  // any number up to this stands for −∞: its exponential is 0 as well
constexpr std::size_t kLongestSymbols = 60;

constexpr GivenLine kGivenLines[] = {{"Q", "Q = X @ W_q"},
                                     {"K", "K = X @ W_k"},
                                     {"V", "V = X @ W_v"},
                                     {"d", "d = K.shape[1]"},
                                     {"n", "n = len(X)"},
                                     {"scores", "scores = Q @ K.T / np.sqrt(d)"},
                                     {"e", "e = np.exp(scores)"},
                                     {"weights", "weights = e / e.sum(axis=-1, keepdims=True)"},
                                     {"attention",
                                      "def attention(Q, K, V):\n"
                                      "    scores = Q @ K.T / np.sqrt(K.shape[1])\n"
                                      "    e = np.exp(scores)\n"
                                      "    return e / e.sum(axis=-1, keepdims=True) @ V"},
                                     {"heads",
                                      "heads = np.hstack([attention(Q[:, :2], K[:, :2], V[:, :2]),\n"
                                      "                   attention(Q[:, 2:], K[:, 2:], V[:, 2:])])"},
                                     {"h", "h = X + heads @ W_o"},
                                     {"layer_norm",
                                      "def layer_norm(x):\n"
                                      "    x = x - x.mean(axis=-1, keepdims=True)\n"
                                      "    return x / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)"}};

// The functions that the reader may call.
constexpr std::string_view kFunctions =
    "def softmax(s):\n"
    "    e = np.exp(s)\n"
    "    return e / e.sum(axis=-1, keepdims=True)\n"
    "def attention(Q, K, V):\n"
    "    return softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V\n"
    "def layer_norm(x):\n"
    "    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)\n";

constexpr WrongLine kWrongK[] = {
    {"X @ W_q", "these_are_queries"}, {"W_k @ X.T", "wrong_way_round"}, {"X @ W_k.T", "weights_turned"}, {"X @ W_v", "these_are_values"}};
constexpr WrongLine kWrongScores[] = {{"Q @ K.T", "no_division"},
                                      {"Q @ K.T / d", "no_root"},
                                      {"Q @ K.T * np.sqrt(d)", "times_root"},
                                      {"K @ Q.T / np.sqrt(d)", "keys_ask"},
                                      {"K @ Q.T", "keys_ask"},
                                      {"Q @ K.T / np.sqrt(n)", "root_of_tokens"},
                                      {"Q.T @ K / np.sqrt(d)", "features_meet"},
                                      {"Q.T @ K", "features_meet"},
                                      {"Q * K / np.sqrt(d)", "cell_by_cell"},
                                      {"Q * K", "cell_by_cell"},
                                      {"Q @ V.T / np.sqrt(d)", "values_for_keys"}};
constexpr WrongLine kWrongWeights[] = {{"e / e.sum(axis=0, keepdims=True)", "wrong_axis"},
                                       {"e / e.sum(axis=0)", "wrong_axis"},
                                       {"e / e.sum(axis=1)", "no_keepdims"},
                                       {"e / e.sum()", "sum_of_all"},
                                       {"scores / scores.sum(axis=1, keepdims=True)", "no_exponential"},
                                       {"e / e.max(axis=1, keepdims=True)", "largest_for_sum"},
                                       {"e.sum(axis=1, keepdims=True)", "only_the_sum"},
                                       {"e / e.mean(axis=1, keepdims=True)", "mean_for_sum"}};
constexpr WrongLine kWrongOutput[] = {{"weights.T @ V", "weights_turned_round"},
                                      {"weights @ K", "keys_for_values"},
                                      {"weights @ Q", "queries_for_values"},
                                      {"e @ V", "not_shares"},
                                      {"scores @ V", "not_shares"}};
constexpr WrongLine kWrongMask[] = {{"np.tril(scores)", "zeros_stay"},
                                    {"np.where(np.tril(np.ones((n, n))) == 1, -np.inf, scores)", "past_hidden"},
                                    {"np.where(np.triu(np.ones((n, n))) == 1, scores, -np.inf)", "past_hidden_too"},
                                    {"np.where(np.triu(np.ones((n, n))) == 1, -np.inf, scores)", "itself_hidden"},
                                    {"np.triu(scores)", "zeros_stay"},
                                    {"np.where(np.tril(np.ones((n, n))) == 1, scores, np.inf)", "plus_infinity"}};
constexpr WrongLine kWrongHeads[] = {
    {"attention(Q, K, V)", "one_head"},
    {"np.vstack([attention(Q[:, :2], K[:, :2], V[:, :2]), attention(Q[:, 2:], K[:, 2:], V[:, 2:])])", "heads_below"},
    {"attention(Q[:, :2], K[:, :2], V[:, :2]) + attention(Q[:, 2:], K[:, 2:], V[:, 2:])", "heads_added"},
    {"np.hstack([attention(Q[:, 2:], K[:, 2:], V[:, 2:]), attention(Q[:, :2], K[:, :2], V[:, :2])])", "heads_swapped"},
    {"attention(Q[:, :2], K[:, :2], V[:, :2])", "first_head"},
    {"attention(Q[:, 2:], K[:, 2:], V[:, 2:])", "second_head"},
    {"attention(Q[:2], K[:2], V[:2])", "rows_cut"}};
constexpr WrongLine kWrongBlock[] = {{"np.maximum(layer_norm(h) @ W_1, 0) @ W_2", "no_residual"},
                                     {"h + layer_norm(h) @ W_1 @ W_2", "no_activation"},
                                     {"h + np.maximum(h @ W_1, 0) @ W_2", "no_norm"},
                                     {"layer_norm(h) + np.maximum(layer_norm(h) @ W_1, 0) @ W_2", "residual_of_norm"},
                                     {"layer_norm(h + np.maximum(h @ W_1, 0) @ W_2)", "norm_after"},
                                     {"X + np.maximum(layer_norm(h) @ W_1, 0) @ W_2", "residual_of_x"},
                                     {"h + np.maximum(layer_norm(h) @ W_1 @ W_2, 0)", "activation_late"}};
constexpr WrongLine kWrongProgram[] = {{"softmax(X @ W_q @ (X @ W_k).T / 2) @ (X @ W_v)", "no_mask"}};

constexpr CodeLine kCodeLines[] = {
    {"keys", "K", "X @ W_k", "Q", "X, W_k, Q, W_q, W_v", kWrongK},
    {"scores", "scores", "Q @ K.T / np.sqrt(d)", "Q, K, V, d", "Q, K, d, V, X, n", kWrongScores},
    {"weights", "weights", "e / e.sum(axis=-1, keepdims=True)", "Q, K, V, d, scores, e", "e, scores, Q, K, V, d, n", kWrongWeights},
    {"output", "output", "weights @ V", "Q, K, V, d, scores, e, weights", "weights, V, e, scores, Q, K, d, n", kWrongOutput},
    {"masked", "masked", "np.where(np.tril(np.ones((n, n))) == 1, scores, -np.inf)", "Q, K, d, scores, n", "scores, n, Q, K, d",
     kWrongMask},
    {"heads", "heads", "np.hstack([attention(Q[:, :2], K[:, :2], V[:, :2]),\n           attention(Q[:, 2:], K[:, 2:], V[:, 2:])])",
     "Q, K, V, attention", "Q, K, V, n", kWrongHeads},
    {"block", "y", "h + np.maximum(layer_norm(h) @ W_1, 0) @ W_2", "Q, K, V, attention, heads, h, layer_norm", "h, W_1, W_2, X, heads, n",
     kWrongBlock},
    {"program", "output",
     "Q = X @ W_q\n"
     "K = X @ W_k\n"
     "V = X @ W_v\n"
     "scores = Q @ K.T / np.sqrt(K.shape[1])\n"
     "visible = np.tril(np.ones(scores.shape)) == 1\n"
     "masked = np.where(visible, scores, -np.inf)\n"
     "e = np.exp(masked - masked.max(axis=-1, keepdims=True))\n"
     "weights = e / e.sum(axis=-1, keepdims=True)\n"
     "output = weights @ V\n"
     "print(output)",
     "", "X, W_q, W_k, W_v", kWrongProgram},
    {"tried", "tried", "", "", "e, scores, weights, V, n"}};

const numpy::Program& functions_of_lesson() {
  static const numpy::Program functions = numpy::parse(kFunctions);
  return functions;
}

// The matrices and the numbers that a line may use.
struct Operands {
  std::vector<NodeId> nodes;
  std::vector<std::pair<std::string, std::shared_ptr<const Tensor>>> tensors;
  std::vector<std::pair<std::string, double>> numbers;
};

numpy::Names names_of(const Operands& operands, bool with_arithmetic) {
  numpy::Names names{{}, functions_of_lesson()};
  for (std::size_t i = 0; i < operands.tensors.size(); ++i)
    names.arrays.emplace_back(operands.tensors[i].first,
                              numpy::array_of(*operands.tensors[i].second, with_arithmetic ? static_cast<int>(i) : -1));
  for (const auto& [name, number] : operands.numbers) names.arrays.emplace_back(name, numpy::number_array(number));
  return names;
}

Operands all_operands(const Tape& tape, const CodeLine& line, const std::vector<KnownName>& names) {
  Operands operands;
  for (const KnownName& known : names) {
    if (!line.known.contains(known.name)) continue;
    if (known.node < 0) {
      operands.numbers.emplace_back(known.name, known.number);
    } else {
      operands.nodes.push_back(known.node);
      operands.tensors.emplace_back(known.name, tape[known.node].value);
    }
  }
  return operands;
}

Operands only_used(Operands operands, const numpy::Program& program) {
  const std::vector<std::string> used = numpy::names_in(program);
  Operands some;
  some.numbers = std::move(operands.numbers);
  for (std::size_t i = 0; i < operands.nodes.size(); ++i) {
    if (std::find(used.begin(), used.end(), operands.tensors[i].first) == used.end()) continue;
    some.nodes.push_back(operands.nodes[i]);
    some.tensors.push_back(std::move(operands.tensors[i]));
  }
  return some;
}

bool is_alike(double a, double b) {
  if (std::isinf(b)) return b < 0 ? a <= kAsGoodAsNone : a == b;
  return a == b || std::fabs(a - b) <= kAlike * (1 + std::fabs(b));
}

// The difference of two arrays.
struct Difference {
  bool shape = false;           // whether the shapes differ; then no numbers are compared
  Index count = 0, first = -1;  // numbers that differ, and the place of the first one
};

Difference difference(const numpy::Array& array, const numpy::Dims& dims, const std::function<double(Index)>& expected) {
  if (array.dims != dims) return {.shape = true};
  Difference found;
  for (Index i = 0; i < array.size(); ++i) {
    if (is_alike(nth(array.cells, i).value, expected(i))) continue;
    if (found.count++ == 0) found.first = i;
  }
  return found;
}

bool same_arrays(const numpy::Array& a, const numpy::Array& b) {
  const Difference found = difference(a, b.dims, [&](Index i) { return nth(b.cells, i).value; });
  return !found.shape && found.count == 0;
}

// Returns the note of a wrong line with the same result, or an empty name.
Name tempting_note(const CodeLine& line, const numpy::Array& value, const numpy::Names& names) {
  for (const WrongLine& wrong : line.wrong) {
    try {
      if (same_arrays(numpy::run(numpy::parse(wrong.code), wrong.code, names, {}).value, value)) return wrong.note;
    } catch (const numpy::CodeError&) {
      // NumPy cannot compute the wrong line with this sentence.
    }
  }
  return {};
}

std::string number_words(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return std::isnan(value) ? "nan" : format_number(value);
}

// Returns the known names, with their shapes.
std::string known_words(const CodeLine& line, const Operands& operands) {
  std::string words;
  for (const std::string& name : line.known) {
    for (const auto& [own, tensor] : operands.tensors)
      if (own == name) words += (words.empty() ? "" : ", ") + name + " " + numpy::shape_text({tensor->rows(), tensor->cols()});
    for (const auto& [own, number] : operands.numbers)
      if (own == name) words += (words.empty() ? "" : ", ") + name + " = " + format_number(number);
  }
  return words;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// Whether a line can be printed as code of its node: one statement that calls no function of the lesson.
bool stands_alone(const numpy::Program& program) {
  if (program.size() != 1 || program[0].kind == numpy::Statement::Kind::function) return false;
  const std::vector<std::string> names = numpy::names_in(program);
  for (const numpy::Statement& function : functions_of_lesson())
    if (std::find(names.begin(), names.end(), function.name) != names.end()) return false;
  return true;
}

void add_name_places(const numpy::Syntax& syntax, std::vector<const numpy::Syntax*>& places) {
  if (syntax.kind == numpy::SyntaxKind::name) places.push_back(&syntax);
  for (const numpy::Syntax& part : syntax.parts) add_name_places(part, places);
}

// Returns the text of an expression with $0, $1, … for its operands.
OpCode code_of_line(const numpy::Program& program, const std::string& text, const Operands& operands) {
  if (!stands_alone(program)) return {};
  const numpy::Syntax& value = program[0].value;
  std::vector<const numpy::Syntax*> places;
  add_name_places(value, places);
  std::sort(places.begin(), places.end(), [](const auto* a, const auto* b) { return a->begin < b->begin; });
  std::string code = "$out = ";
  std::size_t at = value.begin;
  for (const numpy::Syntax* place : places) {
    std::string instead;
    for (std::size_t i = 0; i < operands.tensors.size(); ++i)
      if (operands.tensors[i].first == place->text) instead = "$" + std::to_string(i);
    for (const auto& [name, number] : operands.numbers)
      if (name == place->text) instead = format_number(number);
    if (instead.empty()) continue;
    code += text.substr(at, place->begin - at) + instead;
    at = place->end;
  }
  code += text.substr(at, value.end - at);
  for (char& c : code)
    if (c == '\n' || c == '\r') c = ' ';
  return {code};
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  for (std::size_t at = text.find("  "); at != std::string::npos; at = text.find("  ", at)) text.erase(at, 1);
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

NodeId append_result(Tape& tape, const std::string& node_name, const CodeLine& line, const std::string& text, const numpy::Array& value,
                     Operands operands, NodeId expected) {
  const auto program = std::make_shared<const numpy::Program>(numpy::parse(text));
  operands = only_used(std::move(operands), *program);
  const std::vector<NodeId> nodes = operands.nodes;
  const std::string shown = one_line(text), symbols = shown.size() > kLongestSymbols ? std::string(line.name) : "(" + shown + ")";
  OpCode code = code_of_line(*program, text, operands);
  Tensor tensor = numpy::tensor_of(value);
  const Shape shape = tensor.shape();
  const std::string name(line.name);
  const auto account = [program, text, operands = std::move(operands), symbols, shape, name](const Cell& cell) {
    const numpy::Array again = numpy::run(*program, text, names_of(operands, true), name).value;
    const auto flat = static_cast<std::size_t>((cell.outer * shape.rows + cell.row) * shape.cols + cell.col);
    const numpy::Element& element = again.cells[flat];
    return CellArithmetic{symbols + to_string(cell, shape), element.how ? *element.how : expr::number(element.value)};
  };
  attr::Accounted accounted{std::make_shared<const Tensor>(std::move(tensor)), account, std::move(code)};
  Label label = Label(node_name, shown.size() > kLongestSymbols ? "@your_code" : shown).with_rows({"rows", {}}).with_cols({"columns", {}});
  const NodeId node = tape.append(ops::kAccounted, nodes, std::move(accounted), std::move(label));
  if (expected >= 0 && tape[expected].value->shape() == shape) tape.set_axes(node, tape[expected]);
  return node;
}

void judge(const Tape& tape, const CodeLine& line, const numpy::Array& value, NodeId expected, const numpy::Names& names,
           CodeReply& reply) {
  const Tensor& wanted = tape.value(expected);
  const numpy::Dims dims{wanted.rows(), wanted.cols()};
  const Difference found = difference(value, dims, [&](Index i) { return static_cast<double>(wanted.data()[i]); });
  if (!found.shape && found.count == 0) {
    reply.right = true;
    reply.said = {"right", {{"count", std::to_string(value.size())}}};
    return;
  }
  if (const Name note = tempting_note(line, value, names); !note.empty()) {
    reply.said = {note, {}};
  } else if (found.shape) {
    reply.said = {"wrong_shape", {{"got", numpy::shape_text(value.dims)}, {"expected", numpy::shape_text(dims)}}};
  } else {
    const Index row = found.first / dims[1], col = found.first % dims[1];
    reply.said = {"wrong_numbers",
                  {{"count", std::to_string(found.count)},
                   {"all", std::to_string(value.size())},
                   {"cell", "[" + std::to_string(row) + ", " + std::to_string(col) + "]"},
                   {"got", number_words(nth(value.cells, found.first).value)},
                   {"expected", number_words(static_cast<double>(wanted.data()[found.first]))}}};
  }
}

}  // namespace

ArrayView<CodeLine> code_lines() { return kCodeLines; }
ArrayView<GivenLine> given_lines() { return kGivenLines; }

WrittenLine written_line(Tape& tape, const CodeLine& line, const std::string& text, const std::vector<KnownName>& names,
                         const std::string& node_name, NodeId expected) {
  WrittenLine written;
  CodeReply& reply = written.reply;
  reply.name = line.name;
  reply.answer = line.answer;
  Operands operands = all_operands(tape, line, names);
  if (is_blank(text)) {
    reply.said = {"known_names", {{"names", known_words(line, operands)}}};
    return written;
  }
  try {
    const numpy::Program program = numpy::parse(text);
    const numpy::Names given = names_of(operands, false);
    const numpy::Outcome result = numpy::run(program, text, given, line.name);
    if (!result.any) {
      reply.said = {"no_value", {{"name", line.name}}};
      return written;
    }
    if (expected >= 0) judge(tape, line, result.value, expected, given, reply);
    if (result.value.size() > 0 && result.value.dims.size() <= 3)
      written.node = append_result(tape, node_name, line, text, result.value, std::move(operands), expected);
  } catch (const numpy::CodeError& error) {
    reply.said = error.problem();
    reply.begin = error.begin();
    reply.end = error.end();
    reply.unfinished = error.problem().id == "code_ended" || error.problem().id == "code_unclosed";
  }
  return written;
}

std::string as_assignment(const std::string& text, std::string_view name) {
  try {
    const numpy::Program program = numpy::parse(text);
    for (const numpy::Statement& statement : program)
      if (statement.kind == numpy::Statement::Kind::assignment &&
          (statement.name == name ||
           std::find(statement.parameters.begin(), statement.parameters.end(), name) != statement.parameters.end()))
        return text;
    if (program.empty()) return text;
    const numpy::Statement& last = program.back();
    if (last.kind == numpy::Statement::Kind::assignment) return text + "\n" + std::string(name) + " = " + last.name;
    if (last.kind != numpy::Statement::Kind::expression) return text;
    // The value of print(x) is x, and not the None that print returns.
    const numpy::Syntax& value = last.value;
    const bool prints = value.kind == numpy::SyntaxKind::call && value.parts.size() == 2 && value.parts[0].text == "print";
    const numpy::Syntax& meant = prints ? value.parts[1] : value;
    return text.substr(0, value.begin) + std::string(name) + " = " +
           text.substr(meant.begin, prints ? meant.end - meant.begin : std::string::npos);
  } catch (const numpy::CodeError&) {
    return std::string(name) + " = " + text;
  }
}

}  // namespace gf::write_it_lesson
