#include "lessons/planes/spaces_parts.h"

#include <cmath>
#include <utility>
#include <vector>

#include "autograd/ops.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "model/attention.h"

namespace gf::spaces {
namespace {

using namespace fruit_and_phone;

constexpr double kFlat = 1e-6;  // a determinant below this part of the product of the rows' lengths is 0 but for rounding

const std::string& name_of(const LessonBuild& out, NodeId node) { return out.tape[node].name; }

// Lists a plane of nodes, each with its role.
void show_plane(LessonBuild& out, const std::string& section, const std::vector<std::pair<NodeId, PanelRole>>& parts) {
  Panel panel{View::plane, {}, section, {}};
  for (const auto& [node, role] : parts) {
    panel.nodes.push_back(name_of(out, node));
    panel.roles.push_back(role);
  }
  out.panels.push_back(std::move(panel));
}

Axis new_features() { return {"new_features", {}}; }

// Whether the determinant of a matrix is 0 but for rounding.
bool is_singular(const Tensor& m, float determinant) {
  double lengths = 1;
  for (Index r = 0; r < m.rows(); ++r) {
    double squares = 0;
    for (Index c = 0; c < m.cols(); ++c) squares += static_cast<double>(m.at(r, c)) * static_cast<double>(m.at(r, c));
    lengths *= std::sqrt(squares);
  }
  return std::abs(static_cast<double>(determinant)) <= kFlat * lengths;
}

NodeId determinant_with_note(LessonBuild& out, NodeId m) {
  const NodeId node = determinant(out.tape, m, Label("determinant").with_rows({"rows", {}}).with_cols({"determinant", {}}));
  const float value = out.tape.value(node).at(0, 0);
  if (is_singular(out.tape.value(m), value))
    out.notes.push_back({"singular", {{"matrix", name_of(out, m)}, {"determinant", format_number(static_cast<double>(value))}}});
  return node;
}

// The pulled word of one sentence after a step.
struct Step {
  NodeId weights, output, moved;
};

// Appends a step of attention for the pulled word. If `value_weights` is -1, the points themselves are the values. `ends` are the points
// among which the word moves.
Step step_in(Tape& tape, const Phrase& phrase, NodeId ends, NodeId value_weights) {
  const Axis word{"tokens", {nth(phrase.tokens, phrase.pulled)}};
  const NodeId query = embedding(tape, phrase.x, {phrase.pulled}, Label("query").with_rows(word).with_cols(tape[phrase.x].cols));
  AttentionWeights w;
  w.w_v = value_weights;
  AttentionOptions options;
  options.scaled = false;
  const AttentionNodes nodes = attention(tape, query, phrase.x, w, options);
  const int row = nth(phrase.ids, phrase.pulled);
  return {nodes.weights, nodes.output, replace_rows(tape, ends, nodes.output, {row}, "moved")};
}

struct BothSteps {
  Step first, second;
  NodeId distance;
};

// Appends the same step in both sentences, and the distance of its results. `points` is the table of the words.
BothSteps both_steps(const Shown& shown, NodeId points, NodeId ends, NodeId value_weights, LessonBuild& out) {
  Tape& tape = out.tape;
  const std::string& word = shown.in.text("word");
  const auto in_sentence = [&](const char* name, const std::vector<std::string>& tokens) {
    const auto scope = tape.scope(name);
    return step_in(tape, look_up(tape, points, tokens, shown.sentences, word), ends, value_weights);
  };
  const Step first = in_sentence("first", shown.sentences.first), second = in_sentence("second", shown.sentences.second);
  return {first, second, distance(tape, first.output, second.output, Label("distance").with_cols({"distance", {}}))};
}

// Appends the distance of the results divided by the ruler: the distance of the two words that pull hardest. So spaces can be compared.
void measure(const Shown& shown, NodeId points, const BothSteps& steps, const std::string& section, LessonBuild& out) {
  if (!shown.ends) return;
  Tape& tape = out.tape;
  const auto end = [&](const char* name, int word) {
    const Axis row{"words", {nth(shown.sentences.words, word)}};
    return embedding(tape, points, {word}, Label(name).with_rows(row).with_cols(tape[points].cols));
  };
  const NodeId first = end("first_end", shown.ends->first), second = end("second_end", shown.ends->second);
  const Axis between{"words", {tape[first].rows.labels[0] + " – " + tape[second].rows.labels[0]}};
  const NodeId ruler = distance(tape, first, second, Label("ruler").with_rows(between).with_cols({"distance", {}}));
  const NodeId relative = divide(tape, steps.distance, ruler, Label("relative").with_rows(tape[steps.distance].rows));
  out.show(View::matrix, ruler, section);
  out.show(View::matrix, relative, section);
}

void show_steps(const Shown& shown, NodeId points, const BothSteps& steps, const std::string& section, LessonBuild& out) {
  for (const NodeId node : {steps.first.output, steps.second.output, steps.distance}) out.show(View::matrix, node, section);
  measure(shown, points, steps, section, out);
  for (const NodeId node : {steps.first.weights, steps.second.weights}) out.show(View::matrix, node, section);
}

// Returns the row of the word that pulls the pulled word hardest in a sentence, or -1 if the sentence has no other word.
int hardest_puller(const Tensor& table, const std::vector<std::string>& tokens, const Sentences& sentences, const std::string& word) {
  const std::vector<int> ids = places_of(tokens, sentences.words);
  const int pulled = nth(ids, pulled_place(tokens, word));
  int hardest = -1;
  float most = 0;
  for (const int id : ids) {
    float pull = 0;
    for (Index c = 0; c < table.cols(); ++c) pull += table.at(pulled, c) * table.at(id, c);
    if (id != pulled && (hardest < 0 || pull > most)) {
      hardest = id;
      most = pull;
    }
  }
  return hardest;
}

bool same_both_ways(const Tensor& table) {
  for (Index i = 0; i < table.rows(); ++i)
    for (Index j = 0; j < i; ++j) {
      const float a = table.at(i, j), b = table.at(j, i);
      if (std::abs(a - b) > 1e-5f * (1 + std::abs(a))) return false;
    }
  return true;
}

}  // namespace

std::optional<Ends> ends_of_ruler(const Tensor& table, const Sentences& sentences, const std::string& word) {
  const Ends ends{hardest_puller(table, sentences.first, sentences, word), hardest_puller(table, sentences.second, sentences, word)};
  if (ends.first < 0 || ends.second < 0 || ends.first == ends.second) return std::nullopt;
  return ends;
}

void show_transformation(const Shown& shown, NodeId m, LessonBuild& out) {
  Tape& tape = out.tape;
  const NodeId transformed = matmul_nt(tape, shown.words, m, Label("transformed").with_cols(new_features()));
  const NodeId area = determinant_with_note(out, m);
  if (shown.plane)
    show_plane(out, "transformation", {{shown.words, PanelRole::points}, {m, PanelRole::transformation}, {transformed, PanelRole::moved}});
  out.show(View::matrix, m, "transformation");
  out.show(View::matrix, area, "transformation");
  out.show(View::tokens, shown.words, "transformation.words");
  out.show(View::tokens, transformed, "transformation.words");
}

void show_space(const Shown& shown, const std::string& name, NodeId m, LessonBuild& out) {
  Tape& tape = out.tape;
  const auto scope = tape.scope(name);
  const NodeId points = m < 0 ? scale(tape, shown.words, 1, Label("points", "places"))
                              : matmul_nt(tape, shown.words, m, Label("points").with_cols(new_features()));
  const BothSteps steps = both_steps(shown, points, points, -1, out);
  const std::string section = "spaces." + name;
  if (shown.plane)
    show_plane(out, section,
               {{points, PanelRole::points}, {steps.first.moved, PanelRole::moved}, {steps.second.moved, PanelRole::moved_otherwise}});
  if (!shown.plane && m >= 0) out.show(View::matrix, points, section);
  if (m >= 0) out.show(View::matrix, m, section);
  show_steps(shown, points, steps, section, out);
}

void show_pair(const Shown& shown, NodeId pair, NodeId w_q, NodeId w_k, LessonBuild& out) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("pair");
  AttentionOptions options;
  options.scaled = false;
  const AttentionNodes nodes = attention(tape, pair, pair, {w_q, w_k}, options);
  if (shown.plane) {
    show_plane(out, "pair", {{pair, PanelRole::points}, {w_k, PanelRole::projection}, {nodes.key, PanelRole::moved}});
    show_plane(out, "pair", {{pair, PanelRole::points}, {w_q, PanelRole::projection}, {nodes.query, PanelRole::moved}});
  }
  for (const NodeId node : {pair, w_k, nodes.key, w_q, nodes.query, nodes.dot_products, nodes.weights})
    out.show(View::matrix, node, "pair");
  if (same_both_ways(tape.value(nodes.dot_products))) out.notes.push_back({"same_both_ways", {}});
}

void show_values(const Shown& shown, NodeId w_v, LessonBuild& out) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("values");
  const NodeId points = matmul(tape, shown.words, w_v, Label("points").with_cols(new_features()));
  const BothSteps steps = both_steps(shown, shown.words, points, w_v, out);
  if (shown.plane) {
    show_plane(out, "values", {{shown.words, PanelRole::points}, {w_v, PanelRole::projection}, {points, PanelRole::moved}});
    show_plane(out, "values",
               {{points, PanelRole::points}, {steps.first.moved, PanelRole::moved}, {steps.second.moved, PanelRole::moved_otherwise}});
  }
  out.show(View::matrix, w_v, "values");
  show_steps(shown, points, steps, "values", out);
}

void show_phrase(const Shown& shown, const Projections& w, LessonBuild& out) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("phrase");
  const Phrase phrase = look_up(tape, shown.words, shown.sentences.first, shown.sentences, shown.in.text("word"));
  AttentionOptions options;
  options.scaled = shown.in.toggle("scaled");
  const AttentionNodes nodes = attention(tape, phrase.x, phrase.x, {w.w_q, w.w_k, w.w_v}, options);
  out.show(View::tokens, phrase.x, "phrase");
  for (const auto& [weight, result] : {std::pair{w.w_q, nodes.query}, {w.w_k, nodes.key}, {w.w_v, nodes.value}}) {
    out.show(View::matrix, weight, "phrase");
    out.show(View::matrix, result, "phrase");
  }
  out.show(View::matrix, nodes.dot_products, "phrase");
  if (options.scaled) out.show(View::matrix, nodes.scores, "phrase");
  out.show(View::attention, nodes.weights, "phrase");
  out.show(View::tokens, nodes.output, "phrase");
}

}  // namespace gf::spaces
