// Shared parts of the lessons about language models: the models, the tokens of a text, writers, continuations, and panels of tokens.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lessons/build.h"
#include "train/language_model.h"

namespace gf {

/// The language model of little stories and facts.
inline constexpr const char* kTalesModel = "assets/models/tales.safetensors";

/// The model of the tales, fine-tuned on conversations.
inline constexpr const char* kConversationsModel = "assets/models/conversations.safetensors";

/// The model of the tales, fine-tuned on a novel.
inline constexpr const char* kNovelModel = "assets/models/novel.safetensors";

/// The most tokens of a text that a lesson reads.
inline constexpr Index kMostRead = 64;

/// A long beginning of a tale, for the largest traces.
inline constexpr const char* kLongTale =
    "Once upon a time there was a girl named Mia. She had a red ball. One day Mia met Tom. Tom had a blue kite.";

/// Returns the model of a file.
std::shared_ptr<const LanguageModel> language_model_of(const InputReader& in, const char* file);
inline std::shared_ptr<const LanguageModel> tales_model(const InputReader& in) { return language_model_of(in, kTalesModel); }

/// The tokens of a text that a model reads.
struct ReadText {
  std::vector<int> ids;
  Index forgotten = 0;  // tokens that fell out of the window
};
/// Returns <start> and the tokens of a text. If they are more than `most`, returns the last ones.
ReadText read_text(const LanguageModel& model, const std::string& text, Index most);
/// Appends a note with the number of tokens that fell out of the window, if any did.
void note_forgotten(LessonBuild& out, const ReadText& read, Index most);

/// Appends a note with the text and the tokens behind it, from which a reader can continue. Appends none if no token was added, or if the
/// last character is incomplete.
void note_written(LessonBuild& out, const std::string& text, const LanguageModel& model, const std::vector<int>& added);

/// Returns a writer that has read no token. The next trace gets the same writer, with the keys and values that read_on() has kept.
std::shared_ptr<const Writer> new_writer(const InputReader& in, const TransformerConfig& config,
                                         const std::shared_ptr<const NamedTensors>& weights, std::optional<Index> window = {});
inline std::shared_ptr<const Writer> new_writer(const InputReader& in, const LanguageModel& model) {
  return new_writer(in, model.config, model.weights);
}
/// Returns a copy of a writer that has read further tokens. Each call is a step of the replay, because a frame has time for one.
std::shared_ptr<const Writer> read_on(const InputReader& in, const std::shared_ptr<const Writer>& writer, const std::vector<int>& ids);

/// The limits of a continuation.
struct Saying {
  Index most = 12;           // tokens
  bool one_sentence = true;  // stop at the end of a sentence
};
/// Returns the continuation of the tokens `next` by greedy decoding. It also stops before <end> and before the user's turn. Each token is a
/// step of the replay.
std::vector<int> said_after(const InputReader& in, const LanguageModel& model, std::vector<int> next, const Saying& saying);
/// Returns a continuation as text for a note; "<end>" if the continuation is empty.
std::string said_text(const LanguageModel& model, const std::vector<int>& said);

/// Returns tokens as people can read them.
std::vector<std::string> names_of(const LanguageModel& model, const std::vector<int>& ids);

/// Appends a row of token ids, (1, T), with the names of the tokens.
NodeId append_ids(Tape& tape, const LanguageModel& model, const std::vector<int>& ids, Label label);
/// Appends the tokens read and written as one page, "page" (1, T). "by_writer" (2, T) has a 1 in the first row for each token read, and in
/// the second for each token written.
void show_page(LessonBuild& out, const LanguageModel& model, const std::vector<int>& read, const std::vector<int>& written);
/// Appends a row of tokens with a panel of pieces. Appends none if there is no token.
void show_ids(LessonBuild& out, const LanguageModel& model, const std::vector<int>& ids, const char* name, const char* formula,
              const char* section);

}  // namespace gf
