// Traces of edits that use the values of the trace before, compared with traces that are computed anew.
#include <algorithm>
#include <set>

#include "core/random.h"
#include "lessons/context.h"
#include "lessons/language/language_parts.h"
#include "study/some_edit.h"
#include "train/run_model.h"

using namespace gf;
using namespace gf::test;

namespace edited_traces_test {
namespace {

bool same_value(const std::shared_ptr<const Tensor>& a, const std::shared_ptr<const Tensor>& b) { return a == b || same_bits(*a, *b); }

bool same_attribute(const TraceAttribute& a, const TraceAttribute& b) {
  const auto* tensor = std::get_if<std::shared_ptr<const Tensor>>(&a.value);
  if (a.name != b.name || a.value.index() != b.value.index()) return false;
  return tensor ? same_value(*tensor, std::get<std::shared_ptr<const Tensor>>(b.value)) : a.value == b.value;
}

bool same_node(const TraceNode& a, const TraceNode& b) {
  const auto bits = [](float x) { return std::isnan(x) ? 0 : x; };
  const bool same_facts =
      a.facts.kind == b.facts.kind && bits(a.facts.least) == bits(b.facts.least) && bits(a.facts.most) == bits(b.facts.most) &&
      a.facts.zeros_and_ones == b.facts.zeros_and_ones && a.facts.not_finite == b.facts.not_finite &&
      a.facts.sums.size() == b.facts.sums.size() &&
      std::equal(a.facts.sums.begin(), a.facts.sums.end(), b.facts.sums.begin(), [&](float x, float y) { return bits(x) == bits(y); }) &&
      a.facts.sums_of_columns == b.facts.sums_of_columns;
  return a.name == b.name && a.op == b.op && a.formula == b.formula && a.inputs == b.inputs && same_value(a.value, b.value) &&
         std::equal(a.attributes.begin(), a.attributes.end(), b.attributes.begin(), b.attributes.end(), same_attribute) &&
         a.outer == b.outer && a.rows == b.rows && a.cols == b.cols && a.pins == b.pins && a.input == b.input && a.trained == b.trained &&
         same_facts;
}

// Returns the name of the first node that differs; empty if none does.
std::string difference(const Trace& a, const Trace& b) {
  if (a.nodes.size() != b.nodes.size()) return std::to_string(a.nodes.size()) + " nodes, " + std::to_string(b.nodes.size());
  for (std::size_t i = 0; i < a.nodes.size(); ++i)
    if (!same_node(a.nodes[i], b.nodes[i])) return a.nodes[i].name;
  if (a.panels.size() != b.panels.size()) return "panels";
  const auto same_note = [](const Note& x, const Note& y) { return x.id == y.id && x.words == y.words; };
  return std::equal(a.notes.begin(), a.notes.end(), b.notes.begin(), b.notes.end(), same_note) ? "" : "notes";
}

// Edits a document as a session does: one memo for all traces, and each document made from the one before.
class Editor {
 public:
  explicit Editor(Document document) : document_(std::move(document)) { compute(); }

  const Trace& trace() const { return trace_; }
  const TraceMemo& memo() const { return memo_; }

  /// Goes to a document, and checks that its trace is the same as without a memo. A document that the lesson refuses changes nothing.
  void go_to(Document next) {
    std::swap(document_, next);
    if (!compute()) std::swap(document_, next);
  }

  void edit(const InputSpec& spec, std::uint32_t number) {
    const auto now = trace_.inputs.find(spec.name);
    if (now == trace_.inputs.end()) return;
    const Lesson& lesson = lesson_named(document_.lesson);
    Document next = document_;
    next.inputs.insert_or_assign(spec.name, edited_value(spec, now->second, number));
    if (lesson.adapt) lesson.adapt(lesson.info, document_.inputs, spec.name, next.inputs);
    go_to(std::move(next));
  }

  void hold(const std::string& node, const Cell& cell, float value) {
    Document next = document_;
    next.pins.push_back({node, cell, value});
    go_to(std::move(next));
  }

  const Document& document() const { return document_; }

 private:
  // Computes the trace in slices of one step, or at once.
  Trace traced() {
    const Lesson& lesson = lesson_named(document_.lesson);
    const LessonContext context = context_with_files(document_);
    if (++count_ % 3 != 0) return trace_of(lesson, document_, context, nullptr, &memo_);
    int steps = 0;
    Replay replay;
    for (;;) try {
        replay.begin([&] { return ++steps % 40 == 0; });
        return trace_of(lesson, document_, context, &replay, &memo_);
      } catch (const Paused&) {
      }
  }

  bool compute() {
    std::optional<Trace> fresh;
    try {
      fresh = run_with_files(document_);
    } catch (const InputError&) {
      CHECK_THROWS_AS(traced(), InputError);
      return false;
    }
    Trace kept = traced();
    CHECK_MESSAGE(difference(kept, *fresh) == "", document_.lesson);
    trace_ = std::move(kept);
    return true;
  }

  Document document_;
  TraceMemo memo_;
  Trace trace_;
  int count_ = 0;
};

std::size_t drawn(NumpyRandom& random, std::size_t count) {
  return static_cast<std::size_t>(random.uniform() * static_cast<double>(count));
}

// Makes one edit: sets an input, holds a cell, lifts all pins, or goes back to the defaults.
void take_a_step(Editor& editor, NumpyRandom& random, std::uint32_t number) {
  const LessonInfo& info = lesson_named(editor.document().lesson).info;
  const std::size_t kind = drawn(random, 8);
  if (kind == 0) {
    const TraceNode& one = editor.trace().nodes[drawn(random, editor.trace().nodes.size())];
    editor.hold(one.name, {0, 0, 0}, static_cast<float>(number) / 4);
  } else if (kind == 1) {
    Document next = editor.document();
    next.pins.clear();
    editor.go_to(std::move(next));
  } else if (kind == 2) {
    editor.go_to({info.id});
  } else {
    editor.edit(*(info.inputs.begin() + drawn(random, info.inputs.size())), number);
  }
}

// Returns the number of nodes that an edit has to compute: nodes with an operand that is another tensor than before.
Index nodes_to_compute(const Trace& before, const Trace& after) {
  Index count = 0;
  for (const TraceNode& trace_node : after.nodes) {
    if (trace_node.inputs.empty()) continue;
    const TraceNode& same = before.at(trace_node.name);
    for (std::size_t i = 0; i < trace_node.inputs.size(); ++i)
      if (after.node(trace_node.inputs[i]).value != before.node(same.inputs[i]).value) {
        ++count;
        break;
      }
  }
  return count;
}

// Reads the inputs of a lesson, for functions that lessons share.
struct Reading {
  explicit Reading(const std::string& id) : lesson(lesson_named(id)), document{id}, context(context_with_files(document)) {}

  const Lesson& lesson;
  Document document;
  LessonContext context;
  TraceMemo memo;

  template <typename Use>
  auto trace(Use&& use) {
    memo.begin();
    auto result = use(InputReader(lesson.info, document.inputs, context, nullptr, &memo));
    memo.end();
    return result;
  }
};

}  // namespace

TEST_SUITE("lessons/edited_traces") {
  TEST_CASE("every lesson has the same bits with a memo as without one, on a random walk of edits") {
    constexpr std::uint32_t kSteps = 5;
    NumpyRandom random(20);
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      Editor editor({lesson.info.id});
      for (std::uint32_t number = 0; number < kSteps; ++number) take_a_step(editor, random, number);
    }
  }

  TEST_CASE("the same trace again computes no node in any lesson, but for words that a translator says") {
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      Editor editor({lesson.info.id});
      editor.go_to({lesson.info.id});
      const TraceCounts& counts = editor.memo().counts();
      // A translator that writes reads word after word under the same names: each pass computes a row.
      const bool speaks = lesson.info.id == "start" || lesson.info.id == "end";
      CHECK((speaks ? counts.computed < counts.nodes : counts.computed == 0));
    }
  }

  TEST_CASE("an edit computes exactly the nodes of which an operand changed") {
    for (const auto& [id, input] :
         {std::pair{"self-attention", "w_q"}, {"self-attention", "w_v"}, {"multi-head", "w_o"}, {"softmax", "z"}}) {
      CAPTURE(input);
      Editor editor({id});
      const Trace before = editor.trace();
      editor.edit(known_input(lesson_named(id).info, input), 1);
      const TraceCounts& counts = editor.memo().counts();
      CHECK(counts.computed == nodes_to_compute(before, editor.trace()));
      CHECK(counts.computed > 0);
      if (input != std::string("z")) CHECK(counts.computed < counts.nodes);
    }
  }

  TEST_CASE("nothing of another model's file is left") {
    const Document document{"generation", {{"tokens", 2.0}}};
    const Lesson& lesson = lesson_named(document.lesson);
    LessonContext context = context_with_files(document);
    TraceMemo memo;
    trace_of(lesson, document, context, nullptr, &memo);
    std::string bytes = context.files.begin()->second->bytes();
    for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 2000; i += 2) bytes[i] = 0;  // halves near 0 in the middle of the weights
    context.files.begin()->second = std::make_shared<const LessonFile>(bytes);
    const Trace before = run_with_files(document), fresh = trace_of(lesson, document, context);
    CHECK(difference(trace_of(lesson, document, context, nullptr, &memo), fresh) == "");
    CHECK(difference(before, fresh) != "");
  }

  TEST_CASE("a model that writes keeps what it has read from trace to trace") {
    Reading reading("generation");
    const auto model = reading.trace([](const InputReader& in) { return tales_model(in); });
    const auto write = [&](const std::vector<int>& more) {
      return reading.trace([&](const InputReader& in) {
        std::vector<std::shared_ptr<const Writer>> writers{read_on(in, new_writer(in, *model), {1, 20, 30})};
        for (const int id : more) writers.push_back(read_on(in, writers.back(), {id}));
        return writers;
      });
    };
    const auto first = write({40, 50}), second = write({40, 50, 60}), other = write({41, 50});
    for (std::size_t i = 0; i < first.size(); ++i) CHECK(first[i] == second[i]);
    CHECK(second[3]->window() == std::vector<int>{1, 20, 30, 40, 50, 60});
    CHECK(other[0] == first[0]);
    CHECK(other[1] != first[1]);
    Writer fresh(*model);
    fresh.read({1, 20, 30});
    for (const int id : {40, 50, 60}) fresh.read({id});
    CHECK(fresh.logits() == second[3]->logits());
  }

  TEST_CASE("a new run has the dataset and the first weights of the one before, if they are made of the same") {
    Reading reading("block");
    const auto model = [&](const Inputs& inputs) {
      reading.document.inputs = inputs;
      return reading.trace([&](const InputReader& in) { return in.run_or_first(reading.lesson.settings); });
    };
    const RunModel first = model({}), slower = model({{"learning_rate", 0.001}}), larger = model({{"blocks", 3.0}});
    CHECK(slower.dataset == first.dataset);
    CHECK(slower.weights == first.weights);
    CHECK(larger.dataset == first.dataset);
    CHECK(larger.weights != first.weights);
    const RunModel other = model({{"seed", 2.0}});
    CHECK(other.dataset != first.dataset);
    CHECK(other.dataset->training != first.dataset->training);

    // The dataset of a run is taken over when the run drops it.
    reading.memo.clear();
    reading.context.run = std::make_shared<const RunModel>(other);
    reading.trace([&](const InputReader& in) { return in.run_or_first(reading.lesson.settings); });
    reading.context.run = nullptr;
    CHECK(model({{"seed", 2.0}, {"learning_rate", 0.001}}).dataset == other.dataset);
    CHECK_THROWS_AS(model({{"seed", 2.0}, {"learning_rate", -1.0}}), InputError);
  }
}

}  // namespace edited_traces_test
