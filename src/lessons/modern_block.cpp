// The lesson modern-block, the block since Llama: positions as rotations, norms without a mean, a gate in feed-forward, and keys that heads
// share.
#include <algorithm>
#include <utility>

#include "autograd/ops.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "lessons/modern_block_parts.h"
#include "lessons/scale/model_shape.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/sentence.h"
#include "protocol/step.h"

namespace gf::modern_block_lesson {

NodeId append_billions(Tape& tape, const std::vector<std::int64_t>& factors, const char* key, Label label) {
  double product = 1;
  std::vector<Expression> numbers;
  std::string code = "$out = np.array([[";
  for (const std::int64_t factor : factors) {
    product *= static_cast<double>(factor);
    code += (numbers.empty() ? "" : " * ") + std::to_string(factor);
    numbers.push_back(expr::number(static_cast<double>(factor)));
  }
  const Expression billions = expr::quotient(expr::product(std::move(numbers)), expr::number(1e9));
  const auto account = [key, billions](const Cell&) { return CellArithmetic{key, billions}; };
  return accounted(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(product / 1e9)), account, {code + " / 1e9]])"},
                   std::move(label));
}

namespace {

constexpr Index kRopeWidth = 4, kMostShift = 128, kEverywhere = 8;
constexpr double kMostPosition = 64;
constexpr float kNormEpsilon = 1e-5f;

void expect_row(const char* where, const Tensor& matrix) { expect_shape(where, matrix, 1, kRopeWidth, "(1, head_width)"); }

// ---- RoPE --------------------------------------------------------------------------------------------------------------

Axis position_rows(const std::vector<int>& positions) {
  std::vector<std::string> keys;
  for (const int position : positions) keys.push_back("@at_position " + std::to_string(position));
  return keyed_axis("", std::move(keys));
}

// Queries and keys with their positions in two ways: turned, and with sinusoids added.
struct PlacedNodes {
  NodeId query_turned, key_turned, query_with_position, key_with_position;
};

struct Places {
  std::vector<int> query, key;

  int last() const { return std::max(query.back(), key.back()); }
};

// Returns the positions of q and k, and the positions to which a shift moves them.
Places places_of_words(const InputReader& in) {
  const int query = static_cast<int>(in.whole("query_position")), key = static_cast<int>(in.whole("key_position")),
            shift = static_cast<int>(in.whole("shift"));
  if (shift == 0) return {{query}, {key}};
  return {{query, query + shift}, {key, key + shift}};
}

// Appends the same query and the same key at each of several positions.
PlacedNodes place(Tape& tape, NodeId query, NodeId key, const Places& places, const Axis& query_rows, const Axis& key_rows) {
  const Axis pairs = tape[query].cols;
  const auto copies = [&](NodeId row, std::size_t count, const char* name, const Axis& rows) {
    if (count == 1) return row;
    return embedding(tape, row, std::vector<int>(count, 0), Label(name).with_rows(rows).with_cols(pairs));
  };
  const NodeId queries = copies(query, places.query.size(), "query_copies", query_rows),
               keys = copies(key, places.key.size(), "key_copies", key_rows);
  const NodeId waves = position_encoding(tape, places.last() + 1, position_exponents(kRopeWidth), Label("position").with_cols(pairs));
  const auto added = [&](NodeId rows, const std::vector<int>& positions, const char* name, Label sum, const Axis& axis) {
    const NodeId position = embedding(tape, waves, positions, Label(name).with_rows(axis).with_cols(pairs));
    return add(tape, rows, position, std::move(sum).with_rows(axis));
  };
  return {.query_turned = rotate_pairs(tape, queries, places.query, Label("query_turned").with_rows(query_rows)),
          .key_turned = rotate_pairs(tape, keys, places.key, Label("key_turned").with_rows(key_rows)),
          .query_with_position = added(queries, places.query, "query_position", "query_with_position", query_rows),
          .key_with_position = added(keys, places.key, "key_position", "key_with_position", key_rows)};
}

// Appends the first pair of columns of q and k as points, before and after they are turned.
void append_points(Tape& tape, NodeId query, NodeId key, const PlacedNodes& at, const Places& places) {
  std::vector<std::string> names{"@query_at 0"};
  for (const int position : places.query) names.push_back("@query_at " + std::to_string(position));
  names.push_back("@key_at 0");
  for (const int position : places.key) names.push_back("@key_at " + std::to_string(position));
  std::vector<NodeId> points;
  const std::pair<NodeId, const char*> rows[] = {
      {query, "query_pair"}, {at.query_turned, "query_turned_pair"}, {key, "key_pair"}, {at.key_turned, "key_turned_pair"}};
  for (const auto& [all, name] : rows) points.push_back(slice(tape, all, 0, 2, name));
  concat(tape, std::move(points), Label("pairs").with_rows(keyed_axis("", std::move(names))).with_cols({"features", {"1", "2"}}),
         Along::rows);
}

NodeId scores_of(Tape& tape, NodeId query, NodeId key, const char* name) {
  return matmul_nt(tape, query, key, Label(name).with_rows(tape[query].rows).with_cols(tape[key].rows));
}

// Appends the score of q and k in both ways, for each shift.
void append_by_shift(Tape& tape, NodeId query, NodeId key, const InputReader& in) {
  const auto scope = tape.scope("by_shift");
  Places places;
  Axis shifts{"", {}};
  for (int shift = 0; shift <= kMostShift; ++shift) {
    places.query.push_back(static_cast<int>(in.whole("query_position")) + shift);
    places.key.push_back(static_cast<int>(in.whole("key_position")) + shift);
    shifts.labels.push_back(std::to_string(shift));
  }
  const PlacedNodes at = place(tape, query, key, places, shifts, shifts);
  const auto score = [&](NodeId q, NodeId k, const char* products, const char* name) {
    return sum(tape, multiply(tape, q, k, products), Along::rows, Label(name).with_cols(keyed_axis("", {"@score"})));
  };
  const NodeId turned = score(at.query_turned, at.key_turned, "turned_products", "turned_score"),
               added = score(at.query_with_position, at.key_with_position, "added_products", "added_score");
  concat(tape, {turned, added}, Label("shifted_scores").with_rows(shifts).with_cols(keyed_axis("", {"@rope", "@added"})));
}

// Appends the scores of the same q and k at each two of the first positions.
void append_everywhere(Tape& tape, NodeId query, NodeId key) {
  const auto scope = tape.scope("everywhere");
  std::vector<int> positions;
  for (int position = 0; position < kEverywhere; ++position) positions.push_back(position);
  std::vector<std::string> queries, keys;
  for (const int position : positions) {
    queries.push_back("@query_at " + std::to_string(position));
    keys.push_back("@key_at " + std::to_string(position));
  }
  const auto turned = [&](NodeId row, const char* copies, const char* name, std::vector<std::string> names) {
    const NodeId rows = embedding(tape, row, std::vector<int>(positions.size(), 0),
                                  Label(copies).with_rows(keyed_axis("", std::move(names))).with_cols(tape[row].cols));
    return rotate_pairs(tape, rows, positions, name);
  };
  const NodeId turned_queries = turned(query, "query_copies", "query_turned", queries),
               turned_keys = turned(key, "key_copies", "key_turned", keys);
  scores_of(tape, turned_queries, turned_keys, "all_scores");
}

void build_positions(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  const Tensor &q = *in.matrix("query"), &k = *in.matrix("key");
  expect_row("query", q);
  expect_row("key", k);
  const Axis pairs = keyed_axis("", {"@pair_across 1", "@pair_up 1", "@pair_across 2", "@pair_up 2"});
  const NodeId query = out.input_matrix("query", q, Label("query").with_rows({"", {"q"}}).with_cols(pairs));
  const NodeId key = out.input_matrix("key", k, Label("key").with_rows({"", {"k"}}).with_cols(pairs));
  const Places places = places_of_words(in);
  const PlacedNodes at = place(tape, query, key, places, position_rows(places.query), position_rows(places.key));
  append_points(tape, query, key, at, places);
  scores_of(tape, at.query_turned, at.key_turned, "rope_scores");
  scores_of(tape, at.query_with_position, at.key_with_position, "added_scores");
  append_by_shift(tape, query, key, in);
  append_everywhere(tape, query, key);
  out.show_each(View::matrix, {"query", "query_turned", "key", "key_turned"}, "rope");
  out.panels.push_back({View::plane, {"pairs"}, "rope", {PanelRole::points}});
  out.show(View::matrix, "rope_scores", "rope");
  out.show_each(View::matrix, {"query_with_position", "key_with_position", "added_scores"}, "added");
  out.show(View::curve, "by_shift.shifted_scores", "by_shift");
  for (const View view : {View::matrix, View::heatmap}) out.show(view, "everywhere.all_scores", "everywhere");
}

// ---- RMSNorm -----------------------------------------------------------------------------------------------------------

void build_norms(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  const Tensor& given = *in.matrix("row");
  if (given.rows() != 1) expect_shape("row", given, 1, given.cols(), "(1, width)");
  const NodeId row = out.input_matrix("row", given, Label("row").with_rows(keyed_axis("", {"@row_before"})));
  const NodeId centred = layer_norm(tape, row, kNormEpsilon, Label("layer_normed").with_rows(keyed_axis("", {"@layer_norm"})));
  const NodeId rms = rms_norm(tape, row, kNormEpsilon, Label("rms_normed").with_rows(keyed_axis("", {"@rms_norm"})));
  const NodeId all = concat(tape, {row, centred, rms},
                            Label("norms_compared").with_rows(keyed_axis("", {"@row_before", "@layer_norm", "@rms_norm"})), Along::rows);
  mean(tape, all, Along::rows, Label("row_means").with_cols(keyed_axis("", {"@mean"})));
  out.show_each(View::matrix, {"row", "layer_normed", "rms_normed", "row_means"}, "norms");
}

// ---- SwiGLU ------------------------------------------------------------------------------------------------------------

constexpr float kCurveFrom = -5, kCurveStep = 0.25f;
constexpr Index kCurvePoints = 41;

void append_curves(LessonBuild& out) {
  Tape& tape = out.tape;
  Tensor points(matrix_shape(kCurvePoints, 1));
  Axis axis{"", {}};
  for (Index i = 0; i < kCurvePoints; ++i) {
    points.at(i, 0) = kCurveFrom + kCurveStep * static_cast<float>(i);
    axis.labels.push_back(format_number(static_cast<double>(points.at(i, 0))));
  }
  const NodeId x = constant(tape, std::move(points), Label("curve_points", "@evenly_spaced").with_rows(axis));
  const NodeId relu_of = relu(tape, x, "relu_curve"), gelu_of = gelu(tape, x, false, "gelu_curve"), silu_of = silu(tape, x, "silu_curve");
  concat(tape, {relu_of, gelu_of, silu_of}, Label("activations").with_rows(axis).with_cols({"", {"ReLU", "GELU", "SiLU"}}));
  out.show(View::curve, "activations", "gate");
}

void build_gate(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  append_curves(out);
  const Tensor& rows = *in.matrix("x");
  const Tensor &gate_weights = *in.matrix("w_gate"), &up_weights = *in.matrix("w_up");
  expect_shape("w_gate", gate_weights, rows.cols(), gate_weights.cols(), "(width, hidden)");
  expect_shape("w_up", up_weights, rows.cols(), gate_weights.cols(), "(width, hidden)");
  std::vector<std::string> names, units;
  for (Index r = 0; r < rows.rows(); ++r) names.push_back("@row_number " + std::to_string(r + 1));
  for (Index c = 0; c < gate_weights.cols(); ++c) units.push_back("@unit " + std::to_string(c + 1));
  const Axis hidden_units = keyed_axis("", std::move(units));
  const NodeId x = out.input_matrix("x", rows, Label("x").with_rows(keyed_axis("", std::move(names))));
  const NodeId w_gate = out.input_matrix("w_gate", gate_weights, Label("w_gate").with_cols(hidden_units));
  const NodeId w_up = out.input_matrix("w_up", up_weights, Label("w_up").with_cols(hidden_units));
  const NodeId gate_input = matmul(tape, x, w_gate, "gate_input");
  relu(tape, gate_input, "relu_hidden");
  const NodeId gate = silu(tape, gate_input, "gate");
  const NodeId up = matmul(tape, x, w_up, "up");
  multiply(tape, gate, up, "gated_hidden");
  out.show_each(View::matrix, {"x", "w_gate", "gate_input", "relu_hidden", "gate", "w_up", "up", "gated_hidden"}, "gate");
}

// ---- keys that heads share ---------------------------------------------------------------------------------------------

constexpr Index kHeads = 4, kHeadWidth = 2, kWordWidth = 4;
constexpr std::size_t kMostWords = 12;

// Returns the names of the two columns of each head.
Axis head_columns(Index heads) {
  std::vector<std::string> keys;
  for (Index head = 1; head <= heads; ++head)
    for (const char* column : {"@head_across ", "@head_up "}) keys.push_back(column + std::to_string(head));
  return keyed_axis("", std::move(keys));
}

// Appends an attention in which heads share keys. Returns the words, (T, 4).
NodeId build_shared_keys(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  const std::vector<std::string> tokens = sentence_tokens("text", in.text("text"), kMostWords);
  std::vector<std::string> seeded;
  const Index key_heads = std::stoi(in.text("key_heads"));
  const Tensor &query_weights = *in.matrix("w_q"), &key_weights = *in.matrix("w_k");
  expect_shape("w_q", query_weights, kWordWidth, kHeads * kHeadWidth, "(width, heads * head_width)");
  expect_shape("w_k", key_weights, kWordWidth, kHeads * kHeadWidth, "(width, heads * head_width)");
  const NodeId words =
      parameter(tape, word_embeddings(tokens, kWordWidth, in.seed(), seeded), Label("words").with_rows(token_axis(tokens)));
  const NodeId w_q = out.input_matrix("w_q", query_weights, "w_q"), w_k = out.input_matrix("w_k", key_weights, "w_k");
  Label label("head_queries");
  label.outer = Axis{"head", {}};
  const NodeId queries =
      split_heads(tape, matmul(tape, words, w_q, Label("query_channels").with_cols(head_columns(kHeads))), kHeads, std::move(label));
  const NodeId kept = slice(tape, w_k, 0, key_heads * kHeadWidth, "w_k_kept");
  const NodeId channels = matmul(tape, words, kept, Label("key_channels").with_cols(head_columns(key_heads)));
  std::vector<NodeId> of_heads;
  for (Index head = 0; head < kHeads; ++head) {
    const Index from = head * key_heads / kHeads * kHeadWidth;
    of_heads.push_back(slice(tape, channels, from, from + kHeadWidth, "head_key_" + std::to_string(head + 1)));
  }
  Label shared("head_keys");
  shared.outer = Axis{"head", {}};
  const NodeId keys = split_heads(tape, concat(tape, std::move(of_heads), "keys_beside"), kHeads, std::move(shared));
  const NodeId products = matmul_nt(tape, queries, keys, "dot_products");
  const NodeId scores = divide_by_root(tape, products, kHeadWidth, "scores");
  softmax(tape, scores, 1, Along::rows, "weights");
  out.show_each(View::matrix, {"words", "w_q", "query_channels", "w_k", "w_k_kept", "key_channels"}, "shared");
  for (const char* node : {"head_queries", "head_keys", "weights"}) out.show(View::heads, node, "shared");
  return words;
}

// Appends the memory of one head's keys and values in all blocks of Llama 2 70B, in GB, with 16 bits a number.
NodeId append_cache_of_head(Tape& tape, std::int64_t tokens) {
  const scaling_lesson::ModelShape& shape = *scaling_lesson::known_shape("llama_70b");
  return append_billions(
      tape, {2, shape.layers, shape.width / shape.heads, tokens, 2}, "@cache_of_head",
      Label("cache_of_head", "@cache_of_head").with_rows(keyed_axis("", {"@one_key_head"})).with_cols(keyed_axis("", {"@gigabytes"})));
}

void build_cache(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  const scaling_lesson::ModelShape& shape = *scaling_lesson::known_shape("llama_70b");
  const std::vector<std::int64_t> counts{shape.heads, shape.kv_heads, 1};
  Tensor heads(matrix_shape(std::ssize(counts), 1));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    heads.at(static_cast<Index>(i), 0) = static_cast<float>(counts[i]);
    names.push_back(counts[i] == 1 ? "@one_key_head" : "@key_heads " + std::to_string(counts[i]));
  }
  const Axis rows = keyed_axis("", std::move(names));
  const NodeId each = append_cache_of_head(tape, in.whole("tokens"));
  const NodeId count =
      constant(tape, std::move(heads), Label("cached_heads", "@as_given").with_rows(rows).with_cols(keyed_axis("", {"@count"})));
  multiply(tape, count, each, Label("key_cache").with_cols(keyed_axis("", {"@gigabytes"})));
  out.show_each(View::matrix, {"cache_of_head", "cached_heads"}, "cache");
  for (const View view : {View::ranking, View::matrix}) out.show(view, "key_cache", "cache");
}

void build(const InputReader& in, LessonBuild& out) {
  build_positions(in, out);
  build_norms(in, out);
  build_gate(in, out);
  const NodeId words = build_shared_keys(in, out);
  build_cache(in, out);
  append_recorded_runs(in, out);
  append_experts(in, out, words);
}

// ---- tables ------------------------------------------------------------------------------------------------------------

constexpr float kQuery[1][4] = {{1, 1, 2, 0}}, kKey[1][4] = {{1, 0, 1, 0.5f}}, kRow[1][4] = {{2, 4, 6, 8}};
// The second row is twice the first row.
constexpr float kRows[2][2] = {{1, 2}, {2, 4}};
constexpr float kGateWeights[2][4] = {{0, 1, -0.5f, 1}, {1, -1, 0.5f, -2}}, kUpWeights[2][4] = {{-0.5f, 2, 1, 0}, {1, 0, -1, 0.5f}};
constexpr float kQueryWeights[4][8] = {
    {3, -1, 0, 2, -3, 1, 1, 0}, {0, 3, -2, -1, 1, -2, 0, 4}, {-2, 0, 3, 1, 0, 3, -4, 1}, {1, 2, 0, -3, 2, 0, 2, -2}};
constexpr float kKeyWeights[4][8] = {
    {3, 0, 1, -2, 0, 2, -1, 3}, {0, 3, -3, 0, 2, 1, 3, 0}, {-1, 2, 0, 3, -3, 0, 0, -2}, {2, -1, 2, 1, 0, -3, 1, 2}};

constexpr float kRouterWeights[4][4] = {{-1, 5, -5, 1}, {-3, 4, -1, 5}, {1, 3, 0, -4}, {-2, 5, 2, 4}};

constexpr InputSpec kInputs[] = {number_input("query_position", 5, 0, kMostPosition),
                                 number_input("key_position", 3, 0, kMostPosition),
                                 number_input("shift", 0, 0, static_cast<double>(kMostShift)),
                                 matrix_input("query", "(1, head_width)", kQuery),
                                 matrix_input("key", "(1, head_width)", kKey),
                                 matrix_input("row", "(1, width)", kRow),
                                 matrix_input("x", "(rows, width)", kRows),
                                 matrix_input("w_gate", "(width, hidden)", kGateWeights),
                                 matrix_input("w_up", "(width, hidden)", kUpWeights),
                                 text_input("text", "my dog chased it"),
                                 seed_input(1),
                                 choice_input("key_heads", "4, 2, 1", "2"),
                                 matrix_input("w_q", "(width, heads * head_width)", kQueryWeights),
                                 matrix_input("w_k", "(width, heads * head_width)", kKeyWeights),
                                 number_input("tokens", 4096, 1, 131072),
                                 toggle_input("rope", true),
                                 toggle_input("rms", true),
                                 toggle_input("gated", true),
                                 toggle_input("sharing", true),
                                 matrix_input("w_router", "(width, experts)", kRouterWeights),
                                 number_input("favour", 0, 0, 8)};

constexpr Preset kPresets[] = {
    {"near", {}}, {"far", {{"shift", 100.0}}}, {"one-key-head", {{"key_heads", "1"}}}, {"one-expert", {{"favour", 8.0}}}};

constexpr Step kSteps[] = {
    {.id = "turned",
     .focus = "pairs",
     .cell = CellName{0, 1, 0},
     .scene = "query / query_turned -> pairs* as plane",
     .controls = "query_position"},
    {.id = "first_pair",
     .focus = "key_turned",
     .cell = CellName{0, 0, 0},
     .scene = "query -> query_turned | key -> key_turned*",
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
    {.id = "shifted",
     .focus = "rope_scores",
     .cell = CellName{0, 1, 1},
     .scene = "query_turned / key_turned -> rope_scores*",
     .example = {.preset = "far"},
     .ask =
         Ask{.how = WhichIsSo{{"less", "same", "more"}, {-0.05f, 0.05f}, At{"rope_scores", {0, 0, 0}}}, .also = "by_shift.shifted_scores"},
     .controls = "shift"},
    {.id = "added",
     .focus = "by_shift.shifted_scores",
     .scene = "added_scores -> by_shift.shifted_scores* as curve",
     .example = {.preset = "far"},
     .controls = "shift"},
    {.id = "swapped",
     .focus = "everywhere.all_scores",
     .cell = CellName{0, 3, 5},
     .scene = "query / key -> everywhere.all_scores* as matrix",
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-0.05f, 0.05f}, At{"everywhere.all_scores", {0, 5, 3}}},
                .also = "everywhere.all_scores"}},
    {.id = "norms",
     .focus = "rms_normed",
     .cell = CellName{0, 0, 0},
     .scene = "row / layer_normed / rms_normed* -> row_means",
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}}},
    {.id = "silu", .focus = "activations", .scene = "activations* as curve"},
    {.id = "gated",
     .focus = "gated_hidden",
     .cell = CellName{0, 1, 0},
     .scene = "gate / up -> gated_hidden* / relu_hidden",
     .ask = Ask{.how = WhichIsSo{{"less_than_twice", "twice", "more_than_twice"}, {5.2f, 5.4f}}}},
    {.id = "shared",
     .focus = "weights",
     .cell = CellName{1, 3, 0},
     .scene = "head_queries as heads , key_channels -> weights* as heads",
     .example = {.preset = "one-key-head"},
     .ask = Ask{.how = WhichIsSo{{"same", "other"}, {0.01f}, At{"weights", {0, 3, 0}}}, .also = "weights, scores, dot_products"},
     .controls = "key_heads"},
    {.id = "cache",
     .focus = "key_cache",
     .cell = CellName{0, 1, 0},
     .scene = "cached_heads x cache_of_head = key_cache* as ranking",
     .ask = Ask{.how = HowMuch{0, 12}},
     .controls = "tokens"},
    {.id = "side_by_side",
     .focus = "trained.last_losses",
     .cell = CellName{0, "@block_with_parts", 0},
     .scene = "trained.curves as curve -> trained.last_losses* as ranking / trained.parameters as ranking",
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-0.03f, 0.03f}, At{"trained.last_losses", {0, "@block_of_2017", 0}}},
                .also = "trained.curves"},
     .controls = "rope, gated, sharing"},
    {.id = "router",
     .focus = "expert_shares",
     .cell = CellName{0, "it", 0},
     .scene = "router_logits -> router_shares -> expert_shares*",
     .exercise = Exercise{{{0, 3, 0}, {0, 3, 2}}}},
    {.id = "held",
     .focus = "mixtral_parameters",
     .cell = CellName{0, "@used", 0},
     .scene = "experts_counted x one_expert + without_experts = mixtral_parameters* as ranking",
     .ask = Ask{.how = HowMuch{0, 50}, .also = "all_experts"}},
    {.id = "one_expert",
     .focus = "expert_shares",
     .cell = CellName{0, 0, "@expert 2"},
     .scene = "router_logits -> expert_shares* / expert_load",
     .example = {.preset = "one-expert"},
     .ask = Ask{.how = WhichIsSo{{"nothing", "tenth", "half"}, {0.02f, 0.3f}},
                .also = "expert_shares, router_shares, shares_kept, kept_in_all, expert_load"},
     .controls = "favour"},
    {.id = "recap", .focus = "key_cache", .cell = CellName{0, 0, 0}, .page = StepPage::recap},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "modern-block", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
      .build = build,
      .largest = {{"query_position", kMostPosition}, {"key_position", kMostPosition}, {"shift", static_cast<double>(kMostShift)}}};
  return kLesson;
}

}  // namespace gf::modern_block_lesson
