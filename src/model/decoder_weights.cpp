#include "model/decoder_weights.h"

#include <string>
#include <utility>

#include "core/kernels.h"

namespace gf {
namespace {

// Finds weights and their panels by name.
struct WeightFinder {
  const NamedTensors& values;
  const NamedPanels& panels;

  LinearWeights linear(const std::string& w, const std::string& b) const {
    const auto packed = panels.find(w);
    return {values.find(w), values.find(b), packed == panels.end() ? nullptr : packed->second};
  }
  LinearWeights matrix(const std::string& part, const std::string& suffix) const {
    return linear(part + "w_" + suffix, part + "b_" + suffix);
  }
  NormWeights norm(const std::string& part) const { return {values.find(part + "norm_gain"), values.find(part + "norm_bias")}; }
};

}  // namespace

void LinearWeights::apply(const Tensor& x, Tensor& out) const {
  if (panels && ColumnPanels::serve(x.rows()))
    gemm(x.data(), *panels, out.data(), x.rows());
  else
    gemm(x.data(), Transpose::no, w->data(), Transpose::no, out.data(), x.rows(), x.cols(), out.cols(), false);
  if (b) add_to(out.data(), b->data(), 0, out.rows(), out.cols());
}

void NormWeights::apply(const Tensor& x, Tensor& out, float epsilon) const {
  layer_norm_rows(x.data(), out.data(), x.rows(), x.cols(), epsilon);
  if (gain) scale_and_shift_rows(out.data(), gain->data(), bias->data(), out.rows(), out.cols());
}

DecoderWeights::DecoderWeights(const TransformerConfig& config, std::shared_ptr<const NamedTensors> named_values, const NamedPanels& panels)
    : values(std::move(named_values)) {
  check_parameters(config, *values);
  const WeightFinder find{*values, panels};
  token_table = values->find("decoder.token_table");
  position_table = values->find("decoder.position_table");
  for (Index layer = 0; layer < config.decoder_layers; ++layer) {
    const std::string block = "decoder." + std::to_string(layer) + ".", attention = block + "self_attention.",
                      feed_forward = block + "feed_forward.";
    blocks.push_back({find.matrix(attention, "q"), find.matrix(attention, "k"), find.matrix(attention, "v"), find.matrix(attention, "o"),
                      find.matrix(feed_forward, "1"), find.matrix(feed_forward, "2"), find.norm(attention), find.norm(feed_forward)});
  }
  norm = find.norm("decoder.");
  output = find.linear("output.w", "output.b");
}

}  // namespace gf
