// A language model that writes: its text, its pass over the tokens in its window, and its prediction after each block (the logit lens).
// Shared by the lessons language-model and generation.
// In order: write_text() reads the inputs and writes; append_pass() appends the nodes; show_lens() and note_writing() list panels and
// notes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/named_tensors.h"
#include "lessons/language/language_parts.h"
#include "lessons/shared/input_specs.h"
#include "model/parameters.h"

namespace gf {

inline constexpr Index kMostWritten = 40;

/// The number of blocks, and of heads of each, in the shipped language models.
inline constexpr Index kBlocksOfLanguageModel = 4, kHeadsOfLanguageModel = 4;

/// Returns the choices of a part that is switched off: "nothing", "block_2", "attention_2", "feed_forward_2", "head_2_1", and so on.
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

/// A model and the text that it wrote.
struct WrittenText {
  /// Returns the tokens read and written.
  std::vector<int> all() const {
    std::vector<int> ids = read.ids;
    ids.insert(ids.end(), added.begin(), added.end());
    return ids;
  }
  /// Returns the last `window` of all tokens.
  std::vector<int> in_window(Index window) const {
    std::vector<int> ids = all();
    if (std::ssize(ids) > window) ids.erase(ids.begin(), ids.end() - window);
    return ids;
  }

  std::shared_ptr<const LanguageModel> model;
  std::shared_ptr<const NamedTensors> weights;  // those of the model, with a part switched off if the reader asks for it
  ReadText read;                                // the prompt
  std::vector<int> added;                       // tokens that the model wrote
  bool ended = false;                           // whether the model predicted <end>
};

/// Lets a model continue a text. Reads the inputs "text", "tokens", "temperature", "seed" and "off". Each token is a step of the replay.
WrittenText write_text(const InputReader& in, std::shared_ptr<const LanguageModel> writes, Index window);

/// Appends the last token's residual stream before the first block and after each block, (blocks + 1, C). Takes the rows from the pass in
/// the scope `pass`, a name with its dot.
NodeId append_line(Tape& tape, const TransformerConfig& config, const std::string& pass, Index tokens);

struct LanguagePass {
  std::vector<int> ids;
  std::vector<std::string> names;
  NodeId next_logits;  // (1, V): the last row
};
/// Appends the model's pass over the last `window` tokens read and written. Appends the probabilities of the next token, "next_token" (1,
/// V), and those after each block, "lens.probabilities" (blocks + 1, V).
LanguagePass append_pass(LessonBuild& out, const WrittenText& written, const ParameterNodes& weights, Index window);

/// Lists the panels of the next token and of the logit lens.
void show_lens(LessonBuild& out);

/// Appends notes about the written text, its end, and tokens of the prompt that fell out.
void note_writing(const InputReader& in, LessonBuild& out, const WrittenText& written);

}  // namespace gf
