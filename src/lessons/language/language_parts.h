// Shared parts of the lessons of a language model: the model, a text as it reads it, tokens by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lessons/build.h"
#include "train/language_model.h"

namespace gf {

/// The model that these lessons look into: little stories and facts.
inline constexpr const char* kTalesModel = "assets/models/tales.safetensors";

/// It, further trained on conversations: it answers.
inline constexpr const char* kConversationsModel = "assets/models/conversations.safetensors";

/// It, further trained on a novel that a person wrote.
inline constexpr const char* kNovelModel = "assets/models/novel.safetensors";

/// The most tokens of a text that these models read.
inline constexpr Index kMostRead = 64;

/// A text as long as the tales begin with, which makes the largest traces.
inline constexpr const char* kLongTale =
    "Once upon a time there was a girl named Mia. She had a red ball. One day Mia met Tom. Tom had a blue kite.";

/// A model from its file.
std::shared_ptr<const LanguageModel> language_model_of(const InputReader& in, const char* file);
inline std::shared_ptr<const LanguageModel> tales_model(const InputReader& in) { return language_model_of(in, kTalesModel); }

/// A text as the model reads it: <start>, then its pieces, of which the last `most` are left.
struct ReadText {
  std::vector<int> ids;
  Index forgotten = 0;  // pieces that fell out of the window
};
ReadText read_text(const LanguageModel& model, const std::string& text, Index most);
/// Says how many pieces fell out of the window, if any did.
void note_forgotten(LessonBuild& out, const ReadText& read, Index most);

/// Says the text with what was written behind it, from which a reader can go on; nothing where nothing was written, or half a character.
void note_written(LessonBuild& out, const std::string& text, const LanguageModel& model, const std::vector<int>& added);

/// A writer that has read nothing yet. It is the same one in the next trace, and so are those that have read on from it: a model that
/// writes keeps what it has read.
std::shared_ptr<const Writer> new_writer(const InputReader& in, const TransformerConfig& config,
                                         const std::shared_ptr<const NamedTensors>& weights, std::optional<Index> window = {});
inline std::shared_ptr<const Writer> new_writer(const InputReader& in, const LanguageModel& model) {
  return new_writer(in, model.config, model.weights);
}
/// A writer that has read further, in a step of its own: a slice of a frame has time for one.
std::shared_ptr<const Writer> read_on(const InputReader& in, const std::shared_ptr<const Writer>& writer, const std::vector<int>& ids);

/// Options of a continuation, which takes the likeliest token each time: up to the end of the model's text or of its turn in a
/// conversation, to `most` tokens, or with `one_sentence` to the end of a sentence. Each token is a step of its own.
struct Saying {
  Index most = 12;
  bool one_sentence = true;
};
std::vector<int> said_after(const InputReader& in, const LanguageModel& model, std::vector<int> next, const Saying& saying);
/// It as text for a sentence about it; "<end>" where it is empty.
std::string said_text(const LanguageModel& model, const std::vector<int>& said);

/// Tokens as people can read them.
std::vector<std::string> names_of(const LanguageModel& model, const std::vector<int>& ids);

/// A row of tokens with their names.
NodeId append_ids(Tape& tape, const LanguageModel& model, const std::vector<int>& ids, Label label);
/// "page" and "by_writer": the text as one page, what was read and behind it what was written, and 1 where each is.
void show_page(LessonBuild& out, const LanguageModel& model, const std::vector<int>& read, const std::vector<int>& written);
/// A row of tokens with a panel of pieces; none where there is no token.
void show_ids(LessonBuild& out, const LanguageModel& model, const std::vector<int>& ids, const char* name, const char* formula,
              const char* section);

}  // namespace gf
