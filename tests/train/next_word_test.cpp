// Next-word models in the trainer, which follow the same rules as a transformer.
#include "model/next_word.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/parallel.h"
#include "core/problem.h"
#include "support.h"
#include "train/tasks/analogies.h"
#include "train/tasks/corpus.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace next_word_test {
namespace {

constexpr const char* kPhrases = "once upon a time\nthe sun is a star\nthe capital of France is Paris\nthe capital of Spain is Madrid";

TrainSettings phrases(ContextVector context = ContextVector::compared, const std::string& text = kPhrases) {
  TrainSettings settings;
  settings.task = "phrases";
  settings.pairs = text;
  settings.model = NextWordConfig{};
  std::get<NextWordConfig>(settings.model).width = 4;
  std::get<NextWordConfig>(settings.model).context = context;
  settings.optimizer = {.kind = OptimizerKind::adam, .learning_rate = 0.03};
  settings.clip = 0;
  settings.batch = 60;
  settings.steps = 60;
  return settings;
}

TrainSettings windows(const std::string& text = "a b c a b c a b c d") {
  TrainSettings settings = phrases(ContextVector::together, text);
  settings.task = "windows";
  return settings;
}

bool same(const NamedTensors& a, const NamedTensors& b) {
  if (a.tensors.size() != b.tensors.size()) return false;
  for (std::size_t i = 0; i < a.tensors.size(); ++i)
    if (a.tensors[i].name != b.tensors[i].name || !same_values(a.tensors[i].value, b.tensors[i].value)) return false;
  return true;
}

StepReport advance(Trainer& trainer, Index steps) {
  StepReport report;
  for (Index i = 0; i < steps; ++i) report = trainer.advance();
  return report;
}

std::string refusal(const TrainSettings& settings) {
  try {
    Trainer trainer(settings);
  } catch (const InputError& error) {
    return english().format(error.problem());
  }
  return "taken";
}

double loss_of(const Trainer& trainer, const NamedTensors& weights) {
  std::vector<const Example*> examples;
  for (const Example& example : trainer.dataset().training) examples.push_back(&example);
  Tape tape;
  return static_cast<double>(tape.value(run_batch(tape, trainer.model(), weights, trainer.dataset(), examples).loss).at(0, 0));
}

}  // namespace

TEST_SUITE("train/next_word") {
  TEST_CASE("the weights of queries are weights that begin with 0") {
    for (const ParameterSpec& spec : parameter_specs(NextWordConfig{.vocabulary = 3})) {
      CAPTURE(spec.name);
      CHECK(spec.role != ParameterRole::bias);
      CHECK((spec.role == ParameterRole::zero) == (spec.name == "w_q"));
    }
  }

  TEST_CASE("every way to make a context vector learns, and attention begins as the plain average") {
    for (const ContextVector context : {ContextVector::last, ContextVector::average, ContextVector::attention, ContextVector::compared}) {
      CAPTURE(name_of(context));
      Trainer trainer(phrases(context));
      const double before = trainer.evaluate(false, 10, 0).loss;
      CHECK_FALSE(advance(trainer, 60).diverged);
      CHECK(trainer.evaluate(false, 10, 0).loss < 0.6 * before);
    }
    const Trainer fresh(phrases(ContextVector::attention));
    Tape tape;
    const ParameterNodes weights(tape, weight_specs(fresh.model()), fresh.weights());
    const auto nodes =
        next_word(tape, std::get<NextWordConfig>(fresh.model()), weights, make_phrases(fresh.dataset(), {&fresh.dataset().training[0]}));
    check_values(tape.value(nodes[0].mixture), {{1.0 / 3, 1.0 / 3, 1.0 / 3}}, 1e-7);
  }

  TEST_CASE("the gradient of every weight is that of finite differences") {
    for (const TrainSettings& settings : {phrases(), windows()}) {
      Trainer trainer(settings);
      advance(trainer, 10);  // away from the zeros that queries begin with
      std::vector<const Example*> examples;
      for (const Example& example : trainer.dataset().training) examples.push_back(&example);
      Tape tape;
      backward(tape, run_batch(tape, trainer.model(), trainer.weights(), trainer.dataset(), examples).loss);
      for (const NamedTensor& weight : trainer.weights().tensors) {
        const std::string name = weight.name.substr(0, weight.name.rfind('.') + 1) + "d_" + std::string(short_name(weight.name));
        REQUIRE_MESSAGE(tape.find(name) >= 0, name);
        const float h = 1e-2f;
        NamedTensors up = trainer.weights(), down = up;
        up.find(weight.name)->at(1, 1) += h;
        down.find(weight.name)->at(1, 1) -= h;
        const double estimate = (loss_of(trainer, up) - loss_of(trainer, down)) / (2 * static_cast<double>(h));
        CHECK_MESSAGE(static_cast<double>(tape.value(tape.find(name)).at(1, 1)) == doctest::Approx(estimate).epsilon(0.01).scale(1), name);
      }
    }
  }

  TEST_CASE("models that are compared learn as if each were alone") {
    TrainSettings settings = phrases();
    Trainer together(settings);
    std::get<NextWordConfig>(settings.model).context = ContextVector::average;
    const Trainer made(settings);
    // The same first weights under the names of a single model.
    Trainer alone(settings);
    for (const NamedTensor& weight : made.weights().tensors)
      for (Index r = 0; r < weight.value.rows(); ++r)
        for (Index c = 0; c < weight.value.cols(); ++c)
          alone.set_weight(weight.name, {0, r, c}, together.weights().at("average." + weight.name).at(r, c));
    advance(together, 5);
    advance(alone, 5);
    for (const NamedTensor& weight : alone.weights().tensors)
      CHECK_MESSAGE(same_values(weight.value, together.weights().at("average." + weight.name)), weight.name);
    const Evaluation evaluation = together.evaluate(false, 10, 0);
    REQUIRE(evaluation.losses.size() == 3);
    CHECK(evaluation.losses[1] == alone.evaluate(false, 10, 0).loss);
    CHECK(evaluation.loss == doctest::Approx(evaluation.losses[0] + evaluation.losses[1] + evaluation.losses[2]));
  }

  TEST_CASE("fixed embeddings are shared and never move") {
    TrainSettings settings = phrases();
    std::get<NextWordConfig>(settings.model).fixed_embeddings = true;
    Trainer trainer(settings);
    const Tensor before = trainer.weights().at("token_table");
    CHECK(trainer.weights().find("average.token_table") == nullptr);
    advance(trainer, 20);
    CHECK(same_values(before, trainer.weights().at("token_table")));
    CHECK(learned_numbers(trainer.model()) == 3 * 4 * before.rows() + 2 * 16);
  }

  TEST_CASE("interrupted or not, with one thread or four: the same run, bit for bit") {
    for (const TrainSettings& settings : {phrases(), windows()}) {
      Trainer whole(settings);
      advance(whole, 12);
      Trainer first(settings);
      advance(first, 5);
      Trainer second = Trainer::resume(settings, first.checkpoint());
      advance(second, 7);
      CHECK(same(whole.weights(), second.weights()));
      const int threads = thread_count();
      set_thread_count(4);
      Trainer threaded(settings);
      advance(threaded, 12);
      set_thread_count(threads);
      CHECK(same(whole.weights(), threaded.weights()));
    }
  }

  TEST_CASE("a run that diverges says so and keeps its weights; held cells stay") {
    TrainSettings settings = phrases();
    settings.optimizer = {.kind = OptimizerKind::sgd, .learning_rate = 1e6};
    Trainer trainer(settings);
    Index steps = 0;
    while (!trainer.advance().diverged && steps < 60) ++steps;
    CHECK(steps < 60);
    CHECK(trainer.step() == steps);
    for (const NamedTensor& weight : trainer.weights().tensors) CHECK(std::isfinite(weight.value.at(0, 0)));

    Trainer holding(phrases());
    Tensor cell(holding.weights().at("last.classifier").shape());
    cell.at(2, 1) = 1;
    const float before = holding.weights().at("last.classifier").at(2, 1);
    holding.hold({{"last.classifier", cell}});
    advance(holding, 5);
    CHECK(holding.weights().at("last.classifier").at(2, 1) == before);
    CHECK(holding.weights().at("last.classifier").at(2, 2) != Trainer(phrases()).weights().at("last.classifier").at(2, 2));
  }

  TEST_CASE("settings come back from JSON, with next_word in the place of the model") {
    TrainSettings settings = windows();
    std::get<NextWordConfig>(settings.model).fixed_embeddings = true;
    const std::string json = settings_to_json(settings);
    CHECK(settings_from_json(json) == settings);
    CHECK(json.find("\"model\"") == std::string::npos);
    CHECK(settings_to_json(TrainSettings{}).find("next_word") == std::string::npos);
    const auto refused = [](const std::string& text) {
      try {
        settings_from_json(text);
      } catch (const InputError& error) {
        return english().format(error.problem());
      }
      return std::string("taken");
    };
    CHECK(refused(R"({"next_word": {}, "model": {}})") == "settings: there is no field named “model”.");
    CHECK(refused(R"({"next_word": {"context": "sum"}})") ==
          "next_word.context: expected one of last, average, attention, compared, together, got “sum”.");
    CHECK(refused(R"({"next_word": {"width": 0}})") == "next_word.width: expected a number from 1 to 1024, got 0.");
  }

  TEST_CASE("phrases that can't be learned are refused in words") {
    CHECK(refusal(phrases(ContextVector::last, "")) == "phrases: expected at least one line such as “once upon a time”.");
    CHECK(refusal(phrases(ContextVector::last, "one two\nword")) ==
          "phrases, line 2: expected at least two words, a phrase and the word after it, got “word”.");
    CHECK(refusal(phrases(ContextVector::last, "a a\na a")) == "expected at least two different words to choose from, got 1.");
    CHECK(refusal(phrases(ContextVector::last, "go on <end>")) ==
          "“<end>” stands for a mark of the model's own and can't be a word of the text.");
    CHECK(refusal(phrases(ContextVector::last, std::string(30'000, 'a'))) == "phrases: expected at most 20000 bytes of text, got 30000.");
    std::string long_line, many;
    for (int i = 0; i < 13; ++i) long_line += "w ";
    for (int i = 0; i < 61; ++i) many += "go on\n";
    CHECK(refusal(phrases(ContextVector::last, long_line)) == "phrases, line 1: expected at most 12 words, got 13.");
    CHECK(refusal(phrases(ContextVector::last, many)) == "phrases, line 61: expected at most 60 phrases.");
    CHECK(refusal(windows("one two")) == "corpus: expected at least three words, so that a window fits, got 2.");
    CHECK(refusal(windows("a a a a")) == "expected at least two different words to choose from, got 1.");
    TrainSettings wrong = phrases();
    wrong.task = "reverse";
    CHECK(refusal(wrong) ==
          "next_word: the task reverse can't be learned by this model: it answers with one word, to as many words as it takes.");
  }

  TEST_CASE("a window gives two words and the one after them; lower case, any script") {
    const Dataset data = make_dataset("windows", 1, "Thou shalt not make a machine");
    REQUIRE(data.training.size() == 4);
    CHECK(data.training[0] == Example{{"thou", "shalt"}, {"not"}});
    CHECK(data.training[3] == Example{{"make", "a"}, {"machine"}});
    CHECK(data.held_out.empty());
    CHECK(make_dataset("windows", 1, "été là naïf").training.size() == 1);
  }

  TEST_CASE("the corpus: the same from a seed, whole sentences held out, all words of the analogies in it") {
    CHECK(corpus_sentences(1, 200) == corpus_sentences(1, 200));
    CHECK(corpus_sentences(1, 200) != corpus_sentences(2, 200));
    const Dataset data = make_dataset("windows", 1);
    CHECK(data.training.size() > 5000);
    CHECK(data.held_out.size() > 300);
    for (const Analogy& analogy : held_out_analogies())
      for (const std::string_view word : {analogy.a, analogy.b, analogy.c, analogy.d}) CHECK_MESSAGE(data.source.find(word) > 2, word);
    std::set<std::vector<std::string>> different;
    for (const Sentence& sentence : corpus_sentences(1, 2000)) CHECK(different.insert(sentence).second);
  }
}

}  // namespace next_word_test
