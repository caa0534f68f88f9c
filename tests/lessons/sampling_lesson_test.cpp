// The lesson in which one token is drawn: each node against the steps written out, and against the text that the model writes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "lessons/context.h"
#include "lessons/registry.h"
#include "support.h"
#include "train/language_model.h"

using namespace gf;
using namespace gf::test;

namespace sampling_lesson_test {
namespace {

constexpr const char* kModel = "assets/models/tales.safetensors";
constexpr const char* kText = "Once upon a time there was a";

const LanguageModel& model() {
  static const LanguageModel tales = language_model(read_source_file(kModel), kModel);
  return tales;
}

Trace shown(Inputs inputs) { return run_with_files({"sampling", std::move(inputs)}); }

const Tensor& value(const Trace& trace, const char* name) { return *node(trace, name).value; }

std::vector<double> logits_by_hand(const std::string& text) {
  const Tensor logits = Decoding(model().config, model().weights).read(ids_of(model(), text));
  const float* row = logits.row(logits.rows() - 1);
  return {row, row + logits.cols()};
}

// Returns the shares by softmax and by the cut of its papers, in double precision.
std::vector<double> shares_by_hand(const std::vector<double>& ranked, double temperature, std::size_t k, double p) {
  std::vector<double> shares;
  for (const double z : ranked) shares.push_back(std::exp((z - ranked.front()) / temperature));
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  double before = 0, left = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double share = shares[i] / all;
    shares[i] = i < k && before < p ? share : 0;
    before += share;
    left += shares[i];
  }
  for (double& share : shares) share /= left;
  return shares;
}

std::string drawn_piece(const Trace& trace) {
  const TraceNode& drawn = node(trace, "drawn");
  std::string found;
  for (Index row = 0; row < drawn.value->rows(); ++row) {
    const float hit = drawn.value->at(row, 0);
    CHECK((hit == 0 || hit == 1));
    if (hit == 1) {
      CHECK(found.empty());
      found = drawn.rows.labels[static_cast<std::size_t>(row)];
    }
  }
  return found;
}

}  // namespace

TEST_SUITE("lessons/sampling") {
  TEST_CASE("scores are those of the model, the largest first, with their names") {
    const Trace trace = shown({});
    std::vector<double> logits = logits_by_hand(kText);
    const auto first = std::max_element(logits.begin(), logits.end()) - logits.begin();
    CHECK(node(trace, "ranked").rows.labels.front() == readable_token(model(), static_cast<int>(first)));
    std::sort(logits.rbegin(), logits.rend());
    const Tensor& ranked = value(trace, "ranked");
    REQUIRE(ranked.rows() == static_cast<Index>(logits.size()));
    for (Index i = 0; i < ranked.rows(); i += 13)
      CHECK(ranked.at(i, 0) == doctest::Approx(logits[static_cast<std::size_t>(i)]).epsilon(1e-3));
  }

  TEST_CASE("heat, the cuts and what is left are as written out") {
    std::vector<double> ranked = logits_by_hand(kText);
    std::sort(ranked.rbegin(), ranked.rend());
    for (const auto& [temperature, k, p] :
         {std::tuple{1.0, 0.0, 1.0}, {2.0, 5.0, 1.0}, {0.5, 0.0, 0.8}, {1.5, 3.0, 0.9}, {1.0, 0.0, 0.0}}) {
      const Trace trace = shown({{"temperature", temperature}, {"top_k", k}, {"top_p", p}});
      const auto most = k > 0 ? static_cast<std::size_t>(k) : ranked.size();
      const std::vector<double> wanted = shares_by_hand(ranked, temperature, most, std::max(p, 1e-12));
      const Tensor& got = value(trace, "renormalised");
      double reach = 0;
      for (Index i = 0; i < got.rows(); ++i) {
        CHECK(got.at(i, 0) == doctest::Approx(wanted[static_cast<std::size_t>(i)]).epsilon(1e-3));
        CHECK(value(trace, "from").at(i, 0) == doctest::Approx(reach).epsilon(1e-3));
        reach += wanted[static_cast<std::size_t>(i)];
        CHECK(value(trace, "to").at(i, 0) == doctest::Approx(reach).epsilon(1e-3));
      }
      CHECK(value(trace, "how_many").at(0, 0) == std::count_if(wanted.begin(), wanted.end(), [](double share) { return share > 0; }));
    }
  }

  TEST_CASE("the drawn tokens are those that the model writes with the same seed") {
    for (double seed = 1; seed < 9; ++seed) {
      const Inputs inputs{{"seed", seed}, {"temperature", 1.3}, {"top_k", 20.0}, {"tokens", 3.0}};
      const Trace trace = shown(inputs);
      const std::vector<int> written =
          go_on(model(), ids_of(model(), kText), 4, {.temperature = 1.3, .top_k = 20}, static_cast<std::uint32_t>(seed));
      REQUIRE(written.size() == 4);
      const Tensor& before = value(trace, "written");
      for (Index i = 0; i < 3; ++i) CHECK(before.at(0, i) == static_cast<float>(written[static_cast<std::size_t>(i)]));
      CHECK(drawn_piece(trace) == readable_token(model(), written.back()));
    }
  }

  TEST_CASE("without heat the likeliest is drawn, whatever the seed") {
    for (const double seed : {1.0, 2.0, 3.0}) {
      const Trace trace = shown({{"temperature", 0.0}, {"seed", seed}});
      CHECK(value(trace, "drawn").at(0, 0) == 1);
      CHECK(has_note(trace, "no_heat"));
      CHECK(value(trace, "tree").rows() == 3);  // one branch, three deep
      CHECK(value(trace, "tree").at(2, 2) == 20);
    }
    CHECK_FALSE(has_note(shown({}), "no_heat"));
  }

  TEST_CASE("branches of the tree add up, and more heat makes more of them") {
    const Trace trace = shown({});
    const Tensor& tree = value(trace, "tree");
    std::vector<float> from(static_cast<std::size_t>(tree.rows()) + 1);
    for (Index row = 0; row < tree.rows(); ++row) {
      const auto parent = static_cast<Index>(tree.at(row, 0));
      REQUIRE(parent < row);
      CHECK(tree.at(row, 1) == (parent < 0 ? 0 : tree.at(parent, 1) + 1));
      from[static_cast<std::size_t>(parent + 1)] += tree.at(row, 2);
    }
    CHECK(from[0] == 20);
    for (Index row = 0; row < tree.rows(); ++row)
      if (tree.at(row, 1) < 2 && from[static_cast<std::size_t>(row + 1)] > 0)
        CHECK(from[static_cast<std::size_t>(row + 1)] == tree.at(row, 2));
    CHECK(value(shown({{"temperature", 2.0}}), "tree").rows() > value(shown({{"temperature", 0.5}}), "tree").rows());
  }

  TEST_CASE("all heat, no p, no text, a long one and bytes that are no letters leave something to draw") {
    CHECK(drawn_piece(shown({{"temperature", 10.0}})) != "");
    CHECK(value(shown({{"top_p", 0.0}}), "how_many").at(0, 0) == 1);
    CHECK(drawn_piece(shown({{"text", std::string()}})) != "");
    CHECK(has_note(shown({{"text", "the sun. " + std::string(400, 'q')}}), "forgotten"));
    CHECK_NOTHROW(shown({{"text", std::string("\xF0\x9F\x8D\x8E 吃")}}));
    CHECK(has_note(shown({{"text", std::string("the sun is a")}, {"temperature", 0.0}, {"tokens", 24.0}}), "ended"));
  }
}

}  // namespace sampling_lesson_test
