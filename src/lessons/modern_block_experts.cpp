// A mixture of experts: a router sends each token through two of four feed-forward layers.
#include "autograd/ops.h"
#include "core/random.h"
#include "lessons/modern_block_parts.h"
#include "lessons/scale/model_shape.h"

namespace gf::modern_block_lesson {
namespace {

constexpr Index kExperts = 4, kExpertsUsed = 2, kExpertHidden = 6;
constexpr std::uint32_t kExpertSeed = 7;

Axis expert_names() {
  std::vector<std::string> names;
  for (Index expert = 1; expert <= kExperts; ++expert) names.push_back("@expert " + std::to_string(expert));
  return keyed_axis("", std::move(names));
}

// Appends the share of each expert for each token, (T, 4). Each row has two shares that are not 0.
NodeId append_router(const InputReader& in, LessonBuild& out, NodeId words) {
  Tape& tape = out.tape;
  const Tensor& weights = *in.matrix("w_router");
  expect_shape("w_router", weights, tape.value(words).cols(), kExperts, "(width, experts)");
  const Axis experts = expert_names();
  const NodeId w_router = out.input_matrix("w_router", weights, Label("w_router").with_cols(experts));
  Tensor favoured(matrix_shape(1, kExperts));
  favoured.at(0, 0) = static_cast<float>(in.number("favour"));
  const NodeId favour = constant(tape, std::move(favoured), Label("favoured", "@as_given").with_rows({"", {}}).with_cols(experts));
  const NodeId logits = add(tape, matmul(tape, words, w_router, "routed"), favour, "router_logits");
  const NodeId shares = softmax(tape, logits, 1, Along::rows, "router_shares");
  const NodeId kept = top_k(tape, shares, kExpertsUsed, Along::rows, "experts_kept");
  const NodeId of_kept = multiply(tape, shares, kept, "shares_kept");
  const NodeId expert_shares = divide(tape, of_kept, sum(tape, of_kept, Along::rows, "kept_in_all"), "expert_shares");
  sum(tape, kept, Along::columns, Label("expert_load").with_rows(keyed_axis("", {"@tokens"})));
  out.show_each(View::matrix, {"w_router", "router_logits", "router_shares", "expert_shares", "expert_load"}, "experts");
  return expert_shares;
}

void append_feed_forwards(LessonBuild& out, NodeId words, NodeId expert_shares) {
  Tape& tape = out.tape;
  NumpyRandom random(kExpertSeed);
  const Index width = tape.value(words).cols();
  const auto stacked = [](const char* name) {
    Label label(name);
    label.outer = Axis{"expert", {}};
    return label;
  };
  const NodeId w_in = parameter(tape, random.uniform({{kExperts}, width, kExpertHidden}, 2), stacked("expert_w_in"));
  const NodeId w_out = parameter(tape, random.uniform({{kExperts}, kExpertHidden, width}, 2), stacked("expert_w_out"));
  const NodeId hidden = silu(tape, matmul(tape, words, w_in, "expert_inputs"), "expert_hidden");
  const NodeId outputs = matmul(tape, hidden, w_out, "expert_outputs");
  const NodeId weights = split_heads(tape, expert_shares, kExperts, stacked("share_of_expert"));
  const NodeId weighted = multiply(tape, outputs, weights, "weighted_experts");
  scale(tape, mean_of_matrices(tape, weighted, "mean_of_experts"), static_cast<float>(kExperts), "mixture");
  out.show(View::heads, "weighted_experts", "experts");
  out.show(View::matrix, "mixture", "experts");
}

// Appends the parameters of Mixtral 8x7B, and those that one token goes through, in 10⁹.
void append_mixtral(LessonBuild& out) {
  using scaling_lesson::ModelPart;
  Tape& tape = out.tape;
  const scaling_lesson::ModelShape shape{32, 4096, 14336, 32, 8, 32000, 32768, false, true, false, false};
  constexpr std::int64_t kHeld = 8, kUsed = 2;
  std::int64_t common = shape.layers * shape.width * kHeld;  // the routers
  for (const scaling_lesson::MatrixKind& kind : scaling_lesson::matrix_kinds(shape))
    if (kind.part != ModelPart::feed_forward) common += kind.rows * kind.columns * kind.copies;
  const Axis billions{"", {"10⁹"}};
  const NodeId expert = append_billions(tape, {3, shape.width, shape.hidden, shape.layers}, "@one_expert",
                                        Label("one_expert", "@one_expert").with_rows({"", {}}).with_cols(billions));
  const NodeId rest = append_billions(tape, {common}, "@without_experts",
                                      Label("without_experts", "@without_experts").with_rows({"", {}}).with_cols(billions));
  const NodeId count =
      constant(tape, Tensor::from_rows({{kHeld}, {kUsed}}),
               Label("experts_counted", "@as_given").with_rows(keyed_axis("", {"@held", "@used"})).with_cols(keyed_axis("", {"@experts"})));
  const NodeId experts = multiply(tape, count, expert, Label("all_experts").with_cols(billions));
  add(tape, experts, rest, Label("mixtral_parameters").with_cols(billions));
  out.show_each(View::matrix, {"experts_counted", "one_expert", "without_experts"}, "mixtral");
  for (const View view : {View::ranking, View::matrix}) out.show(view, "mixtral_parameters", "mixtral");
}

}  // namespace

void append_experts(const InputReader& in, LessonBuild& out, NodeId words) {
  append_feed_forwards(out, words, append_router(in, out, words));
  append_mixtral(out);
}

}  // namespace gf::modern_block_lesson
