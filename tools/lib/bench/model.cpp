// The training step and a decoder for a page that measures them: tools/bench train-step and tools/bench read.
#include <memory>
#include <optional>

#include "core/kernels.h"
#include "core/parallel.h"
#include "model/decoding.h"
#include "train/measured_step.h"

namespace {

using namespace gf;

struct Measured {
  TransformerConfig config;
  WeightFormat format = WeightFormat::float32;
  std::shared_ptr<NamedTensors> weights;
  std::optional<Decoding> reader;  // has read the tokens before those that are measured
  Index behind = 0;                // the number of these tokens
  Tensor logits;
};

}  // namespace

extern "C" {

void bench_threads(int count) { set_thread_count(count); }

/// Takes steps of training, and returns the loss of the last one.
double bench_steps(int count) {
  static MeasuredStep step;
  double loss = 0;
  for (int i = 0; i < count; ++i) loss = step.take();
  return loss;
}

/// C = A B of `size` x `size` each.
void bench_product(const float* a, const float* b, float* c, int size) {
  gemm(a, Transpose::no, b, Transpose::no, c, size, size, size, false);
}

/// Returns a decoder of the form of the trained models that come with the program, with floats or with `int8` weights. The caller writes
/// its weights (bench_weight).
Measured* bench_decoder(int layers, int width, int heads, int vocabulary, int longest, bool int8) {
  auto* measured = new Measured;
  if (int8) measured->format = WeightFormat::int8;
  TransformerConfig& config = measured->config;
  config.decoder_layers = layers;
  config.width = width;
  config.heads = heads;
  config.hidden = 4 * width;
  config.vocabulary = vocabulary;
  config.longest = longest;
  config.positions = Positions::learned;
  config.activation = Activation::gelu;
  config.tied = true;
  config.output_bias = false;
  measured->weights = std::make_shared<NamedTensors>();
  for (const ParameterSpec& spec : parameter_specs(config))
    measured->weights->tensors.push_back({spec.name, Tensor::uninitialised(matrix_shape(spec.rows, spec.cols))});
  return measured;
}

/// Returns the values of the weight with this name, or null if there is none.
float* bench_weight(Measured* decoder, const char* name) {
  Tensor* weight = decoder->weights->find(name);
  return weight ? weight->data() : nullptr;
}

/// Reads the tokens before those that are measured. The last token is read by itself, as a decoder does that goes on.
void bench_behind(Measured* decoder, const int* ids, int count) {
  decoder->behind = count;
  decoder->reader.emplace(decoder->config, decoder->weights, decoder->format);
  if (count > 1) decoder->reader->read({ids, ids + count - 1});
  if (count > 0) decoder->reader->read({ids[count - 1]});
}

/// Forgets all tokens but those of bench_behind, and reads tokens behind them.
void bench_read(Measured* decoder, const int* ids, int count) {
  decoder->reader->keep_first(decoder->behind);
  decoder->logits = decoder->reader->read({ids, ids + count});
}

/// Returns the logits of the last token that was read.
const float* bench_logits(const Measured* decoder) { return decoder->logits.row(decoder->logits.rows() - 1); }
}
