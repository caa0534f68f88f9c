// The lesson about the block of today: rotations by complex numbers, norms, gates and caches by plain loops and by published sizes.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "lessons/context.h"
#include "lessons/modern_block_training.h"

using namespace gf;
using namespace gf::test;

namespace modern_block_test {
namespace {

constexpr TestedLesson run{"modern-block"};

double cell(const Trace& trace, const char* name, Index row = 0, Index col = 0, Index outer = 0) {
  return static_cast<double>(value(trace, name).at(outer, row, col));
}

using Pairs = std::vector<std::complex<double>>;
const Pairs kQuery{{1, 1}, {2, 0}}, kKey{{1, 0}, {1, 0.5}};

// Returns Re Σ q conj(k) e^{i (m − n) θ}: the score of a query at m with a key at n, for θ = 1 and 1 / 100.
double score_of(int m, int n) {
  double score = 0;
  for (std::size_t pair = 0; pair < 2; ++pair)
    score += (kQuery[pair] * std::conj(kKey[pair]) * std::polar(1.0, (m - n) * (pair == 0 ? 1.0 : 0.01))).real();
  return score;
}

// Returns the score with a sine and a cosine of each angle added to query and key.
double added_score(int m, int n) {
  const auto wave = [](int position, double theta) { return std::complex<double>(std::sin(position * theta), std::cos(position * theta)); };
  double score = 0;
  for (std::size_t pair = 0; pair < 2; ++pair) {
    const double theta = pair == 0 ? 1.0 : 0.01;
    score += ((kQuery[pair] + wave(m, theta)) * std::conj(kKey[pair] + wave(n, theta))).real();
  }
  return score;
}

// Returns the switches of a recorded run: 1 is RoPE, 2 RMSNorm, 4 SwiGLU, 8 shared keys and values.
Inputs recorded(unsigned mixture) {
  return {{"rope", mixture % 2 == 1}, {"rms", mixture / 2 % 2 == 1}, {"gated", mixture / 4 % 2 == 1}, {"sharing", mixture / 8 == 1}};
}

}  // namespace

TEST_SUITE("lessons/modern_block") {
  TEST_CASE("a score with RoPE depends on the distance alone, one with added sinusoids on the positions") {
    const Trace trace = run.preset("far");
    CHECK(cell(trace, "rope_scores") == doctest::Approx(score_of(5, 3)));
    CHECK(cell(trace, "rope_scores", 1, 1) == doctest::Approx(score_of(5, 3)));
    CHECK(cell(trace, "rope_scores", 0, 1) == doctest::Approx(score_of(5, 103)));
    CHECK(cell(trace, "added_scores") == doctest::Approx(added_score(5, 3)));
    CHECK(cell(trace, "added_scores", 1, 1) == doctest::Approx(added_score(105, 103)));
    CHECK(cell(trace, "added_scores", 1, 1) > cell(trace, "added_scores") + 1);
    for (int shift = 0; shift <= 128; ++shift) {
      CHECK(cell(trace, "by_shift.shifted_scores", shift, 0) == doctest::Approx(score_of(5, 3)).epsilon(1e-4));
      CHECK(cell(trace, "by_shift.shifted_scores", shift, 1) == doctest::Approx(added_score(5 + shift, 3 + shift)).epsilon(1e-4));
    }
    for (int m = 0; m < 8; ++m)
      for (int n = 0; n < 8; ++n) CHECK(cell(trace, "everywhere.all_scores", m, n) == doctest::Approx(score_of(m, n)).epsilon(1e-4));
    CHECK(score_of(3, 5) > score_of(5, 3) + 1);
  }

  TEST_CASE("RMSNorm keeps the mean that layer norm takes away") {
    const Trace trace = run();
    for (Index i = 0; i < 4; ++i) {
      CHECK(cell(trace, "rms_normed", 0, i) == doctest::Approx(2 * static_cast<double>(i + 1) / std::sqrt(30.0)).epsilon(1e-5));
      CHECK(cell(trace, "layer_normed", 0, i) == doctest::Approx((2 * static_cast<double>(i) - 3) / std::sqrt(5.0)).epsilon(1e-5));
    }
    CHECK(cell(trace, "row_means", 1) == doctest::Approx(0));
    CHECK(cell(trace, "row_means", 2) == doctest::Approx(5 / std::sqrt(30.0)).epsilon(1e-5));
  }

  TEST_CASE("a row twice as large doubles ReLU's hidden units, and makes an open unit of SwiGLU more than four times as large") {
    const Trace trace = run();
    const auto silu_of = [](double x) { return x / (1 + std::exp(-x)); };
    CHECK(cell(trace, "gated_hidden", 0, 0) == doctest::Approx(silu_of(2) * 1.5));
    CHECK(cell(trace, "gated_hidden", 1, 0) == doctest::Approx(silu_of(4) * 3));
    CHECK(cell(trace, "gated_hidden", 1, 0) > 4 * cell(trace, "gated_hidden", 0, 0));
    for (Index unit = 0; unit < 4; ++unit) CHECK(cell(trace, "relu_hidden", 1, unit) == 2 * cell(trace, "relu_hidden", 0, unit));
    for (int i = 0; i < 41; ++i) {
      const double x = -5 + 0.25 * i;
      CHECK(cell(trace, "activations", i, 2) == doctest::Approx(silu_of(x)));
      CHECK(cell(trace, "activations", i, 2) >= cell(trace, "activations", 15, 2));  // lowest at −1.25
    }
  }

  TEST_CASE("heads that share a key still attend in ways of their own") {
    for (const char* key_heads : {"1", "2", "4"}) {
      CAPTURE(key_heads);
      const Trace trace = run({{"key_heads", std::string(key_heads)}});
      const Index groups = std::stoi(key_heads);
      CHECK(value(trace, "key_channels").cols() == 2 * groups);
      for (Index head = 0; head < 4; ++head)
        for (Index word = 0; word < 4; ++word) {
          std::vector<double> powers;
          double total = 0;
          for (Index other = 0; other < 4; ++other) {
            double product = 0;
            for (Index c = 0; c < 2; ++c)
              product +=
                  cell(trace, "query_channels", word, 2 * head + c) * cell(trace, "key_channels", other, 2 * (head / (4 / groups)) + c);
            powers.push_back(std::exp(product / std::sqrt(2.0)));
            total += powers.back();
          }
          for (Index other = 0; other < 4; ++other)
            CHECK(cell(trace, "weights", word, other, head) ==
                  doctest::Approx(powers[static_cast<std::size_t>(other)] / total).epsilon(1e-4));
        }
      CHECK(std::abs(cell(trace, "weights", 3, 0, 1) - cell(trace, "weights", 3, 0, 0)) > 0.01);
    }
  }

  TEST_CASE("Llama 2 70B keeps an eighth with 8 key heads: 80 blocks, 128 numbers a head, keys and values in 16 bits") {
    const Trace trace = run();
    const double token_of_head = 2 * 80 * 128 * 2;
    for (const auto& [row, heads] : {std::pair<Index, double>{0, 64}, {1, 8}, {2, 1}})
      CHECK(cell(trace, "key_cache", row) == doctest::Approx(heads * token_of_head * 4096 / 1e9));
    CHECK(cell(trace, "key_cache", 0) == doctest::Approx(10.737).epsilon(1e-4));
    CHECK(cell(trace, "key_cache", 1) == doctest::Approx(1.3422).epsilon(1e-4));
    CHECK(cell(run({{"tokens", 8192.0}}), "key_cache", 1) == doctest::Approx(2 * 1.34218).epsilon(1e-4));
  }

  TEST_CASE("each token goes through two of four experts: softmax, the two largest, their sum, by plain loops") {
    for (const double favour : {0.0, 8.0}) {
      const Trace trace = run({{"favour", favour}});
      const Tensor &words = value(trace, "words"), &weights = value(trace, "w_router");
      for (Index word = 0; word < words.rows(); ++word) {
        std::array<double, 4> powers{};
        for (Index expert = 0; expert < 4; ++expert) {
          double logit = expert == 0 ? favour : 0;
          for (Index i = 0; i < 4; ++i) logit += static_cast<double>(words.at(word, i)) * static_cast<double>(weights.at(i, expert));
          powers[static_cast<std::size_t>(expert)] = std::exp(logit);
        }
        std::array<double, 4> sorted = powers;
        std::sort(sorted.rbegin(), sorted.rend());
        for (Index expert = 0; expert < 4; ++expert) {
          const double power = powers[static_cast<std::size_t>(expert)], share = power < sorted[1] ? 0 : power / (sorted[0] + sorted[1]);
          CHECK(cell(trace, "expert_shares", word, expert) == doctest::Approx(share).epsilon(1e-4));
        }
      }
    }
  }

  TEST_CASE("the experts add their outputs by their shares, and an expert with a share of 0 adds nothing") {
    const Trace trace = run();
    const Tensor &words = value(trace, "words"), &w_in = value(trace, "expert_w_in"), &w_out = value(trace, "expert_w_out");
    for (Index word = 0; word < 4; ++word)
      for (Index col = 0; col < 4; ++col) {
        double all = 0;
        for (Index expert = 0; expert < 4; ++expert) {
          double made = 0;
          for (Index unit = 0; unit < w_in.cols(); ++unit) {
            double x = 0;
            for (Index i = 0; i < 4; ++i) x += static_cast<double>(words.at(word, i)) * static_cast<double>(w_in.at(expert, i, unit));
            made += x / (1 + std::exp(-x)) * static_cast<double>(w_out.at(expert, unit, col));
          }
          const double share = cell(trace, "expert_shares", word, expert);
          if (share == 0) CHECK(cell(trace, "weighted_experts", word, col, expert) == 0);
          all += share * made;
        }
        CHECK(cell(trace, "mixture", word, col) == doctest::Approx(all).epsilon(1e-4));
      }
    // Each token has two experts, and each expert some token.
    for (Index expert = 0; expert < 4; ++expert) CHECK(cell(trace, "expert_load", 0, expert) >= 1);
    CHECK(cell(trace, "expert_load", 0, 0) + cell(trace, "expert_load", 0, 1) + cell(trace, "expert_load", 0, 2) +
              cell(trace, "expert_load", 0, 3) ==
          8);
  }

  TEST_CASE("if expert 1 is favoured, all tokens go through it, and the second expert counts for next to nothing") {
    const Trace trace = run.preset("one-expert");
    CHECK(cell(trace, "expert_load", 0, 0) == 4);
    for (Index word = 0; word < 4; ++word) CHECK(cell(trace, "expert_shares", word, 0) > 0.99);
    CHECK(cell(trace, "expert_shares", 0, 1) > 0);
    CHECK(cell(trace, "expert_shares", 0, 1) < 0.002);
  }

  TEST_CASE("Mixtral 8x7B has the published numbers: 46.7 billion parameters, of which a token uses 12.9") {
    const Trace trace = run();
    // The released weights have 46,702,792,704 numbers. Mistral 7B, which has one feed-forward in the place of eight, has 7,241,732,096.
    constexpr double kExpert = 32.0 * 3 * 4096 * 14336, kRouters = 32.0 * 4096 * 8, kDense = 7241732096;
    CHECK(kDense + 7 * kExpert + kRouters == 46702792704);
    CHECK(cell(trace, "mixtral_parameters", 0) == doctest::Approx(46.702792704).epsilon(1e-6));
    CHECK(cell(trace, "mixtral_parameters", 1) == doctest::Approx((kDense + kExpert + kRouters) / 1e9).epsilon(1e-6));
    CHECK(cell(trace, "mixtral_parameters", 1) == doctest::Approx(12.9).epsilon(2e-3));
    CHECK(cell(trace, "one_expert") == doctest::Approx(kExpert / 1e9).epsilon(1e-6));
  }

  TEST_CASE("recorded runs with RoPE end lower than runs without, whatever the other parts are") {
    double highest_with = 0, lowest_without = 9;
    for (unsigned mixture = 0; mixture < 16; ++mixture) {
      const Trace trace = run(recorded(mixture));
      const double last = cell(trace, "trained.last_losses", 1);
      CHECK(cell(trace, "trained.curves", 14, 1) == last);
      CHECK(cell(trace, "trained.last_losses") == cell(run(recorded(0)), "trained.last_losses", 1));
      (mixture % 2 == 1 ? highest_with : lowest_without) = mixture % 2 == 1 ? std::max(highest_with, last) : std::min(lowest_without, last);
    }
    CHECK(highest_with < lowest_without - 0.09);
  }

  TEST_CASE("matrices that do not fit are refused with their shape") {
    CHECK(run.refusal({{"w_router", Tensor::from_rows({{1, 2, 3}})}})
              .starts_with("w_router: expected a matrix of shape (4, 4), that is (width, experts), got (1, 3)"));
    CHECK(run.refusal({{"query", Tensor::from_rows({{1, 2, 3}})}})
              .starts_with("query: expected a matrix of shape (1, 4), that is (1, head_width), got (1, 3)"));
    CHECK(run.refusal({{"w_up", Tensor::from_rows({{1, 2, 3}, {1, 2, 3}})}}) ==
          "w_up: expected a matrix of shape (2, 4), that is (width, hidden units), got (2, 3).");
  }
}

TEST_SUITE("learning") {
  TEST_CASE("the recorded runs of the block of 2017 and that of today come out again, and their models have as many parameters") {
    for (const unsigned mixture : {0u, 15u}) {
      const bool now = mixture == 15;
      const recorded_block::BlockParts parts{now, now, now, now};
      const std::vector<double> losses = recorded_block::recorded_losses(parts);
      const Trace trace = run(recorded(mixture));
      for (std::size_t record = 1; record < losses.size(); ++record)
        CHECK(cell(trace, "trained.curves", static_cast<Index>(record) - 1, 1) == doctest::Approx(losses[record]).epsilon(0.01));
      Index count = 0;
      for (const NamedTensor& weight : recorded_block::first_weights(parts, std::ssize(recorded_block::letter_texts()->letters), 1).tensors)
        count += weight.value.size();
      CHECK(cell(trace, "trained.parameters", 1) == static_cast<double>(count));
    }
  }
}

}  // namespace modern_block_test
