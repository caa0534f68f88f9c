// The lesson about confidence: each number against the model itself, in double precision, and the claims of its captions.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lessons/context.h"
#include "lessons/examples.h"
#include "support.h"
#include "train/language_model.h"
#include "train/tasks/tales_grammar.h"
#include "train/tasks/tasks.h"

using namespace gf;
using namespace gf::test;

namespace confidence_test {
namespace {

constexpr const char *kTales = "assets/models/tales.safetensors", *kConversations = "assets/models/conversations.safetensors";

const LanguageModel& tales() {
  static const LanguageModel model = language_model(read_source_file(kTales), kTales);
  return model;
}

const Tensor& value(const Trace& trace, const char* name) { return *node(trace, name).value; }
float single(const Trace& trace, const char* name) { return value(trace, name).at(0, 0); }
std::string text_of_step(const char* step) { return std::get<std::string>(trace_of("confidence", step).inputs.at("text")); }

std::vector<double> shares_by_hand(const float* logits, Index count) {
  const double most = static_cast<double>(*std::max_element(logits, logits + count));
  std::vector<double> shares;
  double all = 0;
  for (Index i = 0; i < count; ++i) {
    shares.push_back(std::exp(static_cast<double>(logits[i]) - most));
    all += shares.back();
  }
  for (double& share : shares) share /= all;
  return shares;
}

// The model's prediction at a token of a text: its confidence, whether it is right, and the probability that it gives to the next token.
struct Predicted {
  double confidence = 0, given = 0;
  bool right = false;
};

std::vector<Predicted> predicted(const std::string& text) {
  const std::vector<int> ids = ids_of(tales(), text);
  const Tensor logits = Decoding(tales().config, tales().weights).read(ids);
  std::vector<Predicted> all;
  for (std::size_t t = 0; t + 1 < ids.size(); ++t) {
    const std::vector<double> shares = shares_by_hand(logits.row(static_cast<Index>(t)), logits.cols());
    const auto likeliest = std::max_element(shares.begin(), shares.end());
    all.push_back({*likeliest, shares[static_cast<std::size_t>(ids[t + 1])], likeliest - shares.begin() == ids[t + 1]});
  }
  return all;
}

// Returns the likeliest token after a text, with its probability.
std::pair<std::string, double> likeliest_after(const std::string& text) {
  const Tensor logits = Decoding(tales().config, tales().weights).read(ids_of(tales(), text));
  const std::vector<double> shares = shares_by_hand(logits.row(logits.rows() - 1), logits.cols());
  const auto likeliest = std::max_element(shares.begin(), shares.end());
  return {text_of(tales(), {static_cast<int>(likeliest - shares.begin())}), *likeliest};
}

void check_bins(const Trace& trace, const std::string& scope, const std::vector<Predicted>& answers) {
  const double from[] = {0, 0.5, 0.8, 0}, to[] = {0.5, 0.8, 2, 2};
  for (Index bin = 0; bin < 4; ++bin) {
    CAPTURE(bin);
    int count = 0, right = 0;
    double sure = 0;
    for (const Predicted& one : answers)
      if (one.confidence >= from[bin] && one.confidence < to[bin]) {
        ++count;
        right += one.right ? 1 : 0;
        sure += one.confidence;
      }
    CHECK(value(trace, (scope + ".answers").c_str()).at(bin, 0) == count);
    CHECK(value(trace, (scope + ".right_answers").c_str()).at(bin, 0) == right);
    const double accuracy = count == 0 ? 0.0 : static_cast<double>(right) / count, mean = count == 0 ? 0.0 : sure / count;
    CHECK(static_cast<double>(value(trace, (scope + ".accuracy").c_str()).at(bin, 0)) == doctest::Approx(accuracy).epsilon(1e-4));
    CHECK(static_cast<double>(value(trace, (scope + ".mean_confidence").c_str()).at(bin, 0)) == doctest::Approx(mean).epsilon(1e-3));
  }
}

}  // namespace

TEST_SUITE("lessons/confidence") {
  TEST_CASE("the confidence is the largest probability: as high after Chile, which no text mentions, as after Berlin, and wrong") {
    for (const auto& [step, token, percent] : {std::tuple{"confidence", " Germany", 86.9}, std::tuple{"never_read", " German", 95.2}}) {
      CAPTURE(step);
      const auto [word, share] = likeliest_after(text_of_step(step));
      CHECK(word == token);
      CHECK(100 * share == doctest::Approx(percent).epsilon(0.005));
      CHECK(static_cast<double>(single(trace_of("confidence", step), "confidence")) == doctest::Approx(share).epsilon(1e-3));
    }
    for (const char* word : {"Denmark", "Holland", "Chile", "tiger", "Wales", " write "}) {
      CAPTURE(word);
      CHECK(tales_tables().find(word) == std::string::npos);
    }
  }

  TEST_CASE("each fact is judged by its likeliest token; the first six are right, and of the others two") {
    const Trace& trace = trace_of("confidence", "list");
    const TraceNode& right = node(trace, "facts.right");
    const char* const beginnings[] = {"The capital of Spain is",
                                      "Berlin is the capital of",
                                      "The opposite of big is",
                                      "Grass is",
                                      "A rose is a",
                                      "Glass is made of",
                                      "The capital of Denmark is",
                                      "The capital of Holland is",
                                      "People in Chile speak",
                                      "We write with our",
                                      "A cherry is a",
                                      "A tiger eats"};
    const char* const answers[] = {" Madrid", " Germany", " small", " green", " flower", " sand", "", "", "", "", " fruit", " meat"};
    REQUIRE(right.value->rows() == 12);
    std::vector<Predicted> judged;
    for (std::size_t i = 0; i < 12; ++i) {
      CAPTURE(beginnings[i]);
      const auto [word, share] = likeliest_after(beginnings[i]);
      CHECK(right.rows.labels[i] == beginnings[i] + word);
      CHECK((right.value->at(static_cast<Index>(i), 0) == 1) == (word == answers[i]));
      CHECK(static_cast<double>(value(trace, "facts.confidence").at(static_cast<Index>(i), 0)) == doctest::Approx(share).epsilon(1e-3));
      judged.push_back({share, 0, word == answers[i]});
    }
    check_bins(trace, "facts", judged);
    const Tensor& bins = value(trace, "facts.accuracy");
    CHECK(bins.at(1, 0) == 0.5f);
    CHECK(bins.at(2, 0) == doctest::Approx(0.7));
    CHECK(value(trace, "facts.mean_confidence").at(2, 0) > 0.95f);
  }

  TEST_CASE("a held-out tale is foretold as well as it is claimed, a sentence of another kind is not") {
    const Trace& tale = trace_of("confidence", "held_out");
    check_bins(tale, "tokens", predicted(text_of_step("held_out")));
    CHECK(value(tale, "tokens.mean_confidence").at(3, 0) - value(tale, "tokens.accuracy").at(3, 0) < 0.03f);
    const Trace& news = trace_of("confidence", "perplexity");
    check_bins(news, "tokens", predicted(text_of_step("perplexity")));
    CHECK(value(news, "tokens.mean_confidence").at(3, 0) - value(news, "tokens.accuracy").at(3, 0) > 0.4f);
    CHECK(is_held_out(text_of_step("held_out")));
    CHECK(is_held_out(text_of_step("bits")));
  }

  TEST_CASE("bits per byte and perplexity are those of the probabilities that the tokens had") {
    for (const char* step : {"bits", "perplexity", "held_out"}) {
      CAPTURE(step);
      const Trace& trace = trace_of("confidence", step);
      const std::string text = text_of_step(step);
      double bits = 0;
      const std::vector<Predicted> tokens = predicted(text);
      for (const Predicted& token : tokens) bits -= std::log2(token.given);
      CHECK(static_cast<double>(single(trace, "tokens.all_bits")) == doctest::Approx(bits).epsilon(1e-3));
      CHECK(single(trace, "tokens.bytes") == static_cast<float>(text.size()));
      CHECK(static_cast<double>(single(trace, "tokens.bits_per_byte")) ==
            doctest::Approx(bits / static_cast<double>(text.size())).epsilon(1e-3));
      CHECK(static_cast<double>(single(trace, "tokens.perplexity")) ==
            doctest::Approx(std::exp2(bits / static_cast<double>(tokens.size()))).epsilon(0.01));
    }
    CHECK(single(trace_of("confidence", "perplexity"), "tokens.perplexity") > 100 * static_cast<float>(tales().readable.size()));
  }

  TEST_CASE("no threshold leaves right answers alone: the surest one of all is wrong") {
    const auto outcomes = [](double threshold) {
      const Trace trace = run_with_files({"confidence", {{"threshold", threshold}}});
      const Tensor& counted = value(trace, "facts.outcomes");
      return std::vector<float>{counted.at(0, 0), counted.at(1, 0), counted.at(2, 0)};
    };
    CHECK(outcomes(0) == std::vector<float>{8, 4, 0});
    CHECK(outcomes(0.9) == std::vector<float>{6, 3, 3});
    for (const double threshold : {0.5, 0.95, 0.98, 0.99, 0.998, 0.9986, 0.999, 0.9995}) {
      CAPTURE(threshold);
      CHECK(outcomes(threshold)[1] >= 1);
    }
    CHECK(outcomes(0.9995) == std::vector<float>{0, 1, 11});
  }

  TEST_CASE("the model that was taught to decline does so for a key, and names a wrong capital for Wales") {
    const LanguageModel model = language_model(read_source_file(kConversations), kConversations);
    const auto reply = [&](const char* question) {
      return text_of(model, go_on(model, ids_of(model, "@user " + std::string(question) + " @assistant"), 12, {.temperature = 0}, 0));
    };
    CHECK(reply("Where is the key?") == "I do not know.");
    CHECK(reply("What is the capital of Wales?") == "The capital of Peru is Lima.");
    const Trace& trace = trace_of("confidence", "declines");
    const TraceNode& next = node(trace, "next_token");
    const auto place = std::find(next.cols.labels.begin(), next.cols.labels.end(), "I") - next.cols.labels.begin();
    CHECK(next.value->at(0, place) < 0.01f);
  }

  TEST_CASE("a list without lines, a line without an answer and an empty text have a trace; too many lines are refused") {
    const Trace none = run_with_files({"confidence", {{"facts", std::string()}, {"text", std::string()}}});
    CHECK(none.find("facts.right") < 0);
    CHECK(none.find("confidence") >= 0);
    const Trace open = run_with_files({"confidence", {{"facts", std::string("The capital of Spain is")}}});
    CHECK(single(open, "facts.right") == 0);
    std::string lines;
    for (int i = 0; i < 21; ++i) lines += "Grass is = green\n";
    CHECK_THROWS(run_with_files({"confidence", {{"facts", lines}}}));
  }
}

}  // namespace confidence_test
