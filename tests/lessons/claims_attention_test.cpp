// Claims of captions about causes, from self-attention to the encoder-decoder. Each test sets the switch or holds the number that a caption
// names, and compares the results.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lessons/examples.h"

using namespace gf;
using namespace gf::test;

namespace claims_attention_test {
namespace {

double number(const Trace& trace, const char* name, const Cell& at) { return static_cast<double>(node(trace, name).value->at(at)); }

// Returns the place of a label on an axis.
Index place_in(const Axis& axis, const std::string& label) {
  const auto found = std::find(axis.labels.begin(), axis.labels.end(), label);
  REQUIRE_MESSAGE(found != axis.labels.end(), label);
  return found - axis.labels.begin();
}

double probability(const Trace& trace, const char* after, const char* next) {
  const TraceNode& all = node(trace, "probabilities");
  return static_cast<double>(all.value->at(place_in(all.rows, after), place_in(all.cols, next)));
}

std::string predicted(const Trace& trace, const char* after) {
  const TraceNode& all = node(trace, "probabilities");
  const float* row = all.value->row(place_in(all.rows, after));
  return all.cols.labels[static_cast<std::size_t>(std::max_element(row, row + all.value->cols()) - row)];
}

constexpr TestedLesson translate{"encoder-decoder"};

// Returns the trace of the translator with a preset, other inputs and held cells.
Trace translated(const char* preset, const Inputs& more = {}, const std::vector<Pin>& held = {}) {
  Inputs inputs = preset_inputs(lesson_named("encoder-decoder").info, preset);
  for (const auto& [name, value] : more) inputs.insert_or_assign(name, value);
  return translate(std::move(inputs), held);
}

// Returns the words that the model writes by itself.
std::string written_words(const Trace& trace) {
  std::string text;
  const std::vector<std::string>& read = node(trace, "decoder.embedding").rows.labels;
  for (std::size_t i = 1; i < read.size(); ++i) text += (i == 1 ? "" : " ") + read[i];
  return text;
}

const InputValue kAlone = std::string("step by step");

}  // namespace

TEST_SUITE("lessons/claims_attention") {
  TEST_CASE("self-attention: a key of 0 still gets attention, in each row by its score of 0, and −∞ gets none") {
    const Trace &held = trace_of("self-attention", "offers_nothing"), &masked = trace_of("self-attention", "causal_mask");
    for (Index row = 0; row < 3; ++row) {
      CHECK(number(held, "scores", {0, row, 2}) == 0);
      CHECK(number(held, "weights", {0, row, 2}) > 0.02);
    }
    CHECK(number(held, "weights", {0, 0, 2}) < 0.1);
    CHECK(number(masked, "weights", {0, 0, 2}) == 0);
  }

  TEST_CASE("self-attention: positions off, the same words in another order give the same outputs, and with the mask they do not") {
    CHECK(number(trace_of("self-attention", "word_order"), "shuffled.largest_difference", {0, 0, 0}) < 1e-6);
    CHECK(number(trace_of("self-attention", "word_order"), "shuffled.with_positions.largest_difference", {0, 0, 0}) > 1);
    CHECK(number(trace_of("self-attention", "order_and_mask"), "shuffled.largest_difference", {0, 0, 0}) > 0.3);
  }

  TEST_CASE("position-encoding: the fastest pair alone can't tell 44 from 0, and all pairs can") {
    const auto alike = [](double width) {
      const Trace trace = run_lesson({"position-encoding", {{"length", 64.0}, {"width", width}}});
      return number(trace, "dot_products", {0, 0, 44}) / number(trace, "dot_products", {0, 0, 0});
    };
    CHECK(alike(2) > 0.999);
    CHECK(alike(128) < 0.7);
    const Tensor& alone = *node(trace_of("position-encoding", "one_hand"), "dot_products").value;
    for (const Index other : {6, 22, 57}) CHECK(alone.at(0, other) < alone.at(0, 44));
  }

  TEST_CASE("position-encoding: the dot product of two positions depends on their distance alone") {
    const Tensor& products = *node(trace_of("position-encoding", "distance"), "dot_products").value;
    for (const Index apart : {0, 1, 5, 20})
      for (Index row = 0; row + apart < products.rows(); ++row)
        CHECK(products.at(row, row + apart) == doctest::Approx(products.at(0, apart)).epsilon(1e-4));
    CHECK(products.at(0, 5) < products.at(0, 0));
  }

  TEST_CASE("multi-head: a street that lives takes half of the attention, and other heads see nothing of it") {
    const Trace &held = trace_of("multi-head", "living_street"), &free = trace_of("multi-head", "two_reasons");
    CHECK(number(free, "weights", {0, 7, 1}) > 0.9);
    CHECK(number(held, "weights", {0, 7, 1}) == doctest::Approx(number(held, "weights", {0, 7, 5})).epsilon(0.1));
    CHECK(number(held, "weights", {0, 7, 1}) + number(held, "weights", {0, 7, 5}) > 0.9);
    for (const Index other : {1, 2, 3})
      for (Index col = 0; col < 11; ++col)
        CHECK(number(held, "weights", {other, 7, col}) == doctest::Approx(number(free, "weights", {other, 7, col})));
  }

  TEST_CASE("multi-head: without positions head 3 attends evenly") {
    const Trace &without = trace_of("multi-head", "word_order"), &with = trace_of("multi-head", "compare_heads");
    for (Index row = 1; row < 11; ++row) {
      CHECK(number(with, "weights", {2, row, row - 1}) > 0.9);
      for (Index col = 0; col < 11; ++col) CHECK(number(without, "weights", {2, row, col}) == doctest::Approx(1.0 / 11));
    }
  }

  TEST_CASE("multi-head: that “it” is living comes from head 1 nearly alone") {
    const Trace& trace = trace_of("multi-head", "joined_heads");
    const double by_first = number(trace, "concat", {0, 7, 1}) * number(trace, "w_o", {0, 1, 10});
    CHECK(by_first > 0.9 * number(trace, "projection", {0, 7, 10}));
  }

  TEST_CASE("encoder-decoder: one attention weight of one head decides between “un” and “una”") {
    const Trace whole = translated("red-apple");
    CHECK(number(whole, "encoder.0.self_attention.weights", {2, 3, 5}) == doctest::Approx(0.93).epsilon(0.01));
    CHECK(probability(whole, "come", "una") > 0.99);
    const Trace held = translated("red-apple", {}, {{"encoder.0.self_attention.weights", {2, 3, 5}, 0}});
    CHECK(probability(held, "come", "un") > 0.9);
    for (const Index head : {0, 1, 3})
      CHECK(predicted(translated("red-apple", {}, {{"encoder.0.self_attention.weights", {head, 3, 5}, 0}}), "come") == "una");
    CHECK(predicted(trace_of("encoder-decoder", "gender_unseen"), "come") == "un");
  }

  TEST_CASE("encoder-decoder: attention crosses where Spanish puts the adjective last") {
    const TraceNode& lines = node(trace_of("encoder-decoder", "translation"), "alignment");
    const std::vector<std::string> words{"el", "gato", "come", "una", "manzana", "roja", "<end>"};
    CHECK(lines.rows.labels == words);
    const std::pair<const char*, const char*> pairs[] = {{"el", "the"}, {"gato", "cat"},      {"come", "eats"},
                                                         {"una", "a"},  {"manzana", "apple"}, {"roja", "red"}};
    for (const auto& [spanish, english] : pairs)
      CHECK_MESSAGE(lines.value->at(place_in(lines.rows, spanish), place_in(lines.cols, english)) > 0.9f, spanish);
  }

  TEST_CASE("encoder-decoder: one head of cross-attention makes “al” of “el”, for a living being") {
    const Trace whole = translated("cat-sees-dog");
    const auto attends = [&](Index head, Index word) { return number(whole, "decoder.0.cross_attention.weights", {head, 3, word}); };
    for (const Index head : {0, 1, 3}) CHECK(attends(head, 3) > 0.98);
    CHECK(attends(2, 4) > 0.98);
    CHECK(predicted(whole, "ve") == "al");
    CHECK(predicted(translated("cat-sees-dog", {}, {{"decoder.0.cross_attention.weights", {2, 3, 4}, 0}}), "ve") == "el");
    const Trace thing = translated("cat-sees-dog", {{"source", std::string("the cat sees the book")}, {"mode", kAlone}, {"step", 9.0}});
    CHECK(written_words(thing) == "el gato ve el libro");
  }

  TEST_CASE("encoder-decoder: without the mask that it was trained with the loss rises, and each position predicts the end in sight") {
    const Trace &open = trace_of("encoder-decoder", "decoder_mask"), masked = translated("red-apple");
    CHECK(number(masked, "loss", {0, 0, 0}) < 0.01);
    CHECK(number(open, "loss", {0, 0, 0}) > 1);
    for (const char* word : {"<start>", "el", "gato", "come", "una", "manzana", "roja"})
      CHECK_MESSAGE(predicted(open, word) == "<end>", word);
    CHECK(predicted(masked, "el") == "gato");
    // The prediction comes from the last word: head 4 attends to it alone. Without that, no other position predicts the end.
    std::vector<Pin> blind;
    for (Index row = 0; row < 6; ++row) blind.push_back({"decoder.0.self_attention.weights", {3, row, 6}, 0});
    const Trace without_end = translated("red-apple", {{"mask", false}}, blind);
    for (const char* word : {"<start>", "el", "gato", "come", "una", "manzana"})
      CHECK_MESSAGE(predicted(without_end, word) != "<end>", word);
    for (Index row = 0; row < 6; ++row) CHECK(number(open, "losses", {0, row, 0}) > 1);
    CHECK(number(open, "losses", {0, 6, 0}) < 0.01);
  }

  TEST_CASE("encoder-decoder: it goes on from what it reads, right or wrong") {
    CHECK(predicted(translated("trained-english-spanish"), "de") == "nada");
    const Trace& other = trace_of("encoder-decoder", "another_word");
    CHECK(predicted(other, "<start>") == "de");
    CHECK(probability(other, "gracias", "<end>") > 0.99);
    CHECK(probability(other, "gracias", "nada") < 0.01);
  }

  TEST_CASE("encoder-decoder: nearly all of the loss comes from the word that was not to be expected") {
    const Trace& wrong = trace_of("encoder-decoder", "loss");
    const TraceNode& losses = node(wrong, "losses");
    const double sum = number(wrong, "loss_sum", {0, 0, 0});
    CHECK(static_cast<double>(losses.value->at(place_in(losses.rows, "al"), 0)) > 0.99 * sum);
  }

  TEST_CASE("encoder-decoder: with one vector for the sentence the cat is lost") {
    const Inputs alone{{"mode", kAlone}, {"step", 15.0}, {"one_vector", true}};
    CHECK(written_words(translated("red-apple", alone)) == "manzana quiere manzana manzana manzana");
    CHECK(written_words(translated("red-apple", {{"mode", kAlone}, {"step", 15.0}})) == "el gato come una manzana roja");
  }
}

}  // namespace claims_attention_test
