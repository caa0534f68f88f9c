// The encoder-decoder lesson: the worked example's numbers, the mask, teaching against speaking, the switches, bad input.
#include <algorithm>
#include <limits>

#include "core/explanation.h"
#include "lessons/context.h"
#include "lessons/registry.h"
#include "session/edits.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace encoder_decoder_test {
namespace {

// Corrected values have six digits. Published values are as printed: four digits, and some were rounded in between.
constexpr double kCorrected = 1e-5;
constexpr double kPrinted = 1.0001e-4;

constexpr const char* kLesson = "encoder-decoder";

constexpr TestedLesson run{kLesson};

/// Returns the inputs of a trained translator.
Inputs trained(const char* name, const char* source, Inputs rest = {}) {
  rest["weights"] = std::string(name);
  rest["source"] = std::string(source);
  return rest;
}

InputValue word(const char* text) { return std::string(text); }

const Note* note_of(const Trace& trace, const std::string& id) {
  const auto found = std::find_if(trace.notes.begin(), trace.notes.end(), [&](const Note& note) { return note.id == id; });
  return found == trace.notes.end() ? nullptr : &*found;
}

std::string in_words(const Trace& trace, const std::string& id) {
  const Note* note = note_of(trace, id);
  return note ? english().format("lessons.encoder-decoder.notes." + id, note->words) : "no note";
}

const Mark* mark_at(const TraceNode& of, Cell cell) {
  const auto found = std::find_if(of.marks.begin(), of.marks.end(), [&](const Mark& mark) { return mark.cell == cell; });
  return found == of.marks.end() ? nullptr : &*found;
}

/// Returns the largest difference of row `a` of one tensor and row `b` of another.
double difference(const Tensor& one, Index a, const Tensor& other, Index b) {
  REQUIRE(one.cols() == other.cols());
  double most = 0;
  for (Index c = 0; c < one.cols(); ++c)
    most = std::max(most, std::abs(static_cast<double>(one.at(a, c)) - static_cast<double>(other.at(b, c))));
  return most;
}

std::vector<std::string> words_read(const Trace& trace) { return node(trace, "decoder.embedding").rows.labels; }

std::string likeliest_next(const Trace& trace) {
  const Tensor& p = value(trace, "probabilities");
  const float* last = p.row(p.rows() - 1);
  return node(trace, "probabilities").cols.labels[static_cast<std::size_t>(std::max_element(last, last + p.cols()) - last)];
}

std::string sentence(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& one : words) text += (text.empty() ? "" : " ") + one;
  return text;
}

}  // namespace

TEST_SUITE("lessons/encoder_decoder") {
  TEST_CASE("C1, C2, C3: tokens, embeddings and positions of both sides") {
    const Trace trace = run();
    CHECK(node(trace, "encoder.embedding").rows.labels == std::vector<std::string>{"You", "are", "welcome"});
    CHECK(words_read(trace) == std::vector<std::string>{"<start>", "de", "nada"});
    CHECK(node(trace, "probabilities").cols.labels == std::vector<std::string>{"<start>", "de", "nada", "<end>", "<pad>"});
    check_node(trace, "encoder.embedding", {{0.1, 0.2, -0.1, 0.4}, {-0.3, 0.5, 0.1, -0.2}, {0.4, -0.3, 0.2, 0.1}}, 1e-7);
    check_node(trace, "decoder.embedding", {{0, 0, 0, 0}, {-0.2, 0.4, 0.3, 0.1}, {0.5, -0.1, -0.4, 0.3}}, 1e-7);
    for (const char* side : {"encoder.position", "decoder.position"})
      check_node(trace, side, {{0, 1, 0, 1}, {0.841471, 0.540302, 0.010000, 0.999950}, {0.909297, -0.416147, 0.019999, 0.999800}},
                 kCorrected);
    check_node(trace, "encoder.input",
               {{0.1, 1.2, -0.1, 1.4}, {0.541471, 1.040302, 0.11, 0.79995}, {1.309297, -0.716147, 0.219999, 1.0998}}, kCorrected);
  }

  TEST_CASE("C2, C3: as published, with what differs marked and the correction beside it") {
    const Trace trace = run({{"published", true}});
    for (const char* side : {"encoder.position", "decoder.position"}) {
      check_node(trace, side, {{0, 1, 0, 1}, {0.8415, 0.99995, 0.0001, 1}, {0.9093, 0.9998, 0.0002, 1}}, kPrinted);
      CHECK(node(trace, side).marks.size() == 6);
      CHECK(mark_at(node(trace, side), {0, 2, 1})->slip == "position_exponents");
      CHECK(mark_at(node(trace, side), {0, 0, 1}) == nullptr);
    }
    check_node(trace, "encoder.input", {{0.1, 1.2, -0.1, 1.4}, {0.5415, 1.49995, 0.1001, 0.8}, {1.3093, 0.6998, 0.2002, 1.1}}, kPrinted);
    check_node(trace, "decoder.input", {{0, 1, 0, 1}, {0.6415, 1.39995, 0.3001, 1.1}, {1.4093, 0.8998, -0.3998, 1.3}}, kPrinted);
    CHECK(mark_at(node(trace, "encoder.input"), {0, 1, 1})->corrected == doctest::Approx(1.040302).epsilon(1e-5));
    CHECK(same_values(value(trace, "corrected.encoder.input"), value(run(), "encoder.input")));
    CHECK(same_values(value(trace, "corrected.loss"), value(run(), "loss")));
    // Everything after the positions carries the difference, printed or not: every cell that differs in the digits of the document.
    int differing = 0;
    for (const TraceNode& corrected : trace.nodes) {
      if (!corrected.name.starts_with("corrected.")) continue;
      const TraceNode& published = node(trace, corrected.name.substr(std::string("corrected.").size()));
      CAPTURE(published.name);
      for (Index i = 0; i < published.value->size(); ++i) {
        const Index cols = published.value->cols();
        const Mark* mark = mark_at(published, {0, i / cols, i % cols});
        const bool differs = std::abs(published.value->data()[i] - corrected.value->data()[i]) > 0.5e-4f;
        differing += differs;
        CHECK((mark != nullptr && mark->slip == "position_exponents") == differs);
      }
    }
    CHECK(differing > 400);
  }

  TEST_CASE("C4, C5: published queries, keys and values of both sides") {
    const Trace trace = run({{"published", true}});
    for (const std::string block : {"encoder.0.self_attention.", "decoder.0.self_attention.", "decoder.0.cross_attention."}) {
      check_node(trace, block + "w_q", {{1, 0, 0, 1}, {0, 1, 1, 0}, {0, 1, 0, 1}, {1, 0, 1, 0}}, 0);
      check_node(trace, block + "w_k", {{0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 1}}, 0);
      check_node(trace, block + "w_v", {{1, 1, 0, 0}, {0, 0, 1, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}}, 0);
    }
    const std::string source = "encoder.0.self_attention.", target = "decoder.0.self_attention.";
    check_node(trace, source + "query", {{1.5, 1.1, 2.6, 0}, {1.3415, 1.6, 2.3, 0.6415}, {2.4093, 0.8998, 1.7998, 1.5093}}, kPrinted);
    check_node(trace, source + "key", {{1.1, 1.5, 0, 2.6}, {1.6001, 1.3415, 0.6416, 2.3}, {0.9, 2.4093, 1.5095, 1.7998}}, kPrinted);
    check_node(trace, source + "value", {{1.5, 0, 1.1, 2.6}, {1.3415, 0.6416, 1.6001, 2.3}, {2.4093, 1.5095, 0.9, 1.7998}}, kPrinted);
    check_node(trace, target + "query", {{1, 1, 2, 0}, {1.7415, 1.7001, 2.5, 0.9416}, {2.7093, 0.5, 2.1998, 1.0095}}, kPrinted);
    check_node(trace, target + "key", {{1, 1, 0, 2}, {1.7001, 1.7415, 0.9416, 2.5}, {0.5, 2.7093, 1.0095, 2.1998}}, kPrinted);
    check_node(trace, target + "value", {{1, 0, 1, 2}, {1.7415, 0.9416, 1.7001, 2.5}, {2.7093, 1.0095, 0.5, 2.1998}}, kPrinted);
    CHECK(note_of(trace, "two_tables"));
    CHECK(note_of(trace, "second_w_v"));
    // Only the document's sentence was made from the exponents as written.
    CHECK(run({{"published", true}, {"source", word("You are")}}).find(source + "query_input") < 0);
    CHECK_FALSE(note_of(run(), "second_w_v"));
  }

  TEST_CASE("C5, C6: corrected weights and output of the encoder, and what the document left undone") {
    const Trace trace = run();
    const std::string at = "encoder.0.self_attention.";
    check_node(trace, at + "weights", {{0.145855, 0.323769, 0.530377}, {0.286544, 0.384669, 0.328787}, {0.578308, 0.405073, 0.016620}},
               kCorrected);
    check_node(
        trace, at + "output",
        {{1.930821, 1.022029, 0.269727, 1.178519}, {1.737899, 0.753413, 0.594557, 1.579043}, {1.450873, 0.289309, 1.093849, 2.255412}},
        kCorrected);
    CHECK(node(trace, at + "scores").formula == "dot_products / √4");
    for (const char* name : {"encoder.0.feed_forward.norm", "decoder.0.cross_attention.weights", "decoder.0.feed_forward.norm", "logits",
                             "probabilities", "losses", "loss"})
      CHECK_MESSAGE(trace.find(name) >= 0, name);
    CHECK_FALSE(trace.first_not_finite);
  }

  TEST_CASE("C7: a cell of a product by hand, and the slip in it") {
    const Trace trace = run({{"published", true}});
    const std::string query = "encoder.0.self_attention.query";
    CHECK(trace.explain(trace.find(query), {0, 0, 2}).numbers == "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1 = 2.6");
    const Mark* mark = mark_at(node(trace, query), {0, 0, 2});
    REQUIRE(mark);
    CHECK(mark->published == 1.2f);
    CHECK(mark->corrected == doctest::Approx(2.6));
    CHECK(mark->slip == "hand_product");
    CHECK(node(run(), query).marks.empty());
    const Inputs other{{"published", true}, {"encoder_w_q", Tensor::filled(matrix_shape(4, 4), 1)}};
    CHECK(mark_at(node(run(other), query), {0, 0, 2}) == nullptr);
  }

  TEST_CASE("C8: every part is add, then norm, of what came in") {
    const Trace trace = run();
    const Tensor &in = value(trace, "encoder.input"), &found = value(trace, "encoder.0.self_attention.projection");
    const Tensor &residual = value(trace, "encoder.0.self_attention.residual"), &norm = value(trace, "encoder.0.self_attention.norm");
    for (Index i = 0; i < in.size(); ++i) CHECK(residual.data()[i] == in.data()[i] + found.data()[i]);
    for (Index r = 0; r < norm.rows(); ++r) {
      double mean = 0, square = 0;
      for (Index c = 0; c < norm.cols(); ++c) mean += static_cast<double>(norm.at(r, c)) / 4;
      for (Index c = 0; c < norm.cols(); ++c) square += std::pow(static_cast<double>(norm.at(r, c)), 2) / 4;
      CHECK(std::abs(mean) < 1e-6);
      CHECK(square == doctest::Approx(1).epsilon(1e-3));  // epsilon 1e-5 in the root makes it a little less
    }
    CHECK(trace.at("encoder.0.feed_forward.hidden_input").inputs[0] == trace.find("encoder.0.self_attention.norm"));
  }

  TEST_CASE("the loss is the mean −ln of what the right words get, and the page says so") {
    const Trace trace = run();
    const Tensor& p = value(trace, "probabilities");
    // The right next words of <start> de nada are de nada <end>: columns 1, 2, 3.
    double total = 0;
    for (Index t = 0; t < 3; ++t) total -= std::log(static_cast<double>(p.at(t, t + 1)));
    CHECK(static_cast<double>(value(trace, "loss").at(0, 0)) == doctest::Approx(total / 3).epsilon(1e-6));
    const std::string said = in_words(trace, "taught");
    CHECK(said.find("<start> → de ") != std::string::npos);
    CHECK(said.find("nada → <end> ") != std::string::npos);
    CHECK(note_of(trace, "untrained"));
    CHECK(note_of(trace, "seeded_embeddings")->words[0].second == "<end>, <pad>");
  }

  TEST_CASE("the decoder does not see the future; without the mask it does") {
    const Trace trace = run();
    const Tensor& weights = value(trace, "decoder.0.self_attention.weights");
    for (Index r = 0; r < 3; ++r)
      for (Index c = 0; c < 3; ++c) CHECK((weights.at(r, c) == 0) == (c > r));
    CHECK(value(trace, "decoder.0.self_attention.masked_scores").at(0, 1) == -std::numeric_limits<float>::infinity());
    const Trace open = run({{"mask", false}});
    CHECK(open.find("decoder.0.self_attention.masked_scores") < 0);
    for (Index i = 0; i < 9; ++i) CHECK(value(open, "decoder.0.self_attention.weights").data()[i] > 0);
    // With the mask, a later token changes nothing before it.
    const Trace longer = run({{"target", word("de de nada")}, {"y", value(trace, "y")}});
    for (Index t = 0; t < 2; ++t) CHECK(difference(value(longer, "logits"), t, value(trace, "logits"), t) == 0);
    const Trace longer_open = run({{"target", word("de de nada")}, {"y", value(trace, "y")}, {"mask", false}});
    CHECK(difference(value(longer_open, "logits"), 0, value(open, "logits"), 0) > 1e-3);
  }

  TEST_CASE("one vector: the decoder sees the row of the source's last word alone, and the rest of the sentence is lost") {
    const Trace trace = run({{"source", word("You are welcome <pad>")}, {"one_vector", true}});
    const Tensor& weights = value(trace, "decoder.0.cross_attention.weights");
    for (Index t = 0; t < weights.rows(); ++t)
      for (Index s = 0; s < weights.cols(); ++s) CHECK(weights.at(t, s) == (s == 2 ? 1 : 0));
    const Trace trained = run(preset_inputs(lesson_named(kLesson).info, "one-vector"));
    const TraceNode& probabilities = node(trained, "probabilities");
    const auto share = [&](const char* token) {
      return probabilities.value->at(
          1, std::find(probabilities.cols.labels.begin(), probabilities.cols.labels.end(), token) - probabilities.cols.labels.begin());
    };
    CHECK(share("table") > 0.9f);
    CHECK(share("cat") < 0.01f);
  }

  TEST_CASE("C1: padding is read by nobody and asked for nowhere") {
    const Trace plain = run(), padded = run({{"target", word("de nada <pad> <pad>")}, {"source", word("You are welcome <pad>")}});
    CHECK(words_read(padded) == std::vector<std::string>{"<start>", "de", "nada", "<pad>", "<pad>"});
    CHECK(value(padded, "encoder.0.self_attention.weights").at(0, 3) == 0);
    CHECK(value(padded, "decoder.0.cross_attention.weights").at(1, 3) == 0);
    CHECK(value(padded, "losses").at(3, 0) == 0);
    for (Index t = 0; t < 3; ++t) CHECK(difference(value(padded, "logits"), t, value(plain, "logits"), t) < 1e-6);
    CHECK(value(padded, "loss").at(0, 0) == doctest::Approx(value(plain, "loss").at(0, 0)));
    // Typed signs replace those that the lesson adds.
    CHECK(same_values(value(run({{"target", word("<start> de nada <end>")}}), "logits"), value(plain, "logits")));
  }

  TEST_CASE("step by step it reads what it said itself, and comes to what teaching these words gives") {
    int words_said = 0;
    for (const double seed : {1.0, 2.0, 3.0, 4.0, 5.0}) {
      std::vector<std::string> said;
      for (int step = 0; step <= 4; ++step) {
        const Trace trace = run({{"seed", seed}, {"mode", word("step by step")}, {"step", static_cast<double>(step)}});
        std::vector<std::string> read = words_read(trace);
        CHECK(read.front() == "<start>");
        CHECK(std::vector<std::string>(read.begin() + 1, read.end()) == said);
        CHECK(trace.find("loss") < 0);
        CHECK(note_of(trace, "next_word"));
        const std::string next = likeliest_next(trace);
        CHECK((note_of(trace, "finished") || note_of(trace, "finished_without_words")) == (next == "<end>"));
        if (next == "<end>") break;
        said.push_back(next);
        ++words_said;
      }
      const bool has_sign = std::any_of(said.begin(), said.end(), [](const std::string& candidate) { return candidate[0] == '<'; });
      if (said.empty() || has_sign) continue;
      // The same words, taught: the rows and scores of these words are the same.
      const Trace by_itself = run({{"seed", seed}, {"mode", word("step by step")}, {"step", static_cast<double>(said.size())}});
      const Trace taught = run({{"seed", seed}, {"target", sentence(said)}});
      CHECK(words_read(taught) == words_read(by_itself));
      for (Index t = 0; t < static_cast<Index>(said.size()); ++t)
        CHECK(difference(value(taught, "decoder.0.feed_forward.norm"), t, value(by_itself, "decoder.0.feed_forward.norm"), t) < 1e-6);
    }
    CHECK(words_said > 0);
  }

  TEST_CASE("the words that the model writes by itself follow held cells") {
    const std::vector<Pin> pins{{"output.w", {0, 0, 0}, 0}};
    Trace trace = run({{"mode", word("step by step")}});
    const std::string first = likeliest_next(trace);
    const std::string other = first == "de" ? "nada" : "de";
    const Index column = other == "de" ? 1 : 2;
    // A column that fits the decoder's row: its word gets the largest score.
    std::vector<Pin> held;
    const Tensor& row = value(trace, "decoder.0.feed_forward.norm");
    for (Index c = 0; c < 4; ++c) held.push_back({"output.w", {0, c, column}, 100 * row.at(0, c)});
    const Trace step = run({{"mode", word("step by step")}, {"step", 1.0}}, held);
    CHECK(words_read(step) == std::vector<std::string>{"<start>", other});
    CHECK(node(step, "output.w").pins.size() == 4);
  }

  TEST_CASE("without positions word order is lost to the encoder, and to it alone") {
    const auto outputs = [](const char* source, bool positions) {
      return value(run({{"source", std::string(source)}, {"positions", positions}}), "encoder.0.feed_forward.norm");
    };
    const Tensor one = outputs("You are welcome", false), other = outputs("welcome You are", false);
    // Sums over tokens are taken in another order, so that last bits may differ.
    CHECK(difference(one, 0, other, 1) < 1e-6);
    CHECK(difference(one, 1, other, 2) < 1e-6);
    CHECK(difference(one, 2, other, 0) < 1e-6);
    const Tensor placed = outputs("You are welcome", true), moved = outputs("welcome You are", true);
    CHECK(difference(placed, 0, moved, 1) > 1e-2);
    CHECK(run({{"positions", false}}).find("encoder.position") < 0);
  }

  TEST_CASE("each switch changes what it should, and no shape") {
    const Trace plain = run();
    const auto same_shapes = [&](const Trace& trace) {
      for (const char* name : {"encoder.0.feed_forward.output", "decoder.0.cross_attention.output", "logits", "probabilities", "loss"})
        CHECK(value(trace, name).shape() == value(plain, name).shape());
      CHECK_FALSE(same_values(value(trace, "logits"), value(plain, "logits")));
    };
    const Trace residual = run({{"residual", false}});
    same_shapes(residual);
    CHECK(residual.find("encoder.0.self_attention.residual") < 0);
    const Trace w_o = run({{"w_o", false}});
    same_shapes(w_o);
    CHECK(w_o.find("encoder.0.self_attention.projection") < 0);
    CHECK(same_values(value(w_o, "encoder.0.self_attention.output"), value(plain, "encoder.0.self_attention.output")));
    const Trace none = run({{"norm", word("none")}}), before = run({{"norm", word("before")}});
    same_shapes(none);
    CHECK(none.find("encoder.0.self_attention.norm") < 0);
    same_shapes(before);
    CHECK(before.at("encoder.0.self_attention.norm").inputs[0] == before.find("encoder.input"));
    CHECK(before.find("encoder.norm") >= 0);
    CHECK(same_values(value(run({{"norm", word("after")}}), "loss"), value(plain, "loss")));
  }

  TEST_CASE("heads share the columns and stand side by side") {
    for (const auto& [heads, count] : {std::pair("2", 2), std::pair("4", 4)}) {
      const Trace trace = run({{"heads", word(heads)}});
      CHECK(value(trace, "decoder.0.cross_attention.weights").shape() == Shape{{count}, 3, 3});
      CHECK(node(trace, "encoder.0.self_attention.weights").outer.name == "head");
      const auto shows = [&](View view) {
        return std::count_if(trace.panels.begin(), trace.panels.end(), [&](const Panel& panel) { return panel.view == view; });
      };
      CHECK(shows(View::heads) == 3);
      CHECK(shows(View::attention) == 4);  // one head at a time, and the mean of the last cross-attention
      // Published numbers are marked in every head: the first two columns are in the first one, the last two in the last.
      const Trace published = run({{"heads", word(heads)}, {"published", true}});
      CHECK(mark_at(node(published, "encoder.0.self_attention.key"), {count - 1, 2, 0}));
    }
  }

  TEST_CASE("every matrix has a panel, and the map leads to all of them") {
    for (const Inputs& inputs : {Inputs{}, Inputs{{"heads", word("2")}, {"norm", word("before")}}, Inputs{{"positions", false}}}) {
      const Trace trace = run(inputs);
      for (const TraceNode& trace_node : trace.nodes) {
        const auto shows = [&](const Panel& panel) {
          return std::find(panel.nodes.begin(), panel.nodes.end(), trace_node.name) != panel.nodes.end();
        };
        CHECK_MESSAGE(std::any_of(trace.panels.begin(), trace.panels.end(), shows), trace_node.name);
      }
      for (const Panel& panel : trace.panels) {
        const auto leads = [&](const MapBlock& block) { return block.section == panel.section; };
        CHECK_MESSAGE(std::any_of(trace.map.begin(), trace.map.end(), leads), panel.section);
      }
      for (std::size_t i = 0; i < trace.map.size(); ++i)
        for (const std::string& read : trace.map[i].reads) {
          const auto stands = [&](const MapBlock& block) { return block.section == read; };
          CHECK_MESSAGE(std::any_of(trace.map.begin(), trace.map.begin() + static_cast<std::ptrdiff_t>(i), stands), read);
        }
    }
    const Trace trace = run();
    const auto crossed =
        std::find_if(trace.map.begin(), trace.map.end(), [](const MapBlock& block) { return block.kind == "cross_attention"; });
    REQUIRE(crossed != trace.map.end());
    CHECK(crossed->reads == std::vector<std::string>{"decoder.0.self_attention", "encoder.0.feed_forward"});
  }

  TEST_CASE("typed matrices are used, and edits survive a change of text where they still make sense") {
    Tensor x = value(run(), "x");
    x.at(2, 0) = 9;
    Document document{"encoder-decoder", {{"x", x}, {"encoder_w_q", Tensor::filled(matrix_shape(4, 4), 0.5f)}}};
    const Trace trace = run_lesson(document);
    CHECK(value(trace, "encoder.embedding").at(2, 0) == 9);
    CHECK(node(trace, "x").input == "x");
    CHECK(node(trace, "encoder.0.self_attention.w_q").input == "encoder_w_q");
    CHECK(value(trace, "encoder.0.self_attention.query").at(0, 0) == doctest::Approx(0.5 * (0.1 + 1.2 - 0.1 + 1.4)));
    const Document shorter = with_input(lesson_named("encoder-decoder"), document, "source", std::string("welcome You too"));
    const Tensor& kept = std::get<Tensor>(shorter.inputs.at("x"));
    CHECK(kept.at(0, 0) == 9);  // welcome
    CHECK(kept.at(1, 0) == 0.1f);
    CHECK(std::get<Tensor>(shorter.inputs.at("encoder_w_q")).at(0, 0) == 0.5f);
    run_lesson(shorter);
    Tensor y = value(run(), "y");
    y.at(2, 3) = -7;  // nada
    document.inputs = {{"y", y}};
    const Document other = with_input(lesson_named("encoder-decoder"), document, "target", std::string("nada"));
    CHECK(std::get<Tensor>(other.inputs.at("y")).at(1, 3) == -7);
    CHECK(value(run_lesson(other), "decoder.embedding").at(1, 3) == -7);
    // A word that comes twice has one row.
    CHECK(value(run({{"source", word("You are You")}}), "x").rows() == 2);
  }

  TEST_CASE("matrices and settings that do not fit are refused with the expectation") {
    CHECK(refusal_of(kLesson, {{"source", word("  ")}}) == "source: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"target", word("")}}) == "target: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"target", word("<start> <end> <pad>")}}) == "target: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"source", word("a b c d e f g h i j k l m n o p q")}}) == "source: expected at most 16 tokens, got 17.");
    CHECK(refusal_of(kLesson, {{"target", word("a b c d e f g h i j k l m n o p")}}) == "target: expected at most 15 tokens, got 16.");
    CHECK(refusal_of(kLesson, {{"x", Tensor::from_rows({{1, 2}})}}) ==
          "x: expected a matrix of shape (3, 4), that is (source words, 4), got (1, 2).");
    CHECK(refusal_of(kLesson, {{"y", Tensor::filled(matrix_shape(3, 4), 1)}}) ==
          "y: expected a matrix of shape (5, 4), that is (target words and signs, 4), got (3, 4).");
    CHECK(refusal_of(kLesson, {{"encoder_w_q", Tensor::from_rows({{1}})}}) ==
          "encoder_w_q: expected a matrix of shape (4, 4), that is (width, width), got (1, 1).");
    CHECK(refusal_of(kLesson, {{"heads", word("3")}}).find("1, 2, 4") != std::string::npos);
    CHECK(refusal_of(kLesson, {{"step", 99.0}}).find("from 0 to 15") != std::string::npos);
  }

  TEST_CASE("trained translators say their sentences word by word") {
    struct {
      const char *name, *source;
      std::vector<std::string> words;
    } const cases[] = {{"english-spanish", "you are welcome", {"de", "nada"}},
                       {"english-spanish", "You are welcome", {"de", "nada"}},
                       {"french-english", "le chat est sous la table", {"the", "cat", "is", "under", "the", "table"}}};
    for (const auto& [name, source, words] : cases) {
      CAPTURE(source);
      for (std::size_t step = 0; step <= words.size() + 2; ++step) {
        const Trace trace = run(trained(name, source, {{"mode", word("step by step")}, {"step", static_cast<double>(step)}}));
        const std::size_t said = std::min(step, words.size());  // it stays where it has said <end>
        std::vector<std::string> read{"<start>"};
        read.insert(read.end(), words.begin(), words.begin() + static_cast<std::ptrdiff_t>(said));
        CHECK(words_read(trace) == read);
        CHECK(likeliest_next(trace) == (said < words.size() ? words[said] : "<end>"));
        if (said == words.size())
          CHECK(in_words(trace, "finished") == "The model ends here: “" + std::string(source) + "” became “" + sentence(words) + "”.");
        CHECK_FALSE(note_of(trace, "untrained"));
        CHECK(note_of(trace, "trained"));
      }
    }
  }

  TEST_CASE("a taught translator comes to the same numbers as one that has said the same words") {
    const Inputs taught = trained("english-spanish", "you are welcome", {{"target", word("de nada")}});
    const Inputs step_by_step = trained("english-spanish", "you are welcome", {{"mode", word("step by step")}, {"step", 2.0}});
    const Trace a = run(taught), b = run(step_by_step);
    for (Index t = 0; t < 3; ++t) CHECK(difference(value(a, "probabilities"), t, value(b, "probabilities"), t) < 1e-6);
    CHECK(value(a, "loss").at(0, 0) < 0.01f);
    CHECK(in_words(a, "taught").find("(3 of 3 right)") != std::string::npos);
    CHECK(value(a, "decoder.0.cross_attention.weights").shape() == Shape{{4}, 3, 3});
    // Each switch can be tried on it: it loses by it, and no shape changes.
    for (const Inputs& off : {Inputs{{"positions", false}}, Inputs{{"residual", false}}, Inputs{{"norm", word("none")}},
                              Inputs{{"norm", word("after")}}, Inputs{{"w_o", false}}}) {
      Inputs inputs = taught;
      inputs.insert(off.begin(), off.end());
      const Trace trace = run(inputs);
      CHECK(value(trace, "logits").shape() == value(a, "logits").shape());
      CHECK(value(trace, "loss").at(0, 0) > value(a, "loss").at(0, 0));
    }
    CHECK(run_lesson({"encoder-decoder", {{"mode", word("step by step")}}}).find("loss") < 0);  // the toy needs no file
  }

  TEST_CASE("choosing trained weights brings a sentence that they know, and lets matrices of other sizes go") {
    const Document toy{"encoder-decoder", {{"x", value(run(), "x")}, {"source", word("Hello world again")}}};
    CHECK_NOTHROW(run_with_files({"encoder-decoder", {{"source", word("Hello world again")}}}));
    const Document french = with_input(lesson_named("encoder-decoder"), toy, "weights", word("french-english"));
    CHECK(french.inputs.count("x") == 0);
    const Trace trace = run_with_files(french);
    CHECK(in_words(trace, "taught").find("(7 of 7 right)") != std::string::npos);
    const Document back = with_input(lesson_named("encoder-decoder"), french, "weights", word("toy"));
    CHECK_NOTHROW(run_with_files(back));
    CHECK(std::get<std::string>(back.inputs.at("source")) == "le chat est sous la table");
  }

  TEST_CASE("a trained translator refuses impossible settings in words") {
    CHECK(refusal_of(kLesson, trained("english-spanish", "you are a zebra"))
              .find("source: “zebra” is a word that this model does not know. It knows 169 words, such as ") == 0);
    CHECK(refusal_of(kLesson, trained("english-spanish", "you are welcome", {{"target", word("de rien")}})).find("target: “rien”") == 0);
    CHECK(refusal_of(kLesson, trained("english-spanish", "")) == "source: expected at least one word.");
    CHECK(refusal_of(kLesson, trained("english-spanish", "you are welcome", {{"x", Tensor::filled(matrix_shape(3, 4), 1)}}))
              .find("x: this matrix belongs to the toy weights") == 0);
    std::string many;
    for (int i = 0; i < 33; ++i) many += "you ";
    CHECK(refusal_of(kLesson, trained("english-spanish", many.c_str())) == "source: expected at most 32 tokens, got 33.");
    const Document document{"encoder-decoder", trained("english-spanish", "you are welcome")};
    const auto problem = [&](std::shared_ptr<const LessonFile> file) {
      LessonContext context;
      context.files[files_of(document).at(0)] = std::move(file);
      try {
        run_lesson(document, {}, context);
      } catch (const InputError& error) {
        return error.problem().id;
      }
      return std::string("no problem");
    };
    CHECK(problem(nullptr) == "missing_file");
    CHECK(problem(std::make_shared<const LessonFile>("not a model")) == "safetensors_header");
    const std::string whole = read_source_file("assets/models/english-spanish.safetensors");
    CHECK(problem(std::make_shared<const LessonFile>(whole.substr(0, whole.size() / 2))) == "safetensors_range");
    CHECK(problem(std::make_shared<const LessonFile>(whole)) == "no problem");
  }
}

}  // namespace encoder_decoder_test
