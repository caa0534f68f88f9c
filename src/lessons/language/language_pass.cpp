#include "lessons/language/language_pass.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "autograd/ops.h"
#include "core/problem.h"
#include "model/sequence_pass.h"

namespace gf {

namespace {

void clear(NamedTensors& weights, const std::string& name) {
  Tensor& tensor = *weights.find(name);
  std::fill_n(tensor.data(), tensor.size(), 0.0f);
}

// Sets the last matrix of a part to 0, so that the part adds 0 to the residual stream. The last matrix of a head is its rows of W_O.
void switch_off(const std::string& part, const TransformerConfig& config, NamedTensors& weights) {
  if (part == "nothing") return;
  const std::size_t digit = part.find_first_of("0123456789");
  const std::string block = "decoder." + std::to_string(part[digit] - '0');
  const std::string kind = part.substr(0, digit);
  if (kind == "head_") {
    Tensor& w_o = *weights.find(block + ".self_attention.w_o");
    const Index rows = config.width / config.heads, first = (part.back() - '0') * rows;
    std::fill_n(w_o.row(first), rows * w_o.cols(), 0.0f);
  }
  if (kind == "attention_" || kind == "block_") {
    clear(weights, block + ".self_attention.w_o");
    clear(weights, block + ".self_attention.b_o");
  }
  if (kind == "feed_forward_" || kind == "block_") {
    clear(weights, block + ".feed_forward.w_2");
    clear(weights, block + ".feed_forward.b_2");
  }
}

// Appends the logit lens: the last norm and the token table make probabilities of the residual stream after each block.
void append_lens(Tape& tape, const LanguageModel& model, const ParameterNodes& weights, Index tokens) {
  const auto scope = tape.scope("lens");
  const NodeId line = append_line(tape, model.config, "", tokens);
  const Axis lines = tape[line].rows;
  const NodeId normalised = layer_norm(tape, line, model.config.norm_epsilon, "normalised");
  const NodeId gained = multiply(tape, normalised, weights.at("decoder.norm_gain"), "gained");
  const NodeId norm = add(tape, gained, weights.at("decoder.norm_bias"), "norm");
  const NodeId logits =
      matmul_nt(tape, norm, weights.at("decoder.token_table"), Label("logits").with_rows(lines).with_cols({"vocabulary", model.readable}));
  softmax(tape, logits, 1, Along::rows, "probabilities");
}

}  // namespace

WrittenText write_text(const InputReader& in, std::shared_ptr<const LanguageModel> writes, Index window) {
  WrittenText written{.model = std::move(writes)};
  const LanguageModel& model = *written.model;
  written.weights = model.weights;
  if (in.text("off") != "nothing")
    written.weights = in.kept("switched off", std::tuple(model.weights, in.text("off")), [&] {
      auto weights = std::make_shared<NamedTensors>(*model.weights);
      switch_off(in.text("off"), model.config, *weights);
      return std::shared_ptr<const NamedTensors>(std::move(weights));
    });
  written.read = read_text(model, in.text("text"), kMostRead);
  const SamplingSettings sampling{.temperature = in.number("temperature")};
  std::shared_ptr<const Writer> writer = new_writer(in, model.config, written.weights, window);
  std::vector<int> next = written.read.ids;
  while (std::ssize(written.added) < in.whole("tokens") && !written.ended) {
    writer = read_on(in, writer, next);
    const int token = next_token(*writer, sampling, in.seed());
    written.ended = token == Vocabulary::kEnd;
    if (!written.ended) written.added.push_back(token);
    next = {token};
  }
  return written;
}

NodeId append_line(Tape& tape, const TransformerConfig& config, const std::string& pass, Index tokens) {
  std::vector<NodeId> rows;
  std::vector<std::string> after{"@no_block"};
  const auto last_row = [&](const std::string& node) {
    const auto inside = tape.scope(std::to_string(rows.size()));
    rows.push_back(slice(tape, tape.find(pass + node), tokens - 1, tokens, "last_row", Along::rows));
  };
  last_row("decoder.input");
  for (Index block = 0; block < config.decoder_layers; ++block) {
    last_row("decoder." + std::to_string(block) + ".feed_forward.residual");
    after.push_back("@block " + std::to_string(block + 1));
  }
  return concat(tape, rows, Label("line").with_rows(keyed_axis("", after)).with_cols({"features", {}}), Along::rows);
}

LanguagePass append_pass(LessonBuild& out, const WrittenText& written, const ParameterNodes& weights, Index window) {
  const LanguageModel& model = *written.model;
  LanguagePass pass{.ids = written.in_window(window)};
  pass.names = names_of(model, pass.ids);
  const auto tokens = std::ssize(pass.ids);
  const NodeId logits =
      pass_over(out.tape, model.config, weights, pass.ids, {.target_tokens = pass.names, .target_vocabulary = model.readable}).logits;
  pass.next_logits = slice(out.tape, logits, tokens - 1, tokens, "next_logits", Along::rows);
  softmax(out.tape, pass.next_logits, 1, Along::rows, "next_token");
  append_lens(out.tape, model, weights, tokens);
  return pass;
}

void show_lens(LessonBuild& out) {
  out.show(View::likeliest, "next_token", "lens");
  out.show(View::likeliest, "lens.probabilities", "lens");
}

void note_writing(const InputReader& in, LessonBuild& out, const WrittenText& written) {
  note_written(out, in.text("text"), *written.model, written.added);
  if (written.ended) out.notes.push_back({"ended", {{"count", std::to_string(written.added.size())}}});
  note_forgotten(out, written.read, kMostRead);
}

}  // namespace gf
