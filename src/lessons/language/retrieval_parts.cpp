#include "lessons/language/retrieval_parts.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/nth.h"
#include "lessons/language/language_parts.h"
#include "model/sequence_pass.h"

namespace gf::retrieval_lesson {
namespace {

constexpr Index kLongestPrompt = 100;
constexpr float kSharpness = 10;  // β of the softmax over the scores found

using Ids = std::vector<int>;

// Returns the ids of a row of cells. A cell that is held at a number of no token becomes padding.
Ids ids_in_row(const LanguageModel& model, const Tensor& row) {
  Ids ids;
  for (Index i = 0; i < row.size(); ++i) {
    const float id = row.data()[i];
    ids.push_back(id >= 0 && id < static_cast<float>(model.vocabulary.size()) ? static_cast<int>(id) : Vocabulary::kPad);
  }
  return ids;
}

// Returns the tokens of a sentence inside a text, with a space before it and without <start>.
Ids ids_of_sentence(const LanguageModel& model, const std::string& sentence) {
  Ids ids = ids_of(model, " " + sentence);
  ids.erase(ids.begin());
  return ids;
}

// Returns the word itself if it is one token, otherwise each of its tokens.
std::vector<std::string> names_of_rows(const LanguageModel& model, const CountedWord& word) {
  if (word.ids.size() == 1) return {word.word};
  std::vector<std::string> names;
  for (const int id : word.ids) names.push_back(readable_token(model, id));
  return names;
}

}  // namespace

// ---- vectors -----------------------------------------------------------------------------------------------------------

Vectors append_vectors(Tape& tape, const Notes& notes, const ParameterNodes& weights) {
  std::vector<std::vector<CountedWord>> texts = notes.words;
  texts.push_back(notes.asked);
  Ids ids;
  std::vector<std::string> names;
  std::vector<std::pair<Index, Index>> parts;  // for each text: its first row, and its number of rows
  for (const std::vector<CountedWord>& text : texts) {
    const auto first = std::ssize(ids);
    for (const CountedWord& word : text) {
      ids.insert(ids.end(), word.ids.begin(), word.ids.end());
      for (std::string& name : names_of_rows(*notes.model, word)) names.push_back(std::move(name));
    }
    parts.emplace_back(first, std::ssize(ids) - first);
  }
  Tensor row(matrix_shape(1, std::ssize(ids))), shares(matrix_shape(std::ssize(texts), row.cols()));
  for (std::size_t i = 0; i < ids.size(); ++i) row.at(0, static_cast<Index>(i)) = static_cast<float>(ids[i]);
  for (std::size_t t = 0; t < parts.size(); ++t)
    std::fill_n(shares.row(static_cast<Index>(t)) + parts[t].first, parts[t].second, 1 / static_cast<float>(parts[t].second));
  const Axis words{"tokens", names}, all = notes.axis_with_question(), features{"features", {}};
  constant(tape, std::move(row), Label("words", "@number_of_each_word").with_cols(words));
  const NodeId word_rows = embedding(tape, weights.at("decoder.token_table"), ids, Label("word_rows").with_rows(words).with_cols(features));
  const NodeId averaging = constant(tape, std::move(shares), Label("averaging", "@one_by_words").with_rows(all).with_cols(words));
  const NodeId means = matmul(tape, averaging, word_rows, Label("means").with_rows(all).with_cols(features));
  Vectors vectors;
  vectors.all = unit_rows(tape, means, Label("directions").with_rows(all).with_cols(features));
  const Index count = tape.value(means).rows() - 1;
  const auto label = [&](const char* name, Axis rows) { return Label(name).with_rows(std::move(rows)).with_cols(features); };
  vectors.key = slice(tape, vectors.all, 0, count, label("key", notes.axis()), Along::rows);
  vectors.query = slice(tape, vectors.all, count, count + 1, label("query", {"sentences", {notes.question}}), Along::rows);
  return vectors;
}

// ---- search ------------------------------------------------------------------------------------------------------------

namespace {

NodeId append_overlap(Tape& tape, const Notes& notes) {
  auto shared = std::make_shared<std::vector<SharedWords>>();
  std::vector<std::string> counts;
  Tensor shares(matrix_shape(std::ssize(notes.words), 1));
  for (std::size_t i = 0; i < notes.words.size(); ++i) {
    shared->push_back(shared_words(notes.asked, notes.words[i]));
    counts.push_back(std::to_string(shared->back().shared));
    shares.at(static_cast<Index>(i), 0) = static_cast<float>(shared->back().share());
  }
  const auto account = [shared](const Cell& cell) {
    const SharedWords& words = nth(*shared, cell.row);
    const double asked = static_cast<double>(std::max<Index>(words.asked, 1));
    return CellArithmetic{"@words_shared", expr::quotient(expr::number(static_cast<double>(words.shared)), expr::number(asked))};
  };
  const std::string asked = std::to_string(std::max<Index>(shared->front().asked, 1));
  return accounted(tape, std::move(shares), account, {"$out = np.array([" + joined(counts) + "])[:, None] / " + asked},
                   Label("overlap", "@words_shared").with_rows(notes.axis()).with_cols(keyed_column("@part")));
}

}  // namespace

NodeId append_search(const InputReader& in, Tape& tape, const Notes& notes, const Vectors& vectors) {
  const auto label = [&](const char* name) { return Label(name).with_rows(notes.axis()).with_cols(keyed_column("@score")); };
  const NodeId scores = matmul_nt(tape, vectors.key, vectors.query, label("scores")), overlap = append_overlap(tape, notes);
  const std::string& by = in.text("by");
  NodeId ranked = by == "words" ? overlap : scores;
  if (by == "both") ranked = add(tape, scores, overlap, label("both"));
  const NodeId positive = relu(tape, ranked, label("positive"));
  const NodeId is_positive = divide(tape, positive, positive, label("is_positive"));
  const NodeId largest_scores = top_k(tape, positive, in.whole("k"), Along::columns, label("largest_scores"));
  const NodeId kept = multiply(tape, largest_scores, is_positive, label("kept"));
  const NodeId exponentials = exponential(tape, scale(tape, positive, kSharpness, label("scaled")), label("exponentials"));
  const NodeId kept_exponentials = multiply(tape, exponentials, kept, label("kept_exponentials"));
  return divide(tape, kept_exponentials, sum(tape, kept_exponentials, Along::columns, "sum"),
                Label("shares").with_rows(notes.axis()).with_cols(keyed_column("@share")));
}

// ---- contrastive learning ----------------------------------------------------------------------------------------------

void append_contrast(const InputReader& in, LessonBuild& out, const Notes& notes, const Vectors& vectors) {
  Tape& tape = out.tape;
  const Index count = std::ssize(notes.sentences), own = in.whole("own") - 1;
  if (own >= count) return;
  const auto scope = tape.scope("contrast");
  const auto column = [&](const char* name, const char* key, const char* formula = "") {
    return Label(name, formula).with_rows(notes.axis()).with_cols(keyed_column(key));
  };
  const auto sharpness = static_cast<float>(1 / in.number("temperature"));
  const NodeId cosines = matmul_nt(tape, vectors.key, vectors.query, column("cosines", "@cosine_similarity"));
  const NodeId divided = scale(tape, cosines, sharpness, column("divided", "@score", "cosines / τ"));
  const NodeId chances = softmax(tape, divided, 1, Along::columns, column("chances", "@part"));
  const NodeId one = constant(tape, Tensor::filled(matrix_shape(1, 1), 1), Label("one", "1"));
  const NodeId row = matmul_nt(tape, one, divided, Label("row", "dividedᵀ").with_cols(notes.axis()));
  const NodeId loss = cross_entropy(tape, row, {static_cast<int>(own)}, Label("loss").with_rows({}).with_cols(keyed_column("@loss")));
  Tensor minus(matrix_shape(count, 1));
  minus.at(own, 0) = -1;
  const NodeId target = constant(tape, std::move(minus), column("minus_own", "@count", "@minus_one_at_own"));
  const NodeId apart = add(tape, chances, target, column("apart", "@part"));
  const NodeId gradient = scale(tape, apart, sharpness, column("gradient", "@gradient", "(p − own) / τ"));
  for (const NodeId node : {cosines, chances, gradient})
    for (const View view : {View::ranking, View::matrix}) out.show(view, node, "contrast");
  out.show(View::matrix, loss, "contrast");
}

// ---- answer ------------------------------------------------------------------------------------------------------------

namespace {

// Appends the sentences as rows of token ids, with −1 after the end of each.
NodeId append_values(Tape& tape, const Notes& notes) {
  std::vector<Ids> rows;
  std::size_t longest = 0;
  for (const std::string& sentence : notes.sentences) {
    rows.push_back(ids_of_sentence(*notes.model, sentence));
    longest = std::max(longest, rows.back().size());
  }
  Tensor value = Tensor::filled(matrix_shape(std::ssize(rows), static_cast<Index>(longest)), -1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::transform(rows[i].begin(), rows[i].end(), value.row(static_cast<Index>(i)), [](int id) { return static_cast<float>(id); });
  return constant(tape, std::move(value), Label("value", "pieces(sentences)").with_rows(notes.axis()).with_cols({"places", {}}));
}

// Appends the pass over a row of token ids. Returns the logits of the next token, (1, V).
NodeId append_last_logits(Tape& tape, const Notes& notes, const ParameterNodes& weights, NodeId row, const std::string& name) {
  const Ids ids = ids_in_row(*notes.model, tape.value(row));
  const Index tokens = std::ssize(ids);
  const auto scope = tape.scope(name);
  const NodeId logits =
      pass_over(tape, notes.model->config, weights, ids, {.target_row = row, .target_tokens = tape[row].cols.labels}).logits;
  return slice(tape, logits, tokens - 1, tokens, "last_row", Along::rows);
}

// Joins rows of tokens. If they are too many for the window, the first tokens fall out, and a note says so.
NodeId append_text(LessonBuild& out, const std::vector<NodeId>& parts, const char* name) {
  std::vector<std::string> names;
  for (const NodeId part : parts) names.insert(names.end(), out.tape[part].cols.labels.begin(), out.tape[part].cols.labels.end());
  const Index count = std::ssize(names), over = count - kLongestPrompt;
  if (over <= 0) return concat(out.tape, parts, Label(name).with_cols({"tokens", std::move(names)}));
  out.notes.push_back({"forgotten", {{"count", std::to_string(over)}, {"most", std::to_string(kLongestPrompt)}}});
  const NodeId whole = concat(out.tape, parts, Label("whole_" + std::string(name)).with_cols({"tokens", names}));
  names.erase(names.begin(), names.begin() + over);
  return slice(out.tape, whole, over, count, Label(name).with_cols({"tokens", std::move(names)}));
}

// Appends two prompts: the question alone, and the question behind the sentences found.
std::pair<NodeId, NodeId> append_prompts(LessonBuild& out, const Notes& notes, NodeId value, NodeId shares, const Ids& question) {
  Tape& tape = out.tape;
  const Tensor& kept = tape.value(shares);
  const NodeId begin = append_ids(tape, *notes.model, {Vocabulary::kStart}, Label("start", "<start>")),
               asked = append_ids(tape, *notes.model, question, Label("question", "pieces(question)")),
               alone = append_text(out, {begin, asked}, "question_alone");
  std::vector<NodeId> parts{begin};
  if (std::any_of(kept.data(), kept.data() + kept.size(), [](float share) { return share > 0; })) {
    const NodeId found = join_rows(tape, value, shares, "found_pieces");
    Node named;
    named.cols.name = "tokens";
    for (const int id : ids_in_row(*notes.model, tape.value(found))) named.cols.labels.push_back(readable_token(*notes.model, id));
    tape.set_axes(found, named);
    parts.push_back(found);
  }
  parts.push_back(asked);
  return {alone, append_text(out, parts, "prompt")};
}

}  // namespace

void append_answer(const InputReader& in, LessonBuild& out, const Notes& notes, const ParameterNodes& weights, NodeId shares) {
  Tape& tape = out.tape;
  Ids question = ids_of_sentence(*notes.model, notes.question);
  if (const std::string_view begin = without_space_around(in.text("begin")); !begin.empty()) {
    const Ids more = ids_of_sentence(*notes.model, std::string(begin));
    question.insert(question.end(), more.begin(), more.end());
  }
  const auto [alone, prompt] = append_prompts(out, notes, append_values(tape, notes), shares, question);
  const std::vector<NodeId> rows{append_last_logits(tape, notes, weights, alone, "alone"),
                                 append_last_logits(tape, notes, weights, prompt, "found")};
  {
    const auto scope = tape.scope("answer");
    const NodeId logits = concat(
        tape, rows,
        Label("logits").with_rows(keyed_axis("", {"@question_alone", "@with_found"})).with_cols({"vocabulary", notes.model->readable}),
        Along::rows);
    softmax(tape, logits, 1, Along::rows, "probabilities");
  }
  Note reply{"replies", {}};
  for (const auto& [name, read] : {std::pair{"said_alone", alone}, std::pair{"said", prompt}}) {
    const Ids answer = said_after(in, *notes.model, ids_in_row(*notes.model, tape.value(read)), {});
    if (!answer.empty()) append_ids(tape, *notes.model, answer, Label(name, "@likeliest_again"));
    reply.words.emplace_back(name, said_text(*notes.model, answer));
  }
  out.notes.push_back(std::move(reply));
}

}  // namespace gf::retrieval_lesson
