// The lesson write-it: the reader writes attention in NumPy, a line at a time. Each line is run on the numbers of a sentence, and its
// result is compared with the right matrix.
#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

#include "autograd/ops.h"
#include "lessons/attention/code_lines.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/marks.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/worked_example.h"
#include "protocol/step.h"
#include "study/code.h"

namespace gf::write_it_lesson {
namespace {

using self_attention::given_weights;
using self_attention::kVocabularyWidth;

constexpr std::size_t kMostOfSentence = 12;  // tokens
constexpr std::uint32_t kSeedOfWords = 42;
constexpr const char* kHeadNames[] = {"head_1", "head_2"};

// With the worked example's key weights, the scores would be symmetric. Then a line that exchanges queries and keys would look right.
constexpr float kKeyWeights[4][4] = {{1, 0, 0, 1}, {0, -1, 1, 0}, {0, 1, 0, 1}, {1, 0, 0, 0}};
constexpr float kOutputWeights[4][4] = {{-1, 0, 1, 0}, {0, 1, 0, 1}, {1, 0, 0, -1}, {0, 0, -1, 1}};
constexpr float kWeights1[4][4] = {{1, -1, 0, 1}, {-1, 1, 1, 0}, {0, 1, -1, 1}, {1, 0, 1, -1}};
constexpr float kWeights2[4][4] = {{1, 0, -1, 0}, {0, 1, 0, 1}, {0, -1, 1, 0}, {1, 0, 0, 1}};

NodeId append_matrix(Tape& tape, const char* name, Tensor value) {
  return parameter(tape, std::move(value), Label(name).with_rows(feature_axis()).with_cols(feature_axis()));
}

NodeId append_matrix(Tape& tape, const char* name, MatrixData numbers) {
  return append_matrix(tape, name, std::get<Tensor>(input_value(numbers)));
}

// Appends softmax(Q Kᵀ / √d) V of the columns of a head.
NodeId append_head(Tape& tape, NodeId q, NodeId k, NodeId v, std::size_t head) {
  const auto scope = tape.scope(kHeadNames[head]);
  const Index width = tape.value(q).cols() / static_cast<Index>(std::size(kHeadNames)), begin = static_cast<Index>(head) * width;
  const auto part = [&](NodeId whole, const char* name) { return slice(tape, whole, begin, begin + width, name); };
  const NodeId query = part(q, "Q"), key = part(k, "K"), value = part(v, "V");
  const NodeId scores = divide_by_root(tape, matmul_nt(tape, query, key, "dot_products"), width, "scores");
  return matmul(tape, softmax(tape, scores, 1, Along::rows, "weights"), value, "output");
}

// The right results of the lines, by name.
struct Expected {
  std::vector<KnownName> names;

  NodeId add(std::string name, NodeId node) {
    names.push_back({std::move(name), node});
    return node;
  }
  NodeId node(std::string_view name) const {
    for (const KnownName& known : names)
      if (known.name == name) return known.node;
    return -1;
  }
};

Expected append_expected(const std::vector<std::string>& tokens, Tape& tape) {
  Expected all;
  std::vector<std::string> seeded;
  const Label of_tokens = Label("x").with_rows(token_axis(tokens)).with_cols(feature_axis());
  const NodeId words = parameter(tape, word_embeddings(tokens, kVocabularyWidth, kSeedOfWords, seeded), of_tokens);
  const auto count = std::ssize(tokens);
  const NodeId position = position_encoding(tape, count, position_exponents(kVocabularyWidth), "position");
  tape.set_axes(position, tape[words]);
  const NodeId x = all.add("X", add(tape, words, position, "X"));
  const NodeId w_q = all.add("W_q", append_matrix(tape, "W_q", given_weights("w_q")));
  const NodeId w_k = all.add("W_k", append_matrix(tape, "W_k", kKeyWeights));
  const NodeId w_v = all.add("W_v", append_matrix(tape, "W_v", given_weights("w_v")));
  const NodeId q = all.add("Q", matmul(tape, x, w_q, "Q")), k = all.add("K", matmul(tape, x, w_k, "K")),
               v = all.add("V", matmul(tape, x, w_v, "V"));
  const NodeId scores = all.add("scores", divide_by_root(tape, matmul_nt(tape, q, k, "dot_products"), kVocabularyWidth, "scores"));
  const NodeId e = all.add("e", exponential(tape, scores, "e"));
  const NodeId weights = all.add("weights", divide(tape, e, sum(tape, e, Along::rows, "e_sums"), "weights"));
  all.add("output", matmul(tape, weights, v, "output"));
  const NodeId masked = all.add("masked", mask(tape, scores, causal_mask(count), -std::numeric_limits<float>::infinity(), "masked"));
  matmul(tape, softmax(tape, masked, 1, Along::rows, "masked_weights"), v, "masked_output");
  const NodeId first = append_head(tape, q, k, v, 0), second = append_head(tape, q, k, v, 1);
  const NodeId heads = all.add("heads", concat(tape, {first, second}, "heads"));
  const NodeId w_o = all.add("W_o", append_matrix(tape, "W_o", kOutputWeights));
  const NodeId h = all.add("h", add(tape, x, matmul(tape, heads, w_o, "mixed"), "h"));
  const NodeId normed = layer_norm(tape, h, 1e-5f, "normed");
  const NodeId w_1 = all.add("W_1", append_matrix(tape, "W_1", kWeights1)), w_2 = all.add("W_2", append_matrix(tape, "W_2", kWeights2));
  const NodeId hidden = relu(tape, matmul(tape, normed, w_1, "hidden"), "active");
  all.add("y", add(tape, h, matmul(tape, hidden, w_2, "feed_forward"), "y"));
  all.names.push_back({"d", -1, static_cast<double>(kVocabularyWidth)});
  all.names.push_back({"n", -1, static_cast<double>(count)});
  return all;
}

NodeId expected_of(const Tape& tape, const CodeLine& line, const Expected& expected) {
  if (line.input == "program") return tape.find("masked_output");
  return line.input == "tried" ? -1 : expected.node(line.name);
}

// Returns the given lines before a line. A right and short line of the reader replaces the given one.
std::vector<std::string> lines_before(const InputReader& in, const CodeLine& line, const std::map<std::string, CodeReply>& replies) {
  constexpr std::size_t kShort = 60;
  std::vector<std::string> lines;
  for (const std::string& name : line.before) {
    std::string code;
    for (const GivenLine& given : given_lines())
      if (given.name == name) code = given.code;
    for (const CodeLine& other : code_lines()) {
      const auto reply = replies.find(other.input);
      if (other.name != name || reply == replies.end() || !reply->second.right) continue;
      const std::string written = as_assignment(in.text(other.input), other.name);
      if (written.size() <= kShort && written.find('\n') == std::string::npos) code = written;
    }
    for (std::size_t begin = 0; begin <= code.size();) {
      const std::size_t end = std::min(code.find('\n', begin), code.size());
      lines.push_back(code.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return lines;
}

// Returns a whole program for NumPy: the numbers, the lines before, and the reader's line.
std::string whole_program(const Tape& tape, const CodeLine& line, const std::string& text, const CodeReply& reply) {
  std::string program = "import numpy as np\n\n";
  for (const char* name : {"X", "W_q", "W_k", "W_v"}) program += array_code(name, tape.value(tape.find(name)));
  if (line.input == "block")
    for (const char* name : {"W_o", "W_1", "W_2"}) program += array_code(name, tape.value(tape.find(name)));
  program += "\n";
  if (line.known.contains("n") && !line.before.contains("n")) program += "n = len(X)\n";
  for (const std::string& before : reply.before) program += before + "\n";
  const std::string code = text.find_first_not_of(" \t\r\n") == std::string::npos ? std::string(line.answer) : text;
  program += as_assignment(code, line.name) + "\n";
  if (program.find("print(") == std::string::npos) program += "print(" + std::string(line.name) + ")\n";
  return program;
}

void mark_differing(LessonBuild& out, NodeId yours, NodeId expected) {
  const Tensor &a = out.tape.value(yours), &b = out.tape.value(expected);
  if (a.shape() != b.shape()) return;
  std::vector<Mark> marks;
  for (const Mark& mark : differing_cells(a, b, "your_code"))
    if (mark.corrected > -std::numeric_limits<float>::infinity() || mark.published > -1e4f) marks.push_back(mark);
  if (!marks.empty()) out.marks.emplace_back(yours, std::move(marks));
}

void build(const InputReader& in, LessonBuild& out) {
  const std::vector<std::string> tokens = sentence_tokens("text", in.text("text"), kMostOfSentence);
  const Expected expected = append_expected(tokens, out.tape);
  for (const char* name : {"X", "W_q", "W_k", "W_v"}) out.show(View::matrix, name, "given");
  for (const char* name : {"Q", "K", "V", "scores", "e", "weights", "output", "masked", "masked_weights", "masked_output"})
    out.show(View::matrix, name, "attention");
  for (const char* name : {"head_1.output", "head_2.output", "heads", "W_o", "h", "normed", "W_1", "W_2", "y"})
    out.show(View::matrix, name, "block");
  for (const CodeLine& line : code_lines()) {
    const std::string& text = in.text(line.input);
    const bool tried = line.input == "tried";
    const NodeId wanted = expected_of(out.tape, line, expected);
    const std::string node_name = tried ? std::string(line.name) : "yours." + std::string(line.input == "program" ? line.input : line.name);
    WrittenLine written = written_line(out.tape, line, text, expected.names, node_name, wanted);
    out.show(View::matrix, node_name, "yours");
    if (written.node >= 0 && wanted >= 0 && !written.reply.right) mark_differing(out, written.node, wanted);
    if (tried) {
      const NodeId scores = expected.node("scores");
      if (written.node >= 0 && out.tape.value(written.node).shape() == out.tape.value(scores).shape())
        out.tape.set_axes(written.node, out.tape[scores]);
      if (written.node >= 0 && out.tape.value(written.node).cols() > 1) {
        const NodeId sums = sum(out.tape, written.node, Along::rows, "tried_sums");
        slice(out.tape, sums, 0, 1, "tried_sum", Along::rows);
      }
      out.show(View::matrix, "tried_sum", "yours");
      continue;
    }
    written.reply.before = lines_before(in, line, out.replies);
    written.reply.program = whole_program(out.tape, line, text, written.reply);
    out.replies.insert_or_assign(std::string(line.input), std::move(written.reply));
  }
}

std::string whole_answer() {
  for (const CodeLine& line : code_lines())
    if (line.input == "program") return std::string(line.answer);
  return {};
}

constexpr InputSpec kInputs[] = {text_input("text", "You are welcome"), text_input("keys", "").lines(),   text_input("scores", "").lines(),
                                 text_input("weights", "").lines(),     text_input("output", "").lines(), text_input("masked", "").lines(),
                                 text_input("heads", "").lines(),       text_input("block", "").lines(),  text_input("program", "").lines(),
                                 text_input("tried", "").lines()};

constexpr Preset kPresets[] = {{"all-written",
                                {{"keys", "X @ W_k"},
                                 {"scores", "Q @ K.T / np.sqrt(d)"},
                                 {"weights", "e / e.sum(axis=-1, keepdims=True)"},
                                 {"output", "weights @ V"},
                                 {"masked", "np.where(np.tril(np.ones((n, n))) == 1, scores, -np.inf)"},
                                 {"program", whole_answer}}},
                               {"another-sentence", {{"text", "the cat chased the ball"}}}};

// The inputs with the reader's lines, which stay from step to step.
constexpr NameList kWritten = "keys, scores, weights, output, masked, heads, block, program";

constexpr Step kSteps[] = {
    {.id = "keys",
     .focus = "K",
     .cell = CellName{0, 0, 0},
     .scene = "X / W_k , K* , yours.K",
     .example = {.keep = kWritten},
     .controls = "keys"},
    {.id = "scores",
     .focus = "scores",
     .cell = CellName{0, "You", "are"},
     .scene = "Q / K , scores* , yours.scores",
     .example = {.keep = kWritten},
     .controls = "scores"},
    {.id = "weights",
     .focus = "weights",
     .cell = CellName{0, "You", "are"},
     .scene = "e , weights* , yours.weights",
     .example = {.keep = kWritten},
     .controls = "weights"},
    {.id = "no_keepdims",
     .focus = "tried",
     .cell = CellName{0, "You", 0},
     .scene = "e -> tried* -> tried_sum",
     .example = {.set = {{"tried", "e / e.sum(axis=1)"}}, .keep = kWritten},
     .ask = Ask{.how = WhichIsSo{{"less", "one", "more", "error"}, {0.999f, 1.001f, 1e30f}},
                .node = "tried_sum",
                .cell = CellName{0, 0, 0},
                .also = "tried, tried_sums"},
     .controls = "tried"},
    {.id = "output",
     .focus = "output",
     .cell = CellName{0, "You", 0},
     .scene = "weights / V , output* , yours.output",
     .example = {.keep = kWritten},
     .controls = "output"},
    {.id = "triangle",
     .focus = "tried",
     .cell = CellName{0, 0, 0},
     .scene = "tried*",
     .example = {.set = {{"tried", "np.tril(np.ones((3, 3)), k=1)"}}, .keep = kWritten},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}}},
     .controls = "tried"},
    {.id = "masked",
     .focus = "masked",
     .cell = CellName{0, "are", "You"},
     .scene = "scores , masked* , yours.masked",
     .example = {.keep = kWritten},
     .controls = "masked"},
    {.id = "zeros",
     .focus = "tried",
     .cell = CellName{0, "You", "You"},
     .scene = "scores -> tried* , masked_weights",
     .example = {.set = {{"tried", "softmax(np.tril(scores))"}}, .keep = kWritten},
     .ask = Ask{.how = WhichShares{}}},
    {.id = "heads",
     .focus = "heads",
     .cell = CellName{0, "You", 0},
     .scene = "head_1.output / head_2.output , heads* / yours.heads",
     .example = {.keep = kWritten},
     .controls = "heads"},
    {.id = "block",
     .focus = "y",
     .cell = CellName{0, "You", 0},
     .scene = "h / W_1 / W_2 , y* / yours.y",
     .example = {.keep = kWritten},
     .controls = "block"},
    {.id = "program",
     .focus = "masked_output",
     .scene = "X , masked_output* , yours.program",
     .example = {.keep = kWritten},
     .controls = "program"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "write-it", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .largest = {{"text", [] { return numbered_words(kMostOfSentence); }}, {"program", whole_answer}}};
  return kLesson;
}

}  // namespace gf::write_it_lesson
