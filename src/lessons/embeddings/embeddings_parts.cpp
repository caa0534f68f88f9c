#include "lessons/embeddings/embeddings_parts.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/problem.h"
#include "text/letters.h"
#include "text/near_words.h"
#include "text/tokenizer.h"
#include "train/tasks/analogies.h"

namespace gf {
namespace {

using WordList = std::vector<std::string>;

constexpr std::size_t kMostWordsShown = 40, kMostTerms = 8, kChosen = 12;
const Axis kFeatures{"features", {}};

WordList split(const std::string& text) { return split_at_space(lower_case(text)); }

void check_count(const std::string& input, std::size_t got, std::size_t most) {
  if (got > most) throw InputError({"too_many_tokens", {{"where", input}, {"got", std::to_string(got)}, {"most", std::to_string(most)}}});
}

// The words of a sum with their signs.
struct Terms {
  WordList words;
  std::vector<float> signs;
};

constexpr std::string_view kSigns[] = {"+", "-", "−", "–"};

// Splits "woman-man+king" into words and signs. A hyphen in a word of the vocabulary is no sign.
WordList parts_of_sum(const std::string& text, const std::function<bool(const std::string&)>& is_known) {
  WordList parts;
  for (const std::string& piece : split(text)) {
    std::string word;
    for (std::size_t at = 0; at < piece.size();) {
      const auto sign = std::find_if(std::begin(kSigns), std::end(kSigns),
                                     [&](auto candidate) { return piece.compare(at, candidate.size(), candidate) == 0; });
      if (sign == std::end(kSigns) || is_known(piece)) {
        word += piece[at++];
        continue;
      }
      if (!word.empty()) parts.push_back(std::exchange(word, {}));
      parts.emplace_back(*sign);
      at += sign->size();
    }
    if (!word.empty()) parts.push_back(word);
  }
  return parts;
}

// Reads "woman - man + king": words with a sign between each two. Throws InputError for anything else.
Terms terms_of(const std::string& input, const std::string& text, const WordList& parts) {
  Terms terms;
  float sign = 1;
  bool open = true;  // a word has to come next
  for (const std::string& part : parts) {
    const bool is_sign = std::find(std::begin(kSigns), std::end(kSigns), part) != std::end(kSigns), minus = is_sign && part != "+";
    if (is_sign == open && !(is_sign && terms.words.empty())) throw InputError({"not_a_sum", {{"where", input}, {"got", part}}});
    if (is_sign) {
      sign = minus ? -1.0f : 1.0f;
    } else {
      terms.words.push_back(part);
      terms.signs.push_back(sign);
    }
    open = is_sign;
  }
  if (open || terms.words.empty()) throw InputError({"not_a_sum", {{"where", input}, {"got", text}}});
  check_count(input, terms.words.size(), kMostTerms);
  return terms;
}

// Returns a mask that hides the words of each row's question. They would always be among the nearest words.
std::shared_ptr<const Tensor> without(const std::vector<std::vector<int>>& hidden, Index vocabulary) {
  auto mask = std::make_shared<Tensor>(Tensor::filled(matrix_shape(std::ssize(hidden), vocabulary), 1));
  for (std::size_t row = 0; row < hidden.size(); ++row)
    for (const int id : hidden[row]) mask->at(static_cast<Index>(row), id) = 0;
  return mask;
}

// Returns the relations of analogies, each once.
std::vector<std::string_view> relations_of(const std::vector<const Analogy*>& analogies) {
  std::vector<std::string_view> relations;
  for (const Analogy* analogy : analogies)
    if (std::find(relations.begin(), relations.end(), analogy->relation) == relations.end()) relations.push_back(analogy->relation);
  return relations;
}

// Returns the names of the relations, which are their first pairs: "man → woman".
WordList first_pairs(const std::vector<const Analogy*>& analogies) {
  WordList names;
  for (const std::string_view relation : relations_of(analogies)) {
    const auto first =
        std::find_if(analogies.begin(), analogies.end(), [&](const Analogy* analogy) { return analogy->relation == relation; });
    names.push_back(std::string((*first)->a) + " → " + std::string((*first)->b));
  }
  return names;
}

// Returns a row for each relation. Its product with a column of 1 (right) and 0 (wrong) is the share of right analogies, in per cent.
Tensor kinds_of(const std::vector<const Analogy*>& analogies) {
  const std::vector<std::string_view> relations = relations_of(analogies);
  Tensor kinds(matrix_shape(std::ssize(relations), std::ssize(analogies)));
  for (std::size_t row = 0; row < relations.size(); ++row) {
    const auto has_relation = [&](const Analogy* analogy) { return analogy->relation == relations[row]; };
    const float each = 100 / static_cast<float>(std::count_if(analogies.begin(), analogies.end(), has_relation));
    for (std::size_t col = 0; col < analogies.size(); ++col)
      if (has_relation(analogies[col])) kinds.at(static_cast<Index>(row), static_cast<Index>(col)) = each;
  }
  return kinds;
}

}  // namespace

Learned::Learned(LessonBuild& out, const RunModel& model)
    : out_(out), model_(model), words_(words_of_vocabulary(*model.dataset)), vocabulary_{"vocabulary", words_} {
  const auto& config = std::get<NextWordConfig>(model.config);
  weights_ = ParameterNodes(out.tape, parameter_specs(config, words_), *model.weights);
  out.trained = model.weights;
  directions_ = unit_rows(out.tape, weights_.at("token_table"), Label("directions").with_rows(vocabulary_).with_cols(kFeatures));
}

// words_ is in alphabetical order.
std::vector<int> Learned::ids_of(const std::string& input, const WordList& words) const {
  std::vector<int> ids;
  for (const std::string& word : words) {
    const auto found = std::lower_bound(words_.begin(), words_.end(), word);
    if (found == words_.end() || *found != word)
      throw InputError({"word_not_in_corpus", {{"where", input}, {"got", word}, {"near", joined(near_words(words_, word), " ")}}});
    ids.push_back(static_cast<int>(found - words_.begin()));
  }
  return ids;
}

void Learned::predict(const std::string& input, const std::string& text) {
  WordList words = split(text);
  if (words.empty()) words = model_.dataset->training.empty() ? WordList{words_[0], words_[1]} : model_.dataset->training.front().question;
  if (words.size() != 2 && words.size() != 3)
    throw InputError({"not_two_words", {{"where", input}, {"got", std::to_string(words.size())}}});
  const std::vector<int> next = words.size() == 3 ? ids_of(input, {words.back()}) : std::vector<int>{};
  words.resize(2);
  next_word(out_.tape, std::get<NextWordConfig>(model_.config), weights_, {{ids_of(input, words)}, next}, true,
            {words_, {joined(words, " ")}});
  for (const char* node : {"word_1", "word_2", "context"}) out_.show(View::matrix, node, "model");
  out_.show(View::heatmap, "logits", "model");
  out_.show(View::likeliest, "probabilities", "model");
  if (!next.empty()) out_.show(View::matrix, "losses", "model");
}

void Learned::project(const std::string& input, const std::string& text) {
  WordList words = split(text);
  check_count(input, words.size(), kMostWordsShown);
  if (words.empty()) words = {words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(std::min(words_.size(), kChosen))};
  const std::vector<int> ids = ids_of(input, words);
  if (std::get<NextWordConfig>(model_.config).width < 2 || words.size() < 2) return out_.notes.push_back({"no_plane", {}});
  Tape& tape = out_.tape;
  const Axis rows{"tokens", words}, plane{"directions", {"1", "2"}};
  const auto label = [&](const char* name) { return Label(name).with_rows(rows).with_cols(kFeatures); };
  const NodeId shown = embedding(tape, weights_.at("token_table"), ids, label("shown_words"));
  const NodeId middle = mean(tape, shown, Along::columns, Label("middle").with_cols(kFeatures));
  const NodeId centred = add(tape, shown, scale(tape, middle, -1, Label("minus_middle").with_cols(kFeatures)), label("centred"));
  const NodeId scatter = matmul_tn(tape, centred, centred, Label("scatter").with_rows(kFeatures).with_cols(kFeatures));
  const NodeId covariance =
      scale(tape, scatter, 1 / static_cast<float>(words.size()),
            Label("covariance", "scatter / " + std::to_string(words.size())).with_rows(kFeatures).with_cols(kFeatures));
  const NodeId axes = principal_directions(tape, covariance, 2, Label("principal_directions").with_rows(kFeatures).with_cols(plane));
  matmul(tape, centred, axes, Label("points").with_rows(rows).with_cols(plane));
  out_.panels.push_back({View::plane, {"points"}, "plane", {PanelRole::points}});
  out_.show(View::heatmap, "shown_words", "plane");
  out_.show(View::heatmap, "covariance", "plane");
  out_.show(View::matrix, "principal_directions", "plane");
}

void Learned::rank_neighbours(const std::string& input, const std::string& text) {
  WordList words = split(text);
  if (words.empty()) words = {words_.front() == "." && words_.size() > 1 ? words_[1] : words_.front()};
  if (words.size() != 1) throw InputError({"not_one_word", {{"where", input}, {"got", std::to_string(words.size())}}});
  Tape& tape = out_.tape;
  const std::vector<int> ids = ids_of(input, words);
  const Axis row{"tokens", words};
  const NodeId direction = embedding(tape, directions_, ids, Label("word_direction").with_rows(row).with_cols(kFeatures));
  const NodeId cosines = matmul_nt(tape, direction, directions_, Label("cosines").with_rows(row).with_cols(vocabulary_));
  const NodeId percent = scale(tape, cosines, 100, Label("percent", "100 · cosines").with_rows(row).with_cols(vocabulary_));
  mask(tape, percent, without({ids}, std::ssize(words_)), -100, Label("neighbours").with_rows(row).with_cols(vocabulary_));
  out_.show(View::likeliest, "neighbours", "neighbours");
  out_.show(View::matrix, "word_direction", "neighbours");
}

void Learned::solve_analogy(const std::string& input, const std::string& text) {
  if (split(text).empty()) return;
  const auto is_known = [&](const std::string& word) { return std::binary_search(words_.begin(), words_.end(), word); };
  const Terms terms = terms_of(input, text, parts_of_sum(text, is_known));
  const std::vector<int> ids = ids_of(input, terms.words);
  Tape& tape = out_.tape;
  Tensor signs(matrix_shape(1, std::ssize(ids)));
  for (std::size_t i = 0; i < ids.size(); ++i) signs.at(0, static_cast<Index>(i)) = terms.signs[i];
  const Axis words{"tokens", terms.words}, row{"tokens", {text}};
  const NodeId sign_row = constant(tape, std::move(signs), Label("signs", "±1").with_rows(row).with_cols(words));
  const NodeId vectors = embedding(tape, directions_, ids, Label("terms").with_rows(words).with_cols(kFeatures));
  const NodeId total = matmul(tape, sign_row, vectors, Label("term_sum").with_rows(row).with_cols(kFeatures));
  const NodeId direction = unit_rows(tape, total, Label("sum_direction").with_rows(row).with_cols(kFeatures));
  const NodeId cosines = matmul_nt(tape, direction, directions_, Label("sum_cosines").with_rows(row).with_cols(vocabulary_));
  const NodeId percent = scale(tape, cosines, 100, Label("sum_percent", "100 · sum_cosines").with_rows(row).with_cols(vocabulary_));
  mask(tape, percent, without({ids}, std::ssize(words_)), -100, Label("answers").with_rows(row).with_cols(vocabulary_));
  for (const char* node : {"signs", "terms", "term_sum"}) out_.show(View::matrix, node, "analogy");
  out_.show(View::likeliest, "answers", "analogy");
}

void Learned::measure_analogies() {
  std::vector<std::vector<int>> questions;
  std::vector<int> a, b, c, d;
  std::vector<const Analogy*> asked;
  Axis rows{"analogies", {}};
  for (const Analogy& analogy : held_out_analogies()) {
    std::vector<int> ids;
    for (const std::string_view word : {analogy.a, analogy.b, analogy.c, analogy.d})
      if (const auto found = std::lower_bound(words_.begin(), words_.end(), word); found != words_.end() && *found == word)
        ids.push_back(static_cast<int>(found - words_.begin()));
    if (ids.size() < 4) continue;
    a.push_back(ids[0]);
    b.push_back(ids[1]);
    c.push_back(ids[2]);
    d.push_back(ids[3]);
    questions.push_back({ids[0], ids[1], ids[2]});
    asked.push_back(&analogy);
    rows.labels.push_back(std::string(analogy.b) + " − " + std::string(analogy.a) + " + " + std::string(analogy.c) + " → " +
                          std::string(analogy.d));
  }
  if (questions.empty()) return out_.notes.push_back({"no_held_out", {}});
  Tape& tape = out_.tape;
  const auto scope = tape.scope("held_out");
  const auto label = [&](const char* name) { return Label(name).with_rows(rows).with_cols(kFeatures); };
  const NodeId from = embedding(tape, directions_, a, label("first")), to = embedding(tape, directions_, b, label("second"));
  const NodeId step = add(tape, to, scale(tape, from, -1, label("minus_first")), label("pair_step"));
  const NodeId target = add(tape, step, embedding(tape, directions_, c, label("third")), label("target"));
  const auto wide = [&](const char* name) { return Label(name).with_rows(rows).with_cols(vocabulary_); };
  const NodeId cosines = matmul_nt(tape, unit_rows(tape, target, label("target_direction")), directions_, wide("cosines"));
  const NodeId answers = mask(tape, cosines, without(questions, std::ssize(words_)), -1, wide("answers"));
  const NodeId right = is_largest(tape, answers, d, Label("right").with_rows(rows).with_cols({"right", {}}));
  scale(tape, mean(tape, right, Along::all, "share_right"), 100, Label("accuracy", "100 · share_right"));
  const NodeId kinds =
      constant(tape, kinds_of(asked), Label("kinds", "@part_of_kind").with_rows({"analogies", first_pairs(asked)}).with_cols(rows));
  matmul(tape, kinds, right, Label("by_kind", "kinds · right").with_cols({"right", {}}));
  out_.show(View::matrix, "held_out.accuracy", "held_out");
  out_.show(View::ranking, "held_out.by_kind", "held_out");
  out_.show(View::links, "held_out.answers", "held_out");
  out_.show(View::matrix, "held_out.right", "held_out");
}

}  // namespace gf
