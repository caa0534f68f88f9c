#include "model/next_word.h"

#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/nth.h"

namespace gf {
namespace {

using Ids = std::vector<int>;

const Axis kContextFeatures{"features", {}};

// The words of all phrases, one after another.
struct Packed {
  Ids words;                  // (N)
  Ids last;                   // the last word of each phrase
  std::vector<Index> begins;  // the index at which each phrase begins, and N
};

Packed pack(const std::vector<Ids>& phrases) {
  Packed packed;
  packed.begins = {0};
  for (const Ids& phrase : phrases) {
    packed.words.insert(packed.words.end(), phrase.begin(), phrase.end());
    packed.last.push_back(phrase.back());
    packed.begins.push_back(std::ssize(packed.words));
  }
  return packed;
}

class NextWordBuilder {
 public:
  NextWordBuilder(Tape& tape, const NextWordConfig& config, const ParameterNodes& parameters, const PhraseBatch& batch, bool probabilities,
                  const NextWordLabels& labels)
      : tape_(tape),
        config_(config),
        parameters_(parameters),
        batch_(batch),
        probabilities_(probabilities),
        labels_(labels),
        packed_(pack(batch.phrases)) {
    words_axis_ = {"tokens", {}};
    if (!labels.vocabulary.empty())
      for (const int id : packed_.words) words_axis_.labels.push_back(nth(labels.vocabulary, id));
  }

  std::vector<NextWordNodes> build() {
    std::vector<NextWordNodes> nodes;
    const std::vector<ContextVector> models = models_of(config_);
    if (config_.fixed_embeddings && config_.context != ContextVector::together) shared_words_ = words();
    for (const ContextVector model : models) {
      std::optional<Tape::Scope> scope;
      prefix_ = models.size() > 1 ? std::string(name_of(model)) + "." : std::string();
      if (models.size() > 1) scope.emplace(tape_, std::string(name_of(model)));
      nodes.push_back(forward(model));
    }
    return nodes;
  }

 private:
  NodeId weight(const std::string& name) const { return parameters_.at(prefix_ + name); }
  NodeId table() const { return config_.fixed_embeddings ? parameters_.at("token_table") : weight("token_table"); }
  Axis phrases() const { return {"phrases", labels_.phrases}; }
  NodeId words() {
    return embedding(tape_, table(), packed_.words, Label("phrase_words").with_rows(words_axis_).with_cols(kContextFeatures));
  }

  NextWordNodes forward(ContextVector model) {
    NextWordNodes nodes;
    if (model == ContextVector::together) {
      nodes.context = side_by_side();
    } else {
      const NodeId x = shared_words_ >= 0 ? shared_words_ : words();
      nodes.mixture = model == ContextVector::attention ? attention_mixture(x) : given_mixture(model);
      nodes.context = matmul(tape_, nodes.mixture, x, Label("context").with_rows(phrases()).with_cols(kContextFeatures));
    }
    answer(nodes);
    return nodes;
  }

  NodeId side_by_side() {
    std::vector<NodeId> parts;
    for (Index place = 0; place < config_.words; ++place) {
      Ids ids;
      for (const Ids& phrase : batch_.phrases) ids.push_back(nth(phrase, place));
      Label label("word_" + std::to_string(place + 1));
      parts.push_back(embedding(tape_, table(), std::move(ids), std::move(label).with_rows(phrases()).with_cols(kContextFeatures)));
    }
    return concat(tape_, std::move(parts), Label("context").with_rows(phrases()).with_cols(kContextFeatures));
  }

  // Appends the mixture of `last`, 1 at the last word, or of `average`, equal shares of all words of the phrase.
  NodeId given_mixture(ContextVector model) {
    const bool last = model == ContextVector::last;
    Tensor weights(shape_of_mixture());
    for (Index b = 0; b < weights.rows(); ++b) {
      const Index begin = nth(packed_.begins, b), end = nth(packed_.begins, b + 1);
      for (Index n = last ? end - 1 : begin; n < end; ++n) weights.at(0, b, n) = last ? 1 : 1 / static_cast<float>(end - begin);
    }
    Label label("mixture", last ? "@last_of_phrase" : "@share_of_phrase");
    const auto account = [begins = packed_.begins, last, symbols = label.formula](const Cell& cell) -> CellArithmetic {
      const Index begin = nth(begins, cell.row), end = nth(begins, cell.row + 1);
      const bool inside = cell.col >= (last ? end - 1 : begin) && cell.col < end;
      const Expression number = expr::number(inside ? 1 : 0);
      return {symbols, last ? number : expr::quotient(number, expr::number(static_cast<double>(end - begin)))};
    };
    return accounted(tape_, std::move(weights), account, code_of_mixture(last),
                     std::move(label).with_rows(phrases()).with_cols(words_axis_));
  }

  // Returns the code of given_mixture.
  OpCode code_of_mixture(bool last) const {
    std::vector<int> places, lengths;
    for (std::size_t b = 0; b + 1 < packed_.begins.size(); ++b) {
      places.push_back(static_cast<int>(packed_.begins[b + 1]) - 1);
      lengths.push_back(static_cast<int>(packed_.begins[b + 1] - packed_.begins[b]));
    }
    OpCode code;
    if (last)
      code.numpy = "$out = np.eye(" + std::to_string(packed_.words.size()) + ")[" + code.list("last", places) + "]";
    else
      code.numpy = "$lengths = np.array(" + code.list("words", lengths) + ")\n$out = np.repeat(np.diag(1 / $lengths), $lengths, axis=1)";
    return code;
  }

  Shape shape_of_mixture() const { return {{}, std::ssize(batch_.phrases), std::ssize(packed_.words)}; }

  // Appends the mixture of `attention`: the last word of each phrase attends to the words of its phrase.
  NodeId attention_mixture(NodeId x) {
    const auto axes = [&](const char* name) { return Label(name).with_rows(phrases()).with_cols(words_axis_); };
    const NodeId last = embedding(tape_, table(), packed_.last, Label("last_words").with_rows(phrases()).with_cols(kContextFeatures));
    const NodeId query = matmul(tape_, last, weight("w_q"), "query"), key = matmul(tape_, x, weight("w_k"), "key");
    const NodeId products = matmul_nt(tape_, query, key, axes("dot_products"));
    const NodeId scores = divide_by_root(tape_, products, config_.width, axes("scores"));
    auto visible = std::make_shared<Tensor>(shape_of_mixture());
    for (Index b = 0; b < visible->rows(); ++b)
      for (Index n = nth(packed_.begins, b); n < nth(packed_.begins, b + 1); ++n) visible->at(0, b, n) = 1;
    const NodeId masked = mask(tape_, scores, std::move(visible), -std::numeric_limits<float>::infinity(), axes("masked_scores"));
    return softmax(tape_, masked, 1, Along::rows, axes("mixture"));
  }

  // Appends the logits, the probabilities and the loss.
  void answer(NextWordNodes& nodes) {
    const auto axes = [&](const char* name) { return Label(name).with_rows(phrases()).with_cols({"vocabulary", labels_.vocabulary}); };
    nodes.logits = matmul_nt(tape_, nodes.context, weight("classifier"), axes("logits"));
    if (probabilities_) nodes.probabilities = softmax(tape_, nodes.logits, 1, Along::rows, axes("probabilities"));
    if (batch_.next.empty()) return;
    nodes.losses = cross_entropy(tape_, nodes.logits, batch_.next, Label("losses").with_rows(phrases()).with_cols({"loss", {}}));
    nodes.loss = mean(tape_, nodes.losses, Along::all, "loss");
  }

  Tape& tape_;
  const NextWordConfig& config_;
  const ParameterNodes& parameters_;
  const PhraseBatch& batch_;
  bool probabilities_;
  const NextWordLabels& labels_;
  Packed packed_;
  Axis words_axis_;
  std::string prefix_;  // of the model's weights
  NodeId shared_words_ = -1;
};

void check_batch(const NextWordConfig& config, const PhraseBatch& batch) {
  if (batch.phrases.empty()) throw std::invalid_argument("[next_word] expected at least one phrase");
  for (const Ids& phrase : batch.phrases) {
    const bool fits = config.context == ContextVector::together ? std::ssize(phrase) == config.words : !phrase.empty();
    if (!fits) throw std::invalid_argument("[next_word] a phrase has " + std::to_string(phrase.size()) + " words");
  }
  if (!batch.next.empty() && batch.next.size() != batch.phrases.size())
    throw std::invalid_argument("[next_word] expected a next word for each phrase");
}

}  // namespace

std::string_view name_of(ContextVector context) {
  switch (context) {
    case ContextVector::last:
      return "last";
    case ContextVector::average:
      return "average";
    case ContextVector::attention:
      return "attention";
    case ContextVector::compared:
      return "compared";
    case ContextVector::together:
      return "together";
  }
  return "";
}

std::vector<ContextVector> models_of(const NextWordConfig& config) {
  if (config.context != ContextVector::compared) return {config.context};
  return {ContextVector::last, ContextVector::average, ContextVector::attention};
}

std::vector<ParameterSpec> parameter_specs(const NextWordConfig& config, const Labels& labels) {
  if (config.vocabulary < 1 || config.width < 1 || config.words < 1)
    throw std::invalid_argument("[next_word] vocabulary, width and words have to be positive");
  const Axis vocabulary{"vocabulary", labels};
  const Index context = config.context == ContextVector::together ? config.words * config.width : config.width;
  std::vector<ParameterSpec> specs;
  const auto table = [&](const std::string& prefix) {
    specs.push_back({prefix + "token_table", config.vocabulary, config.width, ParameterRole::table, vocabulary, kContextFeatures,
                     config.fixed_embeddings});
  };
  if (config.fixed_embeddings) table("");
  const std::vector<ContextVector> models = models_of(config);
  for (const ContextVector model : models) {
    const std::string prefix = models.size() > 1 ? std::string(name_of(model)) + "." : std::string();
    if (!config.fixed_embeddings) table(prefix);
    if (model == ContextVector::attention) {
      // Queries of 0 make all scores equal: attention begins as the average of the words.
      specs.push_back({prefix + "w_q", config.width, config.width, ParameterRole::zero, kContextFeatures, kContextFeatures});
      specs.push_back({prefix + "w_k", config.width, config.width, ParameterRole::weight, kContextFeatures, kContextFeatures});
    }
    specs.push_back({prefix + "classifier", config.vocabulary, context, ParameterRole::weight, vocabulary, kContextFeatures});
  }
  return specs;
}

std::vector<NextWordNodes> next_word(Tape& tape, const NextWordConfig& config, const ParameterNodes& parameters, const PhraseBatch& batch,
                                     bool probabilities, const NextWordLabels& labels) {
  check_batch(config, batch);
  return NextWordBuilder(tape, config, parameters, batch, probabilities, labels).build();
}

}  // namespace gf
