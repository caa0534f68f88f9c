// The loss of a model with N parameters that reads D tokens, by the scaling law of Hoffmann et al. (2022), for a number of operations.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "autograd/ops.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "lessons/scale/scaling_parts.h"

namespace gf::scaling_lesson {
namespace {

// The constants of loss = E + A / N^α + B / D^β, as two papers fitted them to the same models.
struct PublishedLaw {
  const char* name;
  double floor, a, alpha, b, beta;
};
constexpr PublishedLaw kPublishedLaws[] = {{"@law_2022", 1.69, 406.4, 0.34, 410.7, 0.28},
                                           {"@law_2024", 1.8172, 482.01, 0.3478, 2085.43, 0.3658}};
constexpr int kFirstLaw = 0, kCorrectedLaw = 1;

// The chosen law: nodes of E, A and B, and the same numbers with their exponents.
struct LawNodes {
  NodeId floor, a, b;
  double of_size, of_tokens;  // A and B
  double alpha, beta;

  // The factor G and the exponent of the best size N = G · (C / 6)^(β / (α + β)).
  double best_factor() const { return std::pow(alpha * of_size / (beta * of_tokens), 1 / (alpha + beta)); }
  double best_exponent() const { return beta / (alpha + beta); }
  // The factor of the loss above E at the best N, which is this factor times (C / 6)^(−αβ / (α + β)).
  double best_above_floor() const { return of_size * std::pow(best_factor(), -alpha) + of_tokens * std::pow(best_factor(), beta); }
  double bill_exponent() const { return -(alpha + beta) / (alpha * beta); }
};

LawNodes append_law(Tape& tape, bool corrected) {
  Tensor table(matrix_shape(std::ssize(kPublishedLaws), 5));
  std::vector<std::string> names;
  for (Index row = 0; row < table.rows(); ++row) {
    const PublishedLaw& law = kPublishedLaws[row];
    Index col = 0;
    for (const double number : {law.floor, law.a, law.alpha, law.b, law.beta}) table.at(row, col++) = static_cast<float>(number);
    names.emplace_back(law.name);
  }
  const NodeId laws = constant(tape, std::move(table),
                               Label("laws", "@as_published").with_rows(keyed_axis("", names)).with_cols({"", {"E", "A", "α", "B", "β"}}));
  const int chosen = corrected ? kCorrectedLaw : kFirstLaw;
  const NodeId law = embedding(tape, laws, {chosen}, Label("law").with_rows(keyed_axis("", {nth(names, chosen)})));
  const auto at = [&](Index col) { return static_cast<double>(tape.value(law).at(0, col)); };
  return {.floor = slice(tape, law, 0, 1, "floor"),
          .a = slice(tape, law, 1, 2, "size_constant"),
          .b = slice(tape, law, 3, 4, "token_constant"),
          .of_size = at(1),
          .of_tokens = at(3),
          .alpha = at(2),
          .beta = at(4)};
}

struct LossNodes {
  NodeId tokens, size_part, token_part, above_floor, loss;
};

// Appends the loss of each size, (n, 1) in 10⁹, for `spent` operations, (1, 1) in 10²¹, which pay for D = C / 6N tokens.
LossNodes append_loss(Tape& tape, NodeId sizes, NodeId spent, const LawNodes& law, const Axis& rows) {
  const auto count = static_cast<std::size_t>(tape.value(sizes).rows());
  const NodeId bill = embedding(tape, spent, std::vector<int>(count, 0), Label("bill").with_rows(rows).with_cols({"", {"10²¹"}}));
  const NodeId per_token = scale(tape, sizes, 6, "operations_of_token");
  LossNodes nodes{};
  nodes.tokens = divide(tape, bill, per_token, Label("tokens_read").with_cols({"", {"10¹²"}}));
  const NodeId all_parameters = scale(tape, sizes, 1e9f, Label("parameter_count", "10⁹ · sizes").with_cols({"", {"N"}}));
  const NodeId all_tokens = scale(tape, nodes.tokens, 1e12f, Label("token_count", "10¹² · tokens_read").with_cols({"", {"D"}}));
  const NodeId size_power = power(tape, all_parameters, static_cast<float>(-law.alpha), "size_power");
  const NodeId token_power = power(tape, all_tokens, static_cast<float>(-law.beta), "token_power");
  const Axis loss = keyed_axis("", {"@loss"});
  nodes.size_part = multiply(tape, size_power, law.a, Label("size_part").with_cols(loss));
  nodes.token_part = multiply(tape, token_power, law.b, Label("token_part").with_cols(loss));
  nodes.above_floor = add(tape, nodes.size_part, nodes.token_part, Label("above_floor").with_cols(loss));
  nodes.loss = add(tape, nodes.above_floor, law.floor, Label("loss_reached").with_cols(loss));
  return nodes;
}

// Appends the size with the least loss for these operations, in 10⁹.
NodeId append_best_size(Tape& tape, NodeId spent, const LawNodes& law) {
  const NodeId product = scale(tape, spent, 1e21f / 6, Label("size_times_tokens", "10²¹ / 6 · bill").with_cols({"", {"N · D"}}));
  const NodeId raised = power(tape, product, static_cast<float>(law.best_exponent()), Label("raised").with_cols({"", {}}));
  return scale(tape, raised, static_cast<float>(law.best_factor() * 1e-9), Label("best_size").with_cols({"", {"10⁹"}}));
}

// ---- one bill, other sizes ---------------------------------------------------------------------------------------------

// Appends the losses of a smaller model, the chosen model and a larger model.
void append_tried(LessonBuild& out, const Setup& setup, NodeId size, NodeId spent, const LawNodes& law) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("tried");
  const auto times = static_cast<float>(setup.times);
  const Axis rows = keyed_axis("", {"@smaller", "@this_model", "@larger"});
  const NodeId factors = constant(tape, Tensor::from_rows({{1 / times}, {1}, {times}}),
                                  Label("factors", "1 / times, 1, times").with_rows(rows).with_cols(keyed_axis("", {"@times_as_large"})));
  const NodeId sizes = multiply(tape, factors, size, Label("sizes").with_cols({"", {"10⁹"}}));
  append_loss(tape, sizes, spent, law, rows);
  out.show_each(View::matrix, {"tried.bill", "tried.sizes", "tried.tokens_read", "tried.loss_reached"}, "law");
  out.show(View::ranking, "tried.loss_reached", "law");
}

// The curve covers three powers of ten around the size that would read 20 tokens for each parameter.
constexpr Index kPointsOfDecade = 20, kDecades = 3;

void append_curve_of_sizes(LessonBuild& out, NodeId spent, const LawNodes& law) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("curve");
  const double middle = std::sqrt(static_cast<double>(tape.value(spent).at(0, 0)) * 1e21 / 120);
  const double first = std::floor(std::log10(std::max(middle, 1.0))) - 1;
  Tensor sizes(matrix_shape(kDecades * kPointsOfDecade + 1, 1));
  std::vector<std::string> names;
  for (Index row = 0; row < sizes.rows(); ++row) {
    const double billions = std::pow(10, first - 9 + static_cast<double>(row) / kPointsOfDecade);
    sizes.at(row, 0) = static_cast<float>(billions);
    names.push_back("@billion " + format_number(billions, billions < 10 ? (billions < 1 ? 4 : 1) : 0));
  }
  const Axis rows = keyed_axis("", std::move(names));
  const NodeId all = constant(tape, std::move(sizes), Label("sizes", "@equal_ratios").with_rows(rows).with_cols({"", {"10⁹"}}));
  append_loss(tape, all, spent, law, rows);
  out.show(View::curve, "curve.loss_reached", "law");
}

// Appends the chosen model beside the best model for the same operations.
LossNodes append_compared(LessonBuild& out, NodeId size, NodeId spent, const LawNodes& law) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("compared");
  const Axis rows = keyed_axis("", {"@this_model", "@best_for_bill"});
  const NodeId best = append_best_size(tape, spent, law);
  const NodeId sizes = concat(tape, {size, best}, Label("sizes").with_rows(rows).with_cols({"", {"10⁹"}}), Along::rows);
  const LossNodes nodes = append_loss(tape, sizes, spent, law, rows);
  const NodeId thousands = divide(tape, nodes.tokens, sizes, Label("thousand_tokens_each").with_cols({"", {"10³"}}));
  const NodeId each = scale(tape, thousands, 1000, "tokens_each");
  concat(
      tape, {sizes, nodes.tokens, each},
      Label("both_models").with_rows(rows).with_cols(keyed_axis("", {"@billions_of_parameters", "@trillions_of_tokens", "@tokens_each"})));
  const auto of_model = [&](NodeId part, const char* name) { return slice(tape, part, 0, 1, name, Along::rows); };
  concat(tape, {law.floor, of_model(nodes.size_part, "model_size_part"), of_model(nodes.token_part, "model_token_part")},
         Label("loss_parts").with_rows({"", {}}).with_cols(keyed_axis("", {"@law_floor", "@too_few_parameters", "@too_few_tokens"})));
  out.show_each(View::matrix, {"compared.both_models", "compared.loss_reached"}, "law");
  out.show(View::likeliest, "compared.loss_parts", "law");
  out.show(View::matrix, "compared.loss_parts", "law");
  return nodes;
}

// ---- a model in use ----------------------------------------------------------------------------------------------------

constexpr Index kTrillionsInUse = 30;

// Appends a row for each number of trillions of tokens in use, with a 1 for the training, (31, 2).
NodeId append_in_use(Tape& tape) {
  Tensor in_use = Tensor::filled(matrix_shape(kTrillionsInUse + 1, 2), 1);
  std::vector<std::string> names;
  for (Index row = 0; row < in_use.rows(); ++row) {
    in_use.at(row, 0) = static_cast<float>(row);
    names.push_back("@trillion " + std::to_string(row));
  }
  return constant(tape, std::move(in_use),
                  Label("in_use", "@tokens_and_training")
                      .with_rows(keyed_axis("", std::move(names)))
                      .with_cols(keyed_axis("", {"@trillions_of_tokens", "@training"})));
}

// Appends the costs in use of the chosen model, and of the model that reaches the same loss with the fewest operations of training.
void append_serving(LessonBuild& out, NodeId size, NodeId spent, const LossNodes& reached, const LawNodes& law) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("serving");
  const NodeId above = slice(tape, reached.above_floor, 0, 1, "model_above_floor", Along::rows);
  const NodeId raised = power(tape, above, static_cast<float>(law.bill_exponent()), Label("loss_raised").with_cols({"", {}}));
  const double factor = 6e-21 * std::pow(law.best_above_floor(), -law.bill_exponent());
  const NodeId bill = scale(tape, raised, static_cast<float>(factor), Label("least_bill").with_cols({"", {"10²¹"}}));
  const NodeId best = append_best_size(tape, bill, law);
  const Axis both = keyed_axis("", {"@this_model", "@best_for_loss"});
  const NodeId sizes = concat(tape, {size, best}, Label("served_sizes").with_rows(both).with_cols({"", {"10⁹"}}), Along::rows);
  const NodeId training = concat(tape, {spent, bill}, Label("training").with_rows(both).with_cols({"", {"10²¹"}}), Along::rows);
  const NodeId each = scale(tape, sizes, 2, "used_each");
  const NodeId costs =
      concat(tape, {each, training}, Label("costs").with_rows(both).with_cols(keyed_axis("", {"@each_token", "@training"})));
  concat(tape, {sizes, costs},
         Label("costs_of_both").with_rows(both).with_cols(keyed_axis("", {"@billions_of_parameters", "@each_token", "@training"})));
  matmul_nt(tape, append_in_use(tape), costs, Label("all_spent").with_cols(both));
  const NodeId difference = constant(tape, Tensor::from_rows({{1, -1}}), Label("difference", "1, −1").with_rows({"", {}}).with_cols(both));
  const NodeId differences = matmul(tape, difference, costs, "differences");
  const NodeId more_each = slice(tape, differences, 0, 1, "more_each"), more_training = slice(tape, differences, 1, 2, "more_training");
  const NodeId ratio = divide(tape, more_training, more_each, "more_by_more");
  scale(tape, ratio, -1, Label("paid_after").with_rows({"", {}}).with_cols({"", {"10¹²"}}));
  out.show(View::matrix, "serving.costs_of_both", "serving");
  out.show(View::curve, "serving.all_spent", "serving");
  out.show(View::matrix, "serving.paid_after", "serving");
}

}  // namespace

void append_scaling_law(LessonBuild& out, const Setup& setup, NodeId size, NodeId operations) {
  const LawNodes law = append_law(out.tape, setup.corrected);
  out.show(View::matrix, "laws", "law");
  const NodeId spent = scale(out.tape, operations, 1e-3f, Label("spent", "operations / 10³").with_cols({"", {"10²¹"}}));
  append_tried(out, setup, size, spent, law);
  append_curve_of_sizes(out, spent, law);
  append_serving(out, size, spent, append_compared(out, size, spent, law), law);
}

}  // namespace gf::scaling_lesson
