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
  std::shared_ptr<NamedTensors> weights;
  std::optional<Decoding> before;  // has read the tokens before those that are measured
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

/// Returns a decoder of the form of the trained models that come with the program. The caller writes its weights (bench_weight).
Measured* bench_decoder(int layers, int width, int heads, int vocabulary, int longest) {
  auto* measured = new Measured;
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
  decoder->before.emplace(decoder->config, decoder->weights);
  if (count > 1) decoder->before->read({ids, ids + count - 1});
  if (count > 0) decoder->before->read({ids[count - 1]});
}

/// Reads tokens behind those of bench_behind, anew with each call.
void bench_read(Measured* decoder, const int* ids, int count) {
  Decoding decoding = *decoder->before;
  decoder->logits = decoding.read({ids, ids + count});
}

/// Returns the logits of the last token that was read.
const float* bench_logits(const Measured* decoder) { return decoder->logits.row(decoder->logits.rows() - 1); }
}
