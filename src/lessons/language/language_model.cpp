// A language model that writes while one looks into it: its pieces, its blocks and heads, what it would say after each block, and what it
// keeps of the tokens that it has read.
#include <algorithm>
#include <numeric>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/problem.h"
#include "lessons/language/language_parts.h"
#include "lessons/shared/input_specs.h"
#include "lessons/steps.h"
#include "model/parameters.h"

namespace gf::language_model_lesson {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kTranslatorModel = "assets/models/english-spanish.safetensors";
constexpr Index kMostWritten = 40, kMostRead = 64, kLeastWindow = 4, kBlocks = 4, kHeads = 4;

// What may be switched off, as choices: "nothing", "block_2", "attention_2", "feed_forward_2", "head_2_1".
Words parts() {
  Words names{"nothing"};
  for (Index block = 0; block < kBlocks; ++block) {
    const std::string at = std::to_string(block);
    for (const char* part : {"block_", "attention_", "feed_forward_"}) names.push_back(part + at);
    for (Index head = 0; head < kHeads; ++head) names.push_back("head_" + at + "_" + std::to_string(head));
  }
  return names;
}

void clear(NamedTensors& weights, const std::string& name) {
  Tensor& tensor = *weights.find(name);
  std::fill_n(tensor.data(), tensor.size(), 0.0f);
}

// A part adds nothing to the line where the last matrix that it goes through is 0: of a head, its rows of W_O.
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
  if (kind == "attention_" || kind == "block_")
    clear(weights, block + ".self_attention.w_o"), clear(weights, block + ".self_attention.b_o");
  if (kind == "feed_forward_" || kind == "block_") clear(weights, block + ".feed_forward.w_2"), clear(weights, block + ".feed_forward.b_2");
}

// The model with what was written.
struct Written {
  std::vector<int> all() const {
    std::vector<int> ids = read.ids;
    ids.insert(ids.end(), added.begin(), added.end());
    return ids;
  }
  // Those that are still in the window.
  std::vector<int> in_window(Index window) const {
    std::vector<int> ids = all();
    if (std::ssize(ids) > window) ids.erase(ids.begin(), ids.end() - window);
    return ids;
  }

  std::shared_ptr<const LanguageModel> model;
  std::shared_ptr<const NamedTensors> weights;     // the model's, or with a part switched off
  ReadText read;                                   // the prompt
  std::vector<int> added;                          // what the model wrote
  bool ended = false;                              // at the end of the text
  std::shared_ptr<const Writer> before = nullptr;  // has read all but the last one; null: there is but one
};

// Loading, switching off and each token are steps of their own.
Written write(const InputReader& in) {
  Written written{.model = tales_model(in)};
  const LanguageModel& model = *written.model;
  written.weights = model.weights;
  if (in.text("off") != "nothing")
    written.weights = in.once([&] {
      auto weights = std::make_shared<NamedTensors>(*model.weights);
      switch_off(in.text("off"), model.config, *weights);
      return std::shared_ptr<const NamedTensors>(std::move(weights));
    });
  written.read = read_text(model, in.text("text"), kMostRead);
  const SamplingSettings sampling{.temperature = in.number("temperature")};
  const Index window = in.whole("window");
  auto writer = std::make_shared<const Writer>(model.config, written.weights, window);
  std::vector<int> next = written.read.ids;
  while (static_cast<Index>(written.added.size()) < in.whole("tokens") && !written.ended) {
    writer = read_on(in, writer, next);
    const int token = next_token(*writer, sampling, in.seed());
    written.ended = token == Vocabulary::kEnd;
    if (!written.ended) written.added.push_back(token);
    next = {token};
  }
  // Read at once, as the whole is: one row alone may be summed in another order, and differ in its last bits.
  std::vector<int> ids = written.in_window(window);
  ids.pop_back();
  if (!ids.empty()) written.before = read_on(in, std::make_shared<const Writer>(model.config, written.weights), ids);
  return written;
}

// What stands on the line of the last token before the first block, and after each: of the pass in the scope `of`.
NodeId append_line(Tape& tape, const TransformerConfig& config, const std::string& of, Index tokens) {
  std::vector<NodeId> rows;
  Words after{"no block"};
  const auto last_row = [&](const std::string& node) {
    const auto inside = tape.scope(std::to_string(rows.size()));
    rows.push_back(slice(tape, tape.find(of + node), tokens - 1, tokens, "last_row", Along::rows));
  };
  last_row("decoder.input");
  for (Index block = 0; block < config.decoder_layers; ++block) {
    last_row("decoder." + std::to_string(block) + ".feed_forward.residual");
    after.push_back("block " + std::to_string(block));
  }
  return concat(tape, rows, Label("line").with_rows({"", after}).with_cols({"features", {}}), Along::rows);
}

// The likeliest next piece, had the model ended after each block: the same norm and the same table make logits of its line.
NodeId append_lens(LessonBuild& out, const LanguageModel& model, const ParameterNodes& weights, Index tokens) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("lens");
  const NodeId line = append_line(tape, model.config, "", tokens);
  const Axis lines = tape[line].rows;
  const NodeId normalised = layer_norm(tape, line, model.config.norm_epsilon, "normalised");
  const NodeId gained = multiply(tape, normalised, weights.at("decoder.norm_gain"), "gained");
  const NodeId norm = add(tape, gained, weights.at("decoder.norm_bias"), "norm");
  const NodeId logits =
      matmul_nt(tape, norm, weights.at("decoder.token_table"), Label("logits").with_rows(lines).with_cols({"vocabulary", model.readable}));
  return softmax(tape, logits, 1, Along::rows, "probabilities");
}

// 1 where a token looks at the one before it; and where it looks at what came after itself the time before.
Tensor before_mask(Index tokens) {
  Tensor mask(matrix_shape(tokens, tokens));
  for (Index t = 1; t < tokens; ++t) mask.at(t, t - 1) = 1;
  return mask;
}
Tensor induction_mask(const std::vector<int>& ids) {
  const auto tokens = static_cast<Index>(ids.size());
  Tensor mask(matrix_shape(tokens, tokens));
  for (std::size_t t = 1; t < ids.size(); ++t)
    for (std::size_t s = t; s-- > 0;)
      if (ids[s] == ids[t]) {
        mask.at(static_cast<Index>(t), static_cast<Index>(s) + 1) = 1;
        break;
      }
  return mask;
}

// How much of each head's attention goes to the cells of a pattern, of the rows that have one: a row for each block, a column for each
// head.
void append_pattern(LessonBuild& out, const TransformerConfig& config, const std::string& name, const char* formula, Tensor mask,
                    const Words& tokens) {
  Tape& tape = out.tape;
  const auto scope = tape.scope(name);
  const float with_pattern = std::accumulate(mask.data(), mask.data() + mask.size(), 0.0f);
  const NodeId pattern =
      constant(tape, std::move(mask), Label("pattern", formula).with_rows({"tokens", tokens}).with_cols({"tokens", tokens}));
  std::vector<NodeId> blocks;
  Words block_names, head_names;
  for (Index head = 0; head < config.heads; ++head) head_names.push_back(std::to_string(head));
  for (Index block = 0; block < config.decoder_layers; ++block) {
    const std::string at = std::to_string(block);
    const auto inside = tape.scope(at);
    const NodeId looks = multiply(tape, tape.find("decoder." + at + ".self_attention.weights"), pattern, "looks");
    blocks.push_back(merge_heads(tape, sum(tape, sum(tape, looks, Along::rows, "looked_of_rows"), Along::columns, "looked"), "of_heads"));
    block_names.push_back("block " + std::to_string(block));
  }
  const Axis of_blocks{"blocks", block_names}, of_heads{"heads", head_names};
  const NodeId sums = concat(tape, blocks, Label("sums").with_rows(of_blocks).with_cols(of_heads), Along::rows);
  const NodeId rows = constant(tape, Tensor::filled(matrix_shape(1, 1), std::max(1.0f, with_pattern)),
                               Label("rows", "rows with a 1 in the pattern").with_cols({"", {"rows"}}));
  const NodeId shares = divide(tape, sums, rows, Label("shares").with_rows(of_blocks).with_cols(of_heads));
  out.show(View::heatmap, pattern, name);
  out.show(View::matrix, sums, name);
  out.show(View::matrix, shares, name);
}

// A second text beside the first: where on the line their last tokens part.
void append_apart(const InputReader& in, LessonBuild& out, const LanguageModel& model, const ParameterNodes& weights) {
  const std::string& text = in.text("beside");
  if (without_space_around(text).empty()) return;
  Tape& tape = out.tape;
  const auto scope = tape.scope("beside");
  Batch batch;
  batch.target = read_text(model, text, kMostRead).ids;
  batch.target_length = std::ssize(batch.target);
  ForwardOptions options;
  options.probabilities = false;
  options.target_tokens = names_of(model, batch.target);
  options.target_vocabulary = model.readable;
  show_ids(out, model, batch.target, "other_prompt", "pieces(beside)", "beside");
  const NodeId here = tape.find("lens.line");
  transformer(tape, model.config, weights, batch, options);
  const NodeId there = append_line(tape, model.config, "beside.", batch.target_length);
  const Axis lines = tape[here].rows, features = tape[here].cols;
  const auto rows = [&](const char* name) { return Label(name).with_rows(lines).with_cols(features); };
  add(tape, here, scale(tape, there, -1, rows("minus_line")), rows("difference"));
  const NodeId products =
      multiply(tape, unit_rows(tape, here, rows("direction")), unit_rows(tape, there, rows("other_direction")), rows("products"));
  sum(tape, products, Along::rows, Label("cosines").with_rows(lines).with_cols({"", {"cosine"}}));
  out.show(View::heatmap, "beside.difference", "beside");
  out.show(View::matrix, "beside.cosines", "beside");
}

// The last token alone, with what was kept of those before it.
void append_kept(LessonBuild& out, const LanguageModel& model, const ParameterNodes& weights, const std::vector<int>& ids,
                 const Writer& before, const Words& names, NodeId logits) {
  Tape& tape = out.tape;
  const auto tokens = static_cast<Index>(ids.size());
  Batch batch;
  batch.target = {ids.back()};
  batch.target_length = 1;
  ForwardOptions options;
  options.past = before.kept();
  options.probabilities = false;
  options.target_tokens = {names.back()};
  const auto scope = tape.scope("cache");
  const NodeId again = transformer(tape, model.config, weights, batch, options).logits;
  const NodeId whole = slice(tape, logits, tokens - 1, tokens, "logits_of_all", Along::rows);
  const NodeId difference = add(tape, again, scale(tape, whole, -1, "minus_logits"), "differences");
  largest(tape, difference, Along::all, true, Label("largest_difference").with_cols({"", {"largest"}}));

  const double row = multiplications(model.config, 1, tokens) / 1e6;
  const NodeId price = constant(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(row)),
                                Label("price", "multiplications of a row / 10⁶").with_cols({"", {"millions"}}));
  const Axis ways{"", {"read again", "kept"}};
  const NodeId count = constant(tape, Tensor::from_rows({{static_cast<float>(tokens)}, {1}}), Label("rows", "T, 1").with_rows(ways));
  matmul(tape, count, price, Label("cost").with_rows(ways).with_cols({"", {"millions"}}));
}

// What fell out of the window beside what is in it: a row for each, with 1 where a piece belongs to it.
void append_window(LessonBuild& out, const LanguageModel& model, const std::vector<int>& all, Index window) {
  const auto count = static_cast<Index>(all.size()), fallen = count - window;
  if (fallen <= 0) return;
  Tape& tape = out.tape;
  const auto scope = tape.scope("window");
  const NodeId pieces = append_ids(tape, model, all, {"pieces", "pieces(text), then what was written"});
  const Axis places{"", {"fell out", "read"}};
  Tensor by_place(matrix_shape(2, count));
  for (Index i = 0; i < count; ++i) by_place.at(i < fallen ? 0 : 1, i) = 1;
  const NodeId belongs =
      constant(tape, std::move(by_place),
               Label("by_place", "[the last ones that fit]").with_rows(places).with_cols({"pieces", names_of(model, all)}));
  sum(tape, belongs, Along::rows, Label("count").with_rows(places).with_cols({"", {"pieces"}}));
  out.show_together(View::pieces, {tape[pieces].name, tape[belongs].name}, "window");
  out.show(View::matrix, "window.count", "window");
}

// How many numbers each part of a model learns: a translator's beside this one's.
void append_parts(const InputReader& in, LessonBuild& out, const TransformerConfig& config) {
  if (!in.toggle("translator")) return;
  struct Part {
    const char *name, *side, *belongs;  // its numbers have both in their names
  };
  static constexpr Part kParts[] = {{"words", "", "token_table"},
                                    {"places", "", "position_table"},
                                    {"encoder looks", "encoder.", "self_attention"},
                                    {"encoder units", "encoder.", "feed_forward"},
                                    {"decoder looks", "decoder.", "self_attention"},
                                    {"looks across", "decoder.", "cross_attention"},
                                    {"decoder units", "decoder.", "feed_forward"},
                                    {"last norms", "", "coder.norm_"},
                                    {"scores", "output.", ""}};
  Words names;
  for (const Part& part : kParts) names.push_back(part.name);
  Tensor numbers(matrix_shape(std::ssize(names), 2));
  const auto count = [&](Index model, const TransformerConfig& of) {
    for (const ParameterSpec& spec : parameter_specs(of)) {
      const auto found = std::find_if(std::begin(kParts), std::end(kParts), [&](const Part& part) {
        return spec.name.find(part.side) != std::string::npos && spec.name.find(part.belongs) != std::string::npos;
      });
      numbers.at(found - std::begin(kParts), model) += static_cast<float>(spec.rows * spec.cols) / 1000;
    }
  };
  count(0, in.decoded(kTranslatorModel, shipped_model)->settings.transformer());
  count(1, config);
  Tape& tape = out.tape;
  const auto scope = tape.scope("parts");
  const Axis of_models{"", {"translator", "this GPT"}};
  const NodeId thousands =
      constant(tape, std::move(numbers), Label("thousands", "numbers learned / 10³").with_rows({"parts", names}).with_cols(of_models));
  sum(tape, thousands, Along::columns, Label("all").with_cols(of_models));
  out.show(View::matrix, thousands, "parts");
  out.show(View::matrix, "parts.all", "parts");
}

// The panels of one block, in the order in which data flows.
void show_block(LessonBuild& out, const std::string& block) {
  const std::string attention = block + ".self_attention", feed_forward = block + ".feed_forward";
  out.show(View::heads, attention + ".weights", attention);
  out.show(View::heatmap, attention + ".projection", attention);
  out.show(View::heatmap, attention + ".residual", attention);
  out.show(View::heatmap, feed_forward + ".hidden", feed_forward);
  out.show(View::heatmap, feed_forward + ".output", feed_forward);
  out.show(View::heatmap, feed_forward + ".residual", feed_forward);
}

void build(const InputReader& in, LessonBuild& out) {
  const Written written = write(in);
  const LanguageModel& model = *written.model;
  const Index window = in.whole("window");
  const std::vector<int> ids = written.in_window(window);
  const Words names = names_of(model, ids);

  show_ids(out, model, written.read.ids, "prompt", "pieces(text)", "text");
  show_ids(out, model, written.added, "written", "what comes next, again and again", "text");
  append_window(out, model, written.all(), window);
  Batch batch;
  batch.target = ids;
  batch.target_length = static_cast<Index>(ids.size());
  ForwardOptions options;
  options.probabilities = false;
  options.target_tokens = names;
  options.target_vocabulary = model.readable;
  const ParameterNodes weights(out.tape, model.config, written.weights);
  const NodeId logits = transformer(out.tape, model.config, weights, batch, options).logits;
  out.show(View::heatmap, "decoder.input", "decoder.embedding");
  for (Index block = 0; block < model.config.decoder_layers; ++block) show_block(out, "decoder." + std::to_string(block));
  out.show(View::likeliest, append_lens(out, model, weights, batch.target_length), "lens");
  append_pattern(out, model.config, "before", "[s = t − 1]", before_mask(batch.target_length), names);
  append_pattern(out, model.config, "induction", "[s = after the last time]", induction_mask(ids), names);
  append_apart(in, out, model, weights);
  if (written.before) append_kept(out, model, weights, ids, *written.before, names, logits);
  out.show(View::heatmap, "cache.decoder.0.self_attention.key", "cache");
  for (const char* node : {"cache.rows", "cache.price", "cache.cost"}) out.show(View::matrix, node, "cache");
  out.show(View::matrix, "cache.largest_difference", "cache");

  append_parts(in, out, model.config);
  note_written(out, in.text("text"), model, written.added);
  if (written.ended) out.notes.push_back({"ended", {{"count", std::to_string(written.added.size())}}});
  note_forgotten(out, written.read, kMostRead);
}

}  // namespace

Lesson lesson() {
  const auto text = [](const char* prompt, double tokens) { return Inputs{{"text", std::string(prompt)}, {"tokens", tokens}}; };
  const auto beside = [](const char* prompt, const char* other) {
    return Inputs{{"text", std::string(prompt)}, {"beside", std::string(other)}, {"tokens", 0.0}};
  };
  return {.info = {.id = "language-model",
                   .inputs = {text_input("text", "Once upon a time there was a"), text_input("beside", ""),
                              number_input("tokens", 12, 0, static_cast<double>(kMostWritten)).runs(),
                              number_input("temperature", 0, 0, 10, 0).only_with("tokens"),
                              number_input("window", kMostRead + kMostWritten, kLeastWindow, kMostRead + kMostWritten), seed_input(1),
                              choice_input("off", parts()), toggle_input("translator", false)},
                   .presets = {{"tale", {}},
                               {"small-window", {{"window", 12.0}, {"tokens", 24.0}}},
                               {"capital-of-spain", text("the capital of Spain is", 0)},
                               {"capital-of-france", text("the capital of France is", 0)},
                               {"eaten-apple", text("I ate a banana and an apple", 6)},
                               {"apple-phone", text("I got a new phone from apple", 6)},
                               {"two-apples", beside("I ate a banana and an apple", "I got a new phone from apple")},
                               {"said-again", text("Tim red key park Lily Tim red key", 0)}},
                   .steps = language_model_steps()},
          .build = build,
          .files =
              [](const InputReader& in) {
                return in.toggle("translator") ? Words{kTalesModel, kTranslatorModel} : Words{kTalesModel};
              },
          .folded = {"decoder.1", "decoder.2", "decoder.3"},
          .largest = {
              {"text",
               std::string("Once upon a time there was a girl named Mia. She had a red ball. One day Mia met Tom. Tom had a blue kite.")},
              {"tokens", static_cast<double>(kMostWritten)}}};
}

}  // namespace gf::language_model_lesson
