// The lesson about low-rank adapters: the first weights, the weights that learn, and the model without its adapter.
#include <cmath>

#include "lessons/context.h"
#include "lessons/registry.h"
#include "train/run_model.h"
#include "train/shipped_model.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace lora_test {
namespace {

const char* const kLesson = "lora";
const std::string kLookedAt = "decoder.0.cross_attention.w_q";

LessonContext with_files() { return context_with_files({kLesson}); }

TrainSettings settings(const Inputs& inputs = {}) {
  const Lesson& lesson = lesson_named(kLesson);
  return lesson.settings(InputReader(lesson.info, inputs, with_files()));
}

Trainer trained(const TrainSettings& settings, Index steps) {
  Trainer trainer(settings);
  while (trainer.step() < steps) REQUIRE_FALSE(trainer.advance().diverged);
  return trainer;
}

std::shared_ptr<const RunModel> model_of(const Trainer& trainer) {
  return std::make_shared<const RunModel>(RunModel{trainer.model(), std::make_shared<const Dataset>(trainer.dataset()),
                                                   std::make_shared<const NamedTensors>(trainer.weights())});
}

// Returns the trace of the lesson with a trained run.
Trace shown(const Trainer& trainer, const Inputs& inputs, const Trainer* kept = nullptr) {
  LessonContext context = with_files();
  context.run = model_of(trainer);
  if (kept) context.kept = model_of(*kept);
  return run_lesson({kLesson, inputs}, {}, context);
}

bool same(const Tensor& a, const Tensor& b) { return a.shape() == b.shape() && std::equal(a.data(), a.data() + a.size(), b.data()); }

ShippedModel base() { return shipped_model(read_asset("assets/models/reverse.safetensors"), "reverse"); }

std::string said(const Trace& trace) {
  for (const Note& note : trace.notes)
    if (note.id == "said")
      for (const auto& [word, text] : note.words)
        if (word == "said") return text;
  return "nothing";
}

}  // namespace

TEST_SUITE("lessons/lora") {
  TEST_CASE("both models begin with the trained weights, and A B with 0, so that nothing changes") {
    const RunModel first = first_model(settings());
    for (const NamedTensor& weight : base().weights.tensors)
      for (const char* model : {"full.", "adapted."}) CHECK(same(first.weights->at(model + weight.name), weight.value));
    const Trace trace = run_with_files({kLesson});
    const Tensor& product = value(trace, "adapted." + kLookedAt + ".ab");
    CHECK(product.shape() == matrix_shape(32, 32));
    for (Index i = 0; i < product.size(); ++i) CHECK(product.data()[i] == 0);
    CHECK(same(value(trace, "adapted." + kLookedAt + ".adapted"), value(trace, "adapted." + kLookedAt)));
    CHECK(value(trace, "adapted.loss").at(0, 0) == value(trace, "full.loss").at(0, 0));
    CHECK(said(trace) == "5 1 4 1 3");  // it reverses
  }

  TEST_CASE("A has r columns and B r rows, and the counts say so") {
    for (const double rank : {1.0, 2.0, 8.0, 32.0}) {
      const Trace trace = run_with_files({kLesson, {{"rank", rank}}});
      const auto r = static_cast<Index>(rank);
      CHECK(value(trace, "adapted." + kLookedAt + ".a").shape() == matrix_shape(32, r));
      CHECK(value(trace, "adapted." + kLookedAt + ".b").shape() == matrix_shape(r, 32));
      check_node(trace, "numbers_learned", {{1024, 64 * rank}, {22349, 1152 * rank}}, 0);
    }
    CHECK(learned_numbers(AdapterConfig{base().settings.transformer(), 2}) == 22349 + 2304);
  }

  TEST_CASE("only A and B have gradients, and that of A is 0 while B is") {
    const Trace trace = run_with_files({kLesson});
    for (const TraceNode& trace_node : trace.nodes) {
      if (!trace_node.gradient.is_gradient() || !trace_node.name.starts_with("adapted.")) continue;
      if (trace_node.gradient.is_whole() && trace.node(trace_node.gradient.node).op == "parameter")
        CHECK_MESSAGE((trace_node.name.ends_with(".d_a") || trace_node.name.ends_with(".d_b")), trace_node.name);
      if (trace_node.name.ends_with(".d_a"))
        for (Index i = 0; i < trace_node.value->size(); ++i) CHECK(trace_node.value->data()[i] == 0);
    }
    const Tensor& d_b = value(trace, "adapted.decoder.0.cross_attention.w_q.d_b");
    CHECK(std::any_of(d_b.data(), d_b.data() + d_b.size(), [](float x) { return x != 0; }));
  }

  TEST_CASE("a step moves A and B, and of the base nothing") {
    const Trainer trainer = trained(settings(), 3);
    const ShippedModel from = base();
    for (const NamedTensor& weight : from.weights.tensors) CHECK(same(trainer.weights().at("adapted." + weight.name), weight.value));
    CHECK_FALSE(same(trainer.weights().at("full." + kLookedAt), from.weights.at(kLookedAt)));
    const Tensor& b = trainer.weights().at("adapted." + kLookedAt + ".b");
    CHECK(std::any_of(b.data(), b.data() + b.size(), [](float x) { return x != 0; }));
  }

  TEST_CASE("beside the adapter full tuning learns, bit for bit, as it would alone") {
    const Trainer together = trained(settings(), 3);
    TrainSettings one = settings();
    one.model = base().settings.transformer();
    Trainer alone(one);
    for (int i = 0; i < 3; ++i) REQUIRE_FALSE(alone.advance().diverged);
    for (const NamedTensor& weight : alone.weights().tensors) CHECK(same(together.weights().at("full." + weight.name), weight.value));
  }

  TEST_CASE("A B is the product of A and B, and what the model reads is W with it") {
    const Trainer trainer = trained(settings(), 5);
    const Trace trace = shown(trainer, {});
    const std::string w = "adapted." + kLookedAt;
    const Tensor &a = value(trace, w + ".a"), &b = value(trace, w + ".b"), &product = value(trace, w + ".ab"),
                 &whole = value(trace, w + ".adapted");
    for (Index r = 0; r < 32; ++r)
      for (Index c = 0; c < 32; ++c) {
        double sum = 0;
        for (Index k = 0; k < 2; ++k) sum += static_cast<double>(a.at(r, k)) * static_cast<double>(b.at(k, c));
        CHECK(product.at(r, c) == doctest::Approx(sum).epsilon(1e-5));
        CHECK(whole.at(r, c) == doctest::Approx(static_cast<double>(value(trace, w).at(r, c)) + sum).epsilon(1e-5));
      }
  }

  TEST_CASE("without the adapter the tuned model answers as before; the kept adapter answers where it is chosen") {
    const Trainer trainer = trained(settings(), 5);
    CHECK(said(shown(trainer, {{"adapter", std::string("none")}})) == "5 1 4 1 3");
    CHECK(has_note(shown(trainer, {{"adapter", std::string("kept")}}), "nothing_kept"));
    const Trainer fresh(settings({{"rank", 3.0}}));  // of another rank, and it has learned nothing
    const Trace kept = shown(trainer, {{"adapter", std::string("kept")}}, &fresh);
    CHECK(said(kept) == "5 1 4 1 3");
    CHECK(has_note(kept, "kept_adapter"));
  }

  TEST_CASE("a run is interrupted and goes on, and begins anew from the same base") {
    const TrainSettings all = settings();
    Trainer trainer = trained(all, 4);
    // Reads the checkpoint as a later session does, without the file of the base.
    const NamedTensors checkpoint = trained(all, 2).checkpoint();
    Trainer resumed = Trainer::resume(settings_from_json(settings_to_json(all)), checkpoint);
    while (resumed.step() < 4) REQUIRE_FALSE(resumed.advance().diverged);
    for (const NamedTensor& weight : trainer.weights().tensors) CHECK(same(resumed.weights().at(weight.name), weight.value));
    const Trainer again(resumed.settings());
    const Trainer fresh(all);
    for (const NamedTensor& weight : fresh.weights().tensors) CHECK(same(again.weights().at(weight.name), weight.value));
    CHECK(settings_from_json(settings_to_json(all)) == all);
  }

  TEST_CASE("bad input is refused with what was expected") {
    CHECK(refusal_of(kLesson, {{"rank", 0.0}}) == "rank: expected a number from 1 to 32, got 0.");
    CHECK(refusal_of(kLesson, {{"rank", 33.0}}) == "rank: expected a number from 1 to 32, got 33.");
    CHECK(refusal_of(kLesson, {{"rank", 1.5}}) == "rank: expected a whole number, got 1.5.");
    CHECK(refusal_of(kLesson, {{"question", std::string("a b")}}) ==
          "question: the task sort has no token “a”; expected tokens that occur in its examples.");
  }
}

TEST_SUITE("learning") {
  TEST_CASE("adapters of rank 2 learn to sort about as well as full tuning, with a tenth of the numbers; off, the model reverses") {
    const Trainer trainer = trained(settings(), settings().steps);
    const Trace trace = shown(trainer, {});
    const Tensor& right = value(trace, "right_answers");
    CHECK(right.at(0, 0) < 0.1f);
    CHECK(right.at(1, 0) > 0.7f);
    CHECK(right.at(2, 0) > 0.7f);
    CHECK(said(trace) == "1 1 3 4 5");
    CHECK(said(shown(trainer, {{"adapter", std::string("none")}})) == "5 1 4 1 3");
  }

  TEST_CASE("rank 1 gets more than half of the questions right, as its step says") {
    const Inputs one{{"rank", 1.0}};
    const Trainer trainer = trained(settings(one), settings(one).steps);
    CHECK(value(shown(trainer, one), "right_answers").at(2, 0) > 0.5f);
  }
}

}  // namespace lora_test
