#include "lessons/course/whole_model.h"

#include "autograd/ops.h"
#include "lessons/encoder_decoder/encoder_decoder_data.h"
#include "lessons/encoder_decoder/transformer_panels.h"
#include "lessons/encoder_decoder/translator.h"
#include "lessons/shared/offered_words.h"

namespace gf::whole_model {
namespace {

using namespace encoder_decoder;

constexpr Index kMostWords = 15;
constexpr std::size_t kMostFollowing = 8;

constexpr const Shipped& kModel = kShipped[0];
constexpr const char* kLastWeights = "decoder.0.cross_attention.weights";  // the decoder of the model has one block

}  // namespace

void build(const InputReader& in, LessonBuild& out) {
  const Translator translator = speaking_translator(in, kModel);
  const Reading reading = by_itself(translator, kMostWords, out.tape.untaken_pins(), {}, in.replay(), in.memo());
  append_pass(out.tape, translator, append_weights(out.tape, translator), reading, {});
  mean_of_matrices(out.tape, out.tape.find(kLastWeights), "alignment");
  out.words["source"] = without_signs(translator.source_words);
  out.next_words["source"] = following_words(out.words["source"], translator.source_tokens, kMostFollowing);
  add_transformer_panels(out);
  add_transformer_map(out, translator.config);
}

std::vector<std::string> files(const InputReader&) { return {kModel.path}; }

}  // namespace gf::whole_model
