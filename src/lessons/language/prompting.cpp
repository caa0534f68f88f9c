// The lesson prompting, a chat: a system prompt, messages and a context are one row of tokens. A model that was fine-tuned on conversations
// answers, beside the model before fine-tuning.
#include <algorithm>
#include <map>
#include <utility>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/nth.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/language/language_parts.h"
#include "lessons/language/retrieval_sentences.h"
#include "lessons/shared/input_specs.h"
#include "model/sequence_pass.h"
#include "protocol/step.h"

namespace gf::prompting_lesson {
namespace {

using Ids = std::vector<int>;
using Words = std::vector<std::string>;

constexpr Index kLeastWindow = 8, kMostWindow = 100, kMostAnswer = 20;
constexpr std::size_t kMostWordings = 8, kMostMessages = 24;
constexpr const char* kAnna = "@user My name is Anna.\n@assistant Hello, Anna.\n@user What does a cow eat?\n@assistant A cow eats grass.";

// ---- messages ----------------------------------------------------------------------------------------------------------

// A part of the prompt: a message, or a token of the conversation's form.
struct Part {
  std::string key;  // of the texts: who says it
  Ids ids;
  Index request = -1;  // the request that it belongs to, or that it answers; -1: it is sent with each request
  bool reply = false;

  bool sent_with(Index sent, bool memory) const {
    if (request < 0) return true;
    return memory ? request < sent || (request == sent && !reply) : request == sent && !reply;
  }
};

Ids without_start(Ids ids) {
  ids.erase(ids.begin());
  return ids;
}
Ids ids_of_turn(const LanguageModel& model, const std::string& speaker, const std::string& text) {
  return without_start(ids_of(model, "@" + speaker + " " + text));
}

std::string line_of(const InputReader& in, const char* input) { return std::string(without_space_around(in.text(input))); }

// Returns the earlier conversation, turn by turn. A turn without a mark is the user's.
std::vector<Turn> turns_before(const InputReader& in) {
  std::vector<Turn> turns = turns_of(line_of(in, "chat"));
  for (Turn& turn : turns) {
    if (!turn.speaker.empty()) continue;
    turn.speaker = "user";
    turn.text = without_space_around(turn.text);
  }
  if (turns.size() > kMostMessages) throw InputError({"too_many_entries", {{"where", "chat"}, {"most", std::to_string(kMostMessages)}}});
  return turns;
}

// Returns the parts of the prompt in order, with `question` in place of that of the inputs.
std::vector<Part> parts_of(const InputReader& in, const LanguageModel& model, const std::string& question) {
  std::vector<Part> parts{{"@start", {Vocabulary::kStart}}};
  if (const std::string system = line_of(in, "system"); !system.empty()) parts.push_back({"@system", ids_of_turn(model, "system", system)});
  Index request = 0;
  std::map<std::string, int> turns_of_speaker;
  for (const Turn& turn : turns_before(in)) {
    const int count = ++turns_of_speaker[turn.speaker];
    const bool reply = turn.speaker == "assistant";
    parts.push_back({"@" + turn.speaker + " " + std::to_string(count), ids_of_turn(model, turn.speaker, turn.text), request, reply});
    if (reply) ++request;
  }
  const std::string context = line_of(in, "context");
  Ids asked = ids_of_turn(model, "user", context + " " + question);
  if (!context.empty()) {
    const Ids first = ids_of_turn(model, "user", context);
    parts.push_back({"@context", first, request});
    asked.erase(asked.begin(), std::mismatch(asked.begin(), asked.end(), first.begin(), first.end()).first);
  }
  parts.push_back({"@question", std::move(asked), request});
  parts.push_back({"@answer", {model.vocabulary.find("<assistant>")}});
  return parts;
}

Index last_request(const std::vector<Part>& parts) {
  Index last = 0;
  for (const Part& part : parts) last = std::max(last, part.request);
  return last;
}

Axis messages_axis(const std::vector<Part>& parts) {
  Words keys;
  for (const Part& part : parts) keys.push_back(part.key);
  return keyed_axis("messages", std::move(keys));
}

// The parts that are sent with the last request, cut to the last tokens that fit into the window.
struct Sent {
  std::vector<Part> parts;
  Index forgotten = 0;  // tokens that do not fit

  Ids ids() const {
    Ids all;
    for (const Part& part : parts) all.insert(all.end(), part.ids.begin(), part.ids.end());
    return all;
  }
};

Sent sent_of(const InputReader& in, std::vector<Part> parts) {
  Index count = 0;
  std::erase_if(parts, [&, last = last_request(parts)](const Part& part) { return !part.sent_with(last, in.toggle("memory")); });
  for (const Part& part : parts) count += std::ssize(part.ids);
  Sent sent{.parts = std::move(parts), .forgotten = std::max<Index>(0, count - in.whole("window"))};
  Index over = sent.forgotten;
  for (Part& part : sent.parts) {
    const Index out = std::min(over, static_cast<Index>(std::ssize(part.ids)));
    part.ids.erase(part.ids.begin(), part.ids.begin() + out);
    over -= out;
  }
  std::erase_if(sent.parts, [](const Part& part) { return part.ids.empty(); });
  return sent;
}

// Returns the tokens of the parts as a text without speakers, for the model before fine-tuning, which knows none.
Ids ids_of_plain_text(const LanguageModel& model, const Sent& sent) {
  Words texts;
  for (const Part& part : sent.parts) {
    Ids ids = part.ids;
    std::erase_if(ids, [&](int id) {
      const std::string token = model.vocabulary.token(id);
      return token == "<system>" || token == "<user>" || token == "<assistant>" || token == "<start>";
    });
    const std::string text = text_of(model, ids);
    if (const std::string_view words = without_space_around(text); !words.empty()) texts.emplace_back(words);
  }
  return ids_of(model, joined(texts, " "));
}

// Appends the tokens of the prompt, and which message each belongs to, (messages, T). Returns the latter.
NodeId append_messages(LessonBuild& out, const LanguageModel& model, const Sent& sent) {
  const Ids ids = sent.ids();
  Tensor whose(matrix_shape(std::ssize(sent.parts), std::ssize(ids)));
  Index at = 0;
  for (std::size_t m = 0; m < sent.parts.size(); ++m) {
    std::fill_n(whose.row(static_cast<Index>(m)) + at, sent.parts[m].ids.size(), 1.0f);
    at += std::ssize(sent.parts[m].ids);
  }
  append_ids(out.tape, model, ids, Label("prompt", "pieces(messages)"));
  return constant(out.tape, std::move(whose),
                  Label("messages", "@piece_of_message").with_rows(messages_axis(sent.parts)).with_cols({"tokens", names_of(model, ids)}));
}

// ---- answers -----------------------------------------------------------------------------------------------------------

// Appends a model's pass over ids. Returns the rows [first, end) of its logits.
NodeId append_reading(Tape& tape, const LanguageModel& model, const ParameterNodes& weights, const Ids& ids, Index first, Index end) {
  const NodeId logits = pass_over(tape, model.config, weights, ids, {.target_tokens = names_of(model, ids)}).logits;
  return slice(tape, logits, first, end, "last_rows", Along::rows);
}

// The head that copies.
constexpr const char* kCopyingBlock = "tuned.decoder.2.self_attention";
constexpr Index kCopyingHead = 3;

// Appends how much the copying head attends to each token of the prompt, with a row for each token of the answer.
void append_copying(Tape& tape, Index prompt, const Axis& predicted, const Axis& read) {
  const NodeId weights = tape.find(std::string(kCopyingBlock) + ".weights");
  const Index all = tape.value(weights).cols();
  const NodeId side_by_side = merge_heads(tape, weights, "side_by_side");
  const NodeId of_head = slice(tape, side_by_side, kCopyingHead * all, kCopyingHead * all + prompt, Label("of_head").with_cols(read));
  slice(tape, of_head, prompt - 1, prompt - 1 + std::ssize(predicted.labels), Label("copying").with_rows(predicted), Along::rows);
}

// Appends how much each token of the answer attends to the prompt, by token and by message: the mean over all heads of all blocks.
void append_looks(Tape& tape, const LanguageModel& model, const Ids& answer, Index prompt, NodeId messages) {
  const auto scope = tape.scope("looks");
  const auto blocks = static_cast<float>(model.config.decoder_layers);
  NodeId all = -1;
  for (Index block = 0; block < model.config.decoder_layers; ++block) {
    const auto inside = tape.scope(std::to_string(block));
    const NodeId of_heads =
        mean_of_matrices(tape, tape.find("tuned.decoder." + std::to_string(block) + ".self_attention.weights"), "of_heads");
    all = all < 0 ? of_heads : add(tape, all, of_heads, "added");
  }
  const NodeId mean = scale(tape, all, 1 / blocks, "mean");
  const Axis pieces{"tokens", names_of(model, answer)};
  const NodeId of_answer = slice(tape, mean, prompt - 1, prompt - 1 + std::ssize(answer), "of_answer", Along::rows);
  const NodeId at_prompt = slice(tape, of_answer, 0, prompt, Label("at_prompt").with_rows(pieces).with_cols(tape[messages].cols));
  append_copying(tape, prompt, pieces, tape[messages].cols);
  matmul_nt(tape, messages, at_prompt, Label("by_message").with_rows(tape[messages].rows).with_cols(pieces));
}

// Appends the number of tokens that are sent with each request. A message that is sent again costs its tokens again.
void append_requests(const InputReader& in, LessonBuild& out, const std::vector<Part>& parts) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("requests");
  const Index requests = last_request(parts) + 1, count = std::ssize(parts);
  Tensor lengths(matrix_shape(count, 1)), sent(matrix_shape(count, requests));
  Words numbers, names;
  for (Index p = 0; p < count; ++p) {
    const Part& part = nth(parts, p);
    lengths.at(p, 0) = static_cast<float>(part.ids.size());
    for (Index r = 0; r < requests; ++r) sent.at(p, r) = part.sent_with(r, in.toggle("memory")) ? 1.0f : 0.0f;
  }
  for (Index r = 0; r < requests; ++r) {
    numbers.push_back(std::to_string(r + 1));
    names.push_back("@request " + numbers.back());
  }
  const Axis messages = messages_axis(parts), rows = keyed_axis("requests", names);
  const NodeId pieces = constant(tape, std::move(lengths),
                                 Label("lengths", "@pieces_of_each_message").with_rows(messages).with_cols(keyed_axis("", {"@tokens"})));
  const NodeId which =
      constant(tape, std::move(sent), Label("sent", "@sent_with_request").with_rows(messages).with_cols({"requests", numbers}));
  matmul_tn(tape, which, pieces, Label("read").with_rows(rows).with_cols(keyed_axis("", {"@tokens"})));
  for (const char* node : {"requests.lengths", "requests.sent", "requests.read"}) out.show(View::matrix, node, "requests");
}

// Appends the probability of one answer after each of several wordings of a question.
void append_wordings(const InputReader& in, LessonBuild& out, const LanguageModel& model, const ParameterNodes& weights) {
  const Words wordings = sentence_lines(in.text("wordings"));
  const Ids answer = without_start(ids_of(model, line_of(in, "reply")));
  if (wordings.size() > kMostWordings)
    throw InputError({"too_many_entries", {{"where", "wordings"}, {"most", std::to_string(kMostWordings)}}});
  if (std::ssize(answer) > kMostAnswer)
    throw InputError(
        {"too_many_tokens", {{"where", "reply"}, {"got", std::to_string(answer.size())}, {"most", std::to_string(kMostAnswer)}}});
  if (wordings.empty() || answer.empty()) return;
  Tape& tape = out.tape;
  const auto scope = tape.scope("wordings");
  const Axis pieces{"tokens", names_of(model, answer)};
  std::vector<NodeId> losses;
  Words numbers;
  for (const std::string& wording : wordings) {
    const auto inside = tape.scope(std::to_string(losses.size()));
    Ids ids = sent_of(in, parts_of(in, model, wording)).ids();
    const auto prompt = static_cast<Index>(std::ssize(ids)), all = prompt + static_cast<Index>(std::ssize(answer));
    ids.insert(ids.end(), answer.begin(), answer.end());
    const NodeId logits = append_reading(tape, model, weights, ids, prompt - 1, all - 1);
    losses.push_back(cross_entropy(tape, logits, answer, "losses"));
    numbers.push_back(std::to_string(losses.size()));
  }
  const Axis questions{"wordings", wordings};
  const NodeId surprise = concat(tape, losses, Label("surprise").with_rows(pieces).with_cols({"wordings", numbers}));
  const NodeId ones = constant(tape, Tensor::filled(matrix_shape(std::ssize(answer), 1), 1), Label("ones", "1, 1, …").with_rows(pieces));
  const NodeId total = matmul_tn(tape, surprise, ones, Label("total").with_rows(questions).with_cols(keyed_axis("", {"@sum"})));
  const NodeId minus = scale(tape, total, -1, Label("minus_total").with_rows(questions).with_cols(keyed_axis("", {"@sum"})));
  exponential(tape, minus, Label("chance").with_rows(questions).with_cols(keyed_axis("", {"@chance"})));
  out.show(View::matrix, "wordings.surprise", "wordings");
  out.show(View::matrix, "wordings.total", "wordings");
  out.show(View::ranking, "wordings.chance", "wordings");
}

// ---- the lesson --------------------------------------------------------------------------------------------------------

void show_reply(LessonBuild& out, const LanguageModel& model, const Ids& reply, const char* name, Note& replies) {
  show_ids(out, model, reply, name, "@likeliest_again", "answer");
  replies.words.emplace_back(name, said_text(model, reply));
}

void build(const InputReader& in, LessonBuild& out) {
  const auto before = language_model_of(in, kTalesModel), after = language_model_of(in, kConversationsModel);
  const std::string question = line_of(in, "question");
  if (question.empty()) throw InputError({"no_tokens", {{"where", "question"}}});
  const std::vector<Part> parts = parts_of(in, *after, question);
  const Sent sent = sent_of(in, parts);
  const Ids prompt = sent.ids();
  const auto count = static_cast<Index>(std::ssize(prompt));
  const Saying saying{.most = kMostAnswer, .one_sentence = false};
  const Ids text = ids_of_plain_text(*before, sent);
  const Ids reply = said_after(in, *after, prompt, saying), reply_before = said_after(in, *before, text, saying);

  Tape& tape = out.tape;
  const NodeId messages = append_messages(out, *after, sent);
  out.show_together(View::pieces, {"prompt", "messages"}, "talk");
  show_ids(out, *before, text, "text", "@without_speakers", "talk");
  Note replies{"replies", {}};
  show_reply(out, *after, reply, "said", replies);
  show_reply(out, *before, reply_before, "said_before", replies);
  std::vector<NodeId> rows;
  {
    const auto scope = tape.scope("base");
    const ParameterNodes weights(tape, before->config, before->weights);
    const auto last = static_cast<Index>(std::ssize(text)) - 1;
    rows.push_back(append_reading(tape, *before, weights, text, last, last + 1));
  }
  ParameterNodes weights;
  {
    const auto scope = tape.scope("tuned");
    weights = ParameterNodes(tape, after->config, after->weights);
    Ids all = prompt;
    all.insert(all.end(), reply.begin(), reply.end());
    rows.push_back(append_reading(tape, *after, weights, all, count - 1, count));
  }
  {
    const auto scope = tape.scope("answer");
    const Axis models = keyed_axis("", {"@before", "@after"});
    const NodeId logits = concat(tape, rows, Label("logits").with_rows(models).with_cols({"vocabulary", after->readable}), Along::rows);
    out.show(View::likeliest, softmax(tape, logits, 1, Along::rows, "probabilities"), "answer");
  }
  if (!reply.empty()) append_looks(tape, *after, reply, count, messages);
  out.show(View::heatmap, "looks.at_prompt", "looks");
  out.show(View::matrix, "looks.by_message", "looks");
  out.show(View::matrix, "looks.copying", "looks");
  for (const char* model : {"base", "tuned"})
    for (Index block = 0; block < after->config.decoder_layers; ++block) {
      const std::string attention = std::string(model) + ".decoder." + std::to_string(block) + ".self_attention";
      out.show(View::heads, attention + ".weights", attention);
    }
  append_requests(in, out, parts);
  append_wordings(in, out, *after, weights);

  out.notes.push_back(std::move(replies));
  if (sent.forgotten > 0)
    out.notes.push_back({"forgotten", {{"count", std::to_string(sent.forgotten)}, {"most", std::to_string(in.whole("window"))}}});
}

constexpr Ask either(const char* less, const char* more) {
  return {.how = WhichIsSo{{less, more}, {0.5f}},
          .also =
              "said, answer.logits, tuned.logits, tuned.last_rows, looks.of_answer, looks.at_prompt, looks.by_message, "
              "looks.copying"};
}

constexpr InputSpec kInputs[] = {text_input("question", "Where is the key?"),
                                 text_input("context", "The key is under the bed. The cup is behind the door."),
                                 text_input("system", "Answer in a sentence."),
                                 text_input("chat", "").lines(),
                                 toggle_input("memory", true),
                                 number_input("window", 64, static_cast<double>(kLeastWindow), static_cast<double>(kMostWindow)),
                                 text_input("wordings", "WHERE IS THE KEY?\nDid you see my key?\nThe key?").lines(),
                                 text_input("reply", "The key is under the bed.")};

constexpr const char *kPlaces = "The key is under the bed. The cup is behind the door.", *kSentences = "Answer in a sentence.",
                     *kWhere = "Where is the key?", *kName = "What is my name?";

constexpr Settings asked(const char* chat, const char* context, const char* question, const char* system = kSentences) {
  return {{"chat", chat}, {"context", context}, {"question", question}, {"system", system}};
}

constexpr Settings chat_with(Setting more) { return {{"chat", kAnna}, {"context", ""}, {"question", kName}, {"system", kSentences}, more}; }

constexpr Preset kPresets[] = {{"key", {}},
                               {"name", asked("", "My name is Anna.", kName)},
                               {"no-context", asked("", "", kWhere)},
                               {"few-words", asked("", kPlaces, kWhere, "Answer in few words.")},
                               {"chat", asked(kAnna, "", kName)},
                               {"no-memory", chat_with({"memory", false})},
                               {"small-window", chat_with({"window", 24.0})}};

std::string long_chat() {
  std::string chat;
  for (int i = 0; i < 3; ++i) chat += std::string(kAnna) + "\n";
  return chat;
}

constexpr Step kSteps[] = {
    {.id = "messages", .focus = "prompt", .scene = "prompt* | said"},
    {.id = "before", .focus = "said_before", .scene = "text -> said_before* | prompt -> said", .example = {.preset = "name"}},
    {.id = "looked",
     .focus = "looks.by_message",
     .cell = CellName{0, "@question", "␣under"},
     .scene = "prompt / said -> looks.by_message*",
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = "looks.at_prompt, looks.by_message"},
     .controls = "context"},
    {.id = "copies",
     .focus = "looks.copying",
     .cell = CellName{0, "␣bed", {"␣key", 1}},
     .scene = "prompt | looks.copying*",
     .ask = Ask{.how = WhereIsMost{.among = {{"␣key", 1}, "␣under", "␣bed", "␣cup", "␣door", {"␣key", 2}}},
                .also = "tuned.decoder.2.self_attention.weights, tuned.decoder.2.self_attention.masked_scores, "
                        "tuned.decoder.2.self_attention.scores, tuned.decoder.2.self_attention.dot_products, looks.at_prompt, "
                        "looks.side_by_side, looks.of_head"}},
    {.id = "no_context",
     .focus = "answer.probabilities",
     .cell = CellName{0, "@after", "I"},
     .scene = "prompt / said_before -> answer.probabilities*",
     .example = {.preset = "no-context"},
     .ask = either("place", "unknown"),
     .controls = "context"},
    {.id = "few_words",
     .focus = "answer.probabilities",
     .cell = CellName{0, "@after", "U"},
     .scene = "prompt -> answer.probabilities*",
     .example = {.set = {{"system", ""}, {"question", "Answer in few words. Where is the key?"}}},
     .ask = either("sentence", "words"),
     .controls = "system"},
    {.id = "memory",
     .focus = "requests.sent",
     .cell = CellName{0, "@user 1", "2"},
     .scene = "prompt -> requests.sent*",
     .example = {.preset = "chat"},
     .exercise = Exercise{{{0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {0, 5, 1}, {0, 6, 1}}, "requests.read"}},
    {.id = "memory_off",
     .focus = "answer.probabilities",
     .cell = CellName{0, "@after", "I"},
     .scene = "prompt -> answer.probabilities*",
     .example = {.preset = "no-memory"},
     .ask = either("anna", "unknown"),
     .controls = "memory"},
    {.id = "cost",
     .focus = "requests.read",
     .cell = CellName{0, "@request 2", 0},
     .scene = "requests.lengths , requests.sent -> requests.read*",
     .example = {.preset = "chat"},
     .exercise = Exercise{{{0, 1, 0}, {0, 2, 0}}}},
    {.id = "window",
     .focus = "answer.probabilities",
     .cell = CellName{0, "@after", "Y"},
     .scene = "prompt -> answer.probabilities*",
     .example = {.preset = "small-window"},
     .ask = either("unknown", "some_name"),
     .controls = "window"},
    {.id = "wordings",
     .focus = "wordings.chance",
     .cell = CellName{0, 0, 0},
     .scene = "prompt -> wordings.chance*",
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = "wordings.total, wordings.minus_total, wordings.surprise"},
     .controls = "wordings"},
    {.id = "recap", .focus = "prompt", .page = StepPage::recap},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "prompting", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .files =
                                         [](const InputReader&) {
                                           return Words{kTalesModel, kConversationsModel};
                                         },
                                     .folded = "base, tuned",
                                     .largest = {{"chat", long_chat}, {"window", static_cast<double>(kMostWindow)}}};
  return kLesson;
}

}  // namespace gf::prompting_lesson
