// A language model that writes and is looked into: what it wrote, its pass over the pieces in its window, and what it would say after each
// block. The lessons about one piece and about writing share it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lessons/language/language_parts.h"
#include "lessons/shared/input_specs.h"
#include "model/parameters.h"

namespace gf {

inline constexpr Index kMostWritten = 40;

/// Blocks, and heads of each, of the language models that lessons look into.
inline constexpr Index kBlocksOfLanguageModel = 4, kHeadsOfLanguageModel = 4;

/// The choices of what is switched off: "nothing", "block_2", "attention_2", "feed_forward_2", "head_2_1".
constexpr NameText parts_to_switch_off() {
  NameText names;
  names.add("nothing");
  for (Index block = 0; block < kBlocksOfLanguageModel; ++block) {
    const char digit = static_cast<char>('0' + block);
    for (const char* part : {"block_", "attention_", "feed_forward_"}) names.add(part).more(digit);
    for (Index head = 0; head < kHeadsOfLanguageModel; ++head) names.add("head_").more(digit).more('_').more(static_cast<char>('0' + head));
  }
  return names;
}
inline constexpr NameText kPartsToSwitchOff = parts_to_switch_off();

/// The model with what was written.
struct WrittenText {
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
  std::shared_ptr<const NamedTensors> weights;  // the model's, or with a part switched off
  ReadText read;                                // the prompt
  std::vector<int> added;                       // what the model wrote
  bool ended = false;                           // at the end of the text
};

/// Reads the inputs "text", "tokens", "temperature", "seed" and "off". Switching off and each token are steps of their own.
WrittenText write_text(const InputReader& in, std::shared_ptr<const LanguageModel> writes, Index window);

/// Appends the last token's residual stream before the first block and after each, from the pass in the scope `of`: a row for each.
NodeId append_line(Tape& tape, const TransformerConfig& config, const std::string& of, Index tokens);

/// The model's pass over what was read and written, of which the last `window` tokens are left; the probabilities of the next token,
/// "next_token", and those that it would have if the model had ended after each block, "lens.probabilities".
struct LanguagePass {
  std::vector<int> ids;
  std::vector<std::string> names;
  NodeId next_logits;  // {1, vocabulary}: the last row
};
LanguagePass append_pass(LessonBuild& out, const WrittenText& written, const ParameterNodes& weights, Index window);

/// The panels of what comes next: of the next token, and of the logit lens.
void show_lens(LessonBuild& out);

/// Says what was written, whether the text ended, and what of the prompt fell out.
void note_writing(const InputReader& in, LessonBuild& out, const WrittenText& written);

}  // namespace gf
