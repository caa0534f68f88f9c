// What the lessons of a language model share: the model, a text as it reads it, pieces by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lessons/build.h"
#include "train/language_model.h"

namespace gf {

/// The model that these lessons look into: little stories and facts.
inline constexpr const char* kTalesModel = "assets/models/tales.safetensors";

/// The model.
std::shared_ptr<const LanguageModel> tales_model(const InputReader& in);

/// A text as the model reads it: <start>, then its pieces, of which the last `most` are left.
struct ReadText {
  std::vector<int> ids;
  Index forgotten = 0;  // pieces that fell out of the window
};
ReadText read_text(const LanguageModel& model, const std::string& text, Index most);
/// Says how many pieces fell out of the window, if any did.
void note_forgotten(LessonBuild& out, const ReadText& read, Index most);

/// A writer that has read further, in a step of its own: a slice of a frame has time for one.
std::shared_ptr<const Writer> read_on(const InputReader& in, const std::shared_ptr<const Writer>& writer, const std::vector<int>& ids);

/// Tokens as people can read them.
std::vector<std::string> names_of(const LanguageModel& model, const std::vector<int>& ids);

/// A row of tokens with their names, and a panel of pieces for it; none where there is no token.
void show_ids(LessonBuild& out, const LanguageModel& model, const std::vector<int>& ids, const char* name, const char* formula,
              const char* section);

}  // namespace gf
