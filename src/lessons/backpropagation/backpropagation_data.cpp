#include "lessons/backpropagation/backpropagation_data.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/worked_example.h"
#include "model/initialisation.h"

namespace gf::backpropagation {
namespace {

const char* const kMatrices[] = {"x", "w_q", "w_k", "w_v", "w"};

// Reads the tokens, their targets and the vocabulary of both.
void read_words(const InputReader& in, WorkedExample& e) {
  e.tokens = sentence_tokens("text", in.text("text"), kMostTokens);
  const std::string& typed = in.text("targets");
  e.next_words = typed.find_first_not_of(" \t\r\n") == std::string::npos;
  e.targets =
      e.next_words ? std::vector<std::string>(e.tokens.begin() + 1, e.tokens.end()) : sentence_tokens("targets", typed, kMostTokens);
  e.vocabulary = e.tokens;
  e.vocabulary.insert(e.vocabulary.end(), e.targets.begin(), e.targets.end());
  std::sort(e.vocabulary.begin(), e.vocabulary.end());
  e.vocabulary.erase(std::unique(e.vocabulary.begin(), e.vocabulary.end()), e.vocabulary.end());
  // If every token has a target, the block reads the last token as well. Otherwise the last token is only predicted.
  if (e.targets.size() + 1 == e.tokens.size()) {
    e.dropped = e.tokens.back();
    e.tokens.pop_back();
  }
  if (e.tokens.empty() || e.targets.empty()) throw InputError({"nothing_to_predict", {{"where", "text"}, {"got", e.dropped}}});
  if (e.targets.size() != e.tokens.size())
    throw InputError({"wrong_number_of_targets",
                      {{"where", "targets"},
                       {"got", std::to_string(e.targets.size())},
                       {"fewer", std::to_string(e.tokens.size() - 1)},
                       {"tokens", std::to_string(e.tokens.size())}}});
  for (const std::string& target : e.targets)
    e.target_ids.push_back(static_cast<int>(std::lower_bound(e.vocabulary.begin(), e.vocabulary.end(), target) - e.vocabulary.begin()));
}

// Returns d: the width of the first matrix that was typed, or that of the worked example.
Index width_of(const InputReader& in) {
  for (const char* name : kMatrices)
    if (const Tensor* typed = in.matrix(name)) {
      const Index width = std::string_view(name) == "x" ? typed->cols() : typed->rows();
      if (width < 2 || width > kMostWidth)
        throw InputError({"wrong_width", {{"where", name}, {"most", std::to_string(kMostWidth)}, {"got", std::to_string(width)}}});
      return width;
    }
  return self_attention::kVocabularyWidth;
}

void read_embeddings(const InputReader& in, Index width, WorkedExample& e) {
  const Tensor* typed = in.matrix("x");
  if (!typed) {
    e.x = word_embeddings(e.tokens, width, kSeed, e.seeded);
    return;
  }
  const Index count = std::ssize(e.tokens);
  e.x = *typed;
  // A typed matrix may have a row for the last token, which is dropped.
  if (!e.dropped.empty() && typed->rows() == count + 1) {
    e.x = Tensor(matrix_shape(count, typed->cols()));
    std::copy(typed->data(), typed->data() + e.x.size(), e.x.data());
  }
  expect_shape("x", e.x, count, width, "(tokens, width)");
}

void read_projections(const InputReader& in, Index width, WorkedExample& e) {
  NumpyRandom random(kSeed);
  const std::pair<const char*, Tensor*> matrices[] = {{"w_q", &e.w_q}, {"w_k", &e.w_k}, {"w_v", &e.w_v}};
  for (const auto& [name, matrix] : matrices) {
    const bool given = width == self_attention::kVocabularyWidth;
    // A matrix is drawn even if the reader typed it, so that the other matrices keep their numbers.
    *matrix = given ? self_attention::given_weights(name) : initialise(Initialisation::xavier, random, width, width);
    const Tensor* typed = in.matrix(name);
    if (typed) *matrix = *typed;
    if (!typed && !given) e.drawn_weights = true;
    expect_shape(name, *matrix, width, width, "(width, width)");
  }
}

// Draws a column for each word. A word's column depends on the word alone, so a further word changes no other column. The numbers are
// tenths from -1 to 1, so that products can be checked by hand.
Tensor drawn_columns(const std::vector<std::string>& vocabulary, Index width) {
  Tensor w(matrix_shape(width, std::ssize(vocabulary)));
  for (std::size_t word = 0; word < vocabulary.size(); ++word) {
    NumpyRandom random(seed_of_word(kSeed, vocabulary[word]));
    for (Index r = 0; r < width; ++r)
      w.at(r, static_cast<Index>(word)) = static_cast<float>(std::round((random.uniform() - 0.5) * 20) / 10 + 0.0);  // no −0
  }
  return w;
}

void read_output_weights(const InputReader& in, Index width, WorkedExample& e) {
  const Tensor* typed = in.matrix("w");
  e.drawn_w = !typed;
  e.w = typed ? *typed : drawn_columns(e.vocabulary, width);
  expect_shape("w", e.w, width, std::ssize(e.vocabulary), "(width, vocabulary)");
}

Tensor transposed(const Tensor& tensor) {
  Tensor result(matrix_shape(tensor.cols(), tensor.rows()));
  for (Index r = 0; r < tensor.rows(); ++r)
    for (Index c = 0; c < tensor.cols(); ++c) result.at(c, r) = tensor.at(r, c);
  return result;
}

// Removes typed targets that no longer fit, and moves rows of x and columns of w with their words.
void keep_words(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  WorkedExample then = worked_example_of(InputReader(lesson, before)), now;
  try {
    read_words(InputReader(lesson, after), now);
  } catch (const InputError& error) {
    if (changed == "targets" || error.problem().id != "wrong_number_of_targets") throw;
    after.erase("targets");
    now = WorkedExample();
    read_words(InputReader(lesson, after), now);
  }
  const bool typed_x = after.erase("x") > 0, typed_w = after.erase("w") > 0;
  const Index width = then.x.cols();
  if (typed_x) after["x"] = with_kept_rows(then.x, then.tokens, now.tokens, word_embeddings(now.tokens, width, kSeed, now.seeded));
  if (typed_w)
    after["w"] =
        transposed(with_kept_rows(transposed(then.w), then.vocabulary, now.vocabulary, transposed(drawn_columns(now.vocabulary, width))));
}

}  // namespace

WorkedExample worked_example_of(const InputReader& inputs) {
  WorkedExample e;
  read_words(inputs, e);
  const Index width = width_of(inputs);
  read_embeddings(inputs, width, e);
  read_projections(inputs, width, e);
  read_output_weights(inputs, width, e);
  return e;
}

void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  if (changed == "text" || changed == "targets") {
    try {
      keep_words(lesson, before, changed, after);
    } catch (const InputError&) {
      // The new words are refused when the trace is computed.
    }
    return;
  }
  const InputReader in(lesson, after);
  const Tensor* matrix = find_input(lesson, changed)->type == InputType::matrix ? in.matrix(changed) : nullptr;
  if (!matrix) return;
  const Index width = changed == "x" ? matrix->cols() : matrix->rows();
  const bool square = changed == "x" || changed == "w" || matrix->rows() == matrix->cols();
  for (const char* name : kMatrices) {
    const auto other = after.find(name);
    if (name == changed || other == after.end() || !square) continue;
    const Tensor& value = std::get<Tensor>(other->second);
    if ((std::string_view(name) == "x" ? value.cols() : value.rows()) != width) after.erase(other);
  }
}

}  // namespace gf::backpropagation
