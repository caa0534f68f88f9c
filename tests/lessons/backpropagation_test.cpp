// D1 to D5: a block, its loss and its gradients, against closed forms, finite differences and PyTorch; one optimiser step; bad input.
#include <algorithm>

#include "closed_forms.h"
#include "core/explanation.h"
#include "core/kernels.h"
#include "core/number_text.h"
#include "golden.h"
#include "lessons/context.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace backpropagation_test {
namespace {

constexpr const char* kLesson = "backpropagation";

constexpr TestedLesson run{kLesson};

Table table_of_node(const Trace& trace, const std::string& name) {
  const Tensor& value = *node(trace, name).value;
  Table table = zeros(static_cast<std::size_t>(value.rows()), static_cast<std::size_t>(value.cols()));
  for (std::size_t r = 0; r < table.size(); ++r)
    for (std::size_t c = 0; c < table[r].size(); ++c)
      table[r][c] = static_cast<double>(value.at(static_cast<Index>(r), static_cast<Index>(c)));
  return table;
}

Inputs configuration(bool positions, const char* residual, bool norm) {
  return {{"positions", positions}, {"residual", std::string(residual)}, {"norm", norm}};
}

Block block_of(const Trace& trace, bool residual_of_input, bool norm) {
  Block b;
  b.x = table_of_node(trace, "x");
  b.position = trace.find("position") >= 0 ? table_of_node(trace, "position") : zeros(b.x.size(), b.x[0].size());
  b.w_q = table_of_node(trace, "w_q");
  b.w_k = table_of_node(trace, "w_k");
  b.w_v = table_of_node(trace, "w_v");
  b.w = table_of_node(trace, "w");
  b.targets = table_of_node(trace, "targets");
  b.residual_of_input = residual_of_input;
  b.norm = norm;
  return b;
}

// Floats carry 7 digits; the longest chain here is about a dozen sums of a handful of terms that are at most a few units large.
constexpr double kFloat = 5e-6;

double loss_with(const Inputs& inputs, const std::string& name, const Cell& cell, double value) {
  const Trace trace = run(inputs, {{name, cell, static_cast<float>(value)}});
  return static_cast<double>(node(trace, "loss").value->at(0, 0));
}

// The derivative by five points. The method's error is h⁴/30 times the fifth derivative, that is 5e-9 of it. A weight of the second row
// lets in values of up to 3, and the norm divides by that row's deviation, 0.3. So each derivative is up to 10 times the derivative before,
// and the fifth some 1e4. The loss is a float near 1 with an error of about 2e-7 after the whole pass, which 1.5/h makes 2e-5.
double finite_difference(const Inputs& inputs, const std::string& name, const Cell& cell, double at) {
  constexpr double h = 0.02;
  const auto loss = [&](double steps) { return loss_with(inputs, name, cell, at + steps * h); };
  return (8 * (loss(1) - loss(-1)) - (loss(2) - loss(-2))) / (12 * h);
}
constexpr double kDifference = 2e-4;

bool shows(const Trace& trace, const std::string& name) {
  return std::any_of(trace.panels.begin(), trace.panels.end(), [&](const Panel& panel) { return panel.nodes.back() == name; });
}

// Whether a name is that of a whole gradient: not of a part of a sum, nor of the gradient without a held cell.
bool is_whole_gradient(const std::string& name) {
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  return name.rfind("d_", 0) == 0 && !has("_through_") && !has("_sum") && !has("_unpinned");
}

const Note* note(const Trace& trace, const std::string& id) {
  const auto found = std::find_if(trace.notes.begin(), trace.notes.end(), [&](const Note& candidate) { return candidate.id == id; });
  return found == trace.notes.end() ? nullptr : &*found;
}

Inputs adapted(Inputs before, const std::string& input, InputValue value) {
  const Lesson& lesson = lesson_named(kLesson);
  Inputs after = before;
  after.insert_or_assign(input, std::move(value));
  lesson.adapt(lesson.info, before, input, after);
  return after;
}

}  // namespace

TEST_SUITE("lessons/backpropagation") {
  TEST_CASE("every value and every gradient equals its closed form") {
    for (const bool positions : {true, false})
      for (const char* residual : {"x", "x+p"})
        for (const bool norm : {true, false})
          for (const char* text : {"You are welcome <end>", "le chat est sous la table"}) {
            CAPTURE(positions);
            CAPTURE(residual);
            CAPTURE(norm);
            Inputs inputs = configuration(positions, residual, norm);
            inputs["text"] = std::string(text);
            const Trace trace = run(inputs);
            const auto expected = closed_forms(block_of(trace, std::string(residual) == "x+p", norm));
            for (const auto& [name, table] : expected) check_node(trace, name, table, kFloat);
            CHECK(expected.size() == (norm ? 32 : 30));
          }
  }

  TEST_CASE("every gradient equals the finite difference of the loss, for every cell of every node") {
    for (const Inputs& inputs : {configuration(true, "x", true), configuration(true, "x+p", false)}) {
      const Trace trace = run(inputs);
      int compared = 0;
      for (const std::string name : {"x", "input", "w_q", "w_k", "w_v", "w", "query", "key", "value", "dot_products", "scores", "weights",
                                     "output", "residual", "norm", "logits", "losses", "loss"}) {
        if (trace.find(name) < 0) continue;
        CAPTURE(name);
        Table differences = table_of_node(trace, name);
        for (std::size_t r = 0; r < differences.size(); ++r)
          for (std::size_t c = 0; c < differences[r].size(); ++c, ++compared)
            differences[r][c] = finite_difference(inputs, name, {0, static_cast<Index>(r), static_cast<Index>(c)}, differences[r][c]);
        check_node(trace, "d_" + name, differences, kDifference);
      }
      CHECK(compared > 180);
    }
  }

  // With a cell of `held` held: the gradients of what stands before it, by finite differences of the loss.
  TEST_CASE("gradients are those of the loss where cells are held") {
    const Inputs inputs = configuration(true, "x", true);
    const std::pair<Pin, std::vector<std::string>> cases[] = {{{"weights", {0, 1, 0}, 0.9f}, {"scores", "query", "w_k"}},
                                                              {{"norm", {0, 1, 0}, 2.5f}, {"residual", "weights", "w_v"}}};
    for (const auto& [held, names] : cases) {
      const Trace trace = run(inputs, {held});
      for (const std::string& name : names) {
        CAPTURE(name);
        const auto loss = [&](const Cell& cell, double value) {
          const Trace moved = run(inputs, {held, {name, cell, static_cast<float>(value)}});
          return static_cast<double>(node(moved, "loss").value->at(0, 0, 0));
        };
        constexpr double h = 0.02;
        Table differences = table_of_node(trace, name);
        for (std::size_t r = 0; r < differences.size(); ++r)
          for (std::size_t c = 0; c < differences[r].size(); ++c) {
            const Cell cell{0, static_cast<Index>(r), static_cast<Index>(c)};
            const double at = differences[r][c];
            differences[r][c] =
                (8 * (loss(cell, at + h) - loss(cell, at - h)) - (loss(cell, at + 2 * h) - loss(cell, at - 2 * h))) / (12 * h);
          }
        check_node(trace, "d_" + name, differences, kDifference);
      }
      CHECK(shows(trace, held.node + "_unpinned"));
    }
  }

  TEST_CASE("values, loss and gradients are PyTorch's") {
    for (const json& entry : golden("backpropagation.json")) {
      Inputs inputs{{"text", entry["text"].get<std::string>()},    {"targets", entry["targets"].get<std::string>()},
                    {"positions", entry["positions"].get<bool>()}, {"residual", entry["residual"].get<std::string>()},
                    {"norm", entry["norm"].get<bool>()},           {"learning_rate", entry["learning_rate"].get<double>()}};
      for (const char* name : {"x", "w_q", "w_k", "w_v", "w"}) inputs[name] = tensor_of(entry[name]);
      const Trace trace = run(inputs);
      for (const auto& item : entry["nodes"].items()) {
        CAPTURE(item.key());
        check_golden(*node(trace, item.key()).value, item.value());
      }
      CHECK(entry["nodes"].size() >= 25);
    }
  }

  TEST_CASE("C5 goes on to a loss: the default is the worked example's sentence, with its numbers") {
    const Trace trace = run();
    check_node(trace, "x", {{0.1, 0.2, -0.1, 0.4}, {-0.3, 0.5, 0.1, -0.2}, {0.4, -0.3, 0.2, 0.1}}, 1e-7);
    check_node(trace, "weights", {{0.145855, 0.323769, 0.530377}, {0.286544, 0.384669, 0.328787}, {0.578308, 0.405073, 0.016620}}, 1e-5);
    check_node(trace, "targets", {{0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}}, 0);
    CHECK(node(trace, "targets").cols.labels == std::vector<std::string>{"<end>", "You", "are", "welcome"});
    CHECK(node(trace, "logits").rows.labels == std::vector<std::string>{"You", "are", "welcome"});
    CHECK(note(trace, "last_token")->words.front().second == "<end>");
    const TraceNode& norm = node(trace, "norm");
    for (Index r = 0; r < norm.value->rows(); ++r) {
      const Moments of_row = moments(norm.value->row(r), norm.value->cols());
      CHECK(of_row.mean == doctest::Approx(0).epsilon(1e-6));
      CHECK(of_row.variance == doctest::Approx(1).epsilon(1e-6));
    }
  }

  TEST_CASE("a row of equal numbers is 0 after the norm, and gradients stay finite") {
    const Tensor zero(matrix_shape(3, 4));
    const Trace trace = run({{"x", zero}, {"positions", false}});
    check_node(trace, "norm", zeros(3, 4), 0);
    CHECK_FALSE(trace.first_not_finite);
  }

  TEST_CASE("one step moves each weight against its gradient, and lowers the loss") {
    const Trace trace = run({{"learning_rate", 0.25}});
    Block block = block_of(trace, false, true);
    const std::pair<std::string, Table*> weights[] = {{"w_q", &block.w_q}, {"w_k", &block.w_k}, {"w_v", &block.w_v}, {"w", &block.w}};
    for (const auto& entry : weights) {
      *entry.second = plus(*entry.second, table_of_node(trace, "d_" + entry.first), -0.25);
      check_node(trace, "after." + entry.first, *entry.second, kFloat);
    }
    auto expected = closed_forms(block);
    for (const char* name : {"query", "weights", "norm", "probabilities", "losses", "loss"})
      check_node(trace, std::string("after.") + name, expected[name], kFloat);
    const Note* taken = note(trace, "step_taken");
    REQUIRE(taken);
    CHECK(node(trace, "after.loss").value->at(0, 0) < node(trace, "loss").value->at(0, 0));
    CHECK(taken->words[0].second == format_number(static_cast<double>(node(trace, "loss").value->at(0, 0))));
    CHECK(taken->words[1].second == format_number(static_cast<double>(node(trace, "after.loss").value->at(0, 0))));
    const Tensor& both = *node(trace, "both_losses").value;
    CHECK(both.at(0, 0) == node(trace, "loss").value->at(0, 0));
    CHECK(both.at(1, 0) == node(trace, "after.loss").value->at(0, 0));
    const Trace still = run({{"learning_rate", 0.0}});
    CHECK(same_values(*node(still, "after.loss").value, *node(still, "loss").value));
  }

  TEST_CASE("a step that is too large is said to be") {
    const Inputs bare{{"learning_rate", 10.0}, {"norm", false}};
    const Trace trace = run(bare);
    REQUIRE(node(trace, "after.loss").value->at(0, 0) > node(trace, "loss").value->at(0, 0));
    CHECK(note(trace, "step_too_large"));
    CHECK_FALSE(note(trace, "step_taken"));
  }

  TEST_CASE("held cells stay held after the step, and pass nothing on") {
    const Trace trace = run({}, {{"weights", {0, 0, 1}, 0.5f}, {"w_q", {0, 0, 0}, 2.0f}});
    CHECK(node(trace, "after.weights").value->at(0, 1) == 0.5f);
    CHECK(node(trace, "after.w_q").value->at(0, 0) == 2.0f);
    CHECK(node(trace, "d_weights_unpinned").value->at(0, 1) == 0);
    CHECK(shows(trace, "d_weights_unpinned"));
    CHECK_FALSE(note(trace, "pin_without_cell"));
    CHECK(node(run({}, {{"after.weights", {0, 0, 1}, 0.25f}, {"weights", {0, 0, 1}, 0.5f}}), "after.weights").value->at(0, 1) == 0.25f);
  }

  TEST_CASE("the backward pass appears one gradient at a time, in an order that it could be computed in") {
    const Trace whole = run();
    CHECK(shows(whole, "d_x"));
    CHECK(shows(whole, "after.loss"));
    CHECK_FALSE(note(whole, "backward_reached"));
    std::vector<std::string> seen;
    for (int step = 0; step <= 18; ++step) {
      const Trace trace = run({{"backward_step", static_cast<double>(step)}});
      std::vector<std::string> gradients;
      for (const Panel& panel : trace.panels)
        if (panel.section == "backward" && is_whole_gradient(panel.nodes.back())) gradients.push_back(panel.nodes.back());
      CHECK(gradients.size() == static_cast<std::size_t>(step));
      CHECK(std::equal(seen.begin(), seen.end(), gradients.begin()));
      for (const std::string& name : gradients) CHECK(shows(trace, name));
      CHECK(shows(trace, "after.loss") == (step == 18));
      CHECK(trace.find("d_x") >= 0);  // the nodes are there all the same
      seen = gradients;
    }
    for (const std::string& name : seen)
      for (const int input : node(whole, name).inputs) {
        const std::string& from = whole.node(input).name;
        if (is_whole_gradient(from)) CHECK(std::find(seen.begin(), seen.end(), from) < std::find(seen.begin(), seen.end(), name));
      }
  }

  TEST_CASE("the loss' gradients are there unasked; those of another node can't stand beside them") {
    const Trace trace = run();
    for (const char* name : {"loss", "d_w_q", "d_w_k", "d_w_v", "d_w"}) CHECK(trace.find(name) >= 0);
    CHECK(run_lesson({kLesson}, "loss").nodes.size() == trace.nodes.size());
    CHECK_THROWS_AS(run_lesson({kLesson}, "logits"), InputError);
    CHECK_THROWS_AS(run_lesson({kLesson}, "nothing"), InputError);
  }

  TEST_CASE("targets: the next words, or those that are typed") {
    const Trace typed = run({{"text", std::string("le chat est")}, {"targets", std::string("chat dort")}});
    CHECK(node(typed, "targets").cols.labels == std::vector<std::string>{"chat", "dort", "est", "le"});
    check_node(typed, "targets", {{1, 0, 0, 0}, {0, 1, 0, 0}}, 0);
    const Trace all = run({{"text", std::string("le chat est")}, {"targets", std::string("chat est sous")}});
    CHECK(node(all, "x").value->shape() == matrix_shape(3, 4));
    CHECK_FALSE(note(all, "last_token"));
    const Tensor whole = Tensor::filled(matrix_shape(3, 4), 0.5f);
    CHECK(node(run({{"text", std::string("le chat est")}, {"x", whole}}), "x").value->shape() == matrix_shape(2, 4));
  }

  TEST_CASE("a wider embedding brings drawn weights of its width") {
    const Trace trace = run({{"x", Tensor::from_rows({{1, 2, 3}, {4, 5, 6}, {7, 8, 10}})}});
    CHECK(node(trace, "w_q").value->shape() == matrix_shape(3, 3));
    CHECK(node(trace, "w").value->shape() == matrix_shape(3, 4));
    CHECK(note(trace, "drawn_weights"));
  }

  TEST_CASE("rows and columns stay with their words when the text changes") {
    const Trace first = run();
    Tensor x = *node(first, "x").value, w = *node(first, "w").value;
    x.at(1, 0) = 9;  // are
    w.at(2, 3) = 7;  // welcome
    const Inputs after = adapted({{"x", x}, {"w", w}}, "text", std::string("They are here welcome <end>"));
    const Trace second = run(after);
    CHECK(node(second, "x").value->at(1, 0) == 9);
    CHECK(node(second, "x").value->rows() == 4);
    CHECK(node(second, "w").cols.labels == std::vector<std::string>{"<end>", "They", "are", "here", "welcome"});
    CHECK(node(second, "w").value->at(2, 4) == 7);
    CHECK(node(second, "w").value->at(0, 0) == w.at(0, 0));
    const Inputs short_text = adapted({{"targets", std::string("are welcome <end>")}}, "text", std::string("le chat"));
    CHECK(short_text.count("targets") == 0);
    const Inputs wider = adapted({{"w_q", Tensor::filled(matrix_shape(4, 4), 1)}, {"w", w}}, "x", Tensor::filled(matrix_shape(3, 6), 1));
    CHECK(wider.count("w_q") + wider.count("w") == 0);
    const Inputs like = adapted({{"w_q", Tensor::filled(matrix_shape(4, 4), 1)}, {"w", w}}, "x", x);
    CHECK(like.count("w_q") + like.count("w") == 2);
  }

  TEST_CASE("an explanation of a gradient names the cells that it is made of") {
    const Trace trace = run();
    const Explanation scores = trace.explain(trace.find("d_scores"), {0, 0, 1});
    CHECK(scores.symbols == "d_scores[0,1] = weights[0,1] · (d_weights[0,1] − Σₖ d_weights[0,k] · weights[0,k])");
    CHECK(scores.operands.size() == 6);
    CHECK(trace.explain(trace.find("d_w_q"), {0, 2, 1}).symbols == "d_w_q[2,1] = Σₖ input[k,2] · d_query[k,1]");
    const Explanation norm = trace.explain(trace.find("d_residual"), {0, 1, 0});
    CHECK(norm.operands.size() == 8);  // the row of d_norm and the row of norm
    CHECK(trace.explain(trace.find("losses"), {0, 0, 0}).symbols ==
          "losses[0,0] = −ln softmax(logits)[0,2] = ln Σₖ exp(logits[0,k]) − logits[0,2]");
    CHECK(trace.explain(trace.find("after.w"), {0, 0, 0}).symbols == "after.w[0,0] = w[0,0] + change_w[0,0]");
    CHECK(node(trace, "d_dot_products").formula == "d_scores / √4");
    CHECK(node(trace, "d_output").formula == "d_residual");
    CHECK(node(trace, "d_losses").formula == "d_loss / 3");
    CHECK(node(trace, "after.change_w").formula == "−0.5 · d_w");
  }

  TEST_CASE("bad input is refused in words") {
    CHECK(refusal_of(kLesson, {{"text", std::string(" ")}}) == "text: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"text", std::string("alone")}}) ==
          "text: expected at least two words, since the last one is only predicted; after “alone” there is nothing to predict.");
    CHECK(refusal_of(kLesson, {{"targets", std::string("one")}}) ==
          "targets: expected one word for each token: 4 words, or 3 where the last token is left out; got 1.");
    std::string many;
    for (int i = 0; i < 33; ++i) many += "w" + std::to_string(i) + " ";
    CHECK(refusal_of(kLesson, {{"text", many}}) == "text: expected at most 32 tokens, got 33.");
    CHECK(refusal_of(kLesson, {{"targets", many}}) == "targets: expected at most 32 tokens, got 33.");
    CHECK(refusal_of(kLesson, {{"x", Tensor::filled(matrix_shape(5, 4), 1)}}) ==
          "x: expected a matrix of shape (3, 4), that is (tokens, width), got (5, 4).");
    CHECK(refusal_of(kLesson, {{"w_v", Tensor::filled(matrix_shape(4, 3), 1)}}) ==
          "w_v: expected a matrix of shape (4, 4), that is (width, width), got (4, 3).");
    CHECK(refusal_of(kLesson, {{"w", Tensor::filled(matrix_shape(4, 5), 1)}}) ==
          "w: expected a matrix of shape (4, 4), that is (width, vocabulary), got (4, 5).");
    CHECK(refusal_of(kLesson, {{"x", Tensor::filled(matrix_shape(3, 1), 1)}}) == "x: expected a width of 2 to 64, got 1.");
    CHECK(refusal_of(kLesson, {{"learning_rate", 1e9}}) == "learning_rate: expected a number from 0 to 10, got 1·10⁹.");
    CHECK(refusal_of(kLesson, {{"backward_step", 19.0}}) == "backward_step: expected a number from 0 to 18, got 19.");
    CHECK(refusal_of(kLesson, {{"residual", std::string("p")}}) == "residual: expected one of x, x+p, got “p”.");
  }
}

}  // namespace backpropagation_test
