// The lessons in which a small GPT writes: their nodes against plain loops over the same weights.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "core/join.h"
#include "lessons/context.h"
#include "lessons/language/language_pass.h"
#include "lessons/registry.h"
#include "model/parameters.h"
#include "protocol/step.h"
#include "support.h"
#include "train/language_model.h"

using namespace gf;
using namespace gf::test;

namespace language_model_lesson_test {
namespace {

constexpr const char* kModel = "assets/models/tales.safetensors";

const LanguageModel& model() {
  static const LanguageModel tales = language_model(read_source_file(kModel), kModel);
  return tales;
}

Trace shown(const std::string& text, double tokens, const std::string& off = "nothing", double temperature = 0) {
  return run_with_files({"language-model", {{"text", text}, {"tokens", tokens}, {"off", off}, {"temperature", temperature}}});
}

std::vector<int> ids_in(const Trace& trace, const char* name) {
  const int place = trace.find(name);
  if (place < 0) return {};
  const Tensor& row = *trace.node(place).value;
  std::vector<int> ids;
  for (Index i = 0; i < row.size(); ++i) ids.push_back(static_cast<int>(row.data()[i]));
  return ids;
}

// Returns the mean weight of a head at the place that `wanted` gives for a row, over the rows with such a place.
template <typename Wanted>
double share_by_hand(const Trace& trace, Index block, Index head, Wanted wanted) {
  const Tensor& weights = *node(trace, "decoder." + std::to_string(block) + ".self_attention.weights").value;
  double sum = 0;
  int rows = 0;
  for (Index t = 0; t < weights.rows(); ++t)
    if (const Index s = wanted(t); s >= 0) {
      sum += static_cast<double>(weights.at(head, t, s));
      ++rows;
    }
  return rows > 0 ? sum / rows : 0;
}

}  // namespace

TEST_SUITE("lessons/language_model") {
  TEST_CASE("it writes what the model writes, and says so of an end that came sooner") {
    const Trace trace = shown("Once upon a time there was a", 10);
    const std::vector<int> prompt = ids_of(model(), "Once upon a time there was a");
    CHECK(ids_in(trace, "prompt") == prompt);
    CHECK(ids_in(trace, "written") == go_on(model(), prompt, 10, {.temperature = 0}, 1));
    CHECK_FALSE(has_note(trace, "ended"));
    CHECK(has_note(shown("the sun is a", 40), "ended"));
    CHECK(ids_in(shown("the sun is a", 0), "written").empty());
    CHECK(ids_in(shown("One day", 12, "nothing", 1), "written") != ids_in(shown("One day", 12), "written"));
  }

  TEST_CASE("the probabilities of the next token are the softmax of the last row of logits") {
    const Trace trace = shown("the capital of Spain is", 0);
    const Tensor& lens = *node(trace, "lens.probabilities").value;
    REQUIRE(lens.rows() == 5);
    const Tensor logits = Decoding(model().config, model().weights).read(ids_of(model(), "the capital of Spain is"));
    const float* row = logits.row(logits.rows() - 1);
    double sum = 0;
    for (Index i = 0; i < logits.cols(); ++i) sum += std::exp(static_cast<double>(row[i]));
    for (Index i = 0; i < logits.cols(); i += 37)
      CHECK(lens.at(4, i) == doctest::Approx(std::exp(static_cast<double>(row[i])) / sum).epsilon(1e-4));
  }

  TEST_CASE("heads are measured by what their weights say") {
    const Trace trace = shown("Tim, red, key. Tim, red,", 0);
    const std::vector<int> ids = ids_in(trace, "prompt");
    const auto one_before = [](Index t) { return t - 1; };
    const auto after_last_time = [&](Index t) -> Index {
      for (Index s = t - 1; s >= 0; --s)
        if (ids[static_cast<std::size_t>(s)] == ids[static_cast<std::size_t>(t)]) return s + 1;
      return -1;
    };
    for (Index block = 0; block < 4; ++block)
      for (Index head = 0; head < 4; ++head) {
        CHECK(node(trace, "before.shares").value->at(block, head) ==
              doctest::Approx(share_by_hand(trace, block, head, one_before)).epsilon(1e-4));
        CHECK(node(trace, "induction.shares").value->at(block, head) ==
              doctest::Approx(share_by_hand(trace, block, head, after_last_time)).epsilon(1e-4));
      }
    for (Index head = 0; head < 4; ++head)
      CHECK(node(shown("the sun", 0), "induction.shares").value->at(1, head) == 0);  // nothing comes again
  }

  TEST_CASE("the shipped model has heads whose job can be named, and what they find it says") {
    const std::string row = "Tim red key park Lily Tim red key";
    CHECK(node(shown(row, 0), "induction.shares").value->at(2, 3) > 0.85f);
    CHECK(node(shown(row, 1), "written").cols.labels == std::vector<std::string>{"␣park"});
  }

  TEST_CASE("kept keys and values are those of one pass over all tokens, bit for bit, and lead to the same logits") {
    const Trace trace = run_with_files({"generation", {{"text", std::string("the capital of France is")}, {"tokens", 3.0}}});
    for (const char* part : {"key", "value"}) {
      const Tensor& whole = *node(trace, std::string("decoder.2.self_attention.") + part).value;
      const Tensor& kept = *node(trace, std::string("cache.decoder.2.self_attention.past_") + part).value;
      REQUIRE(kept.rows() == whole.rows() - 1);
      for (Index head = 0; head < 4; ++head)
        CHECK(std::memcmp(kept.matrix(head), whole.matrix(head), static_cast<std::size_t>(kept.rows() * kept.cols()) * sizeof(float)) == 0);
    }
    CHECK(node(trace, "cache.largest_difference").value->at(0, 0) < 1e-4f);
    const auto tokens = static_cast<float>(ids_in(trace, "prompt").size() + ids_in(trace, "written").size());
    const Tensor& used = *node(trace, "cache.used_count").value;
    CHECK(used.at(0, 0) == tokens - 1);
    CHECK(used.at(1, 0) == 1);
    CHECK(ids_in(trace, "cache.pieces_read").size() == static_cast<std::size_t>(tokens));
    const Tensor& by_use = *node(trace, "cache.by_use").value;
    for (Index i = 0; i < by_use.cols(); ++i) CHECK(by_use.at(1, i) == (i + 1 == by_use.cols() ? 1.0f : 0.0f));
    const Tensor& cost = *node(trace, "cache.cost").value;
    CHECK(cost.at(0, 0) == doctest::Approx(tokens * cost.at(1, 0)));
    CHECK(cost.at(1, 0) == doctest::Approx(multiplications(model().config, 1, static_cast<Index>(tokens)) / 1e6));
  }

  TEST_CASE("the text with what was written behind it is said, for a reader to go on from") {
    const auto note = [](const Trace& trace) {
      const auto found =
          std::find_if(trace.notes.begin(), trace.notes.end(), [](const Note& candidate) { return candidate.id == "written"; });
      return found == trace.notes.end() ? std::string() : found->words.front().second;
    };
    const Trace trace = shown("the sun is a", 1);
    CHECK(note(trace) == "the sun is a star");
    CHECK(note(shown("the sun is a", 0)).empty());
    CHECK(note(run_with_files({"sampling", {{"text", std::string("the sun is a")}, {"tokens", 1.0}, {"temperature", 0.01}}})) ==
          "the sun is a star");
  }

  TEST_CASE("tokens that do not fit into the window are shown, and not read") {
    const std::string text = "Once upon a time there was a girl named Mia.";
    const auto seen = [&](double window) { return run_with_files({"generation", {{"text", text}, {"tokens", 10.0}, {"window", window}}}); };
    const Trace trace = seen(8);
    const std::vector<int> prompt = ids_of(model(), text);
    // Writes by hand: reads the whole window anew for each token.
    std::vector<int> all = prompt;
    for (int written = 0; written < 10; ++written) {
      const Tensor logits =
          Decoding(model().config, model().weights).read(std::ssize(all) > 8 ? std::vector<int>(all.end() - 8, all.end()) : all);
      const float* row = logits.row(logits.rows() - 1);
      all.push_back(static_cast<int>(std::max_element(row, row + logits.cols()) - row));
    }
    CHECK(ids_in(trace, "window.pieces") == all);
    CHECK(node(trace, "window.fell_out").value->at(0, 0) == static_cast<float>(all.size() - 8));
    const Tensor& places = *node(trace, "window.by_place").value;
    for (Index i = 0; i < places.cols(); ++i) CHECK(places.at(0, i) == (i < places.cols() - 8 ? 1.0f : 0.0f));
    CHECK(node(trace, "decoder.input").value->rows() == 8);
    CHECK(node(trace, "cache.largest_difference").value->at(0, 0) < 1e-4f);
    CHECK_MESSAGE(seen(104).find("window.pieces") < 0, "nothing fell out");
  }

  TEST_CASE("both lessons write the same, and what the steps of the second one say of it is so") {
    for (const char* lesson : {"language-model", "generation"})
      CHECK(ids_in(run_with_files({lesson, {{"tokens", 7.0}}}), "written") == ids_in(shown("Once upon a time there was a", 7), "written"));
    const auto next = [](const std::string& text) { return node(shown(text, 1), "written").cols.labels; };
    CHECK(next("I ate a banana and an apple. It is") == std::vector<std::string>{"␣red"});
    CHECK(next("I got a new phone from apple. It is") == std::vector<std::string>{"␣fast"});
    CHECK(has_note(run_with_files({"generation", {{"text", std::string("the sun is a")}, {"tokens", 40.0}}}), "ended"));
    const Trace small = run_with_files({"generation", {{"window", 12.0}, {"tokens", 24.0}}});
    CHECK(joined(node(small, "written").cols.labels, "").find("␣kite␣named␣Tom") != std::string::npos);
  }

  TEST_CASE("beside the translator: every number that either model learned is in one part") {
    const Trace trace = run_with_files({"language-model", {{"tokens", 0.0}, {"translator", true}}});
    const Tensor& parts = *node(trace, "parts.thousands").value;
    const std::vector<std::string>& names = node(trace, "parts.thousands").rows.labels;
    const Tensor& all = *node(trace, "parts.all").value;
    CHECK(all.at(0, 1) == doctest::Approx(static_cast<double>(parameter_count(model().config)) / 1000));
    const std::string path = "assets/models/english-spanish.safetensors";
    const ShippedModel translator = shipped_model(read_source_file(path), path);
    CHECK(all.at(0, 0) == doctest::Approx(static_cast<double>(parameter_count(translator.settings.transformer())) / 1000));
    for (std::size_t row = 0; row < names.size(); ++row) {
      const auto at = static_cast<Index>(row);
      const bool of_both = names[row].find("encoder") == std::string::npos && names[row].find("across") == std::string::npos;
      if (!of_both) CHECK_MESSAGE((parts.at(at, 1) == 0 && parts.at(at, 0) > 0), names[row]);
    }
  }

  TEST_CASE("beside a second text: the cosines of both lines, by plain loops over a pass of each") {
    const std::string here = "I ate a banana and an apple", there = "I got a new phone from apple";
    const Trace trace = run_with_files({"language-model", {{"text", here}, {"beside", there}, {"tokens", 0.0}}});
    const Trace alone = shown(there, 0);
    const Tensor& cosines = *node(trace, "beside.cosines").value;
    REQUIRE(cosines.shape() == matrix_shape(5, 1));
    const Tensor &a = *node(trace, "lens.line").value, &b = *node(alone, "lens.line").value;
    for (Index row = 0; row < 5; ++row) {
      double product = 0, of_a = 0, of_b = 0;
      for (Index c = 0; c < a.cols(); ++c) {
        const auto x = static_cast<double>(a.at(row, c)), y = static_cast<double>(b.at(row, c));
        product += x * y;
        of_a += x * x;
        of_b += y * y;
      }
      CHECK(cosines.at(row, 0) == doctest::Approx(product / std::sqrt(of_a * of_b)).epsilon(1e-4));
    }
    CHECK(cosines.at(0, 0) == doctest::Approx(1));
    CHECK(cosines.at(4, 0) < 0.9f);
    CHECK(alone.find("beside.cosines") < 0);
  }

  TEST_CASE("the model that was trained further on a novel writes in its place, and a note says what it is") {
    constexpr const char* kNovel = "assets/models/novel.safetensors";
    const LanguageModel novel = language_model(read_source_file(kNovel), kNovel);
    const Inputs inputs{{"model", std::string("novel")}, {"text", std::string("Mr. Darcy")}, {"tokens", 8.0}};
    const Trace trace = run_with_files({"generation", inputs});
    CHECK(ids_in(trace, "written") == go_on(novel, ids_of(novel, "Mr. Darcy"), 8, {.temperature = 0}, 1));
    CHECK(has_note(trace, "novel"));
    CHECK_FALSE(has_note(run_with_files({"generation", {}}), "novel"));
  }

  TEST_CASE("any matrix of two texts is compared: the last pieces of both, cell by cell") {
    const std::string here = "I ate a banana and an apple", there = "the phone from apple";
    const Trace alone = shown(there, 0);
    const auto compared = [&](const char* what, double block) {
      return run_with_files(
          {"language-model",
           {{"text", here}, {"beside", there}, {"tokens", 0.0}, {"compared", std::string(what)}, {"compared_block", block}}});
    };
    for (const auto& [what, block, name] : {std::tuple{"weights", 1.0, "decoder.1.self_attention.weights"},
                                            {"hidden", 2.0, "decoder.2.feed_forward.hidden"},
                                            {"after_attention", 3.0, "decoder.3.self_attention.residual"},
                                            {"logits", 0.0, "logits"}}) {
      CAPTURE(name);
      const Trace trace = compared(what, block);
      const Tensor &a = *node(trace, name).value, &b = *node(alone, name).value, &apart = *node(trace, "beside.apart").value;
      const bool square = std::string(what) == "weights";
      const Index tokens = std::min(a.rows(), b.rows()), cols = square ? tokens : a.cols();
      REQUIRE(a.rows() != b.rows());
      REQUIRE(apart.rows() == tokens);
      REQUIRE(apart.cols() == cols);
      for (Index outer = 0; outer < apart.shape().matrices(); ++outer)
        for (Index row = 0; row < tokens; ++row)
          for (Index col = 0; col < cols; ++col)
            CHECK(apart.at(outer, row, col) == doctest::Approx(a.at(outer, a.rows() - tokens + row, a.cols() - cols + col) -
                                                               b.at(outer, b.rows() - tokens + row, b.cols() - cols + col))
                                                   .epsilon(1e-4)
                                                   .scale(1));
    }
    CHECK(compared("nothing", 0).find("beside.apart") < 0);
    CHECK(run_with_files({"language-model", {{"text", here}, {"compared", std::string("query")}}}).find("beside.apart") < 0);
  }

  TEST_CASE("a part that is switched off adds nothing to the line, and all others stay") {
    const auto residual = [](const Trace& trace, const char* part) {
      return *node(trace, std::string("decoder.") + part + ".residual").value;
    };
    const Trace whole = shown("the sun is a", 0), attention = shown("the sun is a", 0, "attention_1"),
                forward = shown("the sun is a", 0, "feed_forward_1"), block = shown("the sun is a", 0, "block_1"),
                head = shown("the sun is a", 0, "head_1_2");
    const auto same = [](const Tensor& a, const Tensor& b) { return std::equal(a.data(), a.data() + a.size(), b.data()); };
    const Tensor before = residual(whole, "0.feed_forward");
    CHECK(same(residual(attention, "1.self_attention"), before));
    CHECK(same(residual(forward, "1.feed_forward"), residual(whole, "1.self_attention")));
    CHECK(same(residual(block, "1.feed_forward"), before));
    CHECK_FALSE(same(residual(head, "1.self_attention"), before));
    CHECK_FALSE(same(residual(head, "1.self_attention"), residual(whole, "1.self_attention")));
    const Tensor& w_o = *node(head, "decoder.1.self_attention.w_o").value;
    for (Index row = 0; row < 128; ++row) {
      const bool off = row >= 64 && row < 96;
      CHECK((std::accumulate(w_o.row(row), w_o.row(row) + 128, 0.0f, [](float sum, float w) { return sum + std::abs(w); }) == 0) == off);
    }
  }

  TEST_CASE("every block and head of the models can be switched off, and no other") {
    for (const char* path : {kTalesModel, kNovelModel}) {
      CAPTURE(path);
      const TransformerConfig config = language_model(read_asset(path), path).config;
      CHECK(config.decoder_layers == kBlocksOfLanguageModel);
      CHECK(config.heads == kHeadsOfLanguageModel);
    }
    CHECK(static_cast<Index>(NameList(kPartsToSwitchOff).size()) == 1 + kBlocksOfLanguageModel * (3 + kHeadsOfLanguageModel));
  }

  TEST_CASE("no text, a long one and bytes that are no letters are read") {
    CHECK(ids_in(shown("", 2), "prompt") == std::vector<int>{1});
    const Trace long_text = shown("the sun is a star. " + std::string(400, 'q'), 0);
    CHECK(ids_in(long_text, "prompt").size() == 64);
    CHECK(has_note(long_text, "forgotten"));
    CHECK_NOTHROW(shown("\xF0\x9F\x8D\x8E 吃", 1));
  }
}

}  // namespace language_model_lesson_test
