// The training lesson: its inputs and settings, and the trace of a model on a question.
#include <algorithm>
#include <cmath>

#include "lessons/context.h"
#include "session/training_support.h"
#include "train/default_settings.h"
#include "train/run_model.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace training_test {
namespace {

Trace run(const Inputs& inputs, const LessonContext& context = {}) {
  return run_lesson({"training", with(small_training(), inputs)}, {}, context);
}

Inputs choose_task(const std::string& task, Inputs before = {}) {
  const Lesson& lesson = lesson_named("training");
  Inputs after = with(before, {{"task", task}});
  lesson.adapt(lesson.info, before, "task", after);
  return after;
}

std::string problem_of(const Inputs& inputs) {
  try {
    run(inputs);
  } catch (const InputError& error) {
    return error.problem().id;
  }
  return "";
}

}  // namespace

TEST_SUITE("lessons/training") {
  TEST_CASE("choosing a task brings its settings, within the range of every input; the seed stays") {
    const Lesson& lesson = lesson_named("training");
    CHECK(known_input(lesson.info, "task").choices.text() == joined(task_names()));
    for (const std::string& task : task_names()) {
      CAPTURE(task);
      const Inputs inputs = choose_task(task, {{"seed", 7.0}, {"width", 16.0}, {"question", std::string("1 2")}});
      for (const auto& [name, value] : inputs) CHECK_NOTHROW(check_input(known_input(lesson.info, name), value));
      CHECK(std::get<double>(inputs.at("seed")) == 7);
      CHECK(inputs.count("question") == 0);
      TrainSettings expected = default_settings(task), got = lesson.settings(InputReader(lesson.info, inputs));
      expected.seed = 7;
      got.pairs.clear();
      if (!got.transformer().has_encoder()) got.transformer().encoder_layers = expected.transformer().encoder_layers;  // no model reads it
      CHECK(got == expected);
    }
    CHECK(choose_task("reverse").empty());  // a document holds no defaults
  }

  TEST_CASE("without a run the first weights are shown, those that the trainer begins with") {
    const Trace trace = run({});
    const Trainer trainer(settings_of(small_training()));
    for (const NamedTensor& weight : trainer.weights().tensors)
      CHECK_MESSAGE(same_values(*node(trace, weight.name).value, weight.value), weight.name);
    CHECK(trace.find("kept.loss") < 0);
  }

  TEST_CASE("the loss is the mean of −ln of what each right token was given, and every weight has its gradient") {
    const Trace trace = run({{"question", std::string("the black cat")}});
    const TraceNode& probabilities = node(trace, "probabilities");
    const Tensor& p = *probabilities.value;
    const std::vector<std::string> right = {"el", "gato", "negro", "<end>"};
    REQUIRE(p.rows() == 4);
    double loss = 0;
    for (Index r = 0; r < 4; ++r) {
      const auto& words = probabilities.cols.labels;
      const auto col = std::find(words.begin(), words.end(), right[static_cast<std::size_t>(r)]) - words.begin();
      REQUIRE(col < p.cols());
      loss -= std::log(static_cast<double>(p.at(r, col))) / 4;
    }
    CHECK(static_cast<double>(node(trace, "loss").value->at(0, 0)) == doctest::Approx(loss).epsilon(1e-5));  // float sums of four
    for (const auto& [weight, gradient] :
         {std::pair("encoder.0.self_attention.w_q", "encoder.0.self_attention.d_w_q"),
          std::pair("decoder.0.cross_attention.w_o", "decoder.0.cross_attention.d_w_o"), std::pair("output.w", "output.d_w"),
          std::pair("encoder.token_table", "encoder.d_token_table")}) {
      CAPTURE(gradient);
      const Tensor& slopes = *node(trace, gradient).value;
      CHECK(slopes.shape() == node(trace, weight).value->shape());
      CHECK(std::any_of(slopes.data(), slopes.data() + slopes.size(), [](float slope) { return slope != 0; }));
      CHECK(std::all_of(slopes.data(), slopes.data() + slopes.size(), [](float slope) { return std::isfinite(slope); }));
    }
    CHECK(has_note(trace, "asked_in_training") != has_note(trace, "asked_held_out"));
    CHECK(has_note(run({{"question", std::string("cat the cat")}}), "asked_nowhere"));
  }

  TEST_CASE("a question that was not drawn is asked against the answer that the task's rule gives") {
    const Trace trace = run(choose_task("agreement"));
    CHECK(has_note(trace, "asked_by_rule"));
    const TraceNode& probabilities = node(trace, "probabilities");
    const auto& words = probabilities.cols.labels;
    const Index place = probabilities.value->rows() - 2;  // of the answer; <end> is asked for after it
    const auto are = static_cast<Index>(std::find(words.begin(), words.end(), "are") - words.begin());
    REQUIRE(are < probabilities.value->cols());
    CHECK(node(trace, "losses").value->at(0, place, 0) == doctest::Approx(-std::log(probabilities.value->at(0, place, are))));
    CHECK(has_note(run({{"task", std::string("reverse")}, {"question", std::string("9 9 9 9 9 9 9 9")}}), "asked_by_rule"));
  }

  TEST_CASE("rows of token tables and columns of the output have the names of their tokens, and so have their gradients") {
    const Trace trace = run({{"task", std::string("reverse")}});
    for (const char* name : {"encoder.token_table", "encoder.d_token_table"}) {
      const std::vector<std::string>& rows = node(trace, name).rows.labels;
      REQUIRE(rows.size() == static_cast<std::size_t>(node(trace, name).value->rows()));
      CHECK(rows[0] == "<pad>");
      CHECK(rows[3] == "0");
    }
    for (const char* name : {"output.w", "output.b", "output.d_w"}) CHECK(node(trace, name).cols == node(trace, "logits").cols);
    const Trace two = run({});
    CHECK(node(two, "encoder.token_table").rows.labels.back() == "white");
    CHECK(node(two, "decoder.token_table").rows.labels.back() == "rojo");
  }

  TEST_CASE("attention maps of all heads stand in the order of data flow, and the map has their sections") {
    const Trace trace = run({});
    std::vector<std::string> maps;
    for (const Panel& panel : trace.panels)
      if (panel.view == View::heads && short_name(panel.nodes[0]) == "weights") maps.push_back(panel.nodes[0]);
    CHECK(maps == std::vector<std::string>{"encoder.0.self_attention.weights", "decoder.0.self_attention.weights",
                                           "decoder.0.cross_attention.weights"});
    for (const std::string& name : maps) {
      const std::string section = name.substr(0, name.rfind('.'));
      CHECK(std::any_of(trace.map.begin(), trace.map.end(), [&](const MapBlock& block) { return block.section == section; }));
    }
    CHECK(node(trace, maps[0]).value->shape().matrices() == 2);
    for (const char* architecture : {"decoder", "encoder"}) CHECK(run({{"architecture", std::string(architecture)}}).find("loss") >= 0);
  }

  TEST_CASE("the model of a run is shown in place of the first one, and a kept one beside it") {
    Trainer trainer(settings_of(small_training()));
    const auto model = [&] {
      return std::make_shared<const RunModel>(RunModel{trainer.model(), std::make_shared<const Dataset>(trainer.dataset()),
                                                       std::make_shared<const NamedTensors>(trainer.weights())});
    };
    LessonContext context;
    context.kept = model();
    trainer.advance();
    context.run = model();
    const Trace trace = run({}, context);
    CHECK(same_values(*node(trace, "output.w").value, trainer.weights().at("output.w")));
    CHECK(same_values(*node(trace, "kept.output.w").value, context.kept->weights->at("output.w")));
    CHECK(trace.find("kept.output.d_w") < 0);
    context.kept = nullptr;
    Trainer other(settings_of(with(small_training(), {{"task", std::string("copy")}})));
    context.kept = std::make_shared<const RunModel>(
        RunModel{other.model(), std::make_shared<const Dataset>(other.dataset()), std::make_shared<const NamedTensors>(other.weights())});
    CHECK(has_note(run({}, context), "kept_other_task"));
  }

  TEST_CASE("dropout's masks are shown as the next step draws them, or left out") {
    const Inputs dropping = with(small_training(), {{"dropout", 0.5}});
    const Trainer trainer(settings_of(dropping));
    const auto model = [&](std::uint32_t seed) {
      return std::make_shared<const RunModel>(RunModel{trainer.model(), std::make_shared<const Dataset>(trainer.dataset()),
                                                       std::make_shared<const NamedTensors>(trainer.weights()), seed});
    };
    const char* const masks[] = {"encoder.dropped_input_mask", "decoder.0.cross_attention.dropped_weights_mask",
                                 "decoder.0.cross_attention.dropped_mask", "encoder.0.feed_forward.dropped_hidden_mask"};
    const Trace first = run({{"dropout", 0.5}}), again = run({{"dropout", 0.5}}, {{}, model(dropout_seed(trainer.settings(), 0)), nullptr}),
                later = run({{"dropout", 0.5}}, {{}, model(dropout_seed(trainer.settings(), 7)), nullptr});
    for (const char* name : masks) {
      CAPTURE(name);
      const Tensor& mask = *node(first, name).value;
      bool dropped = false, kept = false;
      for (Index i = 0; i < mask.size(); ++i) {
        CHECK((mask.data()[i] == 0 || mask.data()[i] == 2));  // kept numbers grow by 1 / (1 − p)
        dropped = dropped || mask.data()[i] == 0;
        kept = kept || mask.data()[i] == 2;
      }
      CHECK((dropped && kept));
      CHECK(same_values(mask, *node(again, name).value));
      CHECK(std::any_of(first.panels.begin(), first.panels.end(), [&](const Panel& panel) { return panel.nodes.front() == name; }));
    }
    CHECK_FALSE(same_values(*node(first, masks[0]).value, *node(later, masks[0]).value));
    CHECK(has_note(first, "dropout_shown"));
    for (const Inputs& without : {Inputs{{"dropout", 0.5}, {"dropout_shown", false}}, Inputs{{"dropout", 0.0}}}) {
      const Trace plain = run(without);
      CHECK(plain.find(masks[0]) < 0);
      CHECK_FALSE(has_note(plain, "dropout_shown"));
    }
  }

  TEST_CASE("many words are shown by the likeliest ones, few by the whole row") {
    const auto lists = [](const Trace& trace) {
      return std::count_if(trace.panels.begin(), trace.panels.end(), [](const Panel& panel) { return panel.view == View::likeliest; });
    };
    CHECK(lists(run({{"task", std::string("french-english")}})) == 1);
    CHECK(lists(run({{"task", std::string("reverse")}})) == 0);
  }

  TEST_CASE("settings that can't be trained are refused") {
    CHECK(problem_of({{"heads", 3.0}}) == "heads_do_not_divide");
    CHECK(problem_of({{"learning_rate", std::nan("")}}) == "not_a_number");
    CHECK(problem_of({{"learning_rate", 2e9}}) == "number_out_of_range");
    CHECK(problem_of({{"pairs", std::string()}}) == "no_pairs");
    CHECK(problem_of({{"pairs", std::string("one = eins\ntwo")}}) == "pair_incomplete");
    CHECK(problem_of({{"question", std::string("nowhere")}}) == "unknown_token");
    CHECK(problem_of({{"task", std::string("juggling")}}) == "unknown_choice");
    CHECK(problem_of({{"learning_rate", 1e9}}).empty());  // readers may try it
  }
}

}  // namespace training_test
