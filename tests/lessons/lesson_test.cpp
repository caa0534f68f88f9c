#include "lessons/lesson.h"
#include "core/explanation.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/node_name.h"
#include "core/parallel.h"
#include "lessons/examples.h"
#include "support.h"
#include "ui/bars/sections.h"

using namespace gf;
using namespace gf::test;

namespace lesson_test {
namespace {

Trace run(const std::string& lesson, Inputs inputs = {}, std::vector<Pin> pins = {}) {
  return run_with_files({lesson, std::move(inputs), std::move(pins)});
}

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "w" + std::to_string(i) + " ";
  return text;
}

// Whether a node was given. Weights of a training run have no explanation either.
bool was_given(const TraceNode& node) { return node.op == "parameter" || node.trained; }

}  // namespace

TEST_SUITE("lessons/lesson") {
  TEST_CASE("every lesson runs with its defaults and with every preset, and every panel has its nodes") {
    for (const Lesson& lesson : lessons()) {
      for (const auto& [inputs, trace] : examples_of(lesson)) {
        CHECK_FALSE(trace.panels.empty());
        for (const Panel& panel : trace.panels)
          for (const std::string& name : panel.nodes) CHECK_MESSAGE(trace.find(name) >= 0, name);
      }
    }
  }

  TEST_CASE("beside softmax scores can be divided by their sum as they are") {
    CHECK(run("softmax").find("plain_shares") < 0);
    check_node(run("softmax", {{"z", Tensor::from_rows({{3, -1, 2}})}, {"divided", true}}), "plain_shares", {{0.75, -0.25, 0.5}}, 1e-6);
  }

  TEST_CASE("a node knows whether it holds zeros and ones alone, and both") {
    CHECK(node(run("matrix-dictionary"), "key").facts.zeros_and_ones);
    CHECK_FALSE(node(run("softmax"), "z").facts.zeros_and_ones);
    CHECK_FALSE(node(run("self-attention"), "weights").facts.zeros_and_ones);
    CHECK_FALSE(node(run("softmax", {{"z", Tensor::from_rows({{1, 1, 1}})}}), "z").facts.zeros_and_ones);
  }

  TEST_CASE("a node says what it is where a picture depends on that: the gradient of a softmax is no weight") {
    const Trace masked = run("self-attention", {{"causal", true}});
    CHECK(node(masked, "w_q").facts.kind == NodeKind::parameter);
    CHECK(node(masked, "query").facts.kind == NodeKind::other);
    CHECK(node(masked, "masked_scores").facts.kind == NodeKind::masked);
    CHECK(node(masked, "weights").facts.kind == NodeKind::weights);
    CHECK(node(run("softmax", {}), "sum").facts.kind == NodeKind::row_sums);
    int softmaxes = 0;
    for (const Lesson& lesson : lessons())
      for (const TraceNode& trace_node : examples_of(lesson).front().trace.nodes) {
        CHECK((trace_node.facts.kind == NodeKind::weights) == !trace_node.facts.sums.empty());
        CHECK_MESSAGE((trace_node.op != "softmax_gradient" || trace_node.facts.kind == NodeKind::other), trace_node.name);
        softmaxes += trace_node.op == "softmax_gradient" ? 1 : 0;
      }
    CHECK(softmaxes > 0);
  }

  TEST_CASE("shares are shares without a softmax: rows divided by their own sums, and a mean of shares over heads") {
    const Trace written = run("write-it");
    CHECK(node(written, "weights").facts.kind == NodeKind::weights);
    REQUIRE(node(written, "weights").facts.sums.size() == 3);
    CHECK(std::fabs(node(written, "weights").facts.sums.front() - 1) < 1e-5f);
    CHECK(node(run("modern-block"), "expert_shares").facts.kind == NodeKind::weights);
    CHECK(node(run("encoder-decoder", {{"heads", std::string("2")}}), "alignment").facts.kind == NodeKind::weights);
    CHECK(node(run("modern-block"), "row_means").facts.kind == NodeKind::other);
    CHECK(node(run("write-it", {{"tried", std::string("e / e.sum(axis=1)")}}), "tried").facts.kind == NodeKind::other);
  }

  TEST_CASE("every cell says in symbols where it comes from, unless it was given") {
    for (const Lesson& lesson : lessons()) {
      for (const auto& [inputs, trace] : examples_of(lesson)) {
        for (std::size_t id = 0; id < trace.nodes.size(); ++id) {
          const TraceNode& node = trace.nodes[id];
          if (node.value->size() == 0) continue;
          const Shape& shape = node.value->shape();
          const Explanation last = trace.explain(static_cast<int>(id), {shape.matrices() - 1, shape.rows - 1, shape.cols - 1});
          CHECK_MESSAGE((!last.symbols.empty() || was_given(node)), lesson.info.id, " ", node.name);
          CHECK_MESSAGE(!last.numbers.empty(), lesson.info.id, " ", node.name);
        }
      }
    }
  }

  TEST_CASE("notes and refusals have all the words that their sentences ask for" * doctest::test_suite("sweep")) {
    const Texts& texts = english();
    const auto check = [](const std::string& text) { CHECK_MESSAGE(text.find('{') == std::string::npos, text); };
    const auto check_notes_of = [&](const std::string& lesson, const Trace& trace) {
      for (const Note& note : trace.notes) check(texts.format("lessons." + lesson + ".notes." + note.id, note.words));
    };
    const auto check_notes = [&](const std::string& lesson, const Inputs& inputs) {
      try {
        check_notes_of(lesson, run(lesson, inputs));
      } catch (const InputError& error) {
        check(texts.format(error.problem()));
      }
    };
    const InputValue odd_texts[] = {std::string("zebra quagga"), std::string("zebra"), std::string("a\nb"), std::string(" "),
                                    std::string(500, 'z')};
    const InputValue odd_numbers[] = {3.0, 1e9, 0.5};
    for (const Lesson& lesson : lessons()) {
      for (const ShownExample& example : examples_of(lesson)) check_notes_of(lesson.info.id, example.trace);
      for (const InputSpec& spec : lesson.info.inputs) {
        if (spec.type == InputType::text)
          for (const InputValue& odd : odd_texts) check_notes(lesson.info.id, {{spec.name, odd}});
        if (spec.type == InputType::number)
          for (const InputValue& odd : odd_numbers) check_notes(lesson.info.id, {{spec.name, odd}});
        if (spec.type == InputType::matrix)
          for (const Index size : {1, 2, 3}) check_notes(lesson.info.id, {{spec.name, Tensor(matrix_shape(size, 2))}});
      }
    }
  }

  TEST_CASE("every lesson says what its largest inputs are, and runs with them") {
    const auto numbers = [](const Trace& trace) {
      Index count = 0;
      for (const TraceNode& node : trace.nodes) count += node.value->size();
      return count;
    };
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      REQUIRE_FALSE(lesson.largest.empty());
      CHECK(numbers(run(lesson.info.id, inputs_of(lesson.largest))) > numbers(examples_of(lesson).front().trace));
    }
  }

  TEST_CASE("all prose is there: titles, inputs, presets, sections, notes, slips and node texts") {
    const Texts& texts = english();
    for (const Lesson& lesson : lessons()) {
      const std::string base = "lessons." + lesson.info.id + ".";
      CAPTURE(base);
      CHECK(texts.has(base + "title"));
      CHECK(texts.has(base + "subtitle"));
      for (const InputSpec& spec : lesson.info.inputs) {
        CHECK_MESSAGE(texts.has(base + "inputs." + spec.name + ".label"), spec.name);
        for (const char* button : {".run", ".rest", ".one", ".keep"})
          CHECK_MESSAGE((!spec.runs || texts.has(base + "inputs." + spec.name + button)), spec.name);
      }
      constexpr std::size_t kMostOfLabel = 48;  // bytes: a label stands on a button or in a list
      for (const InputSpec& spec : lesson.info.inputs)
        for (const std::string& choice : spec.choices) {
          const std::string path = base + "inputs." + spec.name + ".choices." + choice;
          if (texts.has(path)) CHECK_MESSAGE(texts.get(path).size() <= kMostOfLabel, path);
        }
      for (const InputSpec& spec : lesson.info.inputs)
        if (spec.type == InputType::matrix && spec.shape != "any")
          CHECK_MESSAGE(texts.has("forms." + shape_word(spec.shape).substr(1)), spec.shape);
      for (const Preset& preset : lesson.info.presets) CHECK_MESSAGE(texts.has(base + "presets." + preset.name), preset.name);
      for (const auto& [inputs, trace] : examples_of(lesson)) {
        for (const Panel& panel : trace.panels)
          for (const std::string& section : ui::section_path(panel.section))
            CHECK_MESSAGE(ui::section_title(texts, lesson.info.id, section) != short_name(section), section);
        for (const Note& note : trace.notes) CHECK_MESSAGE(texts.has(base + "notes." + note.id), note.id);
        for (const TraceNode& trace_node : trace.nodes) {
          const std::string short_one(short_name(trace_node.name));  // a gradient is spoken of by what it is the gradient of
          CHECK_MESSAGE((texts.has(base + "nodes." + short_one + ".title") ||
                         texts.has("nodes." + (short_one.starts_with("d_") ? "gradient" : short_one) + ".title")),
                        trace_node.name);
          for (const Mark& mark : trace_node.marks) CHECK_MESSAGE(texts.has(base + "slips." + mark.slip), mark.slip);
        }
      }
    }
  }

  TEST_CASE("traces of the same document are the same, bit for bit") {
    const Inputs inputs{{"text", words(64)}, {"width", 64.0}, {"head_width", 64.0}, {"weights", std::string("he")}};
    const Trace a = run("self-attention", inputs), b = run("self-attention", inputs);
    for (std::size_t i = 0; i < a.nodes.size(); ++i) CHECK(same_values(*a.nodes[i].value, *b.nodes[i].value));
  }

  TEST_CASE("the number of threads changes no bit of a trace") {
    const Inputs inputs{{"text", words(64)}, {"width", 512.0}, {"head_width", 64.0}, {"weights", std::string("xavier")}};
    const int before = thread_count();
    set_thread_count(1);
    const Trace one = run_lesson({"self-attention", inputs}, "output");
    for (const int threads : {2, 5}) {
      set_thread_count(threads);
      const Trace many = run_lesson({"self-attention", inputs}, "output");
      REQUIRE(many.nodes.size() == one.nodes.size());
      for (std::size_t i = 0; i < one.nodes.size(); ++i)
        CHECK_MESSAGE(same_values(*one.nodes[i].value, *many.nodes[i].value), one.nodes[i].name);
    }
    set_thread_count(before);
  }

  TEST_CASE("a causal mask hides the future and nothing else") {
    const Trace trace = run("self-attention", {{"causal", true}});
    const Tensor& weights = *node(trace, "weights").value;
    for (Index r = 0; r < 3; ++r)
      for (Index c = 0; c < 3; ++c) CHECK((weights.at(r, c) == 0) == (c > r));
    CHECK(node(trace, "masked_scores").value->at(0, 1) == -std::numeric_limits<float>::infinity());
    CHECK(node(trace, "masked_scores").facts.not_finite == 0);  // the mask's own
    CHECK_FALSE(trace.first_not_finite);
    CHECK(trace.explain(trace.find("masked_scores"), {0, 0, 1}).numbers == "−∞");
  }

  TEST_CASE("words outside the vocabulary get the same numbers wherever they stand, and the page says so") {
    const Trace trace = run("self-attention", {{"text", std::string("cat you cat")}});
    const Tensor& x = *node(trace, "x").value;
    for (Index c = 0; c < 4; ++c) CHECK(x.at(0, c) == x.at(2, c));
    CHECK(x.at(1, 0) == 0.1f);
    CHECK(has_note(trace, "seeded_embeddings"));
    CHECK_FALSE(has_note(run("self-attention"), "seeded_embeddings"));
    const Trace other = run("self-attention", {{"text", std::string("cat you cat")}, {"seed", 7.0}});
    CHECK_FALSE(same_values(x, *node(other, "x").value));
  }

  TEST_CASE("a typed matrix wins over a drawn one, and the others keep their draw") {
    const Trace drawn = run("self-attention", {{"weights", std::string("numpy")}});
    const Trace typed = run("self-attention", {{"weights", std::string("numpy")}, {"w_q", Tensor::filled(matrix_shape(4, 4), 0.5f)}});
    CHECK(node(typed, "w_q").value->at(0, 0) == 0.5f);
    CHECK(same_values(*node(drawn, "w_k").value, *node(typed, "w_k").value));
    CHECK(node(typed, "w_q").input == "w_q");
    CHECK(node(typed, "query").input.empty());
  }

  TEST_CASE("a pinned weight shows in the sum of its row, and what follows uses it") {
    const Trace trace = run("self-attention", {}, {{"weights", {0, 0, 0}, 0.9f}});
    CHECK(node(trace, "weights").facts.sums[0] == doctest::Approx(0.9 + 0.323769 + 0.530377));
    CHECK(node(trace, "weights").facts.sums[1] == doctest::Approx(1));
    CHECK(node(trace, "output").value->at(0, 0) != node(run("self-attention"), "output").value->at(0, 0));
    CHECK(has_note(run("self-attention", {}, {{"nothing", {0, 0, 0}, 1}}), "pin_without_cell"));
  }

  TEST_CASE("infinities are shown and traced to the first node where they appear") {
    const Trace trace = run("softmax", {{"z", Tensor::from_rows({{1, 1000}})}});
    REQUIRE(trace.first_not_finite);
    CHECK(trace.node(trace.first_not_finite->node).name == "exponentials");
    CHECK(trace.first_not_finite->cell == Cell{0, 0, 1});
    CHECK(node(trace, "exponentials").facts.not_finite == 1);
    CHECK(node(trace, "probabilities").value->at(0, 1) == 1);
    const Trace large =
        run("self-attention", {{"w_q", Tensor::filled(matrix_shape(4, 4), 3e38f)}, {"w_k", Tensor::filled(matrix_shape(4, 4), 3e38f)}});
    REQUIRE(large.first_not_finite);
    CHECK(large.node(large.first_not_finite->node).name == "query");
  }

  TEST_CASE("if exponentials overflow, or all vanish, the remedy is shown: the largest score is subtracted first") {
    CHECK(run("softmax").find("shifted") < 0);
    for (const float lift : {1000.0f, -1000.0f}) {
      const Trace trace = run("softmax", {{"z", Tensor::from_rows({{lift, lift - 1, lift - 2}})}});
      const Tensor &shifted = *node(trace, "shifted").value, &powers = *node(trace, "shifted_exponentials").value;
      const Tensor &shares = *node(trace, "probabilities").value, &total = *node(trace, "shifted_sum").value;
      for (Index col = 0; col < 3; ++col) {
        CHECK(shifted.at(0, col) == static_cast<float>(-col));
        CHECK(shares.at(0, col) == doctest::Approx(static_cast<double>(powers.at(0, col) / total.at(0, 0))));
      }
    }
  }

  TEST_CASE("weights that are drawn are said to be untrained; given or typed ones are not") {
    CHECK_FALSE(has_note(run("self-attention"), "untrained"));
    CHECK(has_note(run("self-attention", {{"weights", std::string("numpy")}}), "untrained"));
    CHECK(has_note(run("self-attention", {{"width", 8.0}}), "untrained"));
    const Tensor typed = Tensor::filled(matrix_shape(4, 4), 1);
    CHECK_FALSE(has_note(run("self-attention", {{"weights", std::string("xavier")}, {"w_q", typed}, {"w_k", typed}}), "untrained"));
    CHECK(has_note(run("self-attention", preset_inputs(lesson_named("self-attention").info, "which-word")), "untrained"));
  }

  TEST_CASE("gradients of any node on request") {
    const Trace trace = run_lesson({"self-attention"}, "output");
    CHECK(node(trace, "d_w_q").value->shape() == matrix_shape(4, 4));
    CHECK(trace.find("d_scores") >= 0);
    CHECK_THROWS_AS(run_lesson({"self-attention"}, "nothing"), InputError);
  }

  TEST_CASE("every node has a name, and every computed one a formula, from whichever node gradients are taken" *
            doctest::test_suite("sweep")) {
    std::size_t taken = 0;
    std::set<std::string> kinds;  // one of the nodes that blocks and lessons have alike is tested
    for (const Lesson& lesson : lessons()) {
      const Document document{lesson.info.id};
      const LessonContext context = context_with_files(document);
      const Trace forward = run_lesson(document, {}, context);
      for (const TraceNode& from : forward.nodes) {
        if (!kinds.insert(from.op + " " + std::string(short_name(from.name))).second) continue;
        Trace trace;
        try {
          trace = run_lesson(document, from.name, context);
        } catch (const InputError&) {
          continue;  // the lesson has its gradients already
        } catch (const std::invalid_argument&) {
          continue;  // no gradient is computed through this op
        }
        ++taken;
        CAPTURE(lesson.info.id);
        CAPTURE(from.name);
        for (const TraceNode& node : trace.nodes) {
          REQUIRE_FALSE(node.name.empty());
          CHECK_MESSAGE((node.inputs.empty() || (!node.formula.empty() && !node.formula.ends_with(" "))), node.name);
        }
      }
    }
    CHECK(taken > 150);
  }

  TEST_CASE("limits are said with what was expected") {
    CHECK(refusal_of("multi-head", {{"seed", 4295000000.0}}) == "seed: expected a number from 0 to 4294967295, got 4.295·10⁹.");
    CHECK(refusal_of("self-attention", {{"text", std::string("   ")}}) == "text: expected at least one word.");
    CHECK(refusal_of("self-attention", {{"text", words(500)}}) == "text: expected at most 64 tokens, got 500.");
    CHECK(refusal_of("self-attention", {{"text", std::string(10 << 20, 'a')}}) ==
          "text: expected at most 100000 bytes of text, got more than 1000000.");
    CHECK(refusal_of("self-attention", {{"text", std::string("\xFF\xFE")}}).find("UTF-8") != std::string::npos);
    CHECK(refusal_of("self-attention", {{"w_q", Tensor::from_rows({{1, 2}})}}) ==
          "w_q: expected a matrix of shape (4, 4), that is (width, head_width), got (1, 2).");
    CHECK(refusal_of("self-attention", {{"x", Tensor::from_rows({{1, 2}})}}) ==
          "x: expected a matrix of shape (3, 4), that is (tokens, width), got (1, 2).");
    CHECK(refusal_of("self-attention", {{"width", 1.0}}) == "width: expected a number from 2 to 512, got 1.");
    CHECK(refusal_of("self-attention", {{"w_q", Tensor::from_rows({{NAN}})}}) ==
          "w_q[0,0]: expected a number such as 0.5 or -2, got “NaN”.");
    CHECK(refusal_of("position-encoding", {{"width", 5.0}}) ==
          "width: expected an even number, since sines and cosines come in pairs, got 5.");
    CHECK(refusal_of("nothing", {}) == "expected one of the lessons " + lesson_ids() + ", got “nothing”.");
    CHECK(refusal_of("softmax", {{"x", 1.0}}) == "softmax: expected one of its inputs z, categories, beta, divided, got “x”.");
  }

  TEST_CASE("text of any script and size up to the limits runs") {
    for (const std::string& text : {std::string("👩‍👩‍👧 e\xCC\x81 שלום"), words(64), std::string("a")})
      for (const double width : {2.0, 3.0, 64.0}) {
        const Trace trace = run("self-attention", {{"text", text}, {"width", width}, {"head_width", 1.0}});
        CHECK_FALSE(trace.first_not_finite);
      }
    run("position-encoding", {{"length", 512.0}, {"width", 512.0}});
  }

  TEST_CASE("computed in slices of a few steps, a trace is bit for bit the same" * doctest::test_suite("sweep")) {
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      const Document document{lesson.info.id};
      const LessonContext context = context_with_files(document);
      const Trace whole = run_lesson(document, {}, context);
      Replay replay;
      std::optional<Trace> sliced;
      for (int slices = 1; !sliced; ++slices) {
        int steps = 0;
        replay.begin([&steps] { return ++steps > 7; });
        try {
          sliced = trace_of(lesson, document, context, &replay);
          CHECK(slices > static_cast<int>(whole.nodes.size()) / 7);  // the facts of each node are a step, and each op
        } catch (const Paused&) {
        }
      }
      REQUIRE(sliced->nodes.size() == whole.nodes.size());
      for (std::size_t i = 0; i < whole.nodes.size(); ++i) {
        CHECK(sliced->nodes[i].name == whole.nodes[i].name);
        CHECK(same_values(*sliced->nodes[i].value, *whole.nodes[i].value));
        CHECK(sliced->nodes[i].facts.least == whole.nodes[i].facts.least);
        CHECK(sliced->nodes[i].facts.sums == whole.nodes[i].facts.sums);
      }
      CHECK(sliced->notes == whole.notes);
    }
  }
}

}  // namespace lesson_test
