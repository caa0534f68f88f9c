// The lesson about preferences: its loss and gradient against plain loops and finite differences, and the effect of one comparison.
#include <array>
#include <cmath>

#include "lessons/context.h"
#include "support.h"
#include "train/language_model.h"

using namespace gf;
using namespace gf::test;

namespace preferences_test {
namespace {

constexpr TestedLesson run{"preferences"};

using Three = std::array<double, 3>;

Three row_of(const Tensor& node, Index row = 0) {
  return {static_cast<double>(node.at(row, 0)), static_cast<double>(node.at(row, 1)), static_cast<double>(node.at(row, 2))};
}

Three probabilities(const Three& logits) {
  double sum = 0;
  Three shares{};
  for (const double z : logits) sum += std::exp(z);
  for (std::size_t i = 0; i < 3; ++i) shares[i] = std::exp(logits[i]) / sum;
  return shares;
}

// Computes equation 7 of Rafailov et al. (2023) for one comparison, from whole distributions.
double loss_of(const Three& policy, const Three& reference, std::size_t preferred, std::size_t rejected, double beta) {
  const Three p = probabilities(policy), q = probabilities(reference);
  const double margin = beta * std::log(p[preferred] / q[preferred]) - beta * std::log(p[rejected] / q[rejected]);
  return -std::log(1 / (1 + std::exp(-margin)));
}

// Computes the loss without the reference: the rewards are β ln p.
double loss_without_reference(const Three& policy, std::size_t preferred, std::size_t rejected, double beta) {
  const Three p = probabilities(policy);
  return std::log(1 + std::pow(p[rejected] / p[preferred], beta));
}

struct Case {
  const char* judged;
  std::size_t preferred, rejected;
};
constexpr Case kCases[] = {{"gladly_no", 1, 0}, {"no_gladly", 0, 1}, {"later_no", 2, 0}, {"no_later", 0, 2}, {"gladly_later", 1, 2}};

Trace model_after(double steps, Inputs more = {}) {
  more.insert({{"part", std::string("language_model")}, {"beta", 0.1}, {"tuning_steps", steps}});
  return run(more);
}

}  // namespace

TEST_SUITE("lessons/preferences") {
  TEST_CASE("loss and gradient are those of equation 7, by plain loops and finite differences") {
    for (const Case& test_case : kCases)
      for (const double beta : {0.1, 0.5, 2.0})
        for (const double steps : {0.0, 1.0, 20.0}) {
          const Trace trace = run({{"judged", std::string(test_case.judged)}, {"beta", beta}, {"gradient_steps", steps}});
          const Three reference = row_of(value(trace, "reference_logits")), policy = row_of(value(trace, "z"));
          CHECK(value(trace, "loss").at(0, 0) ==
                doctest::Approx(loss_of(policy, reference, test_case.preferred, test_case.rejected, beta)).epsilon(1e-4));
          const Tensor& gradient = value(trace, "d_z");
          for (std::size_t i = 0; i < 3; ++i) {
            Three more = policy, less = policy;
            more[i] += 1e-4;
            less[i] -= 1e-4;
            const double slope = (loss_of(more, reference, test_case.preferred, test_case.rejected, beta) -
                                  loss_of(less, reference, test_case.preferred, test_case.rejected, beta)) /
                                 2e-4;
            CHECK(std::fabs(static_cast<double>(gradient.at(0, static_cast<Index>(i))) - slope) < 2e-5);
          }
        }
  }

  TEST_CASE("without the reference the loss asks which answer is more probable, by plain loops and finite differences") {
    for (const Case& test_case : kCases)
      for (const double steps : {0.0, 1.0, 20.0}) {
        const Trace trace = run({{"judged", std::string(test_case.judged)}, {"beta", 2.0}, {"gradient_steps", steps}, {"measured", false}});
        const Three policy = row_of(value(trace, "z"));
        CHECK(value(trace, "loss").at(0, 0) ==
              doctest::Approx(loss_without_reference(policy, test_case.preferred, test_case.rejected, 2)).epsilon(1e-4));
        for (std::size_t i = 0; i < 3; ++i) {
          Three more = policy, less = policy;
          more[i] += 1e-4;
          less[i] -= 1e-4;
          const double slope = (loss_without_reference(more, test_case.preferred, test_case.rejected, 2) -
                                loss_without_reference(less, test_case.preferred, test_case.rejected, 2)) /
                               2e-4;
          CHECK(std::fabs(static_cast<double>(value(trace, "d_z").at(0, static_cast<Index>(i))) - slope) < 2e-5);
        }
      }
  }

  // Computed in Python: z = ln (0.6, 0.3, 0.1), then one and 20 times z −= gradient with β = 2.
  TEST_CASE("an answer that the model prefers already is hardly learned without the reference, and far more with it") {
    const Inputs inputs{{"judged", std::string("no_later")}, {"beta", 2.0}};
    const auto after = [&](double steps) {
      Inputs more = inputs;
      more.insert({"gradient_steps", steps});
      return run(more);
    };
    check_node(after(1), "by_reference", {{0.829, 0.152, 0.019}, {0.616, 0.292, 0.092}}, 6e-4);
    check_node(after(20), "by_reference", {{0.875, 0.115, 0.010}, {0.717, 0.233, 0.050}}, 6e-4);
    for (const bool measured : {true, false}) {
      const Trace trace = run.preset("no-reference", {{"measured", measured}});
      for (Index i = 0; i < 3; ++i)
        CHECK(value(trace, "policy").at(i, 0) == doctest::Approx(value(trace, "by_reference").at(measured ? 0 : 1, i)).epsilon(1e-5));
    }
  }

  TEST_CASE("each step of the descent goes down the gradient that the trace shows") {
    for (const bool measured : {true, false})
      for (const double steps : {0.0, 1.0, 7.0}) {
        const Trace before = run({{"gradient_steps", steps}, {"learning_rate", 0.7}, {"measured", measured}}),
                    after = run({{"gradient_steps", steps + 1}, {"learning_rate", 0.7}, {"measured", measured}});
        for (Index i = 0; i < 3; ++i)
          CHECK(value(after, "z").at(0, i) ==
                doctest::Approx(value(before, "z").at(0, i) - 0.7f * value(before, "d_z").at(0, i)).epsilon(1e-5));
      }
  }

  // NumPy: z = ln (0.6, 0.3, 0.1), then 20 times z −= gradient with β = 0.5.
  TEST_CASE("after 20 steps the answer that nobody judged has lost two thirds, after a rise") {
    const Trace trace = run({{"gradient_steps", 20.0}});
    check_node(trace, "reference", {{0.6}, {0.3}, {0.1}}, 1e-6);
    check_node(trace, "policy", {{0.022}, {0.944}, {0.034}}, 5e-4);
    const Tensor& path = value(trace, "by_step");
    CHECK(path.at(2, 2) == doctest::Approx(0.105).epsilon(0.01));
    CHECK(path.at(5, 2) == doctest::Approx(0.089).epsilon(0.01));
    CHECK(value(trace, "z").at(0, 2) == value(trace, "reference_logits").at(0, 2));
  }

  // NumPy, 200 steps each.
  TEST_CASE("a small β lets the policy drift further from its reference") {
    check_node(run({{"gradient_steps", 200.0}}), "by_beta", {{0.0000, 0.9995, 0.0005}, {0.0002, 0.9964, 0.0034}, {0.0446, 0.9080, 0.0474}},
               6e-5);
  }

  TEST_CASE("400 points of Elo win ten games of eleven") { check_node(run(), "wins", {{10.0 / 11}, {1.0 / 11}}, 1e-6); }

  TEST_CASE("no policy near the one that RLHF aims at has more reward minus β times KL") {
    constexpr double kBeta = 0.5;
    const Trace trace = run();
    const Tensor &reference = value(trace, "four_reference"), &rewards = value(trace, "rewards"), &best = value(trace, "aimed_at");
    const auto aim = [&](const std::array<double, 4>& p) {
      double total = 0;
      for (Index i = 0; i < 4; ++i) {
        const double share = p[static_cast<std::size_t>(i)];
        total += share * (static_cast<double>(rewards.at(i, 0)) - kBeta * std::log(share / static_cast<double>(reference.at(i, 0))));
      }
      return total;
    };
    std::array<double, 4> p{};
    for (Index i = 0; i < 4; ++i) p[static_cast<std::size_t>(i)] = static_cast<double>(best.at(i, 0));
    for (std::size_t from = 0; from < 4; ++from)
      for (std::size_t to = 0; to < 4; ++to) {
        if (from == to) continue;
        std::array<double, 4> other = p;
        const double moved = 0.1 * p[from];
        other[from] -= moved;
        other[to] += moved;
        CHECK(aim(other) < aim(p));
      }
  }

  TEST_CASE("a small β ends with the answer that the reward model overrates") {
    CHECK(value(run({{"beta", 0.25}}), "aimed_at").at(3, 0) > 0.99f);
    CHECK(value(run({{"beta", 1.0}}), "aimed_at").at(3, 0) < 0.02f);
    CHECK(value(run({{"beta", 1.0}}), "aimed_at").at(1, 0) > 0.7f);
  }

  // The figures are NumPy's: a program of its own computes the pass, DPO through A and B of rank 2 beside the last matrix, and Adam.
  TEST_CASE("a comparison trains the language model as NumPy computes it") {
    const Trace trace = model_after(16);
    const Tensor& steps = value(trace, "model.logs_by_step");
    CHECK(steps.at(0, 0) == doctest::Approx(-11.8651).epsilon(1e-3));
    CHECK(steps.at(0, 1) == doctest::Approx(-0.0012).epsilon(0.1));
    CHECK(steps.at(1, 0) == doctest::Approx(-11.8346).epsilon(1e-3));
    CHECK(steps.at(4, 0) == doctest::Approx(-10.0065).epsilon(5e-3));
    CHECK(steps.at(8, 0) == doctest::Approx(-2.5193).epsilon(0.03));
    CHECK(steps.at(16, 0) == doctest::Approx(-0.0290).epsilon(0.3));
    CHECK(steps.at(16, 1) == doctest::Approx(-14.724).epsilon(0.02));
    // The whole model with A B added to its matrix has the logs of the model with the adapter.
    const Tensor& logs = value(trace, "model.answer_logs");
    for (Index i = 0; i < 2; ++i) {
      CHECK(logs.at(i, 0) == doctest::Approx(steps.at(0, i)).epsilon(2e-3));
      CHECK(logs.at(i, 1) == doctest::Approx(steps.at(16, i)).epsilon(2e-3));
    }
  }

  TEST_CASE("answers that nobody compared move, too: another question gets a wrong answer, held-out answers take more bits") {
    const Trace trace = model_after(16);
    const TraceNode& after = node(trace, "model.uncompared_after");
    CHECK(after.rows.labels == std::vector<std::string>{"The capital of Italy is Rome.", "Rome.", "Moscow."});
    CHECK(after.value->at(0, 0) < 0.001f);
    CHECK(after.value->at(1, 0) < 0.001f);
    CHECK(after.value->at(2, 0) == doctest::Approx(0.962).epsilon(0.02));
    CHECK(value(trace, "model.uncompared_before").at(0, 0) > 0.99f);
    CHECK(value(trace, "model.bits_per_byte").at(0, 0) < 0.03f);
    CHECK(value(trace, "model.bits_per_byte").at(1, 0) > 0.1f);
  }

  TEST_CASE("answers end with <end>, and held-out answers are measured in bits, by the plain model") {
    constexpr const char* kPath = "assets/models/conversations.safetensors";
    const LanguageModel model = language_model(read_source_file(kPath), kPath);
    const Trace none = model_after(0);
    const TraceNode& log = node(none, "model.preferred.reference.log");
    CHECK(log.rows.labels.back() == "<end>");
    double nats = 0, bytes = 0;
    for (const auto& [question, answer] :
         {std::pair<std::string, std::string>{"@user The pen is near the window. The spoon is behind the door. The book is under the tree. "
                                              "Where can I find the spoon? @assistant",
                                              "The spoon is behind the door."},
          {"@user Nina has a coat. Anna has a ring. Who has the ring? @assistant", "Anna has the ring."},
          {"@user Hello. My name is Tim. @assistant Hello, Tim. @user What is my name? @assistant", "Your name is Tim."}}) {
      std::vector<int> ids = ids_of(model, question + " " + answer);
      const std::size_t from = ids_of(model, question).size();
      ids.push_back(Vocabulary::kEnd);
      const Tensor logits = Decoding(model.config, model.weights).read(ids);
      for (std::size_t at = from; at < ids.size(); ++at) {
        const float* row = logits.row(static_cast<Index>(at) - 1);
        double all = 0;
        for (Index i = 0; i < logits.cols(); ++i) all += std::exp(static_cast<double>(row[i]));
        nats += std::log(all) - static_cast<double>(row[ids[at]]);
      }
      bytes += static_cast<double>(answer.size());
    }
    CHECK(static_cast<double>(value(none, "model.bits_per_byte").at(0, 0)) / (nats / std::log(2.0) / bytes) ==
          doctest::Approx(1).epsilon(0.02));
  }

  TEST_CASE("without a step nothing moves; whom the reader prefers decides which answer rises") {
    const Trace none = model_after(0);
    CHECK(value(none, "model.answer_logs").at(0, 0) == value(none, "model.answer_logs").at(0, 1));
    CHECK(value(none, "model.bits_per_byte").at(0, 0) == value(none, "model.bits_per_byte").at(1, 0));
    const Trace chosen = model_after(4, {{"better", std::string("b")}});
    const Tensor& other = value(chosen, "model.answer_logs");
    CHECK(other.at(0, 0) == doctest::Approx(-0.0012).epsilon(0.1));
    CHECK(other.at(1, 1) < other.at(1, 0));
  }

  TEST_CASE("bad input is refused with what was expected") {
    CHECK(refusal_of("preferences", {{"ratings", Tensor::from_rows({{1, 2, 3}})}})
              .starts_with("ratings: expected a matrix of shape (2, 1), that is (players, 1), got (1, 3)"));
    CHECK(refusal_of("preferences", {{"reference_logits", Tensor::from_rows({{1, 2}})}})
              .starts_with("reference_logits: expected a matrix of shape (1, 3), that is (1, answers), got"));
    CHECK(refusal_of("preferences", {{"beta", 0.0}}) == "beta: expected a number from 0.05 to 5, got 0.");
  }
}

}  // namespace preferences_test
